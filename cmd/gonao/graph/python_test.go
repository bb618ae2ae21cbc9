package graph

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros/dynamic"
)

func TestMessagesAreWrittenAsPythonDoes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unique_identifier_msgs/msg/UUID", "", "unique_identifier_msgs.msg.UUID(uuid=array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], dtype=uint8))"},
		{"geometry_msgs/msg/AccelWithCovariance", "", "geometry_msgs.msg.AccelWithCovariance(accel=geometry_msgs.msg.Accel(linear=geometry_msgs.msg.Vector3(x=0.0, y=0.0, z=0.0), " +
			"angular=geometry_msgs.msg.Vector3(x=0.0, y=0.0, z=0.0)), covariance=array([0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.,\n" +
			"       0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.,\n       0., 0.]))"},
		{"sensor_msgs/msg/JointState", "{name: [a], position: [1, 0.5]}", "sensor_msgs.msg.JointState(header=std_msgs.msg.Header(stamp=builtin_interfaces.msg.Time(sec=0, nanosec=0), frame_id=''), " +
			"name=['a'], position=[1.0, 0.5], velocity=[], effort=[])"},
		{"std_msgs/msg/Bool", "data: true", "std_msgs.msg.Bool(data=True)"},
	} {
		m, err := dynamic.Compiled().Message(c.name)
		require.NoError(t, err)
		require.NoError(t, m.SetText(c.text, time.Time{}))
		require.Equal(t, c.want, pythonMessage(m))
	}
	require.Equal(t, "array([1.5 , 2.  , 0.25])", numpyArray([]string{"1.5", "2.0", "0.25"}, reflect.Float64))
}
