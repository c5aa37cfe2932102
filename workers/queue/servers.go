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

// Servers say where the names of a job's sites led when it was submitted. Sites at one address are in one group, so
// that one worker asks the server; what leads elsewhere later waits for the group whose server that is.
type Servers struct {
	// Most is how many sites at one address are in one group; those of more are in several.
	Most int `json:"most"`
	// Apart are networks whose addresses do not matter, such as those of CDNs.
	Apart []netip.Prefix `json:"apart"`
	// Groups are the numbers of the groups at each address.
	Groups map[netip.Addr][]int `json:"groups"`
}

// In reports whether an address is in one of some networks.
func In(networks []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(a) })
}

// errElsewhere says that another group's worker asks a server of this one.
var errElsewhere = errors.New("it waits")

// serverKey is where a group that a name has led to another address says so, for those that are there.
func serverKey(job string, a netip.Addr) string {
	return job + ".at-" + hex.EncodeToString(a.AsSlice())
}

// lookAgain looks at the names of the group, which is claimed, once more. The error is errElsewhere while a worker has
// another group that asks one of its servers: a name has moved since the job was submitted. Of two groups that find
// each other, both wait, and not equally long.
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
				return fmt.Errorf("%w: group %d is asking %v, where a name has moved", errElsewhere, n, a)
			}
		}
	}
	return nil
}

// movedTo returns the group that said last that a name of it has moved to an address, and says the same of this one if
// it has.
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
		return nil, fmt.Errorf("%w: another group says at this moment that it asks %v: %w", errElsewhere, a, err)
	}
	return groups, nil
}
