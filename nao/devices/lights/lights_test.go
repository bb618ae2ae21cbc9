package lights

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

var (
	red  = nao.Color{R: 1}
	blue = nao.Color{B: 0.5}
)

func at(t *testing.T, a Animation, since time.Duration) (l nao.Lights) {
	t.Helper()
	require.NoError(t, a.Check())
	a.Paint(&l, since)
	return l
}

func TestGroupsAreWordsWithCommas(t *testing.T) {
	g, err := ParseGroup("eyes, chest")
	require.NoError(t, err)
	require.Equal(t, Eyes|Chest, g)
	_, err = ParseGroup("eyes,nose")
	require.EqualError(t, err, `group "nose": expected all, eyes, left_eye, right_eye, ears, left_ear, right_ear, chest, feet, left_foot, right_foot, skull, or several with commas`)
}

func TestAColorFillsItsGroupAndNothingElse(t *testing.T) {
	a := Animation{Group: All, Color: nao.Color{R: 0.2, G: 0.4, B: 0.1}, Period: time.Second}
	require.Equal(t, nao.AllOn(a.Color), at(t, a, 3*time.Second))
	for _, g := range groups[1:] {
		a.Group = g.group
		l := at(t, a, 0)
		b := a
		b.Group, b.Color = All&^g.group, nao.Color{}
		all := nao.AllOn(a.Color)
		b.Paint(&all, 0)
		require.Equal(t, all, l, g.word)
	}
}

func TestPatternsAreWhatTheySay(t *testing.T) {
	a := Animation{Group: Chest, Color: red, Second: blue, Period: time.Second}
	chest := func(p Pattern, since time.Duration) nao.Color { a.Pattern = p; return at(t, a, since).Chest }
	require.Equal(t, red, chest(Steady, 700*time.Millisecond))
	require.Equal(t, red, chest(Blink, 2499*time.Millisecond))
	require.Equal(t, blue, chest(Blink, 2500*time.Millisecond))
	require.Equal(t, blue, chest(Fade, 0))
	require.Equal(t, red, chest(Fade, 500*time.Millisecond))
	half := chest(Fade, 250*time.Millisecond)
	require.InDelta(t, 0.5, half.R, 1e-6)
	require.InDelta(t, 0.25, half.B, 1e-6)
}

// The light stands at the angle of its time in both eyes, whose LEDs count the other way
// round, and all around nothing is left out.
func TestALightGoesRound(t *testing.T) {
	a := Animation{Group: All, Pattern: Rotate, Color: red, Second: nao.Color{}, Period: time.Second}
	for step := range 8 {
		l := at(t, a, time.Duration(step)*time.Second/8)
		degrees := float64(45 * step)
		for i := range l.LeftEye {
			for eye, led := range map[string]struct{ bright, degrees float64 }{
				"left":  {float64(l.LeftEye[i].R), leftEyeAngles[i]},
				"right": {float64(l.RightEye[i].R), rightEyeAngles[i]},
			} {
				off := math.Abs(math.Remainder(led.degrees-degrees, 360))
				require.InDelta(t, max(0, 1-off/60), led.bright, 1e-6, "%s eye at %g", eye, led.degrees)
			}
		}
	}
	sum := func(l nao.Lights) (ear, skull float64) {
		for i := range l.LeftEar {
			ear += float64(l.LeftEar[i])
			require.InDelta(t, l.LeftEar[i], l.RightEar[9-i], 1e-6, "ears mirror each other")
		}
		for _, v := range l.Skull {
			skull += float64(v)
		}
		return ear, skull
	}
	for step := range 100 {
		ear, skull := sum(at(t, a, time.Duration(step)*time.Second/100))
		require.InDelta(t, 60.0/36, ear, 0.15)
		require.InDelta(t, 2, skull, 1e-5)
	}
}

func TestLengthsCountTimeOrPeriods(t *testing.T) {
	a := Animation{Period: 2 * time.Second}
	require.Zero(t, a.Length())
	a.Repeats = 3
	require.Equal(t, 6*time.Second, a.Length())
	a.Duration = time.Second
	require.Equal(t, time.Second, a.Length())
}

func TestAWrongAnimationIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(*Animation){
		"group: it is empty":        func(a *Animation) { a.Group = 0 },
		"pattern 9: expected 0":     func(a *Animation) { a.Pattern = 9 },
		"color {2 0 0}: expected":   func(a *Animation) { a.Color.R = 2 },
		"second_color {0 NaN 0}":    func(a *Animation) { a.Second.G = float32(math.NaN()) },
		"period 1ms: expected":      func(a *Animation) { a.Period = time.Millisecond },
		"duration -1s: expected":    func(a *Animation) { a.Duration = -time.Second },
		"repeats 4000000: with a p": func(a *Animation) { a.Repeats = 4_000_000 },
	} {
		a := Animation{Group: All, Color: red, Period: time.Second}
		spoil(&a)
		require.ErrorContains(t, a.Check(), want)
	}
}

// Whatever the numbers, every LED stays between 0 and 1.
func TestEveryLEDStaysInItsRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 20_000 {
		a := Animation{
			Group: Group(rng.UintN(1 << 8)), Pattern: Pattern(rng.UintN(4)),
			Color: nao.Color{R: rng.Float32(), G: rng.Float32(), B: rng.Float32()}, Second: nao.Color{R: rng.Float32()},
			Period: shortestPeriod + time.Duration(rng.Int64N(int64(time.Hour))),
		}
		var l nao.Lights
		a.Paint(&l, time.Duration(rng.Int64N(int64(48*time.Hour)))-24*time.Hour)
		limited := l
		limited.Limit()
		for i := range l.LeftEye {
			require.InDelta(t, limited.LeftEye[i].R, l.LeftEye[i].R, 1e-6)
		}
		for i := range l.Skull {
			require.InDelta(t, limited.Skull[i], l.Skull[i], 1e-6)
		}
	}
}

var start = time.Unix(100, 0)

func TestTheHighestPriorityShinesAndThenWhatLiesBelow(t *testing.T) {
	var m Mixer
	m.SetBase(Chest, nao.Color{G: 1})
	chest := func(since time.Duration) nao.Color {
		var l nao.Lights
		m.At(start.Add(since), &l)
		return l.Chest
	}
	require.Equal(t, nao.Color{G: 1}, chest(0))
	alarm, err := m.Add(Animation{Group: Chest, Color: red, Period: time.Second, Duration: 3 * time.Second, Priority: 5}, start)
	require.NoError(t, err)
	low, err := m.Add(Animation{Group: Chest | Skull, Color: blue, Period: time.Second}, start)
	require.NoError(t, err)
	hidden, err := m.Add(Animation{Group: Chest, Color: nao.Color{R: 0.5}, Period: time.Second, Priority: 4}, start)
	require.NoError(t, err)
	require.Equal(t, red, chest(0))
	require.Equal(t, Status{Progress: 0.5, Shines: true}, m.Status(alarm, start.Add(1500*time.Millisecond)))
	require.Equal(t, Status{Shines: true}, m.Status(low, start), "the skull does")
	require.Equal(t, Status{}, m.Status(hidden, start))
	require.Equal(t, nao.Color{R: 0.5}, chest(3*time.Second), "the alarm has ended by itself")
	require.Equal(t, Status{Ended: true, Progress: 1, Shines: true}, m.Status(alarm, start.Add(4*time.Second)))
	m.Remove(hidden)
	require.Equal(t, blue, chest(3*time.Second))
	newest, err := m.Add(Animation{Group: Chest, Color: nao.Color{B: 1}, Pattern: Blink, Period: time.Second}, start)
	require.NoError(t, err)
	require.Equal(t, nao.Color{B: 1}, chest(3*time.Second), "of equals the newest")
	require.True(t, m.Moving())
	m.Remove(newest)
	m.Remove(low)
	require.False(t, m.Moving())
	require.Equal(t, nao.Color{G: 1}, chest(3*time.Second))
	require.Equal(t, Status{Ended: true, Progress: 1}, m.Status(low, start))
}

func TestTooManyAtOnceAreRefused(t *testing.T) {
	var m Mixer
	for range mostAtOnce {
		_, err := m.Add(Animation{Group: Chest, Color: red, Period: time.Second}, start)
		require.NoError(t, err)
	}
	_, err := m.Add(Animation{Group: Chest, Color: red, Period: time.Second}, start)
	require.ErrorIs(t, err, ErrTooMany)
	_, err = m.Add(Animation{}, start)
	require.EqualError(t, err, "group: it is empty")
}

func TestPaintingAllocatesNothing(t *testing.T) {
	var m Mixer
	for p := range Pattern(4) {
		_, err := m.Add(Animation{Group: All, Color: red, Pattern: p, Period: time.Second}, start)
		require.NoError(t, err)
	}
	var l nao.Lights
	require.Zero(t, testing.AllocsPerRun(100, func() { m.At(start.Add(time.Second/3), &l) }))
}
