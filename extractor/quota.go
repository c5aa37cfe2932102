package extractor

import (
	"context"

	"sitegraph/site"
)

// portion is the least number of addresses fetched together when the number
// of pages is limited. It depends on nothing, so the limit cuts at the same
// key whatever the number of workers; it bounds what is fetched in vain.
const portion = 8

// fetchLevel sees to the answers of a level's keys and returns those that
// count: all of them, or the first ones that give as many pages as the limit
// still allows.
func (w *walk) fetchLevel(ctx context.Context, keys []addressID) ([]addressID, error) {
	if w.limits.MaxPages == 0 {
		return keys, w.rounds(ctx, keys)
	}
	room := w.limits.MaxPages - len(w.pages)
	fresh := map[site.Digest]bool{}
	for from := 0; from < len(keys); {
		to := min(len(keys), from+max(room-len(fresh), portion))
		if err := w.rounds(ctx, keys[from:to]); err != nil || w.short(keys[from:to]) {
			return keys[:to], err
		}
		for ; from < to; from++ {
			if len(fresh) >= room {
				w.cut(keys[from:])
				return keys[:from], nil
			}
			w.candidate(keys[from], fresh)
		}
	}
	return keys, nil
}

// cut leaves keys of the present level, and all levels below, out of the walk.
func (w *walk) cut(keys []addressID) {
	w.limited, w.last, w.behind = true, w.level, make(map[addressID]bool, len(keys))
	for _, k := range keys {
		w.behind[k] = true
	}
}

// candidate adds the digest of the new page that closing would make of a key,
// if it would.
func (w *walk) candidate(key addressID, fresh map[site.Digest]bool) {
	final, ok := w.final(key)
	if !ok {
		return
	}
	digest := w.mem.answer(final).digest
	if _, known := w.byDigest[digest]; !known {
		fresh[digest] = true
	}
}
