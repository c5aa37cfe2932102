#!/usr/bin/env python3
"""check.py IMAGE.tar: the image has one static program that no root runs, certificates, and a folder for it."""
import gzip
import io
import json
import sys
import tarfile

image = tarfile.open(sys.argv[1])
manifest = json.load(image.extractfile("manifest.json"))[0]
config = json.load(image.extractfile(manifest["Config"]))
assert config["os"] == "linux", config
assert config["config"]["User"] == "65532:65532", config
assert config["config"]["Entrypoint"] == ["/sitegraph"], config
assert len(manifest["Layers"]) == 1, manifest
layer = image.extractfile(manifest["Layers"][0]).read()
if layer[:2] == b"\x1f\x8b":
    layer = gzip.decompress(layer)
files = {f.name: f for f in tarfile.open(fileobj=io.BytesIO(layer))}
assert set(f for f in files if files[f].isfile()) == {"sitegraph", "etc/ssl/certs/ca-certificates.crt"}, files
assert files["sitegraph"].mode == 0o755 and files["data"].uid == files["store"].uid == 65532, files
program = tarfile.open(fileobj=io.BytesIO(layer)).extractfile("sitegraph").read()
assert program[:4] == b"\x7fELF" and b"/lib64/ld-linux" not in program[:4096], "not a static program"
print(manifest["RepoTags"], len(layer), "bytes")
