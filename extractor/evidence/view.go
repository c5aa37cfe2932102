package evidence

import (
	"cmp"
	"maps"
	"slices"
)

// View holds the answers of a journal and says which of them count at a moment: while a crawl goes on, when it is
// resumed or exported, at an earlier time, and after its settings have changed. An answer waits for its decision, and
// counts from its commit on.
type View struct {
	URLs      *URLTable // all URLs of the site
	Answers   []*Answer // in the order of the journal
	Of        Column    // 1 + the place of the answer that counts, by key
	Held      Column    // 1 + the place of the answer that waits, by key
	Twins     []twin    // second requests that count
	heldTwins []twin    // second requests that wait
	// spelled maps a requested URL to 1 + its answer's place, for keys with several answers.
	spelled map[URLID]int32
	// passed has the places of answers that do not count, because their origin led to another one or they lack data
	// for the key. They may count again when the site begins again.
	passed  []int32
	settled Column // for a watched site: 1 for the keys that counted before the crawl was decided again
}

// twin is the answer to a second request for a page.
type twin struct {
	Key    URLID
	Answer Answer
	First  *Answer // the answer to the first request, which a later version may have replaced, or nil
}

// each yields all answers, also those to second requests.
func (v *View) each(yield func(*Answer) bool) {
	for _, a := range v.Answers {
		if !yield(a) {
			return
		}
	}
	for _, twins := range [][]twin{v.Twins, v.heldTwins} {
		for i := range twins {
			if !yield(&twins[i].Answer) || twins[i].First != nil && !yield(twins[i].First) {
				return
			}
		}
	}
}

// Answer returns the answer of a key that counts, or nil.
func (v *View) Answer(key URLID) *Answer { return v.at(v.Of.Get(key)) }

// Place returns 1 + the place of a key's newest answer, including one that waits for its decision, or 0 without any.
func (v *View) Place(key URLID) int32 { return cmp.Or(v.Of.Get(key), v.Held.Get(key)) }

// Newest returns that answer, or nil.
func (v *View) Newest(key URLID) *Answer { return v.at(v.Place(key)) }

// at returns the answer at 1 + its place, or nil for 0.
func (v *View) at(place int32) *Answer {
	if place == 0 {
		return nil
	}
	return v.Answers[place-1]
}

// wait makes an answer wait, or none if place is 0.
func (v *View) wait(key URLID, place int32) { v.Held.Set(key, place, v.URLs.Len()) }

// count makes an answer count.
func (v *View) count(key URLID, place int32) {
	if v.Of.Set(key, place, v.URLs.Len()); v.Held.Get(key) == place {
		v.wait(key, 0)
	}
}

// countTwin makes the first waiting second request for a key count, and returns its answer, or nil if there is none.
func (v *View) countTwin(key URLID) *Answer {
	at := v.HeldTwin(key)
	if at < 0 {
		return nil
	}
	t := v.heldTwins[at]
	v.Twins, v.heldTwins = append(v.Twins, t), slices.Delete(v.heldTwins, at, at+1)
	return &t.Answer
}

// HeldTwin returns the index of the first second request for a key that waits, or -1.
func (v *View) HeldTwin(key URLID) int {
	return slices.IndexFunc(v.heldTwins, func(t twin) bool { return t.Key == key })
}

// Hold makes all answers that count wait for their commits again.
func (v *View) Hold() {
	for key, place := range v.Of {
		if place != 0 {
			v.wait(URLID(key), place)
		}
	}
	clear(v.Of)
	v.heldTwins, v.Twins = append(v.Twins, v.heldTwins...), nil
}

// prefer makes an answer the one that waits for its key, which may have several spellings.
func (v *View) prefer(key URLID, place int32) {
	if held := v.Held.Get(key); held > 0 && held != place {
		v.spelled[v.at(held).URL] = held
		v.wait(key, place)
	}
}

// drop makes the answers chosen by which stop counting and waiting. which gets 1 + the place of an answer.
func (v *View) drop(which func(place int32) bool) {
	for _, places := range []Column{v.Of, v.Held} {
		for key, place := range places {
			if place > 0 && which(place) {
				v.passed = append(v.passed, place)
				places[key] = 0
			}
		}
	}
	maps.DeleteFunc(v.spelled, func(_ URLID, place int32) bool {
		if which(place) {
			v.passed = append(v.passed, place)
		}
		return which(place)
	})
}

// recallPassed makes dropped answers wait again, except useless ones and those whose key has another answer.
func (v *View) recallPassed(useless func(place int32) bool) {
	slices.Sort(v.passed)
	v.passed = slices.DeleteFunc(slices.Compact(v.passed), func(place int32) bool {
		url := v.at(place).URL
		key := v.URLs.Key(url)
		switch known := v.Newest(key); {
		case useless(place):
			return false
		case known == nil:
			v.wait(key, place)
			return true
		case v.spelled[url] == 0 && known.URL != url:
			v.spelled[url] = place
			return true
		}
		return false
	})
}

// Failures returns the keys to request again if the user wants that.
func (v *View) Failures() (keys []URLID) {
	keys = v.retriable(v.Of)
	v.URLs.Sort(keys)
	return keys
}

// Withdraw makes the answers of keys stop counting.
func (v *View) Withdraw(keys []URLID) {
	for _, k := range keys {
		v.Of[k] = 0
	}
}

// Retriable counts the answers that may differ next time.
func (v *View) Retriable() int { return len(v.retriable(v.Of)) + len(v.retriable(v.Held)) }

// retriable returns the keys of these places whose answers may differ next time.
func (v *View) retriable(places Column) (keys []URLID) {
	for key, place := range places {
		if place > 0 && v.at(place).retriable() {
			keys = append(keys, URLID(key))
		}
	}
	return keys
}
