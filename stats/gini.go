package stats

// gini returns the inequality of the degrees of a [degree, pages]
// distribution, ascending: half the mean difference between two pages, drawn
// with replacement, over the mean degree (C. Gini, "Variabilità e mutabilità",
// 1912). It is 0 when all degrees are equal, and (n-1)/n when one of n pages
// has all the arcs. The sums are whole numbers, so only the last division
// rounds.
func gini(distribution [][2]int) float64 {
	var pages, sum, ranked int64 // ranked sums rank times degree, ranks from 1
	for _, d := range distribution {
		degree, count := int64(d[0]), int64(d[1])
		ranks := count*pages + count*(count+1)/2
		ranked += ranks * degree
		sum += count * degree
		pages += count
	}
	if sum == 0 {
		return 0
	}
	return round(float64(2*ranked-(pages+1)*sum) / (float64(pages) * float64(sum)))
}
