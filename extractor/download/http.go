package download

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"sitegraph/site"
)

// HTTPOptions set up NewHTTP.
type HTTPOptions struct {
	// MayAsk is asked before every request whether it may be sent; nil: it may. If not, the answer is that of a request
	// whose context has ended, which will.
	MayAsk         func() bool
	UserAgent      string        // sent as it is
	ConnectTimeout time.Duration // bounds the connection with name look-up, and then the TLS handshake
	HeaderTimeout  time.Duration // bounds the time from the request sent to the headers
	Timeout        time.Duration // bounds the whole exchange, body included
	MaxBody        int64         // the largest decoded body, in bytes

	// MaxHeader is the largest header section, in bytes. Over HTTP/2, net/http reports headers far beyond it
	// as a breach of the protocol, and so does the class of the failure.
	MaxHeader       int64
	MaxConnsPerHost int // bounds the connections to one host, and the idle ones that are kept
	// Host is the host that the user named. Unless it has a private address at first, it is kept from leading
	// into a private network; see guard. "" means that everything may be reached.
	Host string
	// Named are further hosts that the user named: each may have a private address at first, too.
	Named []string
	// Public says that the user did not name Host: a link led there, and it must not have a private address.
	Public    bool
	Lookup    Lookup    // of host names, to tell private hosts from public ones
	Decisions Decisions // keeps what Host and Named were found to be; nil: only this HTTP does
	// Dial has another "host:port" to connect to for some "host:port", the port
	// always written. Such hosts are never reached through a proxy.
	Dial map[string]string
	// Credentials are sent beside the usual headers; nil: there are none. No recorder
	// gets them, nor the cookies that answers to them set.
	Credentials Credentials
	// Recorder gets every request and what came of it; nil: nothing is recorded. With it
	// the bodies of all answers are read, up to MaxBody.
	Recorder Recorder
	// GiveUp is called when this machine has lacked what requests need for long. It must end the context of all
	// downloads. Nil: they wait for it.
	GiveUp func(error)
}

// Credentials has the secrets of sites.
type Credentials interface {
	// For returns the headers that a request for a URL carries beside the usual ones, nil if none.
	For(u site.URL) http.Header
}

// HTTP fetches from the network, with GET or HEAD and nothing else. It keeps no cookies of answers, sends no
// Referer and follows no redirects. Connections are kept and used again; HTTP/2 is spoken where the server offers
// it. The proxy named by HTTP_PROXY, HTTPS_PROXY and NO_PROXY is used. An HTTP may be used by many goroutines.
type HTTP struct {
	options   HTTPOptions
	transport *http.Transport
	lenient   *http.Transport // for second readings
	proxy     func(*http.Request) (*url.URL, error)
	header    http.Header
	decoders  decoders
	guard     *guard
	proxies   sync.Map // "host:port" of the proxies in use
	patience  patience
}

// NewHTTP returns a downloader; Close it when done.
func NewHTTP(o HTTPOptions) *HTTP {
	h := &HTTP{options: o, proxy: http.ProxyFromEnvironment, guard: newGuard(o),
		patience: patience{giveUp: o.GiveUp, sleep: sleep}}
	h.header = http.Header{"User-Agent": {o.UserAgent}, "Accept": {accept}, "Accept-Encoding": {"gzip, br, zstd"}}
	h.transport, h.lenient = h.newTransport(), h.newLenient()
	return h
}

func (h *HTTP) newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  h.proxyFor,
		DialContext:            h.dial,
		ForceAttemptHTTP2:      true, // off by default beside a DialContext
		TLSHandshakeTimeout:    h.options.ConnectTimeout,
		ResponseHeaderTimeout:  h.options.HeaderTimeout,
		MaxResponseHeaderBytes: h.options.MaxHeader,
		DisableCompression:     true, // coding.go does more, and faster
		MaxConnsPerHost:        h.options.MaxConnsPerHost,
		MaxIdleConnsPerHost:    h.options.MaxConnsPerHost,
		MaxIdleConns:           512,
		IdleConnTimeout:        90 * time.Second,
	}
}

// dial connects to a "host:port", or to the one that Dial has instead.
func (h *HTTP) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: h.options.ConnectTimeout}
	if other, ok := h.options.Dial[address]; ok {
		return d.DialContext(ctx, network, other)
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if _, isProxy := h.proxies.Load(address); !isProxy { // a proxy may be anywhere
		limited, cancel := context.WithTimeout(ctx, h.options.ConnectTimeout)
		defer cancel()
		if err := h.guard.decide(limited, host); err != nil {
			return nil, err
		}
		d.Control = func(_, ip string, _ syscall.RawConn) error { return h.guard.check(host, ip) }
	}
	return d.DialContext(ctx, network, address)
}

func (h *HTTP) proxyFor(r *http.Request) (*url.URL, error) {
	if _, ok := h.options.Dial[net.JoinHostPort(r.URL.Hostname(), portOf(r.URL))]; ok {
		return nil, nil
	}
	u, err := h.proxy(r)
	if ip, literal := netip.ParseAddr(r.URL.Hostname()); u != nil && literal == nil {
		// How it resolves a name is up to the proxy, but an address in a URL is known.
		if err = h.guard.decide(r.Context(), r.URL.Hostname()); err == nil {
			err = h.guard.check(r.URL.Hostname(), netip.AddrPortFrom(ip, 0).String())
		}
	}
	if u != nil && err == nil {
		h.proxies.Store(net.JoinHostPort(u.Hostname(), portOf(u)), true)
	}
	return u, err
}

func portOf(u *url.URL) string {
	defaults := map[string]string{"http": "80", "https": "443", "socks5": "1080"}
	return cmp.Or(u.Port(), defaults[u.Scheme])
}

// Close closes the idle connections. The HTTP may be used again.
func (h *HTTP) Close() { h.transport.CloseIdleConnections() }

// Settle looks up the host that the user named, if no request has done so: from then
// on it is known whether other hosts may be private.
func (h *HTTP) Settle(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, h.options.ConnectTimeout)
	defer cancel()
	h.guard.settle(limited)
}

// Download fetches one URL. If ctx ends first, the failure is site.FailCancelled.
func (h *HTTP) Download(ctx context.Context, r site.Request) (answer site.Response) {
	if h.options.MayAsk != nil && !h.options.MayAsk() {
		return cancelled(ctx, r)
	}
	done := h.patience.while(ctx, func() (err error) {
		if answer, err = h.ask(ctx, r); Shortage(err) != nil {
			h.Close() // idle connections have handles and ports
		}
		return err
	})
	if !done {
		<-ctx.Done()
		return cancelled(ctx, r)
	}
	return answer
}

// ask makes one request. The error is that of the answer's failure.
func (h *HTTP) ask(ctx context.Context, r site.Request) (site.Response, error) {
	answer := site.Response{URL: r.URL, Attempts: 1, Started: time.Now()}
	limited, cancel := context.WithTimeout(ctx, h.options.Timeout)
	defer cancel()
	var tape *tape
	if h.options.Recorder != nil {
		limited, tape = newTape(limited, h.options.MaxBody)
	}
	secrets := h.secrets(r.URL)
	said := newEchoes(secrets)
	err := h.exchange(limited, cancel, r, &answer, tape, secrets, said)
	answer.Body = said.maskBytes(answer.Body)
	if err != nil {
		answer.Failure = h.options.failure(err, answer.Status != 0)
		answer.Failure.Detail = said.mask(answer.Failure.Detail)
		if ctx.Err() != nil {
			answer.Failure = stopped(ctx)
		}
	}
	if tape != nil && answer.Failure.Class != site.FailCancelled && Shortage(err) == nil {
		answer = h.record(ctx, tape, r, answer, said)
	}
	answer.Elapsed = time.Since(answer.Started)
	return answer, err
}

// exchange sends the request with its secrets, and fills in the answer as far as it
// comes, in whose headers the echoes of the secrets are masked.
func (h *HTTP) exchange(ctx context.Context, cancel func(), r site.Request, answer *site.Response, tape *tape,
	secrets http.Header, said echoes) error {
	request, err := h.newRequest(ctx, r)
	if err != nil {
		return err
	}
	if tape != nil && len(said) > 0 { // echoes in a compressed body could not be masked
		request.Header = request.Header.Clone()
		request.Header.Set("Accept-Encoding", "identity")
	}
	// The transport itself, not http.Client: that one follows redirects.
	transport := h.transport
	if r.Lenient {
		transport = h.lenient
	}
	got, err := transport.RoundTrip(with(request, secrets))
	if err != nil {
		return err
	}
	defer got.Body.Close()
	said.maskHeader(got.Header)
	if tape != nil {
		if len(secrets) > 0 { // that a cookie is set is no secret, and says why a redirect goes in circles
			defer hideCookies(got.Header)
		}
		tape.listen(request, got)
		if !r.Probe {
			defer tape.rest()
		}
	}
	if err := h.decoders.take(got, r, answer, h.options.MaxBody); err != nil {
		return err
	}
	if tape == nil || r.Probe {
		drain(got, answer.Body != nil && !r.Robots && !r.Sitemap, cancel)
	}
	return nil
}

// headerText returns a header's bytes as UTF-8: as they are if they are
// UTF-8, as browsers read them, else each byte as a character of ISO 8859-1.
func headerText(value string) string {
	if utf8.ValidString(value) {
		return value
	}
	var b strings.Builder
	for i := range len(value) {
		b.WriteRune(rune(value[i]))
	}
	return b.String()
}
