package sight

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
)

func look(t testing.TB, table string, s *Scene, yaw float64) *Image {
	t.Helper()
	tab, err := rates.Load(table)
	require.NoError(t, err)
	if s.Field == nil {
		f, err := field.Load("spl")
		require.NoError(t, err)
		s.Field = f.Map()
	}
	return New(tab, 1, 0).Look(100*time.Millisecond, s, 0, yaw)
}

func TestIdealEyesFindThingsWhereTheyAre(t *testing.T) {
	pose := plane.Pose{X: 1, Y: -0.5, Theta: 0.4}
	s := Scene{BallX: 2.5, BallY: 0.2, Robots: []Robot{{Pose: pose, Team: 1}, {Pose: plane.Pose{X: 3, Y: 0.9}, Team: 2}}}
	i := look(t, "ideal", &s, 0)
	require.Len(t, i.Balls, 1)
	x, y := pose.Point(i.Balls[0].X, i.Balls[0].Y)
	require.InDelta(t, 2.5, x, 0.01)
	require.InDelta(t, 0.2, y, 0.01)
	require.Len(t, i.Robots, 1)
	require.Equal(t, percepts.OpponentSide, i.Robots[0].Side)
	require.NotEmpty(t, i.Features.Points)
	for _, p := range i.Features.Points {
		x, y := pose.Point(p.X, p.Y)
		near := math.Inf(1)
		for _, l := range s.Field.Points {
			if l.Kind == p.Kind {
				near = min(near, math.Hypot(l.X-x, l.Y-y))
			}
		}
		require.Less(t, near, 0.01)
		require.True(t, p.Cov.Valid())
	}
	for _, l := range i.Features.Lines {
		x, y := pose.Point(l.FromX, l.FromY)
		near := math.Inf(1)
		for _, f := range s.Field.Lines {
			length := f.Length()
			across := math.Abs((x-f.FromX)*(f.ToY-f.FromY)-(y-f.FromY)*(f.ToX-f.FromX)) / length
			near = min(near, across)
		}
		require.Less(t, near, 0.01)
	}
}

func TestWhatIsOutOfViewOrBehindARobotIsNotFound(t *testing.T) {
	own := Robot{Pose: plane.Pose{}, Team: 1}
	for _, row := range []struct {
		name    string
		x, y    float64
		other   plane.Pose
		fallen  bool
		yaw     float64
		visible bool
	}{
		{"ahead", 2, 0, plane.Pose{X: -3}, false, 0, true},
		{"behind the robot's back", -2, 0, plane.Pose{X: 3}, false, 0, false},
		{"aside, head turned", 0, 2, plane.Pose{X: -3}, false, math.Pi / 2, true},
		{"aside, head ahead", 0, 2, plane.Pose{X: -3}, false, 0, false},
		{"just inside the border", 2 * math.Cos(0.47), 2 * math.Sin(0.47), plane.Pose{X: -3}, false, 0, true},
		{"just outside", 2 * math.Cos(0.485), 2 * math.Sin(0.485), plane.Pose{X: -3}, false, 0, false},
		{"behind a robot", 2, 0, plane.Pose{X: 1}, false, 0, false},
		{"behind one that lies", 2, 0, plane.Pose{X: 1}, true, 0, true},
		{"before a robot", 1, 0, plane.Pose{X: 2}, false, 0, true},
	} {
		s := Scene{BallX: row.x, BallY: row.y, Robots: []Robot{own, {Pose: row.other, Team: 2, Fallen: row.fallen}}}
		require.Equal(t, row.visible, len(look(t, "ideal", &s, row.yaw).Balls) == 1, row.name)
	}
}

// Over many images the shares are those of the table, and the errors those of the covariances.
func TestSharesAndErrorsAreThoseOfTheTable(t *testing.T) {
	tab, err := rates.Load("nao")
	require.NoError(t, err)
	f, err := field.Load("spl")
	require.NoError(t, err)
	e := New(tab, 5, 2)
	s := Scene{Field: f.Map(), BallX: 3, Robots: []Robot{{}}}
	found, other := 0.0, 0.0
	const n = 20_000
	for i := range n {
		for _, b := range e.Look(time.Duration(i+1)*time.Second, &s, 0, 0).Balls {
			if math.Hypot(b.X-3, b.Y) < 1 {
				found++
			} else {
				other++
			}
		}
	}
	want := tab.Ball.ShareAt(3)
	require.InDelta(t, want, found/n, 6*math.Sqrt(want*(1-want)/n)+2*tab.Ball.False)
	require.Less(t, other/n, 3*tab.Ball.False+0.02)
}

func TestTheSameSeedFindsTheSame(t *testing.T) {
	s := Scene{BallX: 2, Robots: []Robot{{}, {Pose: plane.Pose{X: 1, Y: 1}, Team: 2}}}
	first := *look(t, "nao", &s, 0.1)
	require.Equal(t, first, *look(t, "nao", &s, 0.1))
}

func TestALookAllocatesNothing(t *testing.T) {
	tab, err := rates.Load("nao")
	require.NoError(t, err)
	f, err := field.Load("spl")
	require.NoError(t, err)
	e, s := New(tab, 1, 1), Scene{Field: f.Map(), BallX: 1, Robots: make([]Robot, 10)}
	for i := range s.Robots {
		s.Robots[i].Pose = plane.Pose{X: float64(i%5) - 2, Y: float64(i/5) - 1, Theta: 0.3}
	}
	now := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(200, func() { now += 100 * time.Millisecond; e.Look(now, &s, 0, 0.2) }))
}

// The eyes miss and misplace balls and robots by the shares and deviations of the table of measured errors.
func TestMeasuredErrorsAreThoseOfTheTable(t *testing.T) {
	tab, err := rates.Load("measured")
	require.NoError(t, err)
	require.NotEmpty(t, tab.Ball.Steps)
	require.NotEmpty(t, tab.Robots.Steps)
	still := *tab
	still.Camera.Tilt, still.Camera.Calibration = 0, 0
	f, err := field.Load("spl")
	require.NoError(t, err)
	e := New(&still, 5, 2)
	const n, d = 20_000, 1.5
	s := Scene{Field: f.Map(), BallX: d, Robots: []Robot{{}}}
	step, ok := still.Ball.StepAt(d)
	require.True(t, ok)
	found, sum := 0.0, 0.0
	for i := range n {
		for _, b := range e.Look(time.Duration(i+1)*time.Second, &s, 0, 0).Balls {
			if b.Confidence > 0.8 {
				found++
				sum += (b.X - d) * (b.X - d)
			}
		}
	}
	require.InDelta(t, step.Share, found/n, 0.03)
	require.InDelta(t, max(step.Distance, 0.001), math.Sqrt(sum/found), 0.1*step.Distance+0.0005)
}
