package generate

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/generate/internal/leaves"
)

//go:generate env GENERATE=machines go test -count=1 -run TestTheMachineOfTheBenchmarkIsUpToDate .

const leavesFile = "testdata/leaves.yaml"

func TestTheMachineOfTheBenchmarkIsUpToDate(t *testing.T) {
	src, err := os.ReadFile(leavesFile)
	require.NoError(t, err)
	c, findings := chart.ReadYAML(leavesFile, src)
	require.Empty(t, findings.Errors())
	dir := filepath.Join("internal", "leaves")
	if os.Getenv("GENERATE") != "" {
		_, _, err := Dir(dir, c, Options{})
		require.NoError(t, err)
	}
	old, err := readOld(dir)
	require.NoError(t, err)
	result, err := Package(c, Options{Old: old})
	require.NoError(t, err)
	for _, f := range result.Files {
		require.Equal(t, old[f.Name], string(f.Text), "%s: make generate writes it anew", f.Name)
	}
}

// ticks returns a tick of the interpreted machine and one of the generated one; when moving is set, the leaf
// changes in each.
func ticks(b *testing.B, moving bool) (interpreted, generated func(now time.Duration) error, transitions func() uint64) {
	src, err := os.ReadFile(leavesFile)
	require.NoError(b, err)
	model, err := hfsm.Load(leavesFile, src, nil)
	require.NoError(b, err)
	m, err := hfsm.New(model, nil)
	require.NoError(b, err)
	in, _ := model.Input("go")
	g, err := leaves.NewMachine()
	require.NoError(b, err)
	require.NoError(b, m.Tick(0))
	require.NoError(b, g.Tick(0))
	m.SetBool(in, moving)
	g.SetGo(moving)
	return m.Tick, g.Tick, func() (last uint64) {
		for t := range g.Trace(0) {
			last = t.Sequence
		}
		return last
	}
}

// BenchmarkBesideInterpreted measures a traced tick of a generated machine in turns
// with the same machine from its file.
func BenchmarkBesideInterpreted(b *testing.B) {
	for name, moving := range map[string]bool{"idle": false, "transition": true} {
		b.Run(name, func(b *testing.B) {
			interpreted, generated, transitions := ticks(b, moving)
			const batch = 1000
			var tInterpreted, tGenerated time.Duration
			now := time.Duration(0)
			b.ReportAllocs()
			for b.Loop() {
				begin, from := time.Now(), now
				for range batch {
					now += time.Millisecond
					if err := generated(now); err != nil {
						b.Fatal(err)
					}
				}
				middle := time.Now()
				now = from
				for range batch {
					now += time.Millisecond
					if err := interpreted(now); err != nil {
						b.Fatal(err)
					}
				}
				tGenerated, tInterpreted = tGenerated+middle.Sub(begin), tInterpreted+time.Since(middle)
			}
			if moving == (transitions() == 0) {
				b.Fatal("the machine did not do what is measured")
			}
			b.ReportMetric(0, "ns/op") // of both
			b.ReportMetric(float64(tGenerated.Nanoseconds())/float64(b.N*batch), "ns/tick")
			b.ReportMetric(float64(tInterpreted.Nanoseconds())/float64(b.N*batch), "interpreted-ns/tick")
		})
	}
}
