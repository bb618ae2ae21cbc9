package onfield

import (
	"cmp"
	"context"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/journal"
	"gonao/internal/proc"
	"gonao/robot/percepts/field"
)

func TestARobotPutDownSomewhereKicksTheBallTowardsTheGoal(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Limit = 60 * time.Second
	rec, err := Play(t.Context(), cfg, 1)
	require.NoError(t, err)
	require.Less(t, rec.FoundSec, 20.0, "it finds its place")
	require.Positive(t, rec.Kicks)
	last := &rec.Frames[len(rec.Frames)-1]
	goal := rec.Field.Length / 2
	require.Less(t, math.Hypot(goal-last.BallX, last.BallY), math.Hypot(goal-rec.Scene.BallX, rec.Scene.BallY)-0.5, "the ball is nearer to the goal")
	require.Less(t, rec.ErrorM, 0.15)
	film := rec.Film()
	require.Equal(t, 1, strings.Count(film, "<svg"))
	require.Contains(t, film, "hypotheses")
}

// In a hall that the seed draws, the robot finds its place and the ball in its camera images.
func TestARobotPlaysByWhatItsCamerasSee(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a hall and draws its images; make demo-field RENDERED=1 plays it to the end")
	}
	cfg := DefaultConfig()
	cfg.Rendered, cfg.Limit = true, 8*time.Second
	rec, err := Play(t.Context(), cfg, 1)
	require.NoError(t, err)
	require.Less(t, rec.FoundSec, 8.0, "it finds its place")
	require.Less(t, rec.ErrorM, 0.2)
	nearest := math.Inf(1)
	for i := range rec.Frames {
		if f := &rec.Frames[i]; f.Localized && f.BelievesBall {
			nearest = min(nearest, math.Hypot(f.BelievedX-f.BallX, f.BelievedY-f.BallY))
		}
	}
	require.Less(t, nearest, 0.3, "it finds the ball")
}

func TestScenesLeaveTheBallsWayFree(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	m := f.Map()
	for seed := range uint64(300) {
		s := draw(seed, m)
		require.Negative(t, s.Robot.X)
		require.Positive(t, s.BallX)
		require.True(t, s.free(m.Length/2))
		require.Equal(t, s, draw(seed, m))
	}
}

func TestAWorldWithoutAFieldIsRefused(t *testing.T) {
	cfg := DefaultConfig()
	cfg.World = "empty"
	_, err := Play(t.Context(), cfg, 1)
	require.ErrorContains(t, err, `field demo: world "empty": the world has no field`)
}

// SEEDS and FIRST choose the balls; JOURNAL keeps what has finished.
func TestARobotMeetsABallThatRolls(t *testing.T) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("SEEDS"), "4"))
	require.NoError(t, err)
	first, err := strconv.ParseUint(cmp.Or(os.Getenv("FIRST"), "1"), 10, 64)
	require.NoError(t, err)
	ctx, stop := proc.WithInterrupt()
	defer stop()
	keys := make([]journal.Key, n)
	for i := range keys {
		keys[i] = journal.Key{Name: "meets a ball", Seed: first + uint64(i)}
	}
	all, err := journal.RunIn(ctx, os.Getenv("JOURNAL"), keys, journal.Options{}, func(ctx context.Context, i int) (interception, error) {
		return Intercept(ctx, DefaultConfig(), keys[i].Seed)
	}, func(i int, in interception) { t.Logf("seed %d: %v", keys[i].Seed, &in) })
	require.NoError(t, err)
	t.Log(interceptions(all))
	require.True(t, slices.ContainsFunc(all, func(in interception) bool { return in.Met }))
}
