// Package mcp answers programs that speak the Model Context Protocol, over standard input and output. Its tools read
// result folders, and nothing else: they fetch nothing, start no crawl and write no file but for indexes of tables in
// a temporary folder.
//
//	s := mcp.New(mcp.Options{Folders: []string{"result"}, Version: "1.0"})
//	err := s.Serve(ctx, os.Stdin, os.Stdout)
//
// Every list in an answer says how many rows there are in all and how many were cut. An answer on a crawl that is
// not complete says so.
//
//	mcp.go      Server, and its tools
//	lines.go    its lines that are messages; the answers to those that are not; the end of a conversation
//	crawls.go   which crawls there are, by the names that programs use; those that are open
//	ask.go      what tools are asked, and what all answers have; long lists in the numbers of a site; the tools about
//	            one URL: why, page, path, in_links, neighbours
//	site.go     the tools about a whole site: sites, summary, problems, table, reach
//	compare.go  the tool compare
package mcp
