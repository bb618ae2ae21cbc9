package msgs_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	geometrymsgs "gonao/msgs/geometry_msgs"
	testmsgs "gonao/msgs/testdata/types/test_msgs"
	"gonao/ros/cdr"
)

func TestDefaultsAreThoseOfARealROS(t *testing.T) {
	defaults := testmsgs.NewDefaults()
	text := testmsgs.NewStrings()
	wide := testmsgs.NewWStrings()
	wide.ArrayOfWstrings = [3]string{"1", "two", "三"}
	wide.BoundedSequenceOfWstrings = []string{"one", "二"}
	wide.UnboundedSequenceOfWstrings = []string{".", "..", "...", "四"}
	for file, m := range map[string]cdr.Message{
		"test_msgs_Defaults.bin":   &defaults,
		"test_msgs_Strings_0.bin":  &text,
		"test_msgs_WStrings_0.bin": &wide,
	} {
		data, err := os.ReadFile(filepath.Join(captures, "topics", file))
		require.NoError(t, err)
		mine := cdr.Marshal(m)
		require.Equal(t, data[:len(mine)], mine, file)
		require.Less(t, len(data)-len(mine), 4, file)
	}
}

func TestDefaultsReachNestedMessages(t *testing.T) {
	require.InDelta(t, 1.0, geometrymsgs.NewPoseStamped().Pose.Orientation.W, 0)
	arrays := testmsgs.NewArrays()
	require.Equal(t, int16(-1000), arrays.DefaultsValues[2].Int16Value)
	require.Equal(t, [3]string{"", "max value", "min value"}, arrays.StringValuesDefault)
	require.Equal(t, []uint64{0, 1, 18446744073709551615}, testmsgs.NewBoundedSequences().Uint64ValuesDefault)
}

func TestConstantsHaveTheirValues(t *testing.T) {
	require.Equal(t, "Hello world!", testmsgs.StringsStringConst)
	require.True(t, testmsgs.ConstantsBoolConst)
	require.InDelta(t, float32(1.125), testmsgs.ConstantsFloat32Const, 0)
	require.Equal(t, int64(-40000000), testmsgs.ConstantsInt64Const)
}
