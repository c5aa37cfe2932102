"""Read "pages", then "source target" lines; print networkx's numbers of the graph's shape as JSON."""
import json
import sys

import networkx

lines = sys.stdin.read().split("\n")
graph = networkx.DiGraph()
graph.add_nodes_from(range(int(lines[0])))
graph.add_edges_from(tuple(map(int, line.split())) for line in lines[1:] if line)
n = len(graph)

distances = [d for _, to in networkx.all_pairs_shortest_path_length(graph) for d in to.values() if d > 0]
harmonic = networkx.harmonic_centrality(graph)
dominator = networkx.immediate_dominators(graph, 0)
dominator[0] = -1  # before networkx 3.6 it is 0 itself

core = max(networkx.strongly_connected_components(graph), key=lambda c: (len(c), -min(c)))


def closure(pages, step):
    """The pages, and all that one comes to from them."""
    return set(pages).union(*(step(graph, page) for page in pages))


up = closure(core, networkx.ancestors)
down = closure(core, networkx.descendants)
from_in = closure(up - core, networkx.descendants) - up - down
to_out = closure(down - core, networkx.ancestors) - up - down

print(json.dumps({
    "Weak": sorted(map(len, networkx.weakly_connected_components(graph)), reverse=True),
    "BowTie": {
        "core": len(core),
        "in": len(up - core),
        "out": len(down - core),
        "tubes": len(from_in & to_out),
        "tendrils": len(from_in ^ to_out),
        "disconnected": n - len(up | down | from_in | to_out),
    },
    "Return": len(networkx.ancestors(graph, 0)) + 1,
    "Pairs": len(distances),
    "Steps": sum(distances),
    "Diameter": max(distances),
    "Harmonic": [harmonic[i] / (n - 1) for i in range(n)],
    "Dominator": [dominator.get(i, -1) for i in range(n)],
}))
