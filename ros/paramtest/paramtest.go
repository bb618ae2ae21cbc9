// Package paramtest sets parameters of running nodes in tests.
package paramtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
)

// Setter returns a function that sets parameters of a node, from another one's side,
// and returns the reason when they were refused, "" when they were set.
func Setter(t testing.TB, from *ros.Node, node string) func(name string, value any) (reason string) {
	t.Helper()
	client, err := ros.NewClient[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](from, node+"/set_parameters")
	require.NoError(t, err)
	return func(name string, value any) string {
		t.Helper()
		require.NoError(t, client.WaitForServer(t.Context()))
		a, err := client.Call(t.Context(), rclinterfaces.SetParametersRequest{
			Parameters: []rclinterfaces.Parameter{{Name: name, Value: ros.ParameterValue(value)}},
		})
		require.NoError(t, err)
		require.Len(t, a.Results, 1)
		require.Equal(t, a.Results[0].Successful, a.Results[0].Reason == "")
		return a.Results[0].Reason
	}
}
