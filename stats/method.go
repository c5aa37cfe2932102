package stats

// Method says how a number was computed that is too expensive to compute exactly
// on large graphs.
type Method struct {
	// Name is "exact" or "sampled".
	Name string `json:"name"`
	// Samples and Seed say from how many pages, drawn with which seed; 0 if
	// exact.
	Samples int    `json:"samples,omitempty"`
	Seed    uint64 `json:"seed,omitempty"`
	// Error bounds or estimates the error of the values; ErrorIs says which
	// and in what unit. 0 if exact.
	Error   float64 `json:"error,omitempty"`
	ErrorIs string  `json:"error_is,omitempty"`
}
