package carrier

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMoverGoesPositionAfterPosition(t *testing.T) {
	m, err := NewMover([]Path{{Name: "a", Positions: []Position{{0.1, 0.2}, {0.5, 0.6}}}}, Position{0.01, 0.01}, false)
	require.NoError(t, err)
	require.Equal(t, Command{"a", Position{0.1, 0.2}}, m.Command(0))

	m.Saw("a", Position{0.3, 0.2})
	require.False(t, m.Step(), "not there yet")
	m.Saw("a", Position{0.1, 0.3})
	require.False(t, m.Step(), "the angle alone is not enough")
	m.Saw("somebody else", Position{0.1, 0.2})
	require.False(t, m.Step())
	m.Saw("a", Position{0.105, 0.195})
	require.True(t, m.Step())
	require.Equal(t, Position{0.5, 0.6}, m.Command(0).To)
	require.False(t, m.Step(), "the new position is not reached by having reached the old one")
	m.Saw("a", Position{0.5, 0.6})
	require.True(t, m.Step())
	require.Equal(t, Position{0.1, 0.2}, m.Command(0).To)
	require.Equal(t, 1, m.Rounds())

	m.Saw("a", Position{0.1, 0.2})
	m.Restart()
	require.False(t, m.Step())
	require.Zero(t, m.Rounds())
}

func TestBallsThatMoveTogetherWaitForEachOther(t *testing.T) {
	paths := []Path{{"a", []Position{{0, 1}, {1, 1}}}, {"b", []Position{{0, 2}, {1, 2}}}}
	m, err := NewMover(paths, Position{0.01, 0.01}, true)
	require.NoError(t, err)
	m.Saw("a", Position{0, 1})
	require.False(t, m.Step())
	m.Saw("b", Position{0, 2})
	require.True(t, m.Step())
	require.Equal(t, Position{1, 1}, m.Command(0).To)
	require.Equal(t, Position{1, 2}, m.Command(1).To)

	alone, err := NewMover(paths, Position{0.01, 0.01}, false)
	require.NoError(t, err)
	alone.Saw("a", Position{0, 1})
	require.True(t, alone.Step())
	require.Equal(t, Position{0, 2}, alone.Command(1).To, "b has not moved on")
}

func TestNewMoverSaysWhatIsWrongWithAPath(t *testing.T) {
	ok := []Position{{0, 1}}
	for _, row := range []struct {
		name  string
		paths []Path
		near  Position
		says  string
	}{
		{"no ball", nil, demoNear, "at least one ball"},
		{"no name", []Path{{"", ok}}, demoNear, "ball's name"},
		{"no position", []Path{{"a", nil}}, demoNear, `path of "a": expected at least one position`},
		{"not a number", []Path{{"a", []Position{{math.NaN(), 1}}}}, demoNear, "position 1"},
		{"below the ground", []Path{{"a", []Position{{0, 1}, {0, -1}}}}, demoNear, "position 2"},
		{"behind the back", []Path{{"a", []Position{{4, 1}}}}, demoNear, "within ±π"},
		{"uneven together", []Path{{"a", ok}, {"b", []Position{{0, 1}, {0, 2}}}}, demoNear, "equally many"},
		{"nearness zero", []Path{{"a", ok}}, Position{}, "positive"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := NewMover(row.paths, row.near, true)
			require.ErrorContains(t, err, row.says)
		})
	}
}

// What the demo's head sees: the balls on their carriers, 1.1 m away, from the
// top camera of a standing robot.
func TestDemoBallsMoveAsAHeadCanFollow(t *testing.T) {
	const radiusM, eyeM, seconds = 1.1, 0.50, 120
	m, err := NewMover(DemoPaths(), DemoNear(), true)
	require.NoError(t, err)
	turn, lift := DemoCapacity().Limits()
	servos := []Servo{
		NewServo(m.Command(0).To, turn, lift, 0.05, 1.5),
		NewServo(m.Command(1).To, turn, lift, 0.05, 1.5),
	}
	look := func(at Position) (yaw, elevation float64) {
		return at.Angle, math.Atan2(at.Height-eyeM, radiusM)
	}
	var speeds [2][]float64
	apart, together := math.Inf(1), 0
	cycles := int(seconds / dt)
	for range cycles {
		var yaw, elevation [2]float64
		for i := range servos {
			m.Saw(m.Command(i).Name, servos[i].At())
			yaw[i], elevation[i] = look(servos[i].At())
		}
		m.Step()
		for i := range servos {
			servos[i].Command(m.Command(i).To)
			servos[i].Step(dt)
			y, e := look(servos[i].At())
			speeds[i] = append(speeds[i], math.Hypot((y-yaw[i])*math.Cos(e), e-elevation[i])/dt/deg)
			require.LessOrEqual(t, math.Abs(y), 60*deg)
			require.LessOrEqual(t, math.Abs(e), 25*deg)
		}
		apart = min(apart, math.Hypot(yaw[0]-yaw[1], elevation[0]-elevation[1])/deg)
		if math.Abs(yaw[0]-yaw[1]) < 26*deg && math.Abs(elevation[0]-elevation[1]) < 20*deg {
			together++
		}
	}
	require.GreaterOrEqual(t, m.Rounds(), 5)
	require.Greater(t, apart, 10.0, "the balls, 5° wide, do not cover each other")
	require.Equal(t, cycles, together, "looking at one ball, the other is in view")
	for i, s := range speeds {
		fast := 0
		for _, v := range s {
			if v >= 20 {
				fast++
			}
		}
		slices.Sort(s)
		share := float64(fast) / float64(len(s))
		t.Logf("ball %d: %.0f %% of the time at 20°/s or more, median %.1f°/s, fastest %.1f°/s", i, 100*share, s[len(s)/2], s[len(s)-1])
		require.Greater(t, share, 0.6)
		require.Less(t, s[len(s)-1], 45.0)
	}
}
