#!/usr/bin/env python3
"""link_places.py RESULT: how many places of links in result folders are those of link_places.tsv.

The folders have nodes.csv and links.csv of crawls of the sites that the table names.
"""
import collections
import csv
import glob
import os
import sys

PLACES = {"m": "main", "n": "navigation", "h": "header", "f": "footer", "a": "aside"}


def labelled(path):
    for line in open(path, encoding="utf-8"):
        if not line.startswith("#"):
            url, ranges = line.rstrip("\n").split("\t")
            labels = []
            for part in ranges.split():
                first, _, last = part[:-1].partition("-")
                labels += [PLACES[part[-1]]] * (int(last or first) - int(first) + 1)
            yield url, labels


def found(result, wanted):
    """The places of the links of the wanted pages, by URL."""
    places = collections.defaultdict(list)
    for folder in glob.glob(os.path.join(result, "*")):
        prefix = os.path.join(folder, os.path.basename(folder))
        with open(prefix + ".nodes.csv", encoding="utf-8") as nodes:
            urls = {r["Id"]: r["url"] for r in csv.DictReader(nodes, escapechar="\\")}
        with open(prefix + ".links.csv", encoding="utf-8") as links:
            for row in csv.DictReader(links, escapechar="\\"):
                if urls[row["source"]] in wanted:
                    places[urls[row["source"]]].append(row["place"])
    return places


def main(result):
    wanted = dict(labelled(os.path.join(os.path.dirname(os.path.abspath(__file__)), "link_places.tsv")))
    places = found(result, wanted)
    links = same = content = pages = 0
    for url, labels in wanted.items():
        if len(places[url]) != len(labels):
            print(f"{url}: {len(places[url])} links, {len(labels)} labels: another version, or not crawled")
            continue
        pages += 1
        links += len(labels)
        same += sum(a == b for a, b in zip(labels, places[url]))
        content += sum((a == "main") == (b == "main") for a, b in zip(labels, places[url]))
        wrong = [f"{i + 1} {b} for {a}" for i, (a, b) in enumerate(zip(labels, places[url]))
                 if (a == "main") != (b == "main")]
        if wrong:
            print(f"{url}: {', '.join(wrong)}")
    print(f"{pages} pages, {links} links: content or not {content / max(1, links):.1%}, the very place {same / max(1, links):.1%}")
    return 0 if pages == len(wanted) and content >= 0.95 * links else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
