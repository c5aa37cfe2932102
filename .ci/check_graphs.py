"""check_graphs.py RESULT: read the graph files of every site of a result folder with foreign programs.

networkx (GEXF, GraphML, Pajek) and igraph (GraphML, Pajek) must find the nodes, attributes, arcs and
weights of nodes.csv and arcs.csv, which are read as Gephi reads them, with the backslash as escape
character.
"""
import csv
import os
import re
import sys

import igraph
import networkx

NUMBERS = {"level", "in_degree", "out_degree", "external_links", "status", "bytes", "h1_count", "words",
           "title_length", "description_length"}
GUARD = re.compile(r"""^'(?='*[=+\-@])|(?<=;)'(?=['"]*[=+\-@])""")


def table(path):
    with open(path, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, escapechar="\\", doublequote=True, strict=True))
    if not rows or any(None in r or None in r.values() for r in rows):
        sys.exit(f"{path}: empty, or a row of another length")
    return rows


def plain(name, value):
    """A value as all formats give it."""
    if value is None or value != value:
        return ""
    if name in NUMBERS and value != "":
        return str(int(value))
    return value


def tables(prefix):
    """Nodes by id and arcs by (source, target), from the tables."""
    nodes = {}
    for row in table(prefix + ".nodes.csv"):
        cells = {k: plain(k, v if k in NUMBERS else GUARD.sub("", v)) for k, v in row.items()}
        nodes[cells.pop("Id")] = cells
    arcs = {(r["Source"], r["Target"]): int(r["Weight"]) for r in table(prefix + ".arcs.csv")}
    return nodes, arcs


def with_networkx(graph, names):
    nodes = {n: {k: plain(k, d.get(k, d.get("label", "") if k == "Label" else "")) for k in names} for n, d in graph.nodes(data=True)}
    return nodes, {(a, b): int(d["weight"]) for a, b, d in graph.edges(data=True)}


def with_igraph(graph, names):
    ids = graph.vs["id"]
    nodes = {v["id"]: {k: plain(k, v["label"] if k == "Label" else v[k]) for k in names} for v in graph.vs}
    return nodes, {(ids[e.source], ids[e.target]): int(e["weight"]) for e in graph.es}


def same(what, got, want):
    for name, g, w in zip(("nodes", "arcs"), got, want):
        if g != w:
            wrong = [k for k in w.keys() | g.keys() if g.get(k) != w.get(k)]
            sys.exit(f"{what}: {name} differ: {len(wrong)}, for instance {wrong[0]}: {g.get(wrong[0])}, wanted {w.get(wrong[0])}")


def site(prefix):
    nodes, arcs = want = tables(prefix)
    names = list(next(iter(nodes.values())))
    for what, path, read in (
        ("networkx, GEXF", prefix + ".graph.gexf", networkx.read_gexf),
        ("networkx, GraphML", prefix + ".graph.graphml", networkx.read_graphml),
    ):
        graph = read(path)
        if not graph.is_directed() or graph.is_multigraph():
            sys.exit(f"{path}: {what}: {type(graph)}")
        same(f"{path}: {what}", with_networkx(graph, names), want)
        looks = [d["viz"] if "viz" in d else d for _, d in graph.nodes(data=True)]
        if not all("size" in v and ("position" in v or "x" in v) for v in looks):
            sys.exit(f"{path}: {what}: a node without size or place")
    graph = igraph.Graph.Read_GraphML(prefix + ".graph.graphml")
    same(f"{prefix}.graph.graphml: igraph", with_igraph(graph, names), want)
    url = {n: d["url"].replace('"', "%22").replace("\\", "%5C") for n, d in nodes.items()}
    by_url = {(url[a], url[b]): w for (a, b), w in arcs.items()}
    graph = networkx.read_pajek(prefix + ".graph.net")
    same(f"{prefix}.graph.net: networkx", ({n: {} for n in graph}, {(a, b): int(d["weight"]) for a, b, d in graph.edges(data=True)}),
         ({u: {} for u in url.values()}, by_url))
    graph = igraph.Graph.Read_Pajek(prefix + ".graph.net")
    same(f"{prefix}.graph.net: igraph", ({n: {} for n in graph.vs["id"]},
         {(graph.vs["id"][e.source], graph.vs["id"][e.target]): int(e["weight"]) for e in graph.es}), ({u: {} for u in url.values()}, by_url))
    print(f"networkx {networkx.__version__}, igraph {igraph.__version__}: {os.path.basename(prefix)}: {len(nodes)} nodes, {len(arcs)} arcs")


def main(result):
    folders = sorted(os.listdir(result))
    if not folders:
        sys.exit(f"{result} is empty")
    for name in folders:
        site(os.path.join(result, name, name))


main(*sys.argv[1:])
