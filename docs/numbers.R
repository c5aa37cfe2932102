# Main numbers of a report, from its files:
#
#   Rscript docs/numbers.R result/museum.example
#
# Reads nodes.csv, arcs.csv, ledger.csv and measures.csv of the result folder and prints the numbers by
# their names in stats.json, which docs/statistics.md defines. Needs base R alone. PageRank and the
# harmonic centrality of each page are computed, too, and held against measures.csv.

folder <- commandArgs(trailingOnly = TRUE)
if (length(folder) != 1) stop("usage: Rscript numbers.R FOLDER, a result folder such as result/museum.example")
read <- function(table) {
  path <- file.path(folder, paste0(basename(folder), ".", table))
  # a backslash is doubled in the files; a page may be titled NA
  rows <- read.csv(path, na.strings = character(), check.names = FALSE, encoding = "UTF-8", stringsAsFactors = FALSE)
  for (column in names(rows)) if (is.character(rows[[column]])) {
    rows[[column]] <- gsub("\\\\", "\\", rows[[column]], fixed = TRUE)
  }
  rows
}
show <- function(name, value) cat(sprintf("%s %.9g\n", name, value))

nodes <- read("nodes.csv")
arcs <- read("arcs.csv")
n <- nrow(nodes)
proper <- arcs[arcs$Source != arcs$Target, ] # without the arcs from a page to itself
m <- nrow(proper)
key <- function(from, to) paste(from, to)

show("pages", n)
show("arcs", nrow(arcs))
show("links", sum(arcs$Weight))
show("self_loops", nrow(arcs) - m)
show("density", m / (n * (n - 1)))
show("reciprocity", mean(key(proper$Target, proper$Source) %in% key(proper$Source, proper$Target)))
show("sinks", n - length(unique(proper$Source)))
show("external_links.total", sum(nodes$external_links))

# Degrees.
gini <- function(x) {
  x <- sort(x)
  sum((2 * seq_along(x) - length(x) - 1) * x) / (length(x) * sum(x))
}
degrees <- list(in_degree = tabulate(arcs$Target, n), out_degree = tabulate(arcs$Source, n))
stopifnot(all(degrees$in_degree == nodes$in_degree), all(degrees$out_degree == nodes$out_degree))
for (name in names(degrees)) {
  d <- degrees[[name]]
  show(paste0(name, ".mean"), mean(d))
  show(paste0(name, ".median"), median(d))
  show(paste0(name, ".max"), max(d))
  show(paste0(name, ".gini"), gini(d))
}
own <- list("in" = tabulate(proper$Target, n), out = tabulate(proper$Source, n))
for (a in names(own)) for (b in names(own)) {
  x <- own[[a]][proper$Source]
  y <- own[[b]][proper$Target]
  show(sprintf("assortativity.%s_%s", a, b), if (sd(x) * sd(y) > 0) cor(x, y) else 0)
}

# Distances from each page, breadth-first along the arcs.
targets <- split(arcs$Target, factor(arcs$Source, levels = seq_len(n)))
distances <- function(source) {
  seen <- rep(NA_integer_, n)
  front <- source
  steps <- 0L
  while (length(front) > 0) {
    seen[front] <- steps
    front <- unique(unlist(targets[front], use.names = FALSE))
    front <- front[is.na(seen[front])]
    steps <- steps + 1L
  }
  seen
}
far <- t(vapply(seq_len(n), distances, integer(n))) # far[i, j]: clicks from page i to page j
stopifnot(all(far[1, ] == nodes$level))
diag(far) <- NA
pairs <- sort(far[!is.na(far)])
show("distances.reachable", length(pairs) / (n * (n - 1)))
show("distances.mean", mean(pairs))
show("distances.median", pairs[ceiling(0.5 * length(pairs))])
show("distances.effective_diameter", pairs[ceiling(0.9 * length(pairs))])
show("distances.diameter", max(pairs))
harmonic <- colSums(1 / far, na.rm = TRUE) / (n - 1)

# Connectivity: two pages are in one strong component if each reaches the other.
reach <- !is.na(far)
diag(reach) <- TRUE
component <- apply(reach & t(reach), 1, function(row) which(row)[1])
size <- table(component)
core <- as.integer(names(size)[which.max(size)])
inside <- component == core
show("scc.count", length(size))
show("scc.largest", max(size))
show("bow_tie.core", sum(inside))
show("bow_tie.in", sum(reach[, core] & !inside))
show("bow_tie.out", sum(reach[core, ] & !inside))
show("return.pages", sum(reach[, 1]))
show("return.share", mean(reach[, 1]))

# PageRank by power iteration; a page without arcs passes its value to all.
pagerank <- function(damping = 0.85) {
  rank <- rep(1 / n, n)
  repeat {
    passed <- rank / degrees$out_degree
    lost <- sum(rank[degrees$out_degree == 0])
    got <- tapply(passed[arcs$Source], factor(arcs$Target, levels = seq_len(n)), sum, default = 0)
    after <- as.vector((1 - damping + damping * lost) / n + damping * got)
    if (sum(abs(after - rank)) < 1e-12) return(after)
    rank <- after
  }
}
measures <- read("measures.csv")
stopifnot(max(abs(pagerank() - measures$pagerank)) < 1e-8, max(abs(harmonic - measures$harmonic)) < 1e-8)

states <- table(read("ledger.csv")$state)
for (state in names(states)) show(paste0("states.", state), states[[state]])
