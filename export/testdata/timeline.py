"""timeline.py FILE...: what networkx finds in dynamic GEXF 1.2draft files, as JSON."""
import json
import sys

import networkx


def read(path):
    g = networkx.read_gexf(path)
    nodes = [{"id": int(n), "start": d.get("start"), "end": d.get("end"), "spells": d.get("spells", []), "level": d["level"],
              "change": d.get("change", ""), "title": d.get("title", "")} for n, d in g.nodes(data=True)]
    edges = [{"source": int(a), "target": int(b), "start": d.get("start"), "end": d.get("end"), "weight": d["weight"], "change": d.get("change", "")}
             for a, b, d in g.edges(data=True)]
    return {"mode": g.graph["mode"], "directed": g.is_directed(), "nodes": nodes, "edges": edges}


json.dump([read(path) for path in sys.argv[1:]], sys.stdout)
