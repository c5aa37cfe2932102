"""Read "[community of page 0, of page 1 ...]", then "source target" lines; print modularities as JSON."""
import json
import sys

import networkx

lines = sys.stdin.read().split("\n")
communities = {}
graph = networkx.Graph()
for page, community in enumerate(lines[0].strip("[]").split()):
    graph.add_node(page)
    communities.setdefault(community, set()).add(page)
for line in lines[1:]:
    if line:
        source, target = map(int, line.split())
        if source != target:
            weight = graph.get_edge_data(source, target, {"weight": 0})["weight"]
            graph.add_edge(source, target, weight=weight + 1)

print(json.dumps({
    "Modularity": networkx.community.modularity(graph, communities.values()),
    "Louvain": networkx.community.modularity(graph, networkx.community.louvain_communities(graph, seed=1)),
}))
