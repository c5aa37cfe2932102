// Package warc writes and reads web archives: files of WARC 1.1 (ISO 28500:2017,
// https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).
//
// This is our own code, since a record is a few named fields and a length, and Go's libraries need much else:
// internetarchive/gowarc a TLS stack and a DNS client, nlnwa/gowarc a part of Prometheus.
package warc

import (
	"bytes"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"sitegraph/site"
)

// Exchange is a request and its result.
type Exchange struct {
	URL       string       // as requested
	Asked     Asked        // the purpose
	Started   time.Time    // time of the request
	IP        string       // the address of the server, "" if unknown
	Request   []byte       // its head in HTTP/1.1
	Head      []byte       // head of the answer, with its empty line; nil without an answer
	Body      []byte       // as transferred, with chunks joined
	Truncated Truncation   // why the body is incomplete, "" if it is complete
	Failure   site.Failure // why the answer is unusable, if it is
}

// Asked is the purpose of a request. Captures by other programs answer only requests for pages.
type Asked string

const (
	AskedPage  Asked = ""      // its body
	AskedTwin  Asked = "twin"  // the body again, to see what changes
	AskedHead  Asked = "head"  // with HEAD, to see whether the server answers
	AskedProbe Asked = "probe" // the same with GET; the body may stay unread
)

// AskedBy returns the purpose of a request.
func AskedBy(r site.Request) Asked {
	switch {
	case r.Twin:
		return AskedTwin
	case r.Head:
		return AskedHead
	case r.Probe:
		return AskedProbe
	}
	return AskedPage
}

// Truncation tells why a record has only a part of a body, in the words of the standard (section 5.13).
type Truncation string

const (
	TruncatedLength     Truncation = "length"     // it is longer than the limit
	TruncatedTime       Truncation = "time"       // it took longer than the limit
	TruncatedDisconnect Truncation = "disconnect" // the connection ended
	// TruncatedUnspecified is any other reason, such as the end of the crawl.
	TruncatedUnspecified Truncation = "unspecified"
)

// Fields beyond the standard, which makes readers skip unknown ones. FieldFailure has class and detail of an Exchange's
// Failure, and FieldAsked has its Asked.
const (
	FieldFailure = "Sitegraph-Failure"
	FieldAsked   = "Sitegraph-Request"
)

// Profiles of revisit records (section 6.7).
const (
	profileSamePayload = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	profileNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
)

const (
	typeRequest  = "application/http; msgtype=request"
	typeResponse = "application/http; msgtype=response"
	typeFields   = "application/warc-fields"
)

// dateLayout has fractions of a second that every reader accepts.
const dateLayout = "2006-01-02T15:04:05.000000Z"

type record struct {
	fields bytes.Buffer
	block  [][]byte
}

func newRecord(kind, id string, date time.Time) *record {
	r := new(record)
	r.fields.WriteString("WARC/1.1\r\n")
	r.add("WARC-Type", kind)
	r.add("WARC-Record-ID", id)
	r.add("WARC-Date", date.UTC().Format(dateLayout))
	return r
}

func oneLine(value string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, value)
}

func (r *record) add(name, value string) {
	if value != "" {
		r.fields.WriteString(name + ": " + oneLine(value) + "\r\n")
	}
}

func (r *record) close(mediaType string, block ...[]byte) {
	length, sum := 0, sha1.New()
	for _, part := range block {
		length += len(part)
		sum.Write(part)
	}
	r.add("WARC-Block-Digest", label(sum.Sum(nil)))
	r.add("Content-Type", mediaType)
	r.add("Content-Length", fmt.Sprint(length))
	r.fields.WriteString("\r\n")
	r.block = block
}

// digest identifies equal payloads.
type digest [sha1.Size]byte

// label formats a digest as archives do, as SHA-1 in base 32.
func label(sum []byte) string { return "sha1:" + base32.StdEncoding.EncodeToString(sum) }

// newID returns a random identifier (RFC 9562 section 5.4).
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// original is the first record with a payload, or the earlier answer that the server calls unchanged.
type original struct {
	id, url string
	date    time.Time
	digest  string
}

// records returns the records of an exchange. The answer becomes a revisit record if before has the same payload, or if
// the server said that nothing changed. id is the answer's identifier.
func (e *Exchange) records(info string, before *original) (all []*record, id string) {
	id = newID()
	if e.Head == nil { // the only kind in the standard that fits is metadata about the URL
		r := newRecord("metadata", id, e.Started)
		e.describe(r, info)
		r.close(typeFields, []byte("failure: "+oneLine(e.Failure.String())+"\r\n"))
		return []*record{r}, id
	}
	answer, request := e.answer(info, id, before), newRecord("request", newID(), e.Started)
	request.add("WARC-Target-URI", e.URL)
	request.add("WARC-Warcinfo-ID", info)
	request.add("WARC-Concurrent-To", id)
	request.close(typeRequest, e.Request)
	return []*record{answer, request}, id
}

func (e *Exchange) answer(info, id string, before *original) *record {
	kind, block, notModified := "response", [][]byte{e.Head, e.Body}, isNotModified.Match(e.Head)
	if before != nil || notModified {
		kind, block = "revisit", [][]byte{e.Head}
	}
	r := newRecord(kind, id, e.Started)
	e.describe(r, info)
	switch {
	case notModified:
		r.add("WARC-Profile", profileNotModified)
	case before != nil:
		r.add("WARC-Profile", profileSamePayload)
	}
	if before != nil {
		r.add("WARC-Refers-To", before.id)
		r.add("WARC-Refers-To-Target-URI", before.url)
		r.add("WARC-Refers-To-Date", before.date.UTC().Format(dateLayout))
	}
	if !notModified {
		sum := sha1.Sum(e.Body)
		r.add("WARC-Payload-Digest", label(sum[:]))
	} else if before != nil {
		r.add("WARC-Payload-Digest", before.digest)
	}
	r.add("WARC-Truncated", string(e.Truncated))
	r.close(typeResponse, block...)
	return r
}

func (e *Exchange) describe(r *record, info string) {
	r.add("WARC-Target-URI", e.URL)
	r.add("WARC-Warcinfo-ID", info)
	r.add("WARC-IP-Address", e.IP)
	if e.Failure.Failed() {
		r.add(FieldFailure, string(e.Failure.Class)+" "+e.Failure.Detail)
	}
	r.add(FieldAsked, string(e.Asked))
}
