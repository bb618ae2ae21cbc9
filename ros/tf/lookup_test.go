package tf_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/ros/tf"
)

// arm is a moving shoulder with a fixed camera, beside a moving head: base → torso
// → {shoulder → camera, head}.
func arm(t *testing.T) *tf.Buffer {
	t.Helper()
	b := &tf.Buffer{}
	require.NoError(t, b.SetStatic(tf.Stamped{Parent: "base", Child: "torso", Transform: tf.Translation(r3.Vec{Z: 1})}))
	require.NoError(t, b.SetStatic(tf.Stamped{Parent: "shoulder", Child: "camera", Transform: tf.Translation(r3.Vec{X: 1})}))
	for i := range 11 { // 0 to 1 s; it turns left with 1 rad/s
		set(t, b, moved("torso", "shoulder", time.Duration(i)*100*ms, tf.Rotation(r3.Vec{Z: 1}, float64(i)*0.1)))
	}
	for i := range 9 { // 0 to 0.8 s
		set(t, b, moved("torso", "head", time.Duration(i)*100*ms, tf.Translation(r3.Vec{Z: 0.1 * float64(i)})))
	}
	return b
}

func TestFramesBetweenSamplesAreWhereTheyMustHaveBeen(t *testing.T) {
	b := arm(t)
	for _, sec := range []float64{0.03, 0.1, 0.25, 0.999, 1} {
		x := lookup(t, b, "base", "camera", time.Duration(sec*1e9))
		sin, cos := math.Sincos(sec)
		require.InDeltaSlice(t, []float64{cos, sin, 1}, []float64{x.P.X, x.P.Y, x.P.Z}, 1e-9, "it moves on a circle")
	}
	x := lookup(t, b, "head", "camera", 750*ms)
	require.InDelta(t, -0.75, x.P.Z, 1e-9, "across the tree")
	requireSame(t, tf.Identity(), lookup(t, b, "camera", "camera", time.Hour), 0, "itself, at any time")
	require.InDelta(t, 1, lookup(t, b, "base", "torso", time.Hour).P.Z, 0, "what is fixed, at any time")
}

func TestTheLatestTimeIsTheOneThatAllShare(t *testing.T) {
	b := arm(t)
	for name, row := range map[string]struct {
		target, source string
		want           time.Time
	}{
		"one moves":                    {"base", "camera", at(time.Second)},
		"the other ends earlier":       {"head", "camera", at(800 * ms)},
		"nothing above them counts":    {"shoulder", "camera", time.Time{}},
		"nothing moves":                {"torso", "base", time.Time{}},
		"itself":                       {"head", "head", time.Time{}},
		"as tf2 says it, with stamp 0": {"camera", "base", at(time.Second)},
	} {
		t.Run(name, func(t *testing.T) {
			for _, zero := range []time.Time{{}, time.Unix(0, 0)} {
				s, err := b.Lookup(row.target, row.source, zero)
				require.NoError(t, err)
				require.True(t, row.want.Equal(s.Time), "%v", s.Time)
			}
		})
	}
}

func TestLookupsChainAndInvert(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 30 {
		b := randomTree(t, rng, 12, 40)
		for range 30 {
			name := func() string { return fmt.Sprint("f", rng.IntN(12)) }
			a, m, c, when := name(), name(), name(), time.Duration(rng.IntN(1000))*ms
			ac := lookup(t, b, a, c, when)
			requireSame(t, lookup(t, b, a, m, when).Mul(lookup(t, b, m, c, when)), ac, 1e-9)
			requireSame(t, ac.Inverse(), lookup(t, b, c, a, when), 1e-9)
			full, err := b.LookupFull(a, at(when), c, at(when), m)
			require.NoError(t, err)
			requireSame(t, ac, full.Transform, 1e-9, "at one time the way does not matter")
		}
	}
}

func TestInterpolatedFramesDoNotJump(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	b := &tf.Buffer{}
	x := randomPose(rng)
	for i := range 50 {
		set(t, b, moved("a", "b", time.Duration(i)*12*ms, x))
		x = x.Mul(tf.Rotation(randomUnit(rng), 0.05))
		x.P = r3.Add(x.P, r3.Scale(0.01, randomUnit(rng)))
	}
	last := lookup(t, b, "a", "b", time.Microsecond)
	for at := 100 * time.Microsecond; at <= 49*12*ms; at += 100 * time.Microsecond {
		now := lookup(t, b, "a", "b", at)
		require.Less(t, r3.Norm(r3.Sub(now.P, last.P)), 1.01*0.01/120)
		require.Less(t, rotationBetween(last, now), 1.01*0.05/120)
		last = now
	}
}

// randomTree has n frames f0, f1, … that move in frames before them, with samples from
// 0 to 1 s in random order and at random times.
func randomTree(t *testing.T, rng *rand.Rand, n, samples int) *tf.Buffer {
	b := &tf.Buffer{}
	for i := 1; i < n; i++ {
		parent := fmt.Sprint("f", rng.IntN(i))
		child := fmt.Sprint("f", i)
		if rng.IntN(3) == 0 {
			require.NoError(t, b.SetStatic(tf.Stamped{Parent: parent, Child: child, Transform: randomPose(rng)}))
			continue
		}
		times := []time.Duration{0, 1000 * ms}
		for range samples {
			times = append(times, time.Duration(rng.IntN(1e9)))
		}
		rng.Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
		for _, when := range times {
			set(t, b, moved(parent, child, when, randomPose(rng)))
		}
	}
	return b
}

func TestTimeTravelGoesThroughWhatStandsStill(t *testing.T) {
	b := &tf.Buffer{}
	for i := range 11 { // the robot drives forward with 1 m/s
		set(t, b, moved("odom", "base", time.Duration(i)*100*ms, tf.Translation(r3.Vec{X: 0.1 * float64(i)})))
	}
	require.NoError(t, b.SetStatic(tf.Stamped{Parent: "base", Child: "eye", Transform: tf.Translation(r3.Vec{Z: 0.5})}))
	// Where is, in the robot of 0.9 s, what the eye of 0.2 s saw?
	s, err := b.LookupFull("base", at(900*ms), "eye", at(200*ms), "odom")
	require.NoError(t, err)
	require.Equal(t, tf.Stamped{Parent: "base", Child: "eye", Time: at(900 * ms), Transform: s.Transform}, s)
	require.InDeltaSlice(t, []float64{-0.7, 0, 0.5}, []float64{s.P.X, s.P.Y, s.P.Z}, 1e-12)
}

func TestSamplesMayComeInAnyOrderAndTwice(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	var ordered, shuffled tf.Buffer
	var all []tf.Stamped
	for i := range 200 {
		all = append(all, moved("a", "b", time.Duration(i+1)*20*ms, randomPose(rng)))
	}
	set(t, &ordered, all...)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	set(t, &shuffled, all...)
	set(t, &shuffled, all[:50]...)
	for range 500 {
		when := 20*ms + time.Duration(rng.IntN(int(3980*ms)))
		requireSame(t, lookup(t, &ordered, "a", "b", when), lookup(t, &shuffled, "a", "b", when), 0)
	}
	other := all[7]
	other.Transform = tf.Translation(r3.Vec{X: 42})
	set(t, &shuffled, other)
	requireSame(t, other.Transform, lookup(t, &shuffled, "a", "b", other.Time.Sub(at(0))), 0, "the last word counts")
}

func TestOldSamplesAreForgottenAndRefused(t *testing.T) {
	b := &tf.Buffer{Cache: time.Second}
	for i := range 1001 {
		set(t, b, moved("a", "b", time.Duration(i)*10*ms, tf.Identity()))
	}
	require.True(t, b.CanTransform("a", "b", at(9*time.Second)))
	require.False(t, b.CanTransform("a", "b", at(9*time.Second-1)))
	err := b.Set(moved("a", "b", 8999*ms, tf.Identity()))
	var old *tf.OldError
	require.ErrorAs(t, err, &old)
	require.EqualError(t, err, `transform "a" → "b" at 8.999000000 s: older by 1.001s than the newest at 10.000000000 s; the cache holds 1s`)
	set(t, b, moved("a", "b", 20*time.Second, tf.Identity()))
	require.False(t, b.CanTransform("a", "b", at(10*time.Second)))
	require.True(t, b.CanTransform("a", "b", time.Time{}))
}

func TestAFrameMayGetAnotherParent(t *testing.T) {
	b := &tf.Buffer{}
	for _, f := range []string{"hand", "table"} {
		require.NoError(t, b.SetStatic(tf.Stamped{Parent: "world", Child: f, Transform: tf.Translation(r3.Vec{X: float64(len(f))})}))
	}
	set(t, b, moved("hand", "cup", 100*ms, tf.Translation(r3.Vec{Z: 1})), moved("hand", "cup", 200*ms, tf.Translation(r3.Vec{Z: 2})),
		moved("table", "cup", 300*ms, tf.Identity()), moved("table", "cup", 400*ms, tf.Identity()))
	require.Equal(t, r3.Vec{X: 4, Z: 1.5}, lookup(t, b, "world", "cup", 150*ms).P)
	require.Equal(t, r3.Vec{X: 4, Z: 2}, lookup(t, b, "world", "cup", 299*ms).P, "held by the hand until the table has it")
	require.Equal(t, r3.Vec{X: 5}, lookup(t, b, "world", "cup", 300*ms).P)
	parent, ok := b.Parent("cup")
	require.True(t, ok)
	require.Equal(t, "table", parent)
	require.NoError(t, b.SetStatic(tf.Stamped{Parent: "world", Child: "cup", Transform: tf.Identity()}))
	require.Equal(t, r3.Vec{}, lookup(t, b, "world", "cup", time.Hour).P, "glued to the world")
	set(t, b, moved("hand", "cup", 50*ms, tf.Identity()))
	require.Equal(t, r3.Vec{X: 4}, lookup(t, b, "world", "cup", 50*ms).P, "and taken again")
}

func TestMotionAboveTheMeetingPointDoesNotMatter(t *testing.T) {
	b := &tf.Buffer{}
	set(t, b, moved("odom", "base", 100*ms, tf.Translation(r3.Vec{X: 1e9})),
		moved("base", "left", 900*ms, tf.Translation(r3.Vec{Y: 0.1})), moved("base", "right", 900*ms, tf.Translation(r3.Vec{Y: -0.1})))
	x := lookup(t, b, "left", "right", 900*ms) // odom has no sample of that time
	require.Equal(t, r3.Vec{Y: -0.2}, x.P, "nor does a large number above spoil the digits")
}

func TestLookupsInSteadyStateAllocateNothing(t *testing.T) {
	b := arm(t)
	when, i := at(555*ms), 10
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		if _, err := b.Lookup("head", "camera", when); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Lookup("head", "camera", time.Time{}); err != nil {
			t.Fatal(err)
		}
		if b.CanTransform("head", "elsewhere", when) || b.CanTransform("head", "camera", at(time.Hour)) {
			t.Fatal("no")
		}
	}))
	feed := func() {
		i++
		if err := b.Set(moved("torso", "shoulder", time.Duration(i)*10*ms, tf.Identity())); err != nil {
			t.Fatal(err)
		}
	}
	for range 3000 {
		feed()
	}
	require.Zero(t, testing.AllocsPerRun(3000, feed), "nor does a full cache")
}

func TestManyMayReadWhileOthersWrite(t *testing.T) {
	var b tf.Buffer
	set(t, &b, moved("a", "b", 0, tf.Identity()), moved("b", "c", 0, tf.Identity()))
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 500 {
				s := moved("a", "b", time.Duration(i)*ms, tf.Translation(r3.Vec{X: float64(i)}))
				if w%2 == 1 {
					s = moved("b", "c", time.Duration(i)*ms, tf.Translation(r3.Vec{X: -float64(i)}))
				}
				if err := b.Set(s); err != nil {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			for range 500 {
				if _, err := b.Lookup("c", "a", time.Time{}); err != nil {
					t.Error(err)
				}
				b.Frames()
			}
		})
	}
	all.Wait()
	requireSame(t, tf.Identity(), lookup(t, &b, "a", "c", 499*ms), 0)
}

func BenchmarkLookup(b *testing.B) {
	var frames tf.Buffer
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 830 { // a leg of six joints at 83 Hz, a full cache
		for j := range 6 {
			if err := frames.Set(moved(fmt.Sprint("l", j), fmt.Sprint("l", j+1), time.Duration(i)*12*ms, randomPose(rng))); err != nil {
				b.Fatal(err)
			}
		}
	}
	for name, when := range map[string]time.Time{"latest": {}, "between samples": at(5003 * ms)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := frames.Lookup("l0", "l6", when); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSet(b *testing.B) {
	var frames tf.Buffer
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		if err := frames.Set(moved("a", "b", time.Duration(i)*12*ms, tf.Identity())); err != nil {
			b.Fatal(err)
		}
	}
}
