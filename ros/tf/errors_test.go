package tf_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/ros/tf"
)

func TestErrorsSayWhatIsMissing(t *testing.T) {
	b := arm(t)
	set(t, b, moved("map", "ball", 0, tf.Identity()))
	for name, row := range map[string]struct {
		target, source string
		at             time.Time
		says           string
	}{
		"a misspelt frame": {
			"base", "hed", at(0),
			`frame "hed": no such frame (did you mean "head"?); there are ball, base, camera, head, map, shoulder, torso`,
		},
		"a forgotten prefix": {
			"nao1/torso", "head", at(0),
			`frame "nao1/torso": no such frame (did you mean "torso"?); there are ball, base, camera, head, map, shoulder, torso`,
		},
		"nowhere near":    {"base", "wheel", at(0), `frame "wheel": no such frame; there are ball, base, camera, head, map, shoulder, torso`},
		"an empty name":   {"", "head", at(0), `transform: the frame's name is empty`},
		"a leading slash": {"/base", "head", at(0), `transform "" → "/base": frame "/base": expected no slash at the beginning, frames are not topics`},
		"two trees, at a time": {
			"ball", "camera", at(0),
			`"camera" in "ball" at the latest time: not connected: the root above "camera" is "base", above "ball" it is "map"`,
		},
		"two trees, in the future": {
			"map", "torso", at(time.Second),
			`"torso" in "map" at 1.000000000 s: not connected: the root above "torso" is "base", above "map" it is "map"`,
		},
		"the future": {
			"base", "head", at(1050 * ms),
			`"head" in "base" at 1.050000000 s: 250ms into the future: the newest sample of "head" in "torso" is of 0.800000000 s`,
		},
		"the past": {
			"head", "camera", at(-3 * ms),
			`"camera" in "head" at -0.003000000 s: 3ms into the past: the oldest sample of "shoulder" in "torso" is of 0.000000000 s`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := b.Lookup(row.target, row.source, row.at)
			require.EqualError(t, err, row.says)
			require.False(t, b.CanTransform(row.target, row.source, row.at))
		})
	}
	_, err := (&tf.Buffer{}).Lookup("a", "b", at(0))
	require.EqualError(t, err, `frame "a": no such frame; there are no frames yet`)

	_, err = b.Lookup("base", "head", at(1050*ms))
	var e *tf.ExtrapolationError
	require.ErrorAs(t, err, &e)
	require.False(t, e.Past())
	require.Equal(t, 250*ms, e.By())
}

func TestWhatCannotBeAPoseIsRefused(t *testing.T) {
	good := moved("a", "b", 0, tf.Identity())
	for says, spoil := range map[string]func(*tf.Stamped){
		`transform "" → "b": parent: the frame's name is empty`: func(s *tf.Stamped) { s.Parent = "" },
		`child: the frame's name is empty`:                      func(s *tf.Stamped) { s.Child = "" },
		`child: frame "/b": expected no slash`:                  func(s *tf.Stamped) { s.Child = "/b" },
		`transform "b" → "b": a frame cannot be its own parent`: func(s *tf.Stamped) { s.Parent = "b" },
		`translation (NaN, 0, 0): expected finite numbers`:      func(s *tf.Stamped) { s.P.X = math.NaN() },
		`rotation (x 0, y 0, z 0, w 2): length 2, expected 1`:   func(s *tf.Stamped) { s.Q.Real = 2 },
		`rotation (x 0, y 0, z 0, w +Inf): expected finite`:     func(s *tf.Stamped) { s.Q.Real = math.Inf(1) },
		`length 0, expected 1`:                                  func(s *tf.Stamped) { s.Q = quat.Number{} },
	} {
		s := good
		spoil(&s)
		var b tf.Buffer
		for _, set := range []func(tf.Stamped) error{b.Set, b.SetStatic} {
			err := set(s)
			require.ErrorContains(t, err, says)
			var invalid *tf.InvalidError
			require.ErrorAs(t, err, &invalid)
		}
		require.Empty(t, b.Frames())
	}
}

func TestALoopIsNamed(t *testing.T) {
	var b tf.Buffer
	set(t, &b, moved("a", "b", 0, tf.Identity()), moved("b", "c", 0, tf.Identity()), moved("c", "a", 0, tf.Identity()),
		moved("a", "leaf", 0, tf.Identity()), moved("x", "y", 0, tf.Identity()))
	for _, when := range []time.Time{{}, at(1)} {
		set(t, &b, moved("a", "b", 1, tf.Identity()), moved("b", "c", 1, tf.Identity()), moved("c", "a", 1, tf.Identity()), moved("a", "leaf", 1, tf.Identity()), moved("x", "y", 1, tf.Identity()))
		for _, pair := range [][2]string{{"y", "leaf"}, {"leaf", "y"}} {
			_, err := b.Lookup(pair[0], pair[1], when)
			var loop *tf.LoopError
			require.ErrorAs(t, err, &loop)
			require.ElementsMatch(t, []string{"a", "b", "c"}, loop.Frames)
		}
	}
	require.True(t, b.CanTransform("a", "c", at(1)), "what is near enough is found")
}

func TestNamesFromTheNetworkAreBounded(t *testing.T) {
	var b tf.Buffer
	var err error
	n := 0
	for ; err == nil; n++ {
		err = b.SetStatic(tf.Stamped{Parent: "a", Child: fmt.Sprint("b", n), Transform: tf.Identity()})
	}
	var full *tf.FullError
	require.ErrorAs(t, err, &full)
	require.Equal(t, 1<<16, n)
	require.True(t, b.CanTransform("a", "b7", at(0)))
	_, err = b.Lookup("a", "b70000000", at(0))
	require.Less(t, len(err.Error()), 300)
}

func TestExtremeTimesAreTimes(t *testing.T) {
	b := tf.Buffer{Cache: math.MaxInt64}
	extreme := []time.Time{
		time.Unix(math.MinInt32, 0), time.Unix(math.MaxInt32, 4e9), time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0),
		time.Unix(-62135596801, 0),
	}
	for _, when := range extreme {
		for _, of := range extreme {
			_ = b.Set(tf.Stamped{Parent: "a", Child: "b", Time: of, Transform: tf.Identity()}) // may be too old
			if _, err := b.Lookup("a", "b", when); err != nil {
				require.NotEmpty(t, err.Error())
			}
		}
	}
}

func TestWaitWakesWhenThePoseIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b tf.Buffer
		got := make(chan tf.Stamped, 3)
		for _, when := range []time.Time{{}, at(50 * ms), at(60 * ms)} {
			go func() {
				s, err := b.Wait(t.Context(), "a", "c", when)
				if err != nil {
					t.Error(err)
				}
				got <- s
			}()
		}
		synctest.Wait()
		require.NoError(t, b.SetStatic(tf.Stamped{Parent: "a", Child: "b", Transform: tf.Translation(r3.Vec{X: 1})}))
		synctest.Wait()
		require.Empty(t, got)
		set(t, &b, moved("b", "c", 40*ms, tf.Identity()))
		require.Equal(t, at(40*ms), (<-got).Time)
		synctest.Wait()
		require.Empty(t, got)
		set(t, &b, moved("b", "c", 60*ms, tf.Identity()))
		require.Equal(t, r3.Vec{X: 1}, (<-got).P)
		require.Equal(t, r3.Vec{X: 1}, (<-got).P)
	})
}

func TestWaitEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := arm(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := b.Wait(ctx, "base", "head", at(2*time.Second))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		var e *tf.ExtrapolationError
		require.ErrorAs(t, err, &e)
		require.Equal(t, 1200*ms, e.By())
		_, err = b.Wait(t.Context(), "/base", "head", at(0))
		require.ErrorContains(t, err, "slash", "at once: nothing can help")
	})
}
