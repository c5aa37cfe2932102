package queue

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
)

// Servers are the IP addresses of a job's sites at submission. Sites with one address are in one group, so only one
// worker uses the server. If a group's sites later move to another group's address, it waits for that group.
type Servers struct {
	Most   int                  `json:"most"`   // sites with one address in a group; others form further groups
	Apart  []netip.Prefix       `json:"apart"`  // networks whose addresses do not matter, such as CDNs
	Groups map[netip.Addr][]int `json:"groups"` // numbers of the groups at each address
}

// In reports whether one of the networks contains an address.
func In(networks []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(a) })
}

// errElsewhere says that another group's worker uses one of the group's servers.
var errElsewhere = errors.New("it waits")

// serverKey returns the key for the last group that moved to an address.
func serverKey(job string, a netip.Addr) string {
	return job + ".at-" + hex.EncodeToString(a.AsSlice())
}

// lookAgain looks up a claimed group's names again. The error is errElsewhere if a name has moved to a server that
// another group uses and a worker has that group. If two groups meet, both wait, but for different times.
func (o *work) lookAgain(ctx context.Context) error {
	if o.Job.Servers == nil {
		return nil
	}
	for _, a := range o.Crawler.Addresses(ctx, o.Group) {
		if In(o.Job.Servers.Apart, a) {
			continue
		}
		groups := o.Job.Servers.Groups[a]
		others, err := o.movedTo(ctx, a, !slices.Contains(groups, o.Number))
		if err != nil {
			return err
		}
		if !slices.Contains(groups, o.Number) {
			others = append(others, groups...)
		}
		for _, n := range others {
			other, err := o.Queue.read(ctx, o.Job.Name, n)
			if err != nil {
				return err
			}
			if n != o.Number && other.Held && !other.Done && other.Failed == "" {
				return fmt.Errorf("%w: a host name has moved to %v, which group %d uses", errElsewhere, a, n)
			}
		}
	}
	return nil
}

// movedTo returns the last group that moved to an address, if any. If own is set, it records this group instead.
func (o *work) movedTo(ctx context.Context, a netip.Addr, own bool) (groups []int, err error) {
	key, keys := serverKey(o.Job.Name, a), o.Queue.keys
	found, err := keys.Get(ctx, key)
	revision := uint64(0)
	switch {
	case err == nil:
		revision = found.Revision()
		if n, err := strconv.Atoi(string(found.Value())); err == nil && n > 0 && n <= o.Job.Groups {
			groups = append(groups, n)
		}
	case !errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, fmt.Errorf("%v: %w", a, err)
	}
	if !own {
		return groups, nil
	}
	if _, err := keys.Update(ctx, key, []byte(strconv.Itoa(o.Number)), revision); err != nil {
		return nil, fmt.Errorf("%w: another group is moving to %v at the same time: %w", errElsewhere, a, err)
	}
	return groups, nil
}
