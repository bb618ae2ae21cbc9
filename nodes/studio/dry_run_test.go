package studio

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros/cdr"
	"gonao/studio"
	"gonao/studio/foxglove/foxglovetest"
)

// errand uses an event, a value, an action and time.
const errand = `machine: errand
inputs: {ball_azimuth: float}
initial: waits
states:
  waits: {transitions: [{event: go, to: walks}]}
  walks:
    do: {walk_to: {x: 1.0, y: 0.0}}
    transitions: [{if: final, to: looks}, {if: failed, to: waits}]
  looks: {transitions: [{if: ball_azimuth > 0.5, to: rests}]}
  rests: {transitions: [{after: 1h, to: waits}]}
`

// callROS calls a service of ROS through a client.
func callROS[A, Q any, PA interface {
	*A
	cdr.Message
}, PQ interface {
	*Q
	cdr.Message
}](t *testing.T, c *foxglovetest.Client, name string, q Q) (a A) {
	t.Helper()
	data, err := c.Call(t.Context(), name, cdr.Marshal(PQ(&q)))
	require.NoError(t, err)
	require.NoError(t, cdr.Unmarshal(data, PA(&a)))
	return a
}

func TestAMachineRunsWithoutARobot(t *testing.T) {
	s := newStage(t, func(c *Config) {
		require.NoError(t, os.WriteFile(filepath.Join(c.Directory, "greet.yaml"), []byte(errand), 0o644))
	})
	c := s.dial(t, s.keys.Editor) // it moves no robot
	d := open(t, c)
	dry := func(q DryRunRequest) error {
		q.ID = d.ID
		return c.CallJSON(t.Context(), "studio/dry_run", q, &Said{})
	}
	require.ErrorContains(t, dry(DryRunRequest{Op: StopDryRun}), "does not run")
	_, err := c.Subscribe(t.Context(), "studio/dry_runs")
	require.NoError(t, err)
	runs := func() (r DryRuns) {
		m, err := c.Next(t.Context(), "studio/dry_runs")
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(m.Data, &r))
		return r
	}
	require.Empty(t, runs().Runs)
	require.NoError(t, dry(DryRunRequest{Op: StartDryRun}))
	require.Equal(t, []DryRun{{ID: d.ID, Namespace: "/dry_run/n1"}}, runs().Runs)

	service := func(name string) string {
		name = "/dry_run/n1/machine/" + name
		_, err := c.Service(t.Context(), name)
		require.NoError(t, err)
		return name
	}
	in := func(state string) {
		t.Helper()
		eventually(t, "in "+state, func() bool {
			a := callROS[msgs.GetMachineSnapshotResponse](t, c, service("get_snapshot"), msgs.GetMachineSnapshotRequest{})
			return a.Snapshot.Path == state
		})
	}
	in("waits")
	require.ErrorContains(t, dry(DryRunRequest{Op: EndActivity, Path: "walks", Activity: "walk_to"}), "does not run")
	require.True(t, callROS[msgs.PostEventResponse](t, c, service("post_event"), msgs.PostEventRequest{Name: "go"}).Success)
	in("walks")
	require.NoError(t, dry(DryRunRequest{Op: EndActivity, Path: "walks", Activity: "walk_to"}))
	in("looks")
	require.True(t, callROS[msgs.SetMachineValueResponse](t, c, service("set_value"), msgs.SetMachineValueRequest{Name: "ball_azimuth", Value: "0.75", How: 1}).Success)
	in("rests")

	// An edit is taken over at once, without being saved.
	var o studio.Outcome
	require.NoError(t, c.CallJSON(t.Context(), "studio/apply", studio.ApplyRequest{
		ID: d.ID, Revision: d.Revision, Command: studio.Command{Op: "set", Transition: "rests#0", Key: "after", Text: "2s"},
	}, &o))
	require.Nil(t, o.Refused)
	eventually(t, "the edit is taken over", func() bool {
		return callROS[msgs.GetMachineSnapshotResponse](t, c, service("get_snapshot"), msgs.GetMachineSnapshotRequest{}).Snapshot.Hash == o.Snapshot.Hash
	})
	require.True(t, callROS[stdsrvs.TriggerResponse](t, c, service("pause"), stdsrvs.TriggerRequest{}).Success)
	before := callROS[msgs.GetMachineSnapshotResponse](t, c, service("get_snapshot"), msgs.GetMachineSnapshotRequest{}).Snapshot
	require.Equal(t, "rests", before.Path)
	require.Equal(t, "waits", callROS[msgs.StepMachineResponse](t, c, service("step"), msgs.StepMachineRequest{Ticks: 200}).Path, "time goes on by steps")

	require.NoError(t, dry(DryRunRequest{Op: StopDryRun}))
	require.Empty(t, runs().Runs)
	require.NoError(t, c.WithoutService(t.Context(), "/dry_run/n1/machine/step"))
	require.NoError(t, c.WithoutChannel(t.Context(), "/dry_run/n1/machine/snapshot"))
}
