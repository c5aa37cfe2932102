// Package mcp answers programs that speak the Model Context Protocol over standard input and output. Its tools only
// read result folders and the saved state. They fetch nothing, start no crawl, and write only indexes of tables to a
// temporary folder.
//
//	s := mcp.New(mcp.Options{Folders: []string{"result"}, Version: "1.0"})
//	err := s.Serve(ctx, os.Stdin, os.Stdout)
//
// Every list in an answer says how many items there are and how many were cut. An answer about an incomplete crawl says
// so.
//
//	mcp.go      Server and its tools; reads messages, answers faulty lines, ends a conversation
//	crawls.go   finds crawls by name and keeps some open
//	ask.go      common parts of questions and answers; the tools why, page, path, in_links and neighbours
//	site.go     the tools about a whole site: sites, summary, problems, table, reach
//	compare.go  the tools compare and what_if; rank
package mcp
