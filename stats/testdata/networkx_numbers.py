"""Read "pages", then "source target" lines; print networkx's numbers as JSON."""
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


def sizes(components):
    return sorted(map(len, components), reverse=True)


try:
    rank = networkx.pagerank(graph, alpha=0.85, tol=1e-14, max_iter=1000)
except ModuleNotFoundError:  # it needs numpy and scipy
    rank = None
hub, authority = _hits_python(graph, max_iter=10_000, tol=1e-13)
harmonic = networkx.harmonic_centrality(graph)
dominator = networkx.immediate_dominators(graph, 0)
dominator[0] = -1  # before networkx 3.6 it is 0 itself
print(json.dumps({
    "Degrees": [networkx.density(proper), networkx.overall_reciprocity(proper),
                *(statistics.median(d for _, d in degree()) for degree in (graph.in_degree, graph.out_degree))],
    "Strong": sizes(networkx.strongly_connected_components(graph)),
    "Weak": sizes(networkx.weakly_connected_components(graph)),
    "Dominator": [dominator.get(page, -1) for page in range(len(graph))],
    "Core": by_page(networkx.core_number(between)),
    "PageRank": rank and by_page(rank),
    "Hub": by_page(hub),
    "Authority": by_page(authority),
    "Harmonic": [harmonic[page] / (len(graph) - 1) for page in range(len(graph))],
    "Betweenness": by_page(networkx.betweenness_centrality(graph)),
    "Local": by_page(networkx.clustering(between)),
    "Clustering": {"global": networkx.transitivity(between), "mean": networkx.average_clustering(between)},
    "Assortativity": {x + "_" + y: correlation(x, y) for x in ("out", "in") for y in ("out", "in")},
}))
