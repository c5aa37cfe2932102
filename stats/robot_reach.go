package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// Robot is a crawler with its rules in robots.txt.
type Robot struct {
	Name, Group string // the product token ("*" for all unnamed ones), and its group in robots.txt, if any
	// Forbids returns the rule that forbids a URL, or "" if none does. It ignores the rule lifted.
	Forbids func(url, lifted string) (rule string)
}

// Reach says which pages robots reach from the start of the crawl. They follow links from pages that they may read
// and that ask for neither nofollow nor noindex.
type Reach struct {
	RobotsTXT   string       `json:"robots_txt"`        // the verdict on robots.txt
	Unknown     string       `json:"unknown,omitempty"` // why the reach is unknown; then Robots is empty
	SingleLinks bool         `json:"single_links"`      // whether single links were kept, so that their nofollow counts
	Robots      []RobotReach `json:"robots"`
}

// RobotReach describes the pages that one robot reaches.
type RobotReach struct {
	Robot string `json:"robot"` // the robot's name
	Group string `json:"group"` // its group in robots.txt; "" if none applies
	// Reached and NotReached add up to all pages. robots.txt forbids Forbidden of NotReached; the rest lie behind.
	Reached    int           `json:"reached"`
	NotReached int           `json:"not_reached"`
	Forbidden  int           `json:"forbidden"`
	Rules      []ClosingRule `json:"rules"` // the rules that keep most pages from it, descending, at most ten

	rules []string
	state []int32 // per page: 0 if reached, the number of the rule that forbids it, or behind
}

// ClosingRule is a rule of robots.txt that keeps pages from a robot.
type ClosingRule struct {
	Rule    string `json:"rule"`    // the line of robots.txt, up to escapes
	Pages   int    `json:"pages"`   // number of pages it would reach without the rule
	Forbids int    `json:"forbids"` // number of these that the rule itself forbids
}

// Text describes the effect of the rule, like "3,120 pages only behind /search/, closed to GPTBot".
func (c ClosingRule) Text(robot string) string {
	path := c.path()
	if robot == "*" {
		robot = "robots that robots.txt does not name"
	}
	if c.Pages == c.Forbids {
		return fmt.Sprintf("%s in %s, closed to %s", wording.Count(c.Pages, "page", "pages"), path, robot)
	}
	return fmt.Sprintf("%s in or only behind %s, closed to %s", wording.Count(c.Pages, "page", "pages"), path, robot)
}

func (c ClosingRule) path() string { return strings.TrimPrefix(c.Rule, "Disallow: ") }

// behind is the state of pages that robots may read but cannot get to.
const behind = -1

// rulesTried is the number of rules lifted, those that forbid most pages first. rulesListed is the number listed.
const rulesTried, rulesListed = 100, 10

// Why says why the robot does not reach page i: the rule that forbids it, or "behind". It is "" if it reaches the page.
func (r *RobotReach) Why(i int) string {
	switch s := r.state[i]; s {
	case 0:
		return ""
	case behind:
		return "behind"
	default:
		return r.rules[s-1]
	}
}

// ReachOf finds the pages that robots reach. Errors come from the crawl's sequences.
func ReachOf(c *site.Crawl, robots []Robot) (*Reach, error) {
	reach := &Reach{RobotsTXT: c.Robots.Verdict(), SingleLinks: c.Links != nil, Robots: []RobotReach{}}
	unfollowed, err := unfollowedArcs(c)
	if err != nil {
		return nil, err
	}
	for _, robot := range robots {
		s := &robotSearch{robot: robot, g: c.Graph, unfollowed: unfollowed, passes: make([]bool, len(c.Graph.Pages))}
		reach.Robots = append(reach.Robots, s.reach())
	}
	return reach, nil
}

// unfollowedArcs marks the arcs whose links all ask not to be followed. It returns nil if single links are unknown.
func unfollowedArcs(c *site.Crawl) ([]bool, error) {
	if c.Links == nil {
		return nil, nil
	}
	g := c.Graph
	nofollow, unfollowed := site.NewNumbers(g.Arcs()), make([]bool, g.Arcs())
	for l, err := range c.Links {
		if err != nil {
			return nil, err
		}
		if l.Source < 1 || l.Target < 1 || !hasWord(l.Rel, "nofollow") {
			continue
		}
		if at, found := g.Arc(l.Source-1, l.Target-1); found {
			nofollow.Set(at, nofollow.At(at)+1)
			unfollowed[at] = nofollow.At(at) == g.Weights.At(at)
		}
	}
	return unfollowed, nil
}

type robotSearch struct {
	RobotReach
	robot      Robot
	g          *site.Graph
	unfollowed []bool
	passes     []bool    // whether the robot follows the links of a page
	doors      [][]int32 // for each rule, the pages it forbids that reached pages link to
}

func (s *robotSearch) reach() RobotReach {
	s.Robot, s.Group, s.Rules = s.robot.Name, s.robot.Group, []ClosingRule{}
	forbids := s.judge()
	s.doors = make([][]int32, len(s.rules))
	met := make([]bool, len(s.state)) // reached pages and doors
	var starts []int32
	for i := range s.g.Pages {
		if p := &s.g.Pages[i]; p.Level == 0 || p.Entry != "" {
			starts = append(starts, int32(i))
		}
	}
	s.walk(starts, func(i int32) bool {
		if met[i] {
			return false
		}
		met[i] = true
		if rule := s.state[i]; rule > 0 {
			s.doors[rule-1] = append(s.doors[rule-1], i)
			return false
		}
		s.Reached++
		return true
	})
	for i := range s.state {
		if !met[i] && s.state[i] == 0 {
			s.state[i] = behind
		} else if s.state[i] > 0 {
			s.Forbidden++
		}
	}
	s.NotReached = len(s.state) - s.Reached
	s.lift(forbids)
	return s.RobotReach
}

// judge finds the pages the robot may read and those whose links it follows. It returns how many each rule forbids.
func (s *robotSearch) judge() (forbids []int) {
	numbers := map[string]int32{}
	s.state = make([]int32, len(s.g.Pages))
	for i := range s.g.Pages {
		p := &s.g.Pages[i]
		_, noFollow := asksOf(p, s.Robot, "nofollow")
		_, noIndex := asksOf(p, s.Robot, "noindex")
		s.passes[i] = !noFollow && !noIndex
		rule := s.robot.Forbids(p.URL, "")
		if rule == "" {
			continue
		}
		if numbers[rule] == 0 {
			s.rules, forbids = append(s.rules, rule), append(forbids, 0)
			numbers[rule] = int32(len(s.rules))
		}
		s.state[i] = numbers[rule]
		forbids[s.state[i]-1]++
	}
	return forbids
}

// walk visits the queue and then follows links. It calls enter for each link, and goes on only where that returns true.
func (s *robotSearch) walk(queue []int32, enter func(int32) bool) {
	queue = slices.DeleteFunc(slices.Clone(queue), func(i int32) bool { return !enter(i) })
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if !s.passes[i] {
			continue
		}
		for at := s.g.Offsets[i]; at < s.g.Offsets[i+1]; at++ {
			target := int32(s.g.Targets[at])
			if (s.unfollowed == nil || !s.unfollowed[at]) && enter(target) {
				queue = append(queue, target)
			}
		}
	}
}

func (s *robotSearch) lift(forbids []int) {
	order := countUp(len(s.rules))
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(forbids[b], forbids[a]), strings.Compare(s.rules[a], s.rules[b]))
	})
	lifted := make([]int32, len(s.state)) // the last rule, from 1, without which a page was visited
	for _, rule := range order[:min(len(order), rulesTried)] {
		closing := ClosingRule{Rule: s.rules[rule]}
		s.walk(s.doors[rule], func(i int32) bool {
			own := s.state[i] == rule+1
			if lifted[i] == rule+1 || s.state[i] == 0 || s.state[i] > 0 && !own {
				return false
			}
			lifted[i] = rule + 1
			if own && s.robot.Forbids(s.g.Pages[i].URL, closing.Rule) != "" {
				return false
			}
			if closing.Pages++; own {
				closing.Forbids++
			}
			return true
		})
		if closing.Pages > 0 {
			s.Rules = append(s.Rules, closing)
		}
	}
	site.Sort(s.Rules, func(a, b ClosingRule) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), strings.Compare(a.Rule, b.Rule))
	})
	s.Rules = s.Rules[:min(len(s.Rules), rulesListed)]
}
