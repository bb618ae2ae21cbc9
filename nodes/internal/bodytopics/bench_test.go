package bodytopics

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// BenchmarkCycle is the topics' share of a cycle of 12 ms, on a bus whose readers drop the bytes:
// the cost of converting and encoding.
func BenchmarkCycle(b *testing.B) {
	for _, row := range []struct {
		name   string
		listen bool
	}{{"nobody", false}, {"compatible", true}} {
		b.Run(row.name, func(b *testing.B) {
			r := newRig(b)
			if row.listen {
				listenTo(b, r)
			}
			var lights nao.Lights
			r.cycle()
			b.ReportAllocs()
			for b.Loop() {
				r.cycle()
				r.commander.Lights(&lights)
			}
			require.Positive(b, r.state.Cycle)
		})
	}
}
