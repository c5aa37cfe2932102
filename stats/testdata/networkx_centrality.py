"""Read "pages", then "source target" lines; print networkx's numbers of what is central as JSON."""
import json
import statistics
import sys

import networkx
from networkx.algorithms.link_analysis.hits_alg import _hits_python  # hits() needs scipy

lines = sys.stdin.read().split("\n")
graph = networkx.DiGraph()
graph.add_nodes_from(range(int(lines[0])))
graph.add_edges_from(tuple(map(int, line.split())) for line in lines[1:] if line)
proper = graph.copy()
proper.remove_edges_from(networkx.selfloop_edges(graph))
between = proper.to_undirected()


def correlation(x, y):
    """What degree_pearson_correlation_coefficient gives; that needs scipy."""
    return statistics.correlation(*zip(*networkx.node_degree_xy(proper, x=x, y=y)))


def by_page(values):
    return [values[page] for page in range(len(graph))]


hub, authority = _hits_python(graph, max_iter=10_000, tol=1e-13)
print(json.dumps({
    "Assortativity": {x + "_" + y: correlation(x, y) for x in ("out", "in") for y in ("out", "in")},
    "Hub": by_page(hub),
    "Authority": by_page(authority),
    "Betweenness": by_page(networkx.betweenness_centrality(graph)),
    "Core": by_page(networkx.core_number(between)),
    "Local": by_page(networkx.clustering(between)),
    "Clustering": {"global": networkx.transitivity(between), "mean": networkx.average_clustering(between)},
}))
