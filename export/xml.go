package export

const xmlHeader = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// escaped writes a text for XML, in an attribute between double quotes or
// between tags.
func (o *out) escaped(s string) {
	for _, c := range o.clean(s) {
		switch c {
		case '&':
			o.raw("&amp;")
		case '<':
			o.raw("&lt;")
		case '>':
			o.raw("&gt;")
		case '"':
			o.raw("&quot;")
		default:
			o.buf = append(o.buf, c)
		}
	}
}

// attribute writes the name and the value of an attribute of a node between
// three pieces of XML, or nothing when it is an empty text.
func (o *out) attribute(before string, a *column[node], n *node, between, after string) {
	start := len(o.buf)
	o.raw(before)
	o.raw(a.name)
	o.raw(between)
	value := len(o.buf)
	switch {
	case a.text != nil:
		o.escaped(*a.text(n))
	case a.long != nil:
		o.int(*a.long(n))
	default:
		o.int(int64(*a.number(n)))
	}
	if len(o.buf) == value {
		o.buf = o.buf[:start]
		return
	}
	o.raw(after)
}

// attributeInt and attributeFloat write an attribute of an element.
func (o *out) attributeInt(name string, n int64) {
	o.raw(" " + name + `="`)
	o.int(n)
	o.raw(`"`)
}

func (o *out) attributeFloat(name string, x float64) {
	o.raw(" " + name + `="`)
	o.float(x)
	o.raw(`"`)
}
