package dynamic

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros/cdr"
)

// A node of Lyrical publishes a type that Jazzy did not have; gonao reads it by the description that the node offers.
func TestATypeOfALaterDistributionIsReadByItsDescription(t *testing.T) {
	lyrical := Compiled()
	require.NoError(t, lyrical.AddDir("testdata/lyrical"))
	for _, name := range []string{
		"nav_msgs/msg/Goals", "nav_msgs/msg/Trajectory", "nav_msgs/msg/TrajectoryPoint", "geometry_msgs/msg/VelocityWithCovarianceStamped",
	} {
		here := Compiled()
		_, err := here.Message(name)
		require.Error(t, err, "%s is one of ours: take it out of testdata", name)
		d, err := lyrical.Description(name)
		require.NoError(t, err)
		require.NoError(t, here.AddDescription(&d))
		sent, err := lyrical.Message(name)
		require.NoError(t, err)
		read, err := here.Message(name)
		require.NoError(t, err)
		require.Equal(t, sent.TypeHash(), read.TypeHash(), name)
		data := cdr.Marshal(sent)
		require.NoError(t, cdr.Unmarshal(data, read))
		require.Equal(t, data, cdr.Marshal(read), name)
	}
}

// removed are the messages that Lyrical no longer has.
var removed = []string{"geometry_msgs/msg/Pose2D"}

// Our interfaces are built by rosidl there, from the definitions that are installed.
func TestNoInterfaceOfOursNeedsAMessageThatLyricalRemoved(t *testing.T) {
	l := Compiled()
	ours := 0
	for _, name := range l.Names() {
		if !strings.HasPrefix(name, "gonao_msgs/") {
			continue
		}
		ours++
		d, err := l.Description(name)
		require.NoError(t, err)
		for _, part := range d.ReferencedTypeDescriptions {
			require.NotContains(t, removed, part.TypeName, name)
		}
	}
	require.Greater(t, ours, 80)
}
