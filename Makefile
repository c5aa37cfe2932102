# What one can do here. "go run ." and "go test ./..." need none of this.
.DEFAULT_GOAL := help
.PHONY: help run build test race vet format fuzz bench conformance sites check settings picture release module clean

FUZZTIME ?= 10s
PICTURE = result/museum.example/museum.example.graph.gexf

help: ## list what one can do
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: ; go run . ## crawl the sites of hosts.txt (as shipped: the sample)
build: ; go build -trimpath . ## build the program ./sitegraph
test: ; go test ./... ## run the tests
race: ; go test -race ./... ## run the tests with the race detector
vet: ; .ci/run vet ## go vet, staticcheck, checksums of modules
format: ; gofmt -w . ## format all Go files
fuzz: ; FUZZTIME=$(FUZZTIME) .ci/run fuzz ## fuzz every target for FUZZTIME (10s)
bench: ; go test -run '^$$' -bench . ./... ## run all benchmarks
conformance: ; .ci/run conformance ## run the tests with foreign sets and programs, none skipped
sites: ; .ci/run sites ## compare crawls of real sites with known graphs
check: ; .ci/run ## everything that CI runs
settings: ; go test ./config -run Shipped -update ## write settings.ini, docs/settings.md and the tables of docs/agents.md
picture: run ; python3 docs/draw.py $(PICTURE) docs/images/museum.svg --labels --width 640 ## draw the sample again
release: ; .ci/release ## build programs for all systems, container images, a list of modules and checksums, in release/
module: ; .ci/module $(MODULE) ## make MODULE=example.org/you/sitegraph the path of the module, for go install
clean: ; rm -f sitegraph *.test *.prof ## remove what builds left (never results or the state)
