package watched
import ("testing";"sitegraph/schedule/lab/revisitlab")
func TestZZ(t *testing.T) {
	o := revisitlab.WorldOptions{Pages: 60, Checks: 5, Dynamic: 0.5, Iterations: 12, Seed: 5}
	c := newClock(); s := serveWorld(t, c, o)
	p := watching(t, s.website, map[string]string{"revisit.checks": "5"})
	for range 3 { 
	r := p.iterate(t); s.afterChecks()
	t.Logf("%v %+v %v pages %d", r.Ended, r.Watched, p.notices, len(r.Graph.Pages))
	t.Log(s.traffic.hits[max(0,len(s.traffic.hits)-8):])
	s.step() }
}
