package stats

import (
	"math"
	"math/bits"
	"slices"
)

const (
	ballMemory = 1 << 30 // most bytes for registers; beyond, pages get fewer registers
	// fewestWords and maxWords bound the words of a page's sketch. A word has twelve registers of five bits.
	fewestWords = 5
	maxWords    = 80
	// registerBits is the width of a register, whose greatest value is maxRank.
	registerBits  = 5
	wordRegisters = 12
	maxRank       = 1<<registerBits - 1
	ballBlock     = 1 << 12 // number of pages in a job
)

// Balls describes estimated distances. Every number but Rounds is an estimate.
type Balls struct {
	// Registers is their number per page, and StandardError the relative error of an estimated number of pages.
	Registers     int     `json:"registers"`
	StandardError float64 `json:"standard_error"`
	Rounds        int     `json:"rounds"`    // the greatest distance at which a sketch still grew
	Reachable     float64 `json:"reachable"` // share of ordered pairs joined by a path
	// Mean, Median and Effective are as in [Distances].
	Mean         float64      `json:"mean"`
	Median       int          `json:"median"`
	Effective    int          `json:"effective_diameter"`
	Distribution [][2]float64 `json:"distribution"` // [distance, pairs], ascending
}

// HyperBall estimates distances in a graph of any size, and the harmonic centrality of every page (see
// [Distances.Harmonic]). Time grows with the arcs and the greatest distance. For each page it keeps a sketch of the
// pages that reach it within t arcs: the union of its own sketch and its sources' for t - 1 (Boldi and Vigna, "In-core
// computation of geometric centralities with HyperBall", ICDMW 2013; HyperLogLog: Flajolet et al., AofA 2007).
func HyperBall(out, in Lists) (Balls, []float32) {
	n := out.Len()
	h := newHyperBall(out, in)
	registers := wordRegisters * h.words
	b := Balls{Registers: registers, StandardError: Round(1.04 / math.Sqrt(float64(registers))),
		Distribution: [][2]float64{}}
	var pairs []float64
	for h.next(); h.grew; h.next() {
		pairs = append(pairs, h.gain)
	}
	b.Rounds = len(pairs)
	b.describe(pairs, float64(n))
	for i := range h.harmonic {
		h.harmonic[i] = min(1, h.harmonic[i]/float32(max(n-1, 1)))
	}
	return b, h.harmonic
}

func (b *Balls) describe(pairs []float64, n float64) {
	all, sum := 0.0, 0.0
	for d, count := range pairs {
		all += count
		sum += float64(count * float64(d+1))
		b.Distribution = append(b.Distribution, [2]float64{float64(d + 1), math.Round(count)})
	}
	if all == 0 {
		return
	}
	b.Reachable, b.Mean = Round(min(1, all/(n*(n-1)))), Round(sum/all)
	within := 0.0
	for d, count := range pairs {
		if within += count; b.Median == 0 && within >= all/2 {
			b.Median = d + 1
		}
		if b.Effective == 0 && within >= 0.9*all {
			b.Effective = d + 1
		}
	}
}

type hyperBall struct {
	out func(int) []uint32
	in  Lists
	// words is the length of a sketch. at holds the sketches of the last round, to those being made.
	words          int
	at, to         []uint64
	size, harmonic []float32 // estimates of the last round, and sums of 1/distance so far
	// changed lists the pages whose sketches the last round changed, look the pages to visit, both in a fixed order.
	round         int
	changed, look []uint32
	fresh, marked []bool // which pages are in changed, and in look
	grew          bool
	gain          float64 // number of pairs that this round found
}

// newHyperBall starts with a sketch of each page alone.
func newHyperBall(out, in Lists) *hyperBall {
	n := out.Len()
	h := &hyperBall{out: out.Reader(), in: in, words: maxWords, size: slices.Repeat([]float32{1}, n),
		harmonic: make([]float32, n), fresh: slices.Repeat([]bool{true}, n), marked: make([]bool, n)}
	for h.words > fewestWords && 2*n*8*h.words > ballMemory {
		h.words /= 2
	}
	h.at, h.to = make([]uint64, n*h.words), make([]uint64, n*h.words)
	h.changed = make([]uint32, n)
	for i := range n {
		x := scrambled(uint64(i)) // the first bits give the rank, the last bits choose the register
		rank := min(uint64(bits.LeadingZeros64(x))+1, maxRank)
		register := uint64(uint32(x)) % uint64(wordRegisters*h.words)
		h.at[i*h.words+int(register/wordRegisters)] = rank << (registerBits * (register % wordRegisters))
		h.changed[i] = uint32(i)
	}
	return h
}

// scrambled is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func scrambled(x uint64) uint64 {
	x = (x + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// next runs a round over the pages whose sources changed in the last one.
func (h *hyperBall) next() {
	h.round++
	h.choose()
	blocks := slices.Collect(slices.Chunk(h.look, ballBlock))
	gains, changes := make([]float64, len(blocks)), make([][]uint32, len(blocks))
	inParallel(len(blocks), func() func(int) {
		of := h.in.Reader()
		return func(k int) { gains[k], changes[k] = h.grow(blocks[k], of) }
	})
	for _, i := range h.changed {
		h.fresh[i] = false
	}
	h.gain, h.changed = 0, h.changed[:0]
	for k, pages := range changes {
		h.gain += gains[k]
		h.changed = append(h.changed, pages...)
	}
	for _, i := range h.changed {
		h.fresh[i] = true
	}
	h.grew = len(h.changed) > 0
	h.at, h.to = h.to, h.at
}

// choose finds the pages to visit: all if many changed, else the changed ones (their other sketch is old) and targets.
func (h *hyperBall) choose() {
	for _, i := range h.look {
		h.marked[i] = false
	}
	h.look = h.look[:0]
	const few = 16
	if len(h.changed) > len(h.size)/few {
		for i := range h.size {
			h.look = append(h.look, uint32(i))
		}
		return
	}
	add := func(i uint32) {
		if !h.marked[i] {
			h.marked[i] = true
			h.look = append(h.look, i)
		}
	}
	for _, i := range h.changed {
		add(i)
		for _, j := range h.out(int(i)) {
			add(j)
		}
	}
}

// grow makes the sketches of some pages for this round. It returns the pairs gained and the pages that changed.
func (h *hyperBall) grow(pages []uint32, of func(int) []uint32) (gain float64, changed []uint32) {
	for _, i := range pages {
		at, to := h.at[int(i)*h.words:][:h.words], h.to[int(i)*h.words:][:h.words]
		copy(to, at)
		for _, j := range of(int(i)) {
			if h.fresh[j] {
				unite(to, h.at[int(j)*h.words:][:h.words])
			}
		}
		if slices.Equal(at, to) {
			continue
		}
		changed = append(changed, i)
		size := max(h.size[i], float32(estimate(to)))
		grown := size - h.size[i]
		h.size[i] = size
		h.harmonic[i] += grown / float32(h.round)
		gain += float64(grown)
	}
	return gain, changed
}

// everySecond masks every second register, and spare the lowest bit above each of these.
const (
	everySecond = 0x1f | 0x1f<<10 | 0x1f<<20 | 0x1f<<30 | 0x1f<<40 | 0x1f<<50
	spare       = 1<<5 | 1<<15 | 1<<25 | 1<<35 | 1<<45 | 1<<55
)

// unite merges sketch b into a by taking the greater of each pair of registers.
func unite(a, b []uint64) {
	for k, x := range a {
		if y := b[k]; x != y && y != 0 {
			even := greater(x&everySecond, y&everySecond)
			odd := greater(x>>registerBits&everySecond, y>>registerBits&everySecond)
			a[k] = even | odd<<registerBits
		}
	}
}

// greater takes the greater of each pair of every second register, six at a time.
func greater(x, y uint64) uint64 {
	atLeast := ((x | spare) - y) & spare >> registerBits * maxRank // the registers in which x is not less than y
	return x&atLeast | y&^atLeast
}

// estimate returns the number of pages in a sketch, by HyperLogLog with its correction for small numbers.
func estimate(sketch []uint64) float64 {
	sum, empty := 0.0, 0
	for _, x := range sketch {
		for range wordRegisters {
			rank := x & maxRank
			sum += math.Float64frombits((1023 - rank) << 52) // 2 to the power of -rank
			if rank == 0 {
				empty++
			}
			x >>= registerBits
		}
	}
	m := float64(wordRegisters * len(sketch))
	e := 0.7213 / (1 + 1.079/m) * m * m / sum
	if e <= 2.5*m && empty > 0 {
		return m * math.Log(m/float64(empty))
	}
	return e
}
