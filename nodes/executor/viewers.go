package executor

import (
	"fmt"
	"sync"
	"time"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/hfsm/trace"
	"gonao/msgs"
	"gonao/ros"
)

// viewers tells those who look on. It has a goroutine of its own, which the loop does
// not wait for.
type viewers struct {
	n         *ros.Node
	machine   *host.Machine
	snapshots *ros.Publisher[msgs.MachineSnapshot]
	deltas    *ros.Publisher[msgs.MachineDelta]
	feed      *host.Feed

	mu       sync.Mutex // keeps deltas in their order
	revision uint32     // of the last snapshot
	epoch    uint32
	told     uint64 // its number
	any      bool
}

// The periods of the two.
const (
	deltaPeriod    = 50 * time.Millisecond
	snapshotPeriod = time.Second
)

// openViewers makes the machine's topics for viewers.
func openViewers(s *machineSlot) (v *viewers, err error) {
	v = &viewers{n: s.n, machine: s.machine, feed: host.NewFeed(s.machine)}
	v.snapshots, err = ros.Advertise[msgs.MachineSnapshot](s.n, s.prefix()+"machine/snapshot", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	if err != nil {
		return nil, err
	}
	v.deltas, err = ros.Advertise[msgs.MachineDelta](s.n, s.prefix()+"machine/deltas", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	return v, err
}

// look tells what is new. Deltas are told while somebody listens, and before each
// snapshot, which is what they lead to.
func (v *viewers) look(now time.Time, whole bool) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !whole && v.deltas.Subscribers() == 0 {
		return nil
	}
	renewed, err := v.delta(now)
	if err != nil || !whole && !renewed {
		return err
	}
	view, number, ok := v.feed.View()
	if !ok || v.any && number == v.told {
		return nil
	}
	v.any, v.told, v.revision, v.epoch = true, number, view.Revision, view.Epoch
	return v.snapshots.Publish(snapshotOf(&view, number, now))
}

// delta publishes what is new; it is true when that is another machine or another
// beginning, which viewers need a snapshot for.
func (v *viewers) delta(now time.Time) (renewed bool, err error) {
	d, number, ok := v.feed.Delta(clockTime(now))
	if !ok {
		return false, nil
	}
	m := msgs.MachineDelta{
		Stamp: ros.Stamp(now), Machine: d.Machine, Revision: d.Revision, Epoch: d.Epoch, Sequence: number,
		Time: d.TimeSec, Status: statusOf(d.Began, d.Status), Cause: d.Cause, Paused: d.Paused, Path: d.Path,
		States: statesOf(d.States), Values: valuesOf(d.Values), Activities: activitiesOf(d.Activities), Events: eventsOf(d.Lines),
	}
	if err := v.deltas.Publish(m); err != nil {
		return false, fmt.Errorf("publish machine/deltas: %w", err)
	}
	return !v.any || d.Revision != v.revision || d.Epoch != v.epoch, nil
}

// now returns the machine as it is.
func (v *viewers) now(now time.Time) (m msgs.MachineSnapshot, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, err := v.delta(now); err != nil {
		return m, err
	}
	view, number, ok := v.feed.View()
	if !ok {
		return m, host.ErrIdle
	}
	return snapshotOf(&view, number, now), nil
}

func snapshotOf(v *host.View, number uint64, now time.Time) msgs.MachineSnapshot {
	return msgs.MachineSnapshot{
		Stamp: ros.Stamp(now), Machine: v.Machine, File: v.File, Revision: v.Revision, Epoch: v.Epoch, Sequence: number,
		Time: v.TimeSec, Status: statusOf(v.Began, v.Status), Cause: v.Cause, ReloadError: v.Refused, Paused: v.Paused, Path: v.Path,
		States: statesOf(v.States), Values: valuesOf(v.Values), Activities: activitiesOf(v.Activities),
		Breakpoints: v.Breakpoints, Recording: v.Recording,
	}
}

func statusOf(began bool, s hfsm.Status) uint8 {
	switch {
	case !began:
		return msgs.MachineSnapshotWaiting
	case s == hfsm.Final:
		return msgs.MachineSnapshotFinal
	case s == hfsm.Failed:
		return msgs.MachineSnapshotFailed
	}
	return msgs.MachineSnapshotRunning
}

func statesOf(states []host.StateView) []msgs.MachineStateStatus {
	out := make([]msgs.MachineStateStatus, len(states))
	for i, s := range states {
		out[i] = msgs.MachineStateStatus{Path: s.Path, Active: s.Active, Entered: s.EnteredSec, Spent: s.SpentSec}
	}
	return out
}

func valuesOf(values []host.ValueView) []msgs.MachineValue {
	kinds := map[hfsm.Role]uint8{
		hfsm.InputRole: msgs.MachineValueInput, hfsm.VariableRole: msgs.MachineValueVariable,
		hfsm.OutputRole: msgs.MachineValueOutput, hfsm.ParameterRole: msgs.MachineValueParameter,
	}
	types := map[hfsm.Type]uint8{
		hfsm.Bool: msgs.MachineValueBool, hfsm.Int: msgs.MachineValueInt,
		hfsm.Float: msgs.MachineValueFloat, hfsm.String: msgs.MachineValueString,
	}
	out := make([]msgs.MachineValue, len(values))
	for i, v := range values {
		out[i] = msgs.MachineValue{
			Name: v.Name, Kind: kinds[v.Role], Type: types[v.Value.Type], BoolValue: v.Value.Bool, IntValue: v.Value.Int,
			FloatValue: v.Value.Float, StringValue: v.Value.String, Age: v.AgeSec, Stale: v.Stale,
		}
	}
	return out
}

func activitiesOf(activities []host.ActivityView) []msgs.MachineActivity {
	out := make([]msgs.MachineActivity, len(activities))
	for i, a := range activities {
		m := msgs.MachineActivity{State: a.State, Name: a.Name, Arguments: a.Arguments}
		switch {
		case a.Phase == "stopping":
			m.Status = msgs.MachineActivityStopping
		case a.Phase == "":
			m.Status = msgs.MachineActivityIdle
		case a.Status == hfsm.Final:
			m.Status = msgs.MachineActivityFinal
		case a.Status == hfsm.Failed:
			m.Status = msgs.MachineActivityFailed
		}
		out[i] = m
	}
	return out
}

func eventsOf(lines []trace.Line) []msgs.MachineEvent {
	out := make([]msgs.MachineEvent, 0, len(lines))
	for i := range lines {
		l := &lines[i]
		kind, known := eventKinds[l.Kind]
		if !known {
			continue
		}
		m := msgs.MachineEvent{Number: l.Sequence, Kind: kind, Time: l.At.Seconds(), Source: l.Source, Target: l.Target, Name: l.Name, Message: l.Text}
		switch l.Kind {
		case hfsm.RecordStart:
			m.Target = l.To
		case hfsm.RecordActivity:
			m.Source, m.Value = l.Path, l.Status.String()
		case hfsm.RecordInput, hfsm.RecordSet:
			m.Value = l.Value.Text()
		case hfsm.RecordError:
			m.Source = l.Path
		default: // nothing more
		}
		if l.Event != "" {
			m.Value = l.Event
		}
		out = append(out, m)
	}
	return out
}

// eventKinds are the messages' words for records.
var eventKinds = map[hfsm.RecordKind]uint8{
	hfsm.RecordStart: msgs.MachineEventStart, hfsm.RecordTransition: msgs.MachineEventTransition,
	hfsm.RecordInternal: msgs.MachineEventInternal, hfsm.RecordLeaving: msgs.MachineEventLeaving,
	hfsm.RecordActivity: msgs.MachineEventActivity, hfsm.RecordInput: msgs.MachineEventInput,
	hfsm.RecordEvent: msgs.MachineEventEvent, hfsm.RecordSet: msgs.MachineEventSet,
	hfsm.RecordError: msgs.MachineEventError, hfsm.RecordReload: msgs.MachineEventReload,
	hfsm.RecordStop: msgs.MachineEventStop, hfsm.RecordPause: msgs.MachineEventPause, hfsm.RecordResume: msgs.MachineEventResume,
}
