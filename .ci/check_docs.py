"""check_docs.py FILE FOLDER: hold docs/files.md against FOLDER, the output folder of the sample.

The tables must name the columns of the files, in their order. The Python examples must run inside
FOLDER; they share their variables, as a reader's session does, and a comment "# → VALUE" at the end
of a line says what the line's expression gives.
"""
import ast
import csv
import glob
import os
import re
import sys


# Columns that only some crawls have. They are about estimated importance, watched sites, and searches
# by agents, which do not know the places of links; facts that are not written by default; sitemaps as
# start pages; and reasons for aliases whose bytes differ from their pages'.
SOME = {"importance", "stable", "first_seen", "last_seen", "last_checked", "last_changed", "visits", "changes",
        "chance", "agent", "found_by", "found_on", "anchor", "visit", "stored", "relevance",
        "relevance_TOPIC", "place", "content_links", "last_modified", "title_length", "description_length", "entry",
        "held_for", "differs_in", "own_links"}


def described(text, heading):
    """The columns that the first table under a heading of the Markdown text names."""
    section = re.search(r"^## %s\n(.*?)(?=^#)" % re.escape(heading), text, re.M | re.S)
    names = []
    for row in re.findall(r"^(`.*?) \|", re.sub(r"\n\n(state \|.*)", "", section[1], flags=re.S), re.M):
        names += re.findall(r"`([^`]+)`", row)
    return names


def columns(text, folder):
    files = glob.glob(f"{folder}/result/*/*.csv") + glob.glob(f"{folder}/logs/*.csv")
    searched = glob.glob(f"{folder}/topics/*.csv") + glob.glob(f"{folder}/topics/*/*.csv")
    for path in files + searched:
        name = path.split(".example.")[-1]
        with open(path, encoding="utf-8", newline="") as f:
            header = next(csv.reader(f))
        if path in searched:
            name = os.path.basename(path).split(".", 1)[1]
            topics = sum(c.startswith("relevance_") for c in header)
            header = header[:len(header) - topics] + ["relevance_TOPIC"] * (topics > 0)
        told = described(text, "Logs" if "/logs/" in path else name)
        if name in ("nodes.csv", "arcs.csv", "aliases.csv", "visits.csv", "waiting.csv"):
            told = [c for c in told if c in header or c not in SOME]
        if header != told:
            sys.exit(f"docs/files.md, {name}: the file has {header}, the text {told}")
    if len(files) < 9 or len(searched) < 12:
        sys.exit(f"only {len(files)} tables and {len(searched)} of a search in {folder}")
    return len(files + searched)


def main(file, folder):
    text = open(file, encoding="utf-8").read()
    examples = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    if not examples:
        sys.exit(f"{file}: no examples")
    tables = columns(text, folder)
    os.chdir(folder)
    names, checked = {}, 0
    for example in examples:
        lines = example.splitlines()
        for statement in ast.parse(example).body:
            code = "\n".join(lines[statement.lineno - 1:statement.end_lineno])
            _, arrow, value = lines[statement.end_lineno - 1].partition("# → ")
            if not arrow:
                exec(code, names)
                continue
            got = str(eval(code.strip(), names))
            if got != value.strip():
                sys.exit(f"{file}: {code} gives {got}, not {value.strip()}")
            checked += 1
    print(f"{file}: the columns of {tables} tables, {len(examples)} examples with {checked} values")


main(*sys.argv[1:])
