package executor

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// answer is what a service says of how it went.
func answer(err error, done string) (bool, string) {
	if err != nil {
		return false, err.Error()
	}
	return true, done
}

// openDebug offers the services and the action by which a machine is looked into.
func (s *machineSlot) openDebug() error {
	now := func() time.Duration { return clockTime(s.n.Clock.Now()) }
	trigger := func(do func() (string, error)) func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return func(context.Context, stdsrvs.TriggerRequest) (a stdsrvs.TriggerResponse, _ error) {
			said, err := do()
			a.Success, a.Message = answer(err, said)
			return a, nil
		}
	}
	var errs [12]error
	_, errs[0] = ros.Serve[stdsrvs.TriggerRequest](s.n, s.prefix()+"machine/pause", trigger(func() (string, error) { return "", s.machine.Pause(now()) }))
	_, errs[1] = ros.Serve[stdsrvs.TriggerRequest](s.n, s.prefix()+"machine/resume", trigger(func() (string, error) { return "", s.machine.Resume(now()) }))
	_, errs[2] = ros.Serve[stdsrvs.TriggerRequest](s.n, s.prefix()+"machine/reload", trigger(s.reload))
	_, errs[3] = ros.Serve[msgs.StepMachineRequest](s.n, s.prefix()+"machine/step", s.serveStep)
	_, errs[4] = ros.Serve[msgs.SetBreakpointsRequest](s.n, s.prefix()+"machine/set_breakpoints", s.serveBreakpoints)
	_, errs[5] = ros.Serve[msgs.SetMachineValueRequest](s.n, s.prefix()+"machine/set_value", s.serveSet)
	_, errs[6] = ros.Serve[msgs.GetMachineSnapshotRequest](s.n, s.prefix()+"machine/get_snapshot", s.serveSnapshot)
	_, errs[7] = ros.Serve[msgs.GetMachineTraceRequest](s.n, s.prefix()+"machine/get_trace", s.serveTrace)
	_, errs[8] = ros.Serve[msgs.GetMachineChartRequest](s.n, s.prefix()+"machine/get_chart", s.serveChart)
	_, errs[9] = ros.Serve[msgs.RecordTraceRequest](s.n, s.prefix()+"machine/record_trace", s.serveRecord)
	_, errs[11] = ros.Serve[msgs.PostEventRequest](s.n, s.prefix()+"machine/post_event", s.servePost)
	_, errs[10] = ros.ServeAction(s.n, s.prefix()+"machine/run_to_state", s.runTo)
	return errors.Join(errs[:]...)
}

func (s *machineSlot) serveStep(_ context.Context, q msgs.StepMachineRequest) (a msgs.StepMachineResponse, _ error) {
	path, err := s.machine.Step(int(q.Ticks))
	a.Path = path
	a.Success, a.Message = answer(err, "")
	return a, nil
}

func (s *machineSlot) serveBreakpoints(_ context.Context, q msgs.SetBreakpointsRequest) (a msgs.SetBreakpointsResponse, _ error) {
	a.Success, a.Message = answer(s.machine.SetBreakpoints(q.Paths), "")
	return a, nil
}

// settings are the messages' words for how a value is set.
var settings = map[uint8]host.Setting{
	msgs.SetMachineValueRequestOnce: host.Once, msgs.SetMachineValueRequestHold: host.Hold, msgs.SetMachineValueRequestRelease: host.Release,
}

func (s *machineSlot) serveSet(_ context.Context, q msgs.SetMachineValueRequest) (a msgs.SetMachineValueResponse, _ error) {
	how, known := settings[q.How]
	if !known {
		a.Message = fmt.Sprintf("how: %d; expected 0 (once), 1 (hold) or 2 (release)", q.How)
		return a, nil
	}
	a.Success, a.Message = answer(s.machine.Set(q.Name, q.Value, how), "")
	return a, nil
}

func (s *machineSlot) servePost(_ context.Context, q msgs.PostEventRequest) (a msgs.PostEventResponse, _ error) {
	data, err := eventData(q.Data)
	if err == nil {
		err = s.machine.PostEvent(q.Name, data)
	}
	a.Success, a.Message = answer(err, "")
	return a, nil
}

// eventData reads the data of an event from YAML.
func eventData(text string) (any, error) {
	var data any
	if err := yaml.Unmarshal([]byte(text), &data); err != nil {
		return nil, fmt.Errorf("data: %w", err)
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

func (s *machineSlot) serveSnapshot(context.Context, msgs.GetMachineSnapshotRequest) (a msgs.GetMachineSnapshotResponse, _ error) {
	now, err := s.viewers.now(s.n.Clock.Now())
	if err != nil && !errors.Is(err, host.ErrIdle) { // of an idle machine, an empty one
		return a, err
	}
	a.Snapshot = now
	return a, nil
}

func (s *machineSlot) serveTrace(_ context.Context, q msgs.GetMachineTraceRequest) (a msgs.GetMachineTraceResponse, _ error) {
	lines, _ := s.machine.Lines(q.First, int(q.Limit))
	if len(lines) > 0 {
		a.Oldest = lines[0].Sequence
	}
	a.Events = eventsOf(lines)
	return a, nil
}

func (s *machineSlot) serveChart(_ context.Context, q msgs.GetMachineChartRequest) (a msgs.GetMachineChartResponse, _ error) {
	text, err := s.machine.Chart(q.Format)
	a.Text = text
	a.Success, a.Message = answer(err, "")
	return a, nil
}

func (s *machineSlot) serveRecord(_ context.Context, q msgs.RecordTraceRequest) (a msgs.RecordTraceResponse, _ error) {
	if !q.Record {
		a.File = s.machine.Recording()
		a.Success, a.Message = answer(s.machine.EndRecord(), "")
		return a, nil
	}
	name := q.Name
	if name == "" {
		name = fmt.Sprintf("%s-%d.trace", strings.TrimSuffix(s.prefix()+"machine", "/"), s.n.Clock.Now().UnixNano())
		name = strings.ReplaceAll(name, "/", "-")
	}
	if filepath.Base(name) != name || strings.HasPrefix(name, ".") {
		a.Message = fmt.Sprintf("name %q: expected one without a directory: files are made in the parameter trace_dir", q.Name)
		return a, nil
	}
	file, err := filepath.Abs(filepath.Join(s.traceDir, name))
	if err == nil {
		err = s.machine.Record(file)
	}
	a.File = file
	a.Success, a.Message = answer(err, "")
	return a, nil
}

// runTo handles a goal of run_to_state.
func (s *machineSlot) runTo(ctx context.Context, goal msgs.RunToStateGoal, say func(msgs.RunToStateFeedback)) (r msgs.RunToStateResult, err error) {
	end := func(code uint16, err error) (msgs.RunToStateResult, error) {
		path, since, _, _ := s.machine.Where(clockTime(s.n.Clock.Now()))
		r.ErrorCode, r.Path, r.Time = code, path, since.Seconds()
		if err != nil {
			r.ErrorMsg = err.Error()
			err = fmt.Errorf("run to state: %w", err)
		}
		return r, err
	}
	if !s.running.CompareAndSwap(false, true) {
		return end(msgs.RunToStateResultBusy, errors.New("another goal runs"))
	}
	defer s.running.Store(false)
	now := s.n.Clock.Now()
	if err := s.machine.RunTo(goal.Path, clockTime(now)); err != nil {
		return end(msgs.RunToStateResultUnknownState, err)
	}
	begun := now
	for {
		path, since, paused, status := s.machine.Where(clockTime(s.n.Clock.Now()))
		say(msgs.RunToStateFeedback{Path: path, Time: since.Seconds()})
		switch {
		case paused && s.machine.Stands(goal.Path):
			return end(msgs.RunToStateResultNone, nil)
		case paused:
			return end(msgs.RunToStateResultPaused, errors.Join(fmt.Errorf("paused in %q before", path), s.machine.EndRunTo(clockTime(s.n.Clock.Now()))))
		case status != hfsm.Running:
			return end(msgs.RunToStateResultEnded, errors.New("the machine has ended"))
		case goal.Timeout > 0 && s.n.Clock.Now().Sub(begun).Seconds() > goal.Timeout:
			return end(msgs.RunToStateResultTimeout, errors.Join(fmt.Errorf("not within %g s", goal.Timeout), s.machine.EndRunTo(clockTime(s.n.Clock.Now()))))
		}
		if err := s.n.Clock.Sleep(ctx, deltaPeriod); err != nil {
			return end(msgs.RunToStateResultCanceled, errors.Join(err, s.machine.EndRunTo(clockTime(s.n.Clock.Now()))))
		}
	}
}
