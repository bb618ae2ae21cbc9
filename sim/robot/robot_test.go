package robot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/lab/score"
	"gonao/sim/camera"
)

// run lets a robot run for a simulated time after its machine began.
func run(t *testing.T, cfg Config, d time.Duration) scored {
	t.Helper()
	record := score.NewRecord(cfg.Behavior.Colors...)
	cfg.Observer = score.Observer{Record: record}
	r, err := New(cfg)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	require.NoError(t, r.RunMachine(t.Context(), d))
	return scored{r, record}
}

// scored is a robot and the record of its run.
type scored struct {
	*Robot
	Record *score.Record
}

// small is the default robot in an empty world, with images that cost little to draw.
func small(machine string) Config {
	cfg := DefaultConfig(machine)
	cfg.World = "empty"
	cfg.Camera.Width, cfg.Camera.Height = 320, 240
	return cfg
}

func TestFollowsAndDancesAsInThePaper(t *testing.T) {
	cfg := DefaultConfig("follow_and_dance")
	if testing.Short() {
		cfg = small("follow_and_dance")
	}
	s := run(t, cfg, 27*time.Second).Record.Snapshot()
	for name, v := range score.TraceVerdicts(s.Trace, score.PaperTrace(), 27) {
		require.True(t, v.Met, "%s: %+v", name, v)
	}
	for name, v := range s.Following.Verdicts() {
		require.True(t, v.Met, "%s: %+v", name, v)
	}
	require.GreaterOrEqual(t, s.Positions, 18, "ten seconds of dancing")
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	lasts := 22 * time.Second // it follows, then dances
	if testing.Short() {
		lasts = 2 * time.Second // package internal/guard holds more
	}
	first := run(t, small("follow_and_dance"), lasts)
	second := run(t, small("follow_and_dance"), lasts)
	require.Equal(t, first.Record.Snapshot(), second.Record.Snapshot())
	require.Equal(t, first.Digest(), second.Digest(), "every command and transition")

	other := small("follow_and_dance")
	other.Seed = 2
	require.NotEqual(t, first.Digest(), run(t, other, time.Second).Digest(), "the noise comes from the seed")
}

func TestDancesWithOneArmAfterTheOther(t *testing.T) {
	s := run(t, small("dance"), 11*time.Second).Record.Snapshot()
	require.GreaterOrEqual(t, len(s.Trace), 3)
	for i, tr := range s.Trace {
		require.Equal(t, []string{"right", "left"}[i%2], tr.Path)
	}
	require.GreaterOrEqual(t, s.Positions, 10*(len(s.Trace)-1), "ten positions before every change")
}

func TestPredictionFollowsBetterThanProportion(t *testing.T) {
	const lasts = 15 * time.Second
	if testing.Short() {
		t.Skip("half a minute of images: in the run without -short")
	}
	predictive := run(t, small("follow_ball"), lasts).Record.Snapshot().Following
	cfg := small("follow_ball")
	cfg.Behavior.Controller = "proportional"
	proportional := run(t, cfg, lasts).Record.Snapshot().Following
	t.Logf("median and 95 %%: predictive %.2f° %.2f°, proportional %.2f° %.2f°",
		predictive.MedianErrorDeg, predictive.P95ErrorDeg, proportional.MedianErrorDeg, proportional.P95ErrorDeg)
	require.Less(t, predictive.MedianErrorDeg, proportional.MedianErrorDeg)
	require.GreaterOrEqual(t, proportional.SeenRatio, 0.95, "the paper's controller follows too")
}

func TestFollowsThroughThePapersCamera(t *testing.T) {
	cfg := DefaultConfig("follow_ball")
	cfg.World = "empty"
	cfg.Camera = camera.Paper()
	s := run(t, cfg, 8*time.Second).Record.Snapshot()
	require.NotEmpty(t, s.Following.AcquisitionSec)
	require.GreaterOrEqual(t, s.Following.SeenRatio, 0.95)
}

func TestWhatIsWrongIsSaidBeforeAnythingMoves(t *testing.T) {
	for _, row := range []struct {
		name, want string
		spoil      func(*Config)
	}{
		{"no such world", "moon", func(c *Config) { c.World = "moon" }},
		{"no such machine", "sing", func(c *Config) { c.Machine = "sing" }},
		{"no such controller", "psychic", func(c *Config) { c.Behavior.Controller = "psychic" }},
		{"no such colour space", "cmyk", func(c *Config) { c.Colors = []string{"red: cmyk 0..1 0..1 0..1"} }},
	} {
		t.Run(row.name, func(t *testing.T) {
			cfg := small("follow_ball")
			row.spoil(&cfg)
			_, err := New(cfg)
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestAnAgentHasSkillsExecutedInTheSameProcess(t *testing.T) {
	r := run(t, small("watch_balls"), 11*time.Second)
	var paths []string
	for _, tr := range r.Record.Snapshot().Trace {
		paths = append(paths, tr.Path)
	}
	require.Equal(t, []string{"red/search", "red/watch"}, paths[:2])
	require.Contains(t, paths, "green/search", "the red ball was watched for eight seconds: %v", paths)
}
