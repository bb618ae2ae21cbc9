package localization

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/percepts"
	"gonao/percepts/plane"
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
	require.False(t, tr.Image(&percepts.FieldFeatures{Stamp: time.Second}, nil, nil), "no odometry yet")
	for at := time.Duration(0); at <= time.Second; at += 24 * time.Millisecond {
		tr.Odometry(odometry(at))
	}
	require.True(t, tr.Image(&percepts.FieldFeatures{Stamp: 930 * time.Millisecond}, nil, nil))
	in := l.inputs[len(l.inputs)-1]
	require.InDelta(t, 0.93, in.Odometry.X, 1e-4)
	require.InDelta(t, 0.093, in.Odometry.Theta, 1e-9)
	require.NotNil(t, in.Features)
	require.False(t, tr.Image(&percepts.FieldFeatures{Stamp: 900 * time.Millisecond}, nil, nil), "older than the last")
	require.False(t, tr.Image(&percepts.FieldFeatures{Stamp: 5 * time.Second}, nil, nil), "odometry is too old")
	now, o, stamp, ok := tr.Now()
	require.True(t, ok)
	require.Equal(t, 984*time.Millisecond, stamp)
	require.InDelta(t, 0.984, o.X, 1e-12)
	require.InDelta(t, 1.984, now.X, 1e-6)
	require.InDelta(t, 1, tr.Odom().X, 1e-9)
}

func TestWithoutImagesTheLocalizerIsStepped(t *testing.T) {
	l := &follower{}
	tr := NewTracker(l)
	tr.SetFallen(true)
	for at := time.Duration(0); at < 2*time.Second; at += 24 * time.Millisecond {
		tr.Odometry(odometry(at))
	}
	require.Len(t, l.inputs, 5)
	require.True(t, l.inputs[4].Fallen)
	tr.Odometry(percepts.Odometry{Stamp: 3 * time.Second, X: math.NaN()})
	require.Len(t, l.inputs, 5, "no number")
	tr.Odometry(odometry(0))
	require.Len(t, l.inputs, 6, "the clock went back")
	require.Zero(t, l.inputs[5].Stamp)
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
		tr.Image(&f, nil, nil)
		tr.Now()
	}))
}

// counter is a Localizer that does nothing.
type counter struct{}

func (*counter) Reset(Start) {}

func (*counter) Step(in *Input) Estimate { return Estimate{Stamp: in.Stamp} }
