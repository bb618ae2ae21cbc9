package calibrate

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao/preset"
	"gonao/sim"
)

// Two robots without faults: what is measured is a preset that can be read again.
func TestTwoRobotsAreMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures two robots in physics for ten seconds of CPU; make nightly runs it")
	}
	p, err := Run(context.Background(), Config{Seeds: []uint64{1, 2}, Body: sim.Ideal})
	require.NoError(t, err)
	require.InDelta(t, 0.4, p.Walk.Forward, 0.1)
	require.InDelta(t, 1.5, p.Walk.Turn, 0.6)
	require.Greater(t, p.Kicks.Straight.Distance, 1.0)
	require.Greater(t, p.Falls.GetUp, 2.0)
	text, err := Text(p, "two robots")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "# two robots\nname: physics\n"), text)
	file := filepath.Join(t.TempDir(), "mine.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	again, err := preset.Load(file)
	require.NoError(t, err)
	require.Equal(t, p, again)
}

func TestStatistics(t *testing.T) {
	s := sample{1, 2, 3}
	require.InDelta(t, 2, s.mean(), 1e-12)
	require.InDelta(t, 1, s.dev(), 1e-12)
	require.InDelta(t, 0.5, s.relative(), 1e-12)
	require.Zero(t, sample{}.mean())
	require.Zero(t, sample{1}.dev())
	require.InDelta(t, 0.1, spread(sample{1.1, 1.1}), 1e-12)
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	for want, c := range map[string]Config{
		"1 seeds: expected 2 to 1000": {Seeds: []uint64{1}}, "no such preset": {Base: "x"}, "profile": {Body: "x"}, "nowhere": {World: "nowhere"},
	} {
		_, err := Run(context.Background(), c)
		require.ErrorContains(t, err, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, Config{})
	require.ErrorContains(t, err, "interrupted: 10 of 10 runs missing")
}
