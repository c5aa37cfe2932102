"""check_numbers.py STATS < NUMBERS: hold lines "NAME NUMBER" against stats.json, whose names they have."""
import json
import math
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    stats = json.load(f)
lines = sys.stdin.read().splitlines()
for line in lines:
    name, number = line.split()
    value = stats
    for part in name.split("."):
        value = value[part]
    if not math.isclose(float(number), value, rel_tol=1e-8):
        sys.exit(f"{name} is {number}, and {value} in {sys.argv[1]}")
if len(lines) < 40:
    sys.exit(f"only {len(lines)} numbers")
print(f"{len(lines)} numbers are those of stats.json")
