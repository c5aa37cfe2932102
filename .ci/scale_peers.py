"""scale_peers.py PROGRAM ARCS.CSV PAGES LIMIT SEARCHES SOURCES: take the measures of `sitegraph stats`.

PROGRAM is igraph or networkx. One line a measure: PROGRAM, the measure as `sitegraph stats -v` names it,
and the CPU seconds of all threads, or "> LIMIT" for one that was ended there, or "failed"; at the end the
peak memory in MiB. Each is taken in a process of its own, and what the program does not have is left out.
Distances are measured from SEARCHES pages and betweenness from SOURCES, 0 for all; igraph's Python has no
sampled betweenness, so it takes all.
"""
import os
import random
import resource
import signal
import sys
import time


def read(path):
    """The arcs as pairs of page numbers from 0."""
    import pandas
    return pandas.read_csv(path, usecols=["Source", "Target"], dtype="int32").to_numpy() - 1


def drawn(pages, count):
    """So many pages, or all for 0."""
    return random.Random(1).sample(range(pages), count or pages)


class WithIgraph:
    def __init__(self, path, pages, searches, _sources):
        import igraph
        self.igraph, self.exact = igraph, searches == 0
        self.graph = igraph.Graph(n=pages, edges=read(path), directed=True)
        self.searched = drawn(pages, searches)

    def undirected(self):
        """Two pages that link to each other are joined with the weight 2."""
        u = self.graph.as_undirected(mode="each")
        u.es["weight"] = 1
        u.simplify(combine_edges="sum")
        return u

    def clustering(self):
        u = self.undirected()
        u.transitivity_undirected()
        u.transitivity_local_undirected(mode="zero")

    def distances(self):
        if self.exact:
            self.graph.path_length_hist()
            self.graph.harmonic_centrality(mode="in")
        else:
            self.graph.harmonic_centrality(vertices=self.searched, mode="out")

    def measures(self):
        g = self.graph
        degrees = g.indegree()
        return {
            "sizes": lambda: (g.density(), g.reciprocity(), g.distances(0)),
            "degrees": lambda: (g.assortativity_degree(), self.igraph.power_law_fit(degrees), self.igraph.power_law_fit(g.outdegree())),
            "components": lambda: (g.connected_components(mode="strong"), g.connected_components(mode="weak")),
            "PageRank": lambda: g.pagerank(damping=0.85),
            "HITS": lambda: (g.hub_score(), g.authority_score()),
            "cores": lambda: self.undirected().coreness(),
            "clustering": self.clustering,
            "dominators": lambda: g.dominator(0),
            "distances": self.distances,
            "betweenness": g.betweenness,
            "communities": lambda: self.undirected().community_leiden(objective_function="modularity", weights="weight", n_iterations=2),
        }


class WithNetworkx:
    def __init__(self, path, pages, searches, sources):
        import networkx
        self.networkx, self.searched, self.sources = networkx, drawn(pages, searches), sources or None
        self.graph = networkx.DiGraph()
        self.graph.add_nodes_from(range(pages))
        self.graph.add_edges_from(map(tuple, read(path).tolist()))

    def undirected(self):
        u = self.graph.to_undirected()
        u.remove_edges_from(list(self.networkx.selfloop_edges(u)))
        return u

    def weighted(self):
        u = self.networkx.Graph()
        for a, b in self.graph.edges:
            if a != b:
                u.add_edge(a, b, weight=u.get_edge_data(a, b, {"weight": 0})["weight"] + 1)
        return u

    def clustering(self):
        u = self.undirected()
        self.networkx.transitivity(u)
        self.networkx.clustering(u)

    def distances(self):
        for source in self.searched:
            self.networkx.single_source_shortest_path_length(self.graph, source)

    def measures(self):
        nx, g = self.networkx, self.graph
        return {
            "sizes": lambda: (nx.density(g), nx.overall_reciprocity(g), nx.single_source_shortest_path_length(g, 0)),
            "degrees": lambda: nx.degree_pearson_correlation_coefficient(g),
            "components": lambda: (list(nx.strongly_connected_components(g)), list(nx.weakly_connected_components(g))),
            "PageRank": lambda: nx.pagerank(g, tol=1e-12 / len(g), max_iter=200),
            "HITS": lambda: nx.hits(g, max_iter=1000, tol=1e-10),
            "cores": lambda: nx.core_number(self.undirected()),
            "clustering": self.clustering,
            "dominators": lambda: nx.immediate_dominators(g, 0),
            "distances": self.distances,
            "betweenness": lambda: nx.betweenness_centrality(g, k=self.sources, seed=1),
            "communities": lambda: nx.community.louvain_communities(self.weighted(), seed=1),
        }


def apart(take, limit):
    """The CPU seconds of a measure in a process of its own, or why there are none."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        try:
            take()
        except Exception as e:
            print(f"{type(e).__name__}: {e}", file=sys.stderr)
            os._exit(1)
        os._exit(0)
    _, status, usage = os.wait4(child, 0)
    if os.WIFSIGNALED(status):
        return f"> {limit}" if os.WTERMSIG(status) == signal.SIGXCPU else "failed"
    return f"{usage.ru_utime + usage.ru_stime:.2f}" if status == 0 else "failed"


def main():
    program, path = sys.argv[1:3]
    pages, limit, searches, sources = map(int, sys.argv[3:])
    peer = {"igraph": WithIgraph, "networkx": WithNetworkx}[program](path, pages, searches, sources)
    print(program, "reading", f"{time.process_time():.2f}", flush=True)
    for name, take in peer.measures().items():
        print(program, name, apart(take, limit), flush=True)
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(program, "memory", most >> 10, flush=True)


main()
