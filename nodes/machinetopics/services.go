package machinetopics

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/behavior/host"
	"gonao/internal/yamlfault"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// trigger makes a service of a function.
func trigger(do func() (string, error)) func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
	return ros.Outcome(func(context.Context, stdsrvs.TriggerRequest) (a stdsrvs.TriggerResponse, err error) {
		a.Message, err = do()
		return a, err
	})
}

// services are the services and the action by which a machine is looked into.
type services struct {
	Pause          ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]                    `service:"{machine}machine/pause" doc:"its time stands still, its activities rest"`
	Resume         ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]                    `service:"{machine}machine/resume" doc:"its time goes on"`
	Reload         ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]                    `service:"{machine}machine/reload" doc:"reads its file again"`
	Step           ros.Service[msgs.StepMachineRequest, msgs.StepMachineResponse]                  `service:"{machine}machine/step" doc:"while it is paused"`
	SetBreakpoints ros.Service[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse]            `service:"{machine}machine/set_breakpoints" doc:"where it is to pause"`
	SetValue       ros.Service[msgs.SetMachineValueRequest, msgs.SetMachineValueResponse]          `service:"{machine}machine/set_value" doc:"sets an input or a variable"`
	GetSnapshot    ros.Service[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse]    `service:"{machine}machine/get_snapshot" doc:"everything, now"`
	GetTrace       ros.Service[msgs.GetMachineTraceRequest, msgs.GetMachineTraceResponse]          `service:"{machine}machine/get_trace" doc:"what it did last"`
	GetChart       ros.Service[msgs.GetMachineChartRequest, msgs.GetMachineChartResponse]          `service:"{machine}machine/get_chart" doc:"the machine as a document"`
	RecordTrace    ros.Service[msgs.RecordTraceRequest, msgs.RecordTraceResponse]                  `service:"{machine}machine/record_trace" doc:"for gonao hfsm replay"`
	RunToState     ros.Action[msgs.RunToStateGoal, msgs.RunToStateResult, msgs.RunToStateFeedback] `action:"{machine}machine/run_to_state" doc:"runs until a state is entered"`
	PostEvent      ros.Service[msgs.PostEventRequest, msgs.PostEventResponse]                      `service:"{machine}machine/post_event" doc:"an event from outside"`
	WhyNot         ros.Service[msgs.WhyNotRequest, msgs.WhyNotResponse]                            `service:"{machine}machine/why_not" doc:"why transitions are not taken"`
}

// openServices offers the services and the action by which a machine is looked into.
func (t *Topics) openServices() error {
	var p services
	p.Pause.Handle(trigger(func() (string, error) { return "", t.machine.Debugging().Pause(t.time()) }))
	p.Resume.Handle(trigger(func() (string, error) { return "", t.machine.Debugging().Resume(t.time()) }))
	p.Reload.Handle(trigger(t.reload))
	p.Step.Handle(ros.Outcome(t.serveStep))
	p.SetBreakpoints.Handle(ros.Outcome(t.serveBreakpoints))
	p.SetValue.Handle(ros.Outcome(t.serveSet))
	p.GetSnapshot.Handle(t.serveSnapshot)
	p.GetTrace.Handle(t.serveTrace)
	p.GetChart.Handle(ros.Outcome(t.serveChart))
	p.RecordTrace.Handle(ros.Outcome(t.serveRecord))
	p.RunToState.Handle(t.runTo)
	p.PostEvent.Handle(ros.Outcome(t.servePost))
	p.WhyNot.Handle(ros.Outcome(t.serveWhyNot))
	return ros.Open(t.n, &p, "{machine}", t.prefix())
}

// reload reads the machine's file again.
func (t *Topics) reload() (string, error) {
	if t.opts.Reload != nil {
		return t.opts.Reload()
	}
	return t.machine.Loading().Reload()
}

func (t *Topics) serveStep(_ context.Context, q msgs.StepMachineRequest) (a msgs.StepMachineResponse, err error) {
	before := t.machine.Debugging().Transitions()
	switch q.How {
	case msgs.StepMachineRequestTicks:
		a.Path, err = t.machine.Debugging().Step(int(q.Ticks))
	case msgs.StepMachineRequestTransition:
		var moved bool
		if a.Path, moved, err = t.machine.Debugging().StepTransition(); err == nil && !moved {
			err = errors.New("no transition within 10,000 ticks, or the machine has ended")
		}
	default:
		err = fmt.Errorf("how: %d; expected 0 (ticks) or 1 (to the next transition)", q.How)
	}
	a.Transitions = uint32(t.machine.Debugging().Transitions() - before)
	return a, err
}

func (t *Topics) serveBreakpoints(_ context.Context, q msgs.SetBreakpointsRequest) (a msgs.SetBreakpointsResponse, _ error) {
	set := t.machine.Debugging().SetBreakpoints
	if q.KeepUnknown {
		set = t.machine.Debugging().KeepBreakpoints
	}
	return a, set(q.Paths)
}

// settings are the messages' words for how a value is set.
var settings = map[uint8]host.Setting{
	msgs.SetMachineValueRequestOnce: host.Once, msgs.SetMachineValueRequestHold: host.Hold, msgs.SetMachineValueRequestRelease: host.Release,
}

func (t *Topics) serveSet(_ context.Context, q msgs.SetMachineValueRequest) (a msgs.SetMachineValueResponse, _ error) {
	how, known := settings[q.How]
	if !known {
		return a, fmt.Errorf("how: %d; expected 0 (once), 1 (hold) or 2 (release)", q.How)
	}
	return a, t.machine.Debugging().Set(q.Name, q.Value, how)
}

func (t *Topics) servePost(_ context.Context, q msgs.PostEventRequest) (a msgs.PostEventResponse, _ error) {
	data, err := eventData(q.Data)
	if err != nil {
		return a, err
	}
	return a, t.machine.Debugging().PostEvent(q.Name, data, t.time())
}

// eventData reads the data of an event from YAML.
func eventData(text string) (any, error) {
	var data any
	if err := yaml.Unmarshal([]byte(text), &data); err != nil {
		return nil, fmt.Errorf("data: %w", yamlfault.Error([]byte(text), err))
	}
	return plainData(data)
}

// plainData returns data as events have them.
func plainData(data any) (any, error) {
	switch v := data.(type) {
	case nil, bool, float64, string:
		return v, nil
	case int:
		return int64(v), nil
	case []any:
		for i := range v {
			var err error
			if v[i], err = plainData(v[i]); err != nil {
				return nil, err
			}
		}
		return v, nil
	case map[string]any:
		for key := range v {
			var err error
			if v[key], err = plainData(v[key]); err != nil {
				return nil, err
			}
		}
		return v, nil
	}
	return nil, fmt.Errorf("data: %v; expected true, numbers, texts, lists and mappings of them", data)
}

func (t *Topics) serveSnapshot(context.Context, msgs.GetMachineSnapshotRequest) (a msgs.GetMachineSnapshotResponse, _ error) {
	now, err := t.viewers.now(t.n.Clock.Now())
	if err != nil && !errors.Is(err, host.ErrIdle) { // an idle machine has an empty one
		return a, err
	}
	a.Snapshot = now
	return a, nil
}

func (t *Topics) serveTrace(_ context.Context, q msgs.GetMachineTraceRequest) (a msgs.GetMachineTraceResponse, _ error) {
	lines, _ := t.machine.Lines(q.First, int(q.Limit))
	if len(lines) > 0 {
		a.Oldest = lines[0].Sequence
	}
	a.Events = eventsOf(lines)
	return a, nil
}

func (t *Topics) serveChart(_ context.Context, q msgs.GetMachineChartRequest) (a msgs.GetMachineChartResponse, _ error) {
	c, err := t.machine.Chart(q.Format)
	a.Text, a.Machine, a.File, a.Hash, a.Revision = c.Text, c.Machine, c.File, c.Hash, c.Revision
	return a, err
}

func (t *Topics) serveRecord(_ context.Context, q msgs.RecordTraceRequest) (a msgs.RecordTraceResponse, err error) {
	if !q.Record {
		a.File = t.machine.Recording()
		return a, t.machine.EndRecord()
	}
	name := q.Name
	if name == "" {
		name = fmt.Sprintf("%s-%d.trace", strings.TrimSuffix(t.prefix()+"machine", "/"), t.n.Clock.Now().UnixNano())
		name = strings.ReplaceAll(name, "/", "-")
	}
	if filepath.Base(name) != name || strings.HasPrefix(name, ".") {
		return a, fmt.Errorf("name %q: expected one without a directory: files are made in the parameter trace_dir", q.Name)
	}
	if a.File, err = filepath.Abs(filepath.Join(t.opts.TraceDir, name)); err != nil {
		return a, err
	}
	return a, t.machine.Record(a.File)
}
