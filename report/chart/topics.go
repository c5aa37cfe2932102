package chart

// TopicShares draws shares (0 to 1) over whole numbers, a curve for each topic
// in its hue (see site.HueOf); one without points is left out.
func TopicShares(w Words, topics []Curve) Chart { return topicChart(w, topics, shareAxes) }

// TopicMeans is like [TopicShares], for numbers from 0.
func TopicMeans(w Words, topics []Curve) Chart { return topicChart(w, topics, meanAxes) }

func topicChart(w Words, topics []Curve, around func([]Point) axes) Chart {
	var curves []Curve
	var looks []int
	for i, c := range topics {
		if c.Points = drawable(c.Points); len(c.Points) > 0 {
			curves, looks = append(curves, c), append(looks, ofTopics+i)
		}
	}
	return w.chart(len(curves), func(p *pen) { p.curves(w, curves, looks, around) })
}

// meanAxes are axes around points for numbers from 0 over whole numbers.
func meanAxes(points []Point) axes {
	a := shareAxes(points)
	_, y := around(points)
	a.y = linear(max(0.01, y[1]), 0, short)
	return a
}
