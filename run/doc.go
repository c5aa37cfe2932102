// Package run crawls many sites. It assembles the parts of each crawl, gives each site its folder, and writes the
// files. It knows neither the command line nor the terminal.
package run
