package localization

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// follower is a Localizer that believes its odometry and remembers its inputs.
type follower struct {
	inputs []Input
	resets int
}

func (f *follower) Reset(Start) { f.resets++ }

func (f *follower) Step(in *Input) Estimate {
	f.inputs = append(f.inputs, *in)
	return Estimate{Stamp: in.Stamp, Pose: plane.Pose{X: 1}.Mul(in.Odometry)}
}

func odometry(at time.Duration) percepts.Odometry {
	return percepts.Odometry{Stamp: at, X: at.Seconds(), Theta: 0.1 * at.Seconds()}
}

func TestAnImageIsUsedAtItsOwnMoment(t *testing.T) {
	l := &follower{}
	tr := NewTracker(l)
	require.False(t, tr.Image(&percepts.FieldFeatures{Stamp: time.Second}), "no odometry yet")
	for at := time.Duration(0); at <= time.Second; at += 24 * time.Millisecond {
		tr.Odometry(odometry(at))
	}
	require.True(t, tr.Image(&percepts.FieldFeatures{Stamp: 930 * time.Millisecond}))
	in := l.inputs[len(l.inputs)-1]
	require.InDelta(t, 0.93, in.Odometry.X, 1e-4)
	require.InDelta(t, 0.093, in.Odometry.Theta, 1e-9)
	require.NotNil(t, in.Features)
	require.False(t, tr.Image(&percepts.FieldFeatures{Stamp: 900 * time.Millisecond}), "older than the last")
	require.False(t, tr.Image(&percepts.FieldFeatures{Stamp: 5 * time.Second}), "odometry is too old")
	now, o, stamp, ok := tr.Now()
	require.True(t, ok)
	require.Equal(t, 984*time.Millisecond, stamp)
	require.InDelta(t, 0.984, o.X, 1e-12)
	require.InDelta(t, 1.984, now.X, 1e-6)
	require.InDelta(t, 1, tr.Odom().X, 1e-9)
}

func TestBothCamerasMayHaveAnImageOfOneMoment(t *testing.T) {
	l := &follower{}
	tr := NewTracker(l)
	tr.Odometry(odometry(0))
	tr.Odometry(odometry(100 * time.Millisecond))
	at := 90 * time.Millisecond
	require.True(t, tr.Image(&percepts.FieldFeatures{Stamp: at}))
	require.True(t, tr.Image(&percepts.FieldFeatures{Stamp: at, Bottom: true}))
	require.False(t, tr.Image(&percepts.FieldFeatures{Stamp: at, Bottom: true}), "the same image again")
}

func TestImagesOfABusyComputerCanBeLate(t *testing.T) {
	l := &follower{}
	tr := NewTracker(l)
	steps := 0
	for at := time.Duration(0); at <= 9*time.Second; at += 12 * time.Millisecond {
		tr.Odometry(odometry(at))
		if at%(996*time.Millisecond) == 0 && at > 3*time.Second {
			require.True(t, tr.Image(&percepts.FieldFeatures{Stamp: at - 2400*time.Millisecond}), at)
			steps++
		}
	}
	require.Equal(t, 6, steps)
}

func TestBallsAreThoseOfTheImagesMoment(t *testing.T) {
	l := &follower{}
	tr := NewTracker(l)
	for at := time.Duration(0); at <= time.Second; at += 24 * time.Millisecond {
		tr.Odometry(percepts.Odometry{Stamp: at, X: at.Seconds()})
	}
	tr.SetBalls(Balls{
		Known: true, Stamp: 500 * time.Millisecond, Odometry: plane.Pose{X: 0.5}, Own: percepts.SeenBall{X: 2, Y: 0.3, Cov: plane.Cov2{XX: 1, YY: 2}},
		Team: percepts.SeenBall{X: -1, Y: 4},
	})
	require.True(t, tr.Image(&percepts.FieldFeatures{Stamp: 900 * time.Millisecond}))
	in := l.inputs[len(l.inputs)-1]
	require.InDelta(t, 1.6, in.OwnBall.X, 1e-3, "the robot has walked 40 cm since")
	require.InDelta(t, 0.3, in.OwnBall.Y, 1e-9)
	require.InDelta(t, -1, in.TeamBall.X, 1e-9)
	require.True(t, tr.Image(&percepts.FieldFeatures{Stamp: 1050 * time.Millisecond}))
	require.Nil(t, l.inputs[len(l.inputs)-1].OwnBall, "too old")
	tr.SetBalls(Balls{Known: true, Stamp: time.Second})
	tr.Reset(Anywhere())
	tr.Odometry(percepts.Odometry{Stamp: 1100 * time.Millisecond, X: 1.1})
	require.Nil(t, l.inputs[len(l.inputs)-1].OwnBall, "they were of the pose before")
}

func TestWithoutImagesTheLocalizerIsStepped(t *testing.T) {
	l := &follower{}
	tr := NewTracker(l)
	tr.SetFallen(true)
	for at := time.Duration(0); at < 4*time.Second; at += 24 * time.Millisecond {
		tr.Odometry(odometry(at))
	}
	require.Len(t, l.inputs, 16, "ten a second, behind by as much as images may be late")
	require.True(t, l.inputs[15].Fallen)
	tr.Odometry(percepts.Odometry{Stamp: 5 * time.Second, X: math.NaN()})
	require.Len(t, l.inputs, 16, "no number")
	tr.Odometry(odometry(0))
	require.Len(t, l.inputs, 17, "the clock went back")
	require.Zero(t, l.inputs[16].Stamp)
}

func TestTheTrackerAllocatesNothing(t *testing.T) {
	f := percepts.FieldFeatures{}
	l := &counter{}
	tr := NewTracker(l)
	at := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		at += 100 * time.Millisecond
		tr.Odometry(odometry(at))
		f.Stamp = at
		tr.Image(&f)
		tr.Now()
	}))
}

// counter is a Localizer that does nothing.
type counter struct{}

func (*counter) Reset(Start) {}

func (*counter) Step(in *Input) Estimate { return Estimate{Stamp: in.Stamp} }

// A player of a match has the odometry of its images, and passes it with them.
func TestAnImageWithItsOdometryIsAStep(t *testing.T) {
	l := &follower{}
	tr := NewTracker(l)
	tr.SetFallen(true)
	tr.SetBalls(Balls{Known: true, Stamp: 900 * time.Millisecond, Own: percepts.SeenBall{X: 2, Cov: plane.Cov2{XX: 1, YY: 1}}, Team: percepts.SeenBall{X: 3}})
	features := &percepts.FieldFeatures{Stamp: time.Second}
	require.InDelta(t, 1.5, tr.Step(time.Second, plane.Pose{X: 0.5}, features).Pose.X, 1e-12)
	require.Len(t, l.inputs, 1, "one step an image")
	in := &l.inputs[0]
	require.Same(t, features, in.Features)
	require.True(t, in.Fallen)
	require.InDelta(t, 1.5, in.OwnBall.X, 1e-12, "the robot has walked since")
	require.InDelta(t, 3, in.TeamBall.X, 1e-12)
	require.Nil(t, func() *percepts.SeenBall {
		tr.Step(1100*time.Millisecond, plane.Pose{X: 0.5}, nil)
		return l.inputs[1].OwnBall
	}(), "no image")
	require.InDelta(t, 1.5, tr.Step(1200*time.Millisecond, plane.Pose{X: math.NaN()}, features).Pose.X, 1e-12)
	require.Len(t, l.inputs, 2)
	now, _, _, ok := tr.Now()
	require.True(t, ok)
	require.InDelta(t, 1.5, now.X, 1e-12)
}
