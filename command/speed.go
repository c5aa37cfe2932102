package command

import "time"

// speedOver is the time over which the speed is measured.
const speedOver = 10 * time.Second

// speedometer measures how many URLs a second are requested of late.
type speedometer struct {
	marks []mark // in the order of time; the first may be older than speedOver
}

// mark is the number of URLs requested by a time.
type mark struct {
	at    time.Time
	asked int
}

// add notes the number of URLs requested by now.
func (s *speedometer) add(now time.Time, asked int) {
	n := len(s.marks)
	if n >= 2 && now.Sub(s.marks[n-2].at) < speedOver/20 { // two a second are enough
		n--
	}
	s.marks = append(s.marks[:n], mark{now, asked})
	for len(s.marks) > 2 && now.Sub(s.marks[1].at) >= speedOver {
		s.marks = s.marks[1:]
	}
}

// perSecond is the speed over the last ten seconds, or since the beginning if that is later.
func (s *speedometer) perSecond(now time.Time) float64 {
	if len(s.marks) == 0 {
		return 0
	}
	first, last := s.marks[0], s.marks[len(s.marks)-1]
	return float64(last.asked-first.asked) / max(now.Sub(first.at).Seconds(), 1)
}
