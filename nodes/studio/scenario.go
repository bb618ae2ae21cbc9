package studio

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/studio/foxglove"
)

// TestRequest writes a part of a machine's run as a scenario, which gonao hfsm test runs.
type TestRequest struct {
	ID      string  `json:"id"`      // of the document; the scenario is written beside it
	Machine string  `json:"machine"` // namespace of the machine that ran: "/nao1"
	Name    string  `json:"name"`    // of the scenario
	Until   float64 `json:"until"`   // s since the machine's first entry; 0 is now
	Seconds float64 `json:"seconds"` // before that
}

// TestResponse holds where the scenario is.
type TestResponse struct {
	Path string `json:"path"`
	Said string `json:"said"`
}

// scenarioType is the service of the executor that writes a scenario from the recorded run.
const scenarioType = "gonao_msgs/srv/GetMachineScenario"

// scenarioWait is the time limit of the executor for reading and trying the run.
const scenarioWait = 30 * time.Second

// writeTest answers studio/test.
func (d *documents) writeTest(ctx context.Context, n *ros.Node, q TestRequest) (r TestResponse, err error) {
	s, ok := d.workspace.Snapshot(q.ID)
	if !ok {
		return r, fmt.Errorf("there is no document %q", q.ID)
	}
	if q.Name == "" || strings.ContainsAny(q.Name, "/\\") {
		return r, fmt.Errorf("name %q: expected a name without slashes", q.Name)
	}
	if !(q.Seconds > 0) {
		return r, fmt.Errorf("seconds %g: expected more than 0", q.Seconds)
	}
	if q.Until == 0 {
		now, err := ask[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](
			ctx, n, q.Machine+"/machine/get_snapshot", msgs.GetMachineSnapshotRequest{})
		if err != nil {
			return r, err
		}
		q.Until = now.Snapshot.Time
	}
	text, err := scenarioOf(ctx, n, q, path.Base(s.Path))
	if err != nil {
		return r, fmt.Errorf("save as test: %w", err)
	}
	r.Path = path.Join(path.Dir(s.Path), q.Name+".yaml")
	r.Said = fmt.Sprintf("%s holds %.1f s of the run", r.Path, min(q.Seconds, q.Until))
	return r, d.workspace.Files.Write(r.Path, text)
}

// scenarioOf requests a part of a run as a scenario.
func scenarioOf(ctx context.Context, n *ros.Node, q TestRequest, machine string) (string, error) {
	lib := dynamic.Compiled()
	t, err := lib.Service(scenarioType)
	if err != nil {
		return "", err
	}
	request, err := lib.Message(scenarioType + "_Request")
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("{from_time: %g, to_time: %g, name: %q, machine: %q}", max(q.Until-q.Seconds, 0), q.Until, q.Name, machine)
	if err := request.SetText(text, n.Clock.Now()); err != nil {
		return "", err
	}
	data, err := cdr.Encode(nil, request)
	if err != nil {
		return "", err
	}
	client, err := ros.NewRawClient(n, q.Machine+"/machine/get_scenario", t)
	if err != nil {
		return "", err
	}
	defer client.Close() //nolint:errcheck // it ends either way
	ctx, cancel := context.WithTimeout(ctx, scenarioWait)
	defer cancel()
	if err := client.WaitForServer(ctx); err != nil {
		return "", err
	}
	answer, err := client.Call(ctx, data)
	if err != nil {
		return "", err
	}
	response, err := lib.Message(scenarioType + "_Response")
	if err != nil {
		return "", err
	}
	if err := cdr.Unmarshal(answer, response); err != nil {
		return "", err
	}
	if ok, err := response.Field("success"); err != nil || ok != true {
		why, fault := response.Field("message")
		return "", errors.Join(err, fault, fmt.Errorf("%v", why))
	}
	scenario, err := response.Field("text")
	written, _ := scenario.(string)
	return written, err
}

// addTests offers studio/test where the executor's service is known. nodeOf returns a node in whose graph a machine runs.
func (d *documents) addTests(nodeOf func(machine string) *ros.Node) {
	if _, err := dynamic.Compiled().Service(scenarioType); err != nil {
		return
	}
	foxglove.AddJSONService(d.server, "studio/test", foxglove.Editor, func(ctx context.Context, _ *foxglove.Session, q TestRequest) (TestResponse, error) {
		return d.writeTest(ctx, nodeOf(q.Machine), q)
	})
}
