package linked

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"sitegraph/site"
)

func (o *Options) ask(ctx context.Context, h *host, t task) reply {
	r := reply{host: h, task: t}
	if !h.ruled {
		if h.rules, h.robots = h.Robots(ctx); ctx.Err() != nil {
			r.cut = true
			return r
		}
		h.ruled = true
	}
	if r.check = h.forbids(t.at); r.check != nil {
		return r.believed()
	}
	answer := h.Download(ctx, site.Request{URL: t.at, Head: !t.get, Probe: t.get})
	if answer.Failure.Class == site.FailCancelled || ctx.Err() != nil {
		r.cut = true
		return r
	}
	if site.IsRedirect(answer.Status) && !answer.Failure.Failed() {
		r = o.follow(r, answer)
	} else {
		r.check = judge(answer)
	}
	return r.believed()
}

// believed is a reply as it is, or one that has GET asked from the beginning, where the answers to HEAD may lie.
func (r reply) believed() reply {
	switch start, err := site.Parse(r.task.target.URL); {
	case r.check == nil:
	case r.task.get:
		r.check.Get = true
	case r.mayLie() && err == nil:
		r.check, r.task = nil, task{target: r.task.target, at: start, get: true}
	}
	return r
}

// forbids returns the result of a URL that is not to be asked for, nil if it is.
func (h *host) forbids(u site.URL) *site.LinkCheck {
	switch {
	case h.rules != nil && h.rules.Allowed(u.Target()):
		return nil
	case h.rules != nil:
		return &site.LinkCheck{State: site.LinkRobots}
	case h.robots.Why == site.RobotsNoAnswer:
		return failed(h.robots.Failure)
	}
	return &site.LinkCheck{State: site.LinkRobots, Status: h.robots.Status, Failure: h.robots.Failure}
}

// mayLie reports whether the answers to HEAD say nothing of those to GET: servers
// refuse the method, or answer it with errors, with other redirects, or not at all.
func (r reply) mayLie() bool {
	c := r.check
	if c.State == site.LinkRobots {
		return false
	}
	switch c.Failure.Class {
	case "":
		return c.State == site.LinkBroken || c.Status >= 400 && c.Status != http.StatusTooManyRequests
	case site.FailTimeout, site.FailReset, site.FailProtocol, site.FailSyntax, site.FailTruncated, site.FailEncoding,
		site.FailHeader, site.FailOther:
		return true
	}
	return c.State == site.LinkFailed && len(r.task.hops) > 0
}

func (o *Options) follow(r reply, answer site.Response) reply {
	hop := site.LinkHop{URL: r.task.at.String(), Status: answer.Status}
	r.task.hops = append(slices.Clip(r.task.hops), hop)
	broken := &site.LinkCheck{State: site.LinkBroken, Status: answer.Status}
	next, err := r.task.at.Resolve(answer.Location, nil)
	fault, _ := errors.AsType[site.LinkFault](err)
	loops := err == nil && slices.ContainsFunc(r.task.hops, func(h site.LinkHop) bool { return h.URL == next.String() })
	switch {
	case answer.Location == "":
		broken.Location = site.LinkFault{Kind: site.FaultNoLocation}
	case err != nil:
		broken.Location = fault
	case loops && answer.SetsCookie:
		broken.State, broken.Location = site.LinkDenied, site.LinkFault{Kind: site.FaultCookieLoop}
	case loops:
		broken.Location = site.LinkFault{Kind: site.FaultLoop}
	case len(r.task.hops) > o.MaxRedirects:
		broken.TooMany = o.MaxRedirects
	default:
		r.task.at = next
		return r
	}
	r.check = broken
	return r
}

// judge says what an answer that is no redirect means.
func judge(r site.Response) *site.LinkCheck {
	if r.Failure.Failed() && r.Failure.Class != site.FailTooLarge {
		return failed(r.Failure)
	}
	c := &site.LinkCheck{Status: r.Status, Refusal: r.Refused}
	switch {
	case r.Status >= 200 && r.Status < 300 && r.Refused == "":
		c.State = site.LinkOK
	case r.Refused != "", r.Status == http.StatusUnauthorized, r.Status == http.StatusForbidden,
		r.Status == http.StatusTooManyRequests, r.Status == http.StatusUnavailableForLegalReasons,
		r.Status == http.StatusProxyAuthRequired:
		c.State = site.LinkDenied
	case r.Status >= 400:
		c.State = site.LinkBroken
	default:
		c.State = site.LinkOdd
	}
	return c
}

func failed(f site.Failure) *site.LinkCheck {
	state := site.LinkFailed
	switch f.Class {
	case site.FailRefusal:
		state = site.LinkPrivate
	case site.FailNotArchived:
		state = site.LinkUnknown
	}
	return &site.LinkCheck{State: state, Failure: f}
}
