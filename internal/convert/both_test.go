package convert_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert"
	"gonao/msgs"
	"gonao/nao"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
	"gonao/ros"
	"gonao/soccer/team"
)

// fill sets every field of a value to another one that survives float32, uint8 and a stamp.
func fill(v reflect.Value, next *int) {
	*next = *next%100 + 1
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		v.SetInt(int64(time.Duration(*next) * time.Second))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), next)
		fill(v.Index(1), next)
	case v.CanFloat():
		v.SetFloat(float64(*next) / 8)
	case v.CanInt():
		v.SetInt(int64(*next))
	case v.CanUint():
		v.SetUint(uint64(*next))
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.String:
		v.SetString(string(rune('a' + *next%26)))
	}
}

func filled[T any]() (v T) {
	next := 0
	fill(reflect.ValueOf(&v).Elem(), &next)
	return v
}

// This fails for a field of a percept that its message or the conversion does not have.
func TestEveryFieldOfAPerceptSurvivesItsMessage(t *testing.T) {
	state, read := filled[nao.State](), nao.State{}
	state.Guard = 0 // it is in guard_state
	m := convert.RobotState(ros.EpochStamp(state.Time), &state)
	convert.SetState(&read, &m)
	require.Equal(t, state, read)

	look := filled[nao.HeadCommand]()
	head := convert.HeadMessage(look)
	require.Equal(t, look, convert.HeadCommand(&head))

	features, back := filled[percepts.FieldFeatures](), percepts.FieldFeatures{}
	camera := percepts.CameraPose{Stamp: features.Stamp, Bottom: features.Bottom, TiltVar: features.TiltVar, Position: [3]float64{0, 0, features.HeightM}, Rotation: nao.Pose{}.R}
	var fm msgs.FieldFeatures
	convert.Features("", &fm, &camera, &features)
	convert.SetFeatures(&back, &fm)
	require.Equal(t, features, back)

	balls, robots := filled[[]percepts.SeenBall](), filled[[]percepts.SeenRobot]()
	for i := range balls {
		balls[i].Stamp, robots[i].Stamp = camera.Stamp, camera.Stamp // the stamp of the image
	}
	var om msgs.SeenObjects
	convert.Objects("", &om, &camera, balls, robots)
	require.Equal(t, balls, convert.Balls(nil, &om))
	require.Equal(t, robots, convert.Robots(nil, &om))

	estimate, odometry := filled[localization.Estimate](), plane.Pose{X: 1, Y: 2, Theta: 3}
	estimate.Hypotheses, estimate.Count = localization.Estimate{}.Hypotheses, 0 // a robot does not read its own hypotheses
	var em msgs.PoseEstimate
	em.Header.Stamp = ros.EpochStamp(estimate.Stamp)
	convert.SetEstimate(&em, &estimate, odometry)
	var e localization.Estimate
	o, ok := convert.FromEstimate(&e, &em)
	require.True(t, ok)
	require.Equal(t, odometry, o)
	require.Equal(t, estimate, e)

	world := filled[worldmodel.Snapshot]()
	world.Count = len(world.Robots)
	world.TeamBall.Seers, world.MatesBall.Seers = 0, 0 // no topic has these fields
	var wm msgs.WorldModel
	convert.SetModel(&wm, &world, odometry, true)
	var w worldmodel.Snapshot
	_, ok = convert.FromModel(&w, &wm)
	require.True(t, ok)
	require.Equal(t, world, w)

	told := filled[team.Message]()
	told.Role, told.Sequence = team.Striker, 0 // the number is of the packet, see team_comm
	tm := convert.TeamMessage(&told)
	require.Equal(t, told, convert.FromTeamMessage(&tm))
}
