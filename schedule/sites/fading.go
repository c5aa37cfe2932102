package sites

// fading is a mean over the past in which a value k pages back counts keep^k.
type fading struct {
	sum, weight float64
}

func (f *fading) add(x, keep float64) {
	f.sum = float64(keep*f.sum) + x
	f.weight = float64(keep*f.weight) + 1
}
