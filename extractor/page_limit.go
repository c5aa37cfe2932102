package extractor

import (
	"context"

	"sitegraph/site"
)

// portion is the least number of URLs fetched together when the number of
// pages is limited. It depends on nothing, so the limit cuts at the same key
// whatever the number of workers; it bounds what is fetched in vain.
const portion = 8

// fetchDepth sees to the answers of a depth's keys and returns those that
// count: all of them, or the first ones that give as many pages as the limit
// still allows.
func (w *walk) fetchDepth(ctx context.Context, keys []urlID) ([]urlID, error) {
	if w.limits.MaxPages == 0 {
		return keys, w.rounds(ctx, keys)
	}
	b := w.build
	room := w.limits.MaxPages - len(b.pages)
	fresh := map[site.Digest]bool{}
	for from := 0; from < len(keys); {
		to := min(len(keys), from+max(room-len(fresh), portion))
		if err := w.rounds(ctx, keys[from:to]); err != nil || b.missing(keys[from:to]) {
			return keys[:to], err
		}
		for ; from < to; from++ {
			if len(fresh) >= room {
				b.leaveOut(w.status.depth, keys[from:])
				return keys[:from], nil
			}
			b.addDigest(keys[from], fresh)
		}
	}
	return keys, nil
}

// addDigest adds the digest of the new page that closing would make of a key,
// if it would.
func (b *builder) addDigest(key urlID, fresh map[site.Digest]bool) {
	page, ok := b.newPage(key)
	if !ok {
		return
	}
	digest := b.known.answer(page).digest
	if _, known := b.byDigest[digest]; !known {
		fresh[digest] = true
	}
}
