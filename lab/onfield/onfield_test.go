package onfield

import (
	"cmp"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/percepts/field"
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

func TestScenesLeaveTheBallsWayFree(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	m := f.Map()
	for seed := range uint64(300) {
		s := Draw(seed, m)
		require.Negative(t, s.Robot.X)
		require.Positive(t, s.BallX)
		require.True(t, s.free(m.Length/2))
		require.Equal(t, s, Draw(seed, m))
	}
}

func TestAWorldWithoutAFieldIsRefused(t *testing.T) {
	cfg := DefaultConfig()
	cfg.World = "empty"
	_, err := Play(t.Context(), cfg, 1)
	require.ErrorContains(t, err, `field demo: world "empty": the world has no field`)
}

func TestARobotMeetsABallThatRolls(t *testing.T) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("SEEDS"), "4"))
	require.NoError(t, err)
	first, err := strconv.ParseUint(cmp.Or(os.Getenv("FIRST"), "1"), 10, 64)
	require.NoError(t, err)
	var out strings.Builder
	met, err := InterceptTable(t.Context(), DefaultConfig(), first, n, &out)
	require.NoError(t, err)
	t.Log(out.String())
	require.Positive(t, met)
}
