package market

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

// TestLab prints a study's tables; MARKET_LAB holds setup, first seed, webs;
// MARKET_WEB the web, MARKET_MATCHING the matching.
func TestLab(t *testing.T) {
	var setup string
	var first uint64
	var webs int
	if n, _ := fmt.Sscan(os.Getenv("MARKET_LAB"), &setup, &first, &webs); n < 3 {
		t.Skip("MARKET_LAB is not set")
	}
	start := time.Now()
	m, err := NewModel(cmp.Or(os.Getenv("MARKET_WEB"), "standard"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Run(context.Background(), Options{Setup: setup, Model: &m, First: first, Webs: webs, Matching: os.Getenv("MARKET_MATCHING")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(time.Since(start))
	fmt.Printf("%-12s", "")
	for _, m := range measures {
		fmt.Printf("%10s", m.name)
	}
	fmt.Println()
	for i, name := range s.Schemes {
		fmt.Printf("%-12s", name)
		for j := range measures {
			fmt.Printf("%10.2f", mean(s.values[i][j]))
		}
		fmt.Println()
	}
	for i, name := range s.Schemes[1:] {
		fmt.Printf("-%-11s", name)
		for j := range measures[:6] {
			e := s.difference(0, i+1, j)
			fmt.Printf("  %6.2f [%.2f, %.2f]", e.Mean, e.Low, e.High)
		}
		fmt.Println()
	}
	fmt.Println(s.ScoreCard())
}

// TestLabMatching prints the comparison of matchings.
func TestLabMatching(t *testing.T) {
	if os.Getenv("MARKET_LAB") != "matching" {
		t.Skip("MARKET_LAB is not matching")
	}
	table, err := Matchings(context.Background(), MatchingOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(table.Columns)
	for _, r := range table.Rows {
		fmt.Printf("%v %.3f\n", r.Labels, r.Numbers)
	}
}
