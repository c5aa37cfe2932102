package evidence

// Texts writes or reads what a page says.
func (c *Codec) Texts(all *string, anchors *[]Anchor) {
	text(c, all)
	list(c, anchors, 5, func(a *Anchor) {
		for _, s := range []*string{&a.URL, &a.Key, &a.Text, &a.Around} {
			text(c, s)
		}
		Number(c, &a.Count)
	})
}
