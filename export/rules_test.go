package export

import (
	"testing"

	"sitegraph/internal/console"
)

// Each rule, mask and deferred shape has a row, and other shapes have none.
func TestRules(t *testing.T) {
	const want = `kind,shape,name,value,trials,agreed,held_out,urls,state,first,second,page,exclude,of
parameter,/?a&b,b,,12,11,2,5,accepted,http://example.com/?a=1&b=2,http://example.com/?a=1&b=3,,,
digits,,,,4,3,0,0,accepted,"0.1, s",'-1,http://example.com/,,
shape,/cal/#/,,,250,3,0,77,deferred,http://example.com/cal/1/x,,,^http://example\\.com/cal/[0-9]+/[^/?]*$,1000
`
	console.Equal(t, string(render(t, "rules.csv", learnt(), Options{})), want)
}
