"""Read "pages", then "source target" lines; print networkx's numbers as JSON."""
import json
import statistics
import sys

import networkx

lines = sys.stdin.read().split("\n")
graph = networkx.DiGraph()
graph.add_nodes_from(range(int(lines[0])))
graph.add_edges_from(tuple(map(int, line.split())) for line in lines[1:] if line)
proper = graph.copy()
proper.remove_edges_from(networkx.selfloop_edges(graph))

try:
    rank = networkx.pagerank(graph, alpha=0.85, tol=1e-14, max_iter=1000)
except ModuleNotFoundError:  # it needs numpy and scipy
    rank = {}

print(json.dumps({
    "Density": networkx.density(proper),
    "Reciprocity": networkx.overall_reciprocity(proper),
    "SCC": sorted(map(len, networkx.strongly_connected_components(graph)), reverse=True),
    "PageRank": [rank[i] for i in sorted(rank)],
    "In": statistics.median(d for _, d in graph.in_degree()),
    "Out": statistics.median(d for _, d in graph.out_degree()),
}))
