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

// value writes the value of a column between two pieces of XML, or nothing
// when it is an empty text.
func (o *out) value(before string, col column, n *node, after string) {
	start := len(o.buf)
	o.raw(before)
	begin := len(o.buf)
	if col.number != nil {
		o.int(col.number(n))
	} else {
		o.escaped(col.text(n))
	}
	if len(o.buf) == begin {
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
