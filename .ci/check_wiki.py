#!/usr/bin/env python3
"""check_wiki.py RESULT_FOLDER: what must hold for the crawl of an application, of which no truth is known.

No two pages share their content; levels are shortest paths; arcs join pages; every URL has one state and the
manifest counts them; every page answers 200 when it is asked for again.
"""
import collections, csv, glob, json, sys, urllib.request

csv.field_size_limit(1 << 27)


def table(folder, kind):
    path, = glob.glob(f"{folder}/*.{kind}.csv")
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, escapechar="\\"))


def levels(start, arcs):
    """Least number of arcs from the start page, by breadth-first search."""
    out = collections.defaultdict(list)
    for a in arcs:
        out[a["Source"]].append(a["Target"])
    found, queue = {start: 0}, collections.deque([start])
    while queue:
        page = queue.popleft()
        for to in out[page]:
            if to not in found:
                found[to] = found[page] + 1
                queue.append(to)
    return found


def main(folder):
    pages, arcs, ledger = (table(folder, kind) for kind in ("nodes", "arcs", "ledger"))
    assert pages, "no page"
    hashes = collections.Counter(p["hash"] for p in pages if p["hash"])  # varying pages have no hash
    assert max(hashes.values(), default=1) == 1, "two pages of equal content"
    want = {p["Id"]: int(p["level"]) for p in pages}
    assert levels(pages[0]["Id"], arcs) == want, "levels are not the shortest paths"
    keys = collections.Counter(e["normalized_url"] for e in ledger)
    assert max(keys.values()) == 1, "a URL stands in the ledger twice"
    manifest = json.load(open(glob.glob(f"{folder}/*.manifest.json")[0]))
    states = collections.Counter(e["state"] for e in ledger)
    assert states == manifest["counts"]["states"], "the ledger and the manifest count differently"
    assert states["page"] == len(pages) == manifest["counts"]["pages"], "pages"
    for p in pages:
        with urllib.request.urlopen(p["url"], timeout=60) as answer:
            assert answer.status == 200 and answer.url == p["url"], f"{p['url']}: {answer.status} {answer.url}"
    print(f"{folder}: {len(pages)} pages, {len(arcs)} arcs, {len(ledger)} URLs, ended {manifest['ended']}: all holds")


if __name__ == "__main__":
    main(sys.argv[1])
