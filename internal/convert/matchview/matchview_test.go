package matchview

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	builtininterfaces "gonao/msgs/builtin_interfaces"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/soccer/match/scene"
)

func moment() (*scene.About, *scene.Moment) {
	about := &scene.About{Teams: [2]string{"ours", "luar"}, Field: scene.Field{Length: 9, Width: 6, Border: 0.7, GoalWidth: 1.5, Circle: 0.75, Lines: [][4]float64{{0, -3, 0, 3}}, Marks: [][2]float64{{3.2, 0}}}}
	return about, &scene.Moment{
		Sec: 30, Clock: 65.4, Phase: "second_half", State: "playing", SetPlay: "corner_kick", Kicking: "red", Score: [2]int{2, 1},
		Ball: scene.Ball{X: 1, Y: 2, Z: 0.05},
		Robots: []scene.Robot{
			{Side: "red", Number: 1, X: -4, Role: "keeper", Posture: "upright", Belief: scene.Belief{X: -4, XX: 0.04, YY: 0.01, Ball: &scene.Seen{X: 1, Y: 2}}},
			{Side: "blue", Number: 1, X: 4, Theta: math.Pi, Posture: "fallen", Role: "keeper"},
			{Side: "blue", Number: 2, Away: true},
		},
	}
}

func TestMarkersShowRobotsBallBeliefsRolesAndScore(t *testing.T) {
	about, m := moment()
	calls := []scene.Call{{Sec: 29, Rule: "corner_kick", Text: "corner_kick red ball 4.50 3.00"}, {Sec: 29.5, Rule: "pushing", Text: "x", Refused: "no"}}
	by := map[string][]visualizationmsgs.Marker{}
	for _, k := range Markers(builtininterfaces.Time{Sec: 3}, about, m, calls).Markers {
		require.Equal(t, "world", k.Header.FrameId)
		require.True(t, k.FrameLocked)
		by[k.Ns] = append(by[k.Ns], k)
	}
	require.Len(t, by["robots"], 3)
	require.Equal(t, visualizationmsgs.MarkerCylinder, by["robots"][0].Type)
	require.Equal(t, visualizationmsgs.MarkerCube, by["robots"][1].Type)
	require.Less(t, by["robots"][1].Scale.Z, by["robots"][0].Scale.Z, "who lies is low")
	require.Equal(t, visualizationmsgs.MarkerDelete, by["robots"][2].Action)
	require.Equal(t, "1 keeper", by["words"][0].Text)
	require.Equal(t, "1 fallen", by["words"][1].Text)
	require.InDelta(t, 2*2.4477*0.2, by["beliefs"][0].Scale.X, 1e-9)
	require.InDelta(t, 2*2.4477*0.1, by["beliefs"][0].Scale.Y, 1e-9)
	require.Equal(t, visualizationmsgs.MarkerDelete, by["balls_believed"][1].Action)
	require.Equal(t, "ours 2 : 1 luar   1:05  second half playing corner kick red", by["scoreboard"][0].Text)
	require.Equal(t, "corner kick: corner kick red ball 4.50 3.00", by["call"][0].Text)
	m.Sec = 34
	for _, k := range Markers(builtininterfaces.Time{}, about, m, calls).Markers {
		if k.Ns == "call" {
			require.Equal(t, visualizationmsgs.MarkerDelete, k.Action, "a call is shown for four seconds")
		}
	}
}

func TestARobotWhoseBodyIsDrawnStandsOnADisc(t *testing.T) {
	about, m := moment()
	all := Markers(builtininterfaces.Time{}, about, m, nil)
	Flatten(&all, 0)
	heights := map[int32]float64{}
	for _, k := range all.Markers {
		if k.Ns == "robots" && k.Action == visualizationmsgs.MarkerAdd {
			heights[k.Id] = k.Scale.Z
		}
	}
	require.Equal(t, map[int32]float64{0: 0.02, 1: 0.2}, heights)
}

func TestTheEllipseLiesAlongItsAxes(t *testing.T) {
	a, b, theta := Ellipse(0.02, 0.02, 0.02)
	require.InDelta(t, 2.4477*0.2, a, 1e-9)
	require.InDelta(t, 0, b, 1e-6)
	require.InDelta(t, math.Pi/4, theta, 1e-9)
}

func TestTheFieldHasItsLinesAndGoals(t *testing.T) {
	about, _ := moment()
	count := map[string]int{}
	for _, k := range Field(builtininterfaces.Time{}, &about.Field).Markers {
		count[k.Ns]++
		if k.Ns == "lines" {
			require.Len(t, k.Points, 2*(1+48+1))
		}
	}
	require.Equal(t, map[string]int{"carpet": 1, "lines": 1, "goals": 6}, count)
}

func TestTruthAndPoseAreThoseOfTheMoment(t *testing.T) {
	_, m := moment()
	truth := Truth(builtininterfaces.Time{}, &m.Robots[1], &m.Ball)
	require.InDelta(t, 4, truth.Poses[0].Position.X, 1e-9)
	require.Less(t, truth.Poses[0].Position.Z, 0.2)
	pose := Pose(builtininterfaces.Time{}, &m.Robots[0].Belief)
	require.InDelta(t, 0.04, pose.Pose.Covariance[0], 1e-9)
	require.InDelta(t, 0.01, pose.Pose.Covariance[7], 1e-9)
}
