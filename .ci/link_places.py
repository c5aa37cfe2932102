#!/usr/bin/env python3
"""link_places.py RESULT [BAR [HOSTS]]: how many places of links in result folders are those of link_places.tsv.

The folders have nodes.csv and links.csv of crawls of the sites that the table names; those whose names do not begin
with HOSTS are not looked at. It fails if fewer than BAR percent (95) of the links are content, or not, as labelled.
"""
import collections
import csv
import glob
import os
import sys

PLACES = {"m": "main", "n": "navigation", "h": "header", "f": "footer", "a": "aside"}


def labelled(path):
    """The labels of pages by URL, for each part of the table; "## NAME" begins a part."""
    parts = collections.defaultdict(dict)
    for line in open(path, encoding="utf-8"):
        if line.startswith("## "):
            part = parts[line[3:].strip()]
        elif not line.startswith("#"):
            url, ranges = line.rstrip("\n").split("\t")
            part[url] = []
            for labels in ranges.split():
                first, _, last = labels[:-1].partition("-")
                part[url] += [PLACES[labels[-1]]] * (int(last or first) - int(first) + 1)
    return parts


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


def judge(name, wanted, places):
    """Print what is wrong on the pages that were crawled, and return how many links are right, of how many."""
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
    print(f"{name}: {pages} of {len(wanted)} pages, {links} links: content or not {content / max(1, links):.1%}, "
          f"the very place {same / max(1, links):.1%}")
    return content, links


def main(result, bar=95, hosts=""):
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "link_places.tsv")
    content = links = 0
    for name, wanted in labelled(table).items():
        wanted = {url: labels for url, labels in wanted.items() if url.startswith("http://" + hosts)}
        right, all_links = judge(name, wanted, found(result, wanted))
        content, links = content + right, links + all_links
    print(f"all: content or not {content / max(1, links):.1%}, wanted {float(bar):.1f}%")
    return 0 if links and content >= float(bar) / 100 * links else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
