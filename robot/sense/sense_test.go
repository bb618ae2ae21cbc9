package sense

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// placed is a localizer of a robot whose pose in odom is that in map.
type placed struct {
	localized bool
	pitch     float64
	images    int
}

func (p *placed) Reset(localization.Start) {}

func (p *placed) Step(in *localization.Input) localization.Estimate {
	if in.Features != nil {
		p.images++
	}
	return localization.Estimate{Stamp: in.Stamp, Pose: in.Odometry, Localized: p.localized, Pitch: p.pitch, TiltVar: 1e-4}
}

// onField returns a robot's sense on a field, and its localizer.
func onField(t testing.TB, c Config) (*Sense, *placed) {
	t.Helper()
	f, err := field.Load("spl")
	require.NoError(t, err)
	l := &placed{localized: true}
	c.Fields = []*field.Map{f.Map()}
	c.Localizer = func(*field.Map) (localization.Localizer, error) { return l, nil }
	s, err := New(c)
	require.NoError(t, err)
	s.Start(localization.Anywhere())
	return s, l
}

// seesBall returns the input of an image with a ball.
func seesBall(x, y float64) worldmodel.Input {
	c := plane.Cov2{XX: 1e-4, YY: 1e-4}
	return worldmodel.Input{
		Image: true, View: worldmodel.View{HalfWidth: 0.5, FarM: 5}, Tilt: worldmodel.Tilt{Var: 1e-5, HeightM: 0.5},
		Balls: []percepts.SeenBall{{X: x, Y: y, Cov: c, Confidence: 0.9}},
	}
}

// walk adds odometry of a robot that walks ahead with 1 m/s, until a moment.
func walk(s *Sense, from, until time.Duration) {
	for at := from; at < until; at += 10 * time.Millisecond {
		s.Odometry(percepts.Odometry{Stamp: at, X: at.Seconds()})
	}
}

func TestALateImageIsUsedAtItsMoment(t *testing.T) {
	s, l := onField(t, Config{})
	var then, now worldmodel.Snapshot
	in := seesBall(1, 0.2)
	require.False(t, s.Image(&percepts.FieldFeatures{}, &in, &then), "no odometry yet")
	require.False(t, s.Now(&then, &now))
	for i := range 20 { // images that are 0.1 s late
		from := time.Duration(i) * 100 * time.Millisecond
		walk(s, from, from+100*time.Millisecond)
		in = seesBall(3-from.Seconds(), 0.2)
		require.True(t, s.Image(&percepts.FieldFeatures{Stamp: from}, &in, &then))
	}
	require.Equal(t, 20, l.images)
	require.Equal(t, 1900*time.Millisecond, then.Stamp)
	require.InDelta(t, 1.1, then.Ball.X, 0.02)
	require.True(t, s.Now(&then, &now))
	require.Equal(t, 1990*time.Millisecond, now.Stamp)
	require.InDelta(t, then.Ball.X-0.09, now.Ball.X, 0.01, "the robot has walked")
	require.InDelta(t, 3, now.Ball.MapX, 0.02)
	require.InDelta(t, 1.99, now.Pose.X, 1e-9)
}

func TestATiltIsUsedWhileTheRobotIsLocalizedOrAlways(t *testing.T) {
	for _, always := range []bool{false, true} {
		for _, localized := range []bool{false, true} {
			s, l := onField(t, Config{AnyTilt: always})
			l.localized, l.pitch = localized, 0.02
			in := seesBall(1, 0)
			var out worldmodel.Snapshot
			s.Step(time.Second, plane.Pose{}, nil, &in, &out)
			require.Equal(t, always || localized, s.kept.Tilt.Pitch == 0.02)
			require.Zero(t, in.Tilt.Pitch, "the caller's input stays")
		}
	}
}

func TestPlayTurnsTheFieldAndForgetsTheBall(t *testing.T) {
	f, err := field.Load("field2010")
	require.NoError(t, err)
	s, err := New(Config{
		Fields:    []*field.Map{f.Map(), f.Map().Turned()},
		Localizer: func(*field.Map) (localization.Localizer, error) { return &placed{}, nil },
	})
	require.NoError(t, err)
	in := seesBall(1, 0)
	var out worldmodel.Snapshot
	for i := range 5 {
		s.Step(time.Duration(i)*100*time.Millisecond, plane.Pose{}, nil, &in, &out)
	}
	require.True(t, out.Ball.Known)
	s.Play(plane.NegativeX)
	s.Start(localization.Anywhere())
	require.Equal(t, plane.NegativeX, s.Attack())
	require.NotEqual(t, f.Map().Points, s.Field().Points, "goals have colours")
	s.Step(time.Second, plane.Pose{}, nil, &worldmodel.Input{}, &out)
	require.False(t, out.Ball.Known)
}

// A ball that rolls, was not seen lately or that no teammate sees says nothing about the side.
func TestOnlyABallThatRestsAndIsSeenShowsTheSide(t *testing.T) {
	for _, row := range []struct {
		name string
		edit func(*worldmodel.Snapshot)
	}{
		{"shows it", func(*worldmodel.Snapshot) {}},
		{"no own ball", func(w *worldmodel.Snapshot) { w.Ball.Known = false }},
		{"no mate sees one", func(w *worldmodel.Snapshot) { w.MatesBall.Known = false }},
		{"seen long ago", func(w *worldmodel.Snapshot) { w.Ball.SeenAt = 9 * time.Second }},
		{"it rolls", func(w *worldmodel.Snapshot) { w.Ball.Rolling = 0.9 }},
	} {
		var w worldmodel.Snapshot
		w.Ball.Known, w.Ball.SeenAt, w.MatesBall = true, 9900*time.Millisecond, worldmodel.TeamBall{Known: true, X: 1, Dev: 0.2}
		row.edit(&w)
		b := ShownSide(10*time.Second, plane.Pose{X: 2}, &w)
		require.Equal(t, row.name == "shows it", b.Known, row.name)
	}
}

func TestEchoesInRangeAreRobots(t *testing.T) {
	s := Sonar{Azimuth: [2]float64{0.3, -0.3}, Half: 0.5, Min: 0.2, Max: 0.8, Behind: 0.1}
	require.Empty(t, s.Echoes(nil, 0, [2]float64{0.1, math.Inf(1)}))
	require.Empty(t, s.Echoes(nil, 0, [2]float64{math.NaN(), 0.9}))
	both := s.Echoes(nil, time.Second, [2]float64{0.5, 0.5})
	require.Len(t, both, 2)
	require.Greater(t, math.Hypot(both[0].X, both[0].Y), 0.6)
	require.InDelta(t, both[0].X, both[1].X, 1e-9)
	require.InDelta(t, both[0].Y, -both[1].Y, 1e-9)
}

func TestAStepAllocatesNothing(t *testing.T) {
	s, _ := onField(t, Config{})
	f, in := &percepts.FieldFeatures{}, seesBall(1, 0)
	var out, now worldmodel.Snapshot
	at := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		at += 100 * time.Millisecond
		f.Stamp = at
		s.Step(at, plane.Pose{}, f, &in, &out)
		s.Now(&out, &now)
	}))
}
