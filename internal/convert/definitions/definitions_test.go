package definitions

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

func TestFieldsHaveTheTypesOfTheDefinitions(t *testing.T) {
	types := Compiled()
	for _, row := range []struct {
		kind      vocabulary.PortKind
		name      string
		path      string
		want      hfsm.Type
		forbidden *hfsm.Value
	}{
		{vocabulary.TopicPort, "std_msgs/msg/String", "data", hfsm.String, nil},
		{vocabulary.TopicPort, "geometry_msgs/msg/Twist", "linear.x", hfsm.Float, nil},
		{vocabulary.TopicPort, "sensor_msgs/msg/Imu", "header.frame_id", hfsm.String, nil},
		{vocabulary.TopicPort, "sensor_msgs/msg/Imu", "orientation_covariance[8]", hfsm.Float, nil},
		{vocabulary.TopicPort, "gonao_msgs/msg/ColorBlobArray", "blobs[0].color", hfsm.String, nil},
		{vocabulary.ServicePort, "std_srvs/srv/SetBool", "data", hfsm.Bool, nil},
		{vocabulary.ActionPort, "gonao_msgs/action/Kick", "foot", hfsm.Int, &hfsm.Value{Type: hfsm.Int, Int: 256}},
		{vocabulary.ActionPort, "gonao_msgs/action/MoveJoints", "names[3]", hfsm.String, nil},
		{vocabulary.ActionPort, "gonao_msgs/action/LookAt", "target.point.z", hfsm.Float, nil},
	} {
		require.NoError(t, types.Known(row.kind, row.name))
		got, check, err := types.Field(row.kind, row.name, row.path)
		require.NoError(t, err, row.path)
		require.Equal(t, row.want, got, row.path)
		if row.forbidden != nil {
			require.NotEmpty(t, check(*row.forbidden), row.path)
			require.Empty(t, check(hfsm.IntValue(2)))
		}
	}
}

func TestWrongTypesAndFieldsAreNamed(t *testing.T) {
	types := Compiled()
	require.ErrorContains(t, types.Known(vocabulary.TopicPort, "std_msgs/String"), "such as package/msg/Name")
	require.ErrorContains(t, types.Known(vocabulary.TopicPort, "std_srvs/srv/Trigger"), "such as package/msg/Name")
	require.ErrorContains(t, types.Known(vocabulary.TopicPort, "std_msgs/msg/Strin"), `did you mean "std_msgs/msg/String"?`)
	for path, want := range map[string]string{
		"linear.w":    `geometry_msgs/msg/Vector3 has no field "w"`,
		"linear":      "linear is a message of type geometry_msgs/msg/Vector3; expected one of its fields",
		"linear.x.y":  "linear.x is not a message",
		"linear[0].x": "linear[0]: no list; expected linear alone",
	} {
		_, _, err := types.Field(vocabulary.TopicPort, "geometry_msgs/msg/Twist", path)
		require.ErrorContains(t, err, want, path)
	}
	for path, want := range map[string]string{
		"orientation_covariance":    "a list; expected an element, such as orientation_covariance[0]",
		"orientation_covariance[9]": `index "9"; expected 0 to 8`,
		"orientation_covariance[x]": `index "x"`,
	} {
		_, _, err := types.Field(vocabulary.TopicPort, "sensor_msgs/msg/Imu", path)
		require.ErrorContains(t, err, want, path)
	}
}
