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
	// MayAsk decides before every request whether to send it; nil allows all. After a refusal the answer is
	// site.FailCancelled, and the request's context must end.
	MayAsk         func() bool
	UserAgent      string        // sent unchanged
	ConnectTimeout time.Duration // limits the connection with its name look-up, and then the TLS handshake
	HeaderTimeout  time.Duration // limits the time between sending the request and receiving the headers
	Timeout        time.Duration // limits the whole exchange with the body
	MaxBody        int64         // limits the decoded body, in bytes

	// MaxHeader limits the header section, in bytes. Over HTTP/2, net/http reports far longer headers as a breach of
	// the protocol, so the failure gets that class.
	MaxHeader       int64
	MaxConnsPerHost int // limits the connections to one host, and the idle ones
	// Host is the host that the user named. Unless its address is private at first, it must not lead into a private
	// network; see guard. "" allows all addresses.
	Host string
	// Named lists further hosts that the user named. Each may have a private address at first, too.
	Named []string
	// Public is set if a link led to Host, not the user. Host must then not have a private address.
	Public    bool
	Lookup    Lookup    // looks up host names, to tell private hosts from public ones
	Decisions Decisions // remembers whether Host and Named are private; nil: only this HTTP does
	// Dial replaces some "host:port" by another when connecting. The port is always written. Such hosts are never
	// reached through a proxy.
	Dial map[string]string
	// Credentials are sent with the usual headers; nil means none. Recorders get neither them nor the cookies that come
	// back.
	Credentials Credentials
	// Recorder gets every request and its result; nil means none. With it we read all bodies, up to MaxBody.
	Recorder Recorder
	// GiveUp is called after this machine has lacked resources for requests for long. It must end the context of all
	// downloads. If nil, requests keep waiting.
	GiveUp func(error)
}

// Credentials provides the secrets of sites.
type Credentials interface {
	// For returns the additional headers for a request of a URL, nil for none.
	For(u site.URL) http.Header
}

// HTTP fetches from the network, only with GET and HEAD. It keeps no cookies, sends no Referer and follows no
// redirects. It reuses connections, speaks HTTP/2 if the server offers it, and uses the proxy in HTTP_PROXY,
// HTTPS_PROXY and NO_PROXY. Many goroutines may use an HTTP at once.
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

// NewHTTP returns a downloader. The caller closes it.
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
		ForceAttemptHTTP2:      true, // off by default with a DialContext
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

// dial connects to a "host:port", or to its replacement in Dial.
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
		// The proxy resolves names, but we can check an address in a URL.
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

// Close closes the idle connections. The HTTP stays usable.
func (h *HTTP) Close() { h.transport.CloseIdleConnections() }

// Settle looks up the host that the user named, unless a request already did. This decides whether other hosts may be
// private.
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
			h.Close() // idle connections hold handles and ports
		}
		return err
	})
	if !done {
		<-ctx.Done()
		return cancelled(ctx, r)
	}
	return answer
}

// ask makes one request. The error is the cause of the answer's failure.
func (h *HTTP) ask(ctx context.Context, r site.Request) (site.Response, error) {
	answer := site.Response{URL: r.URL, Attempts: 1, Started: time.Now()}
	limited, cancel := context.WithTimeout(ctx, h.options.Timeout)
	defer cancel()
	var tape *tape
	if h.options.Recorder != nil {
		limited, tape = newTape(limited, h.options.MaxBody)
	}
	var secrets http.Header
	if h.options.Credentials != nil {
		secrets = h.options.Credentials.For(r.URL)
	}
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

// exchange sends the request with its secrets, and fills in as much of the answer as arrives. It masks the echoes of
// the secrets in its headers.
func (h *HTTP) exchange(ctx context.Context, cancel func(), r site.Request, answer *site.Response, tape *tape,
	secrets http.Header, said echoes) error {
	request, err := h.newRequest(ctx, r)
	if err != nil {
		return err
	}
	if tape != nil && len(said) > 0 { // we could not mask echoes in a compressed body
		request.Header = request.Header.Clone()
		request.Header.Set("Accept-Encoding", "identity")
	}
	// http.Client would follow redirects, so this calls the transport.
	transport := h.transport
	if r.Lenient {
		transport = h.lenient
	}
	got, err := transport.RoundTrip(with(request, secrets))
	if err != nil {
		return err
	}
	defer got.Body.Close()
	for _, values := range got.Header {
		for i := range values {
			values[i] = said.mask(values[i])
		}
	}
	if tape != nil {
		if len(secrets) > 0 { // a set cookie is no secret and may explain a redirect loop
			defer hideCookies(got.Header)
		}
		tape.request, tape.got, tape.wire = request, got, got.Body
		got.Body = tape
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

// headerText returns a header's bytes as UTF-8. Like browsers, it keeps valid UTF-8 and reads anything else as ISO
// 8859-1.
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
