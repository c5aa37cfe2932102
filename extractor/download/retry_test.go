package download

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

type script struct {
	answers []site.Response
	asked   int
	starts  []time.Time
}

func (s *script) Download(_ context.Context, r site.Request) site.Response {
	answer := s.answers[min(s.asked, len(s.answers)-1)]
	s.asked++
	s.starts = append(s.starts, time.Now())
	answer.URL, answer.Attempts, answer.Started, answer.Elapsed = r.URL, 1, time.Now(), time.Second
	return answer
}

func status(codes ...int) (answers []site.Response) {
	for _, code := range codes {
		answers = append(answers, site.Response{Status: code})
	}
	return answers
}

func failed(class site.FailureClass) []site.Response {
	return []site.Response{{Failure: site.Failure{Class: class}}}
}

func TestRetry(t *testing.T) {
	asks := func(d time.Duration) []site.Response { return []site.Response{{Status: 503, RetryAfter: d}} }
	for _, c := range []struct {
		name    string
		answers []site.Response
		tries   int
		waits   []time.Duration // in seconds
	}{
		{"fine at once", status(200), 3, nil},
		{"not found", status(404), 3, nil},
		{"not implemented", status(501), 3, nil},
		{"redirect", status(302), 3, nil},
		{"fine then", status(503, 200), 3, []time.Duration{1}},
		{"fine in the end", status(429, 500, 502, 504, 200), 9, []time.Duration{1, 2, 4, 8}},
		{"never", status(503), 4, []time.Duration{1, 2, 4}},
		{"one try", status(503), 1, nil},
		{"no tries given", status(503), 0, nil},
		{"waits end to double", status(503), 12, []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}},
		{"asked for more", asks(10 * time.Second), 3, []time.Duration{10, 10}},
		{"asked for less", asks(time.Second), 4, []time.Duration{1, 2, 4}},
		{"asked for too much", asks(time.Hour), 3, []time.Duration{60, 60}},
		{"dns", failed(site.FailDNS), 2, []time.Duration{1}},
		{"refused", failed(site.FailRefused), 2, []time.Duration{1}},
		{"reset", failed(site.FailReset), 2, []time.Duration{1}},
		{"timeout", failed(site.FailTimeout), 2, []time.Duration{1}},
		{"truncated", failed(site.FailTruncated), 2, []time.Duration{1}},
		{"protocol", failed(site.FailProtocol), 2, []time.Duration{0}},
		{"syntax", failed(site.FailSyntax), 4, []time.Duration{0, 2, 4}},
		{"syntax, one try", failed(site.FailSyntax), 1, []time.Duration{0}},
		{"HTTP/2", []site.Response{{Failure: site.Failure{Class: site.FailProtocol, Detail: breachOfHTTP2}}}, 2,
			[]time.Duration{1}},
		{"tls", failed(site.FailTLS), 2, nil},
		{"encoding", failed(site.FailEncoding), 2, nil},
		{"too large", failed(site.FailTooLarge), 2, nil},
		{"header", failed(site.FailHeader), 2, nil},
		{"refusal", failed(site.FailRefusal), 2, nil},
		{"cancelled", failed(site.FailCancelled), 2, nil},
		{"other", failed(site.FailOther), 2, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			next := &script{answers: c.answers}
			var got site.Response
			synctest.Test(t, func(t *testing.T) {
				retry := &Retry{Next: next, Tries: c.tries, Wait: time.Second, MaxRetryAfter: time.Minute}
				got = retry.Download(t.Context(), site.Request{})
			})
			var waits []time.Duration
			for i := 1; i < len(next.starts); i++ {
				waits = append(waits, next.starts[i].Sub(next.starts[i-1])/time.Second)
			}
			console.Equal(t, waits, c.waits, "waits")
			console.Equal(t, next.asked, len(waits)+1, "asked")
			console.Equal(t, got.Attempts, next.asked, "asked")
			if want := c.answers[min(len(waits), len(c.answers)-1)]; got.Status != want.Status ||
				got.Failure != want.Failure {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestRetryTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		retry := &Retry{Next: &script{answers: status(503)}, Tries: 3, Wait: 10 * time.Second}
		got := retry.Download(t.Context(), site.Request{})
		// The script says that a request takes a second, but it takes no time.
		if !got.Started.Equal(began) || got.Elapsed != 31*time.Second || time.Since(began) != 30*time.Second {
			t.Errorf("%v, %v", got.Started.Sub(began), got.Elapsed)
		}
	})
}

func TestRetryStopsWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		next := &script{answers: status(503)}
		got := (&Retry{Next: next, Tries: 3, Wait: time.Hour}).Download(ctx, site.Request{})
		if got.Failure.Class != site.FailCancelled || got.Status != 0 || next.asked != 1 || got.Attempts != 1 {
			t.Errorf("%+v", got)
		}
		console.Equal(t, got.Elapsed, 5*time.Second)
	})
}

// Over a real server, Retry-After arrives and a second attempt follows.
func TestRetryAfterHTTP(t *testing.T) {
	first := true
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if first {
			first = false
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(503)
			return
		}
		html(w, r)
	})
	var asked []time.Duration
	h := newHTTP(t, HTTPOptions{})
	next := downloaderFunc(func(ctx context.Context, r site.Request) site.Response {
		answer := h.Download(ctx, r)
		asked = append(asked, answer.RetryAfter)
		return answer
	})
	retry := &Retry{Next: next, Tries: 3, Wait: time.Millisecond, MaxRetryAfter: 10 * time.Millisecond}
	got := retry.Download(t.Context(), at(t, base, "/"))
	if !slices.Equal(asked, []time.Duration{7 * time.Second, 0}) || string(got.Body) != page || got.Attempts != 2 {
		t.Errorf("asked for %v, %+v", asked, got)
	}
	if got.Elapsed < 10*time.Millisecond {
		t.Errorf("waited less than %v", got.Elapsed)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		value, date string
		want        time.Duration
	}{
		{"", "", 0},
		{"120", "", 2 * time.Minute},
		{" 120 ", "", 2 * time.Minute},
		{"0", "", 0},
		{"-1", "", 0},
		{"1.5", "", 0},
		{"soon", "", 0},
		{"4294967295", "", maxAsked},
		{"99999999999999999999", "", 0},
		{"Sun, 01 Mar 2026 12:00:30 GMT", "", 30 * time.Second},
		{"Sun, 01 Mar 2026 12:00:30 GMT", "Sun, 01 Mar 2026 12:00:10 GMT", 20 * time.Second},
		{"Sun, 01 Mar 2026 12:00:30 GMT", "nonsense", 30 * time.Second},
		{"Sunday, 01-Mar-26 12:00:30 GMT", "", 30 * time.Second}, // RFC 850
		{"Sun Mar  1 12:00:30 2026", "", 30 * time.Second},       // asctime
		{"Sun, 01 Mar 2020 12:00:30 GMT", "", 0},
		{"Sun, 01 Mar 9999 12:00:30 GMT", "", maxAsked},
	} {
		header := http.Header{"Retry-After": {c.value}, "Date": {c.date}}
		console.Equal(t, retryAfter(header, now), c.want, c.value, "Date", c.date)
	}
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("120", "")
	f.Add("Sun, 01 Mar 2026 12:00:30 GMT", "Sun, 01 Mar 2026 12:00:10 GMT")
	f.Add("-9223372036854775808", "Sun, 01 Mar 0001 00:00:00 GMT")
	f.Fuzz(func(t *testing.T, value, date string) {
		got := retryAfter(http.Header{"Retry-After": {value}, "Date": {date}}, time.Unix(0, 0))
		if got < 0 || got > maxAsked {
			t.Errorf("%v", got)
		}
	})
}
