"""Reads exported files with foreign programs.

check.py rows csv FILE...         prints the rows of each table as JSON
check.py workbook xlsx FILE...     prints the rows of each sheet as JSON; of one with a table also where that is
check.py networkx KIND FILE...    prints nodes and edges of each file as JSON (gexf, graphml, pajek)
check.py igraph KIND FILE...      the same (graphml, pajek)
check.py import MODULE            fails when the module is missing
"""
import csv
import importlib
import json
import sys


def rows(_, path):
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.reader(f, escapechar="\\", doublequote=True, strict=True))


def workbook(_, path):
    import openpyxl

    sheets = []
    for sheet in openpyxl.load_workbook(path):
        sheets.append([list(row) for row in sheet.iter_rows(values_only=True)])
        for table in sheet.tables.values():
            sheets[-1].append([table.ref, sheet.freeze_panes, sheet.column_dimensions["A"].width])
    return sheets


def with_networkx(kind, path):
    import networkx

    g = getattr(networkx, "read_" + kind)(path)
    nodes = [{"id": d.get("id", n), "url": d.get("url", n), "title": d.get("title", ""), "level": d.get("level", 0)}
             for n, d in g.nodes(data=True)]
    index = {n: d.get("id", n) for n, d in g.nodes(data=True)}
    edges = [[int(index[a]), int(index[b]), int(d["weight"])] for a, b, d in g.edges(data=True)]
    return {"directed": g.is_directed(), "nodes": nodes, "edges": sorted(edges)}


def with_igraph(kind, path):
    import igraph

    g = getattr(igraph.Graph, {"graphml": "Read_GraphML", "pajek": "Read_Pajek"}[kind])(path)
    nodes = []
    for i, v in enumerate(g.vs):
        d = v.attributes()
        url = d.get("url", d["id"])
        nodes.append({"id": str(i + 1), "url": url, "title": d.get("title", ""), "level": int(d.get("level", 0))})
    edges = [[e.source + 1, e.target + 1, int(e["weight"])] for e in g.es]
    return {"directed": g.is_directed(), "nodes": nodes, "edges": sorted(edges)}


def main(what, kind, *paths):
    if what == "import":
        return importlib.import_module(kind).__version__
    read = {"rows": rows, "workbook": workbook, "networkx": with_networkx, "igraph": with_igraph}[what]
    return [read(kind, path) for path in paths]


json.dump(main(*sys.argv[1:]), sys.stdout)
