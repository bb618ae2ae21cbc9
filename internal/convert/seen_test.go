package convert

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// camera looks ahead and 30° down: x of the camera is −y of the robot.
var camera = percepts.CameraPose{
	Stamp: 1500 * time.Millisecond, Bottom: true, Position: [3]float64{0.05, 0.01, 0.5}, TiltVar: 0.0004,
	Rotation: [9]float64{0, -0.5, 0.8660254037844386, -1, 0, 0, 0, -0.8660254037844386, -0.5},
}

func TestWhatAnImageShowsSurvivesBothWays(t *testing.T) {
	f := percepts.FieldFeatures{
		Stamp: camera.Stamp, Bottom: true, HeightM: 0.5, TiltVar: 0.0004,
		Points: []percepts.FieldPoint{{
			Kind: field.Pole, X: 1, Y: -2, Cov: plane.Cov2{XX: 0.25, XY: 0.125, YY: 0.5}, Heading: 1, HeadingVar: 0.5, Color: "yellow", Lower: "blue",
			Confidence: 0.75,
		}},
		Lines: []percepts.FieldLine{{FromX: 1, FromY: 2, ToX: 3, ToY: 4, OffsetVar: 0.5, HeadingVar: 0.25}},
	}
	var m msgs.FieldFeatures
	Features("", &m, &camera, &f)
	require.Equal(t, GroundFrame, m.Header.FrameId)
	require.True(t, m.BottomCamera)
	var back percepts.FieldFeatures
	SetFeatures(&back, &m)
	require.Equal(t, f, back)

	balls := []percepts.SeenBall{{Stamp: camera.Stamp, X: 1, Y: 2, Cov: plane.Cov2{XX: 1, YY: 2}, Confidence: 0.5}}
	robots := []percepts.SeenRobot{{Stamp: camera.Stamp, X: 1, Y: 2, Cov: plane.Cov2{XX: 1, YY: 2}, Side: percepts.OpponentSide, Number: 4, Fallen: true, Confidence: 0.5}}
	var o msgs.SeenObjects
	Objects("", &o, &camera, balls, robots)
	require.Equal(t, balls, Balls(nil, &o))
	require.Equal(t, robots, Robots(nil, &o))

	c := Camera(&o)
	require.InDeltaSlice(t, camera.Rotation[:], c.Rotation[:], 1e-12)
	c.Rotation = camera.Rotation
	require.Equal(t, camera, c)
}

func TestTheKindsOfAMessageAreThoseOfTheField(t *testing.T) {
	require.EqualValues(t, field.CornerL, msgs.FieldPointKindL)
	require.EqualValues(t, field.CornerT, msgs.FieldPointKindT)
	require.EqualValues(t, field.CrossX, msgs.FieldPointKindX)
	require.EqualValues(t, field.Mark, msgs.FieldPointKindMark)
	require.EqualValues(t, field.Center, msgs.FieldPointKindCircle)
	require.EqualValues(t, field.Post, msgs.FieldPointKindPost)
	require.EqualValues(t, field.Pole, msgs.FieldPointKindLandmark)
	require.EqualValues(t, percepts.UnknownSide, msgs.SeenRobotTeamUnknown)
	require.EqualValues(t, percepts.OwnSide, msgs.SeenRobotTeamOwn)
	require.EqualValues(t, percepts.OpponentSide, msgs.SeenRobotTeamOpponent)
}

func TestAMessageIsReusedWithoutAllocation(t *testing.T) {
	f := percepts.FieldFeatures{Points: make([]percepts.FieldPoint, 8), Lines: make([]percepts.FieldLine, 8)}
	balls, robots := make([]percepts.SeenBall, 2), make([]percepts.SeenRobot, 3)
	var m msgs.FieldFeatures
	var o msgs.SeenObjects
	var back percepts.FieldFeatures
	run := func() {
		Features("", &m, &camera, &f)
		SetFeatures(&back, &m)
		Objects("", &o, &camera, balls, robots)
		balls, robots = Balls(balls[:0], &o), Robots(robots[:0], &o)
	}
	run()
	require.Zero(t, testing.AllocsPerRun(50, run))
}
