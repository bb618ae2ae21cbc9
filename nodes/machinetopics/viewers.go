package machinetopics

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/trace"
	"gonao/msgs"
	"gonao/ros"
)

// viewers holds the topics of viewers.
type viewers struct {
	Snapshots *ros.Publisher[msgs.MachineSnapshot] `topic:"{machine}machine/snapshot" qos:"reliable, transient local, depth 1" doc:"everything, once a second while something changes"`
	Deltas    *ros.Publisher[msgs.MachineDelta]    `topic:"{machine}machine/deltas" qos:"reliable, transient local, depth 100" doc:"what changes, numbered, ≤ 20 ms after a transition, else ≤ 20 Hz, while subscribed"`
	feed      *host.Feed
	moved     atomic.Bool // something has changed since the last delta that is to be seen at once

	mu       sync.Mutex // keeps deltas in their order
	revision uint32     // of the last snapshot
	epoch    uint32
	told     uint64 // its number
	any      bool
}

// open advertises the topics.
func (v *viewers) open(t *Topics) error {
	v.feed = host.NewFeed(t.machine)
	return ros.Open(t.n, v, "{machine}", t.prefix())
}

// look publishes the changes. Deltas are published while there are subscribers, and before each snapshot.
func (v *viewers) look(t *Topics, now time.Time, whole bool) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !whole && v.Deltas.Subscribers() == 0 {
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
	return v.Snapshots.Publish(snapshotOf(&view, number, now))
}

// delta publishes the changes; it returns true after a restart or for another machine, when viewers need a snapshot.
func (v *viewers) delta(now time.Time) (renewed bool, err error) {
	d, number, ok := v.feed.Delta(clockTime(now))
	if !ok {
		return false, nil
	}
	m := msgs.MachineDelta{
		Stamp: ros.Stamp(now), Machine: d.Machine, Revision: d.Revision, Epoch: d.Epoch, Sequence: number,
		Time: d.TimeSec, Status: statusOf(d.Began, d.Status), Cause: d.Cause, ReloadError: d.Refused, Paused: d.Paused, Idle: d.Idle,
		Path: d.Path, Paths: d.Paths, Breakpoints: d.Breakpoints,
		States: statesOf(d.States), Values: valuesOf(d.Values), Activities: activitiesOf(d.Activities), Events: eventsOf(d.Lines),
	}
	if err := v.Deltas.Publish(m); err != nil {
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
		return msgs.MachineSnapshot{Stamp: ros.Stamp(now), Idle: true, Status: msgs.MachineSnapshotWaiting}, host.ErrIdle
	}
	return snapshotOf(&view, number, now), nil
}

func snapshotOf(v *host.View, number uint64, now time.Time) msgs.MachineSnapshot {
	return msgs.MachineSnapshot{
		Stamp: ros.Stamp(now), Machine: v.Machine, File: v.File, Hash: v.Hash, Revision: v.Revision, Epoch: v.Epoch, Sequence: number,
		Time: v.TimeSec, Status: statusOf(v.Began, v.Status), Cause: v.Cause, ReloadError: v.Refused, Paused: v.Paused,
		Idle: v.Idle, Path: v.Path, Paths: v.Paths, Calls: callsOf(v.Calls), Passed: eventsOf(v.Passed),
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
		out[i] = msgs.MachineStateStatus{Path: s.Path, Active: s.Active, Entered: s.EnteredSec, Spent: s.SpentSec, Remembered: s.Remembered, After: s.AfterSec}
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
			FloatValue: v.Value.Float, StringValue: v.Value.String, Age: v.AgeSec, Stale: v.Stale, Held: v.Held,
		}
	}
	return out
}

// levels are the words of levels.
var levels = map[chart.Level]string{chart.Motion: "motion", chart.Skill: "skill", chart.Agent: "agent"}

// LevelWord returns the word of messages for a level, "" if not declared.
func LevelWord(l chart.Level) string { return levels[l] }

func callsOf(calls []host.CallView) []msgs.MachineCall {
	out := make([]msgs.MachineCall, len(calls))
	for i, c := range calls {
		out[i] = msgs.MachineCall{State: c.State, Machine: c.Machine, File: c.File, Level: levels[c.Level]}
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
		m := msgs.MachineEvent{Number: l.Sequence, Kind: kind, Time: l.At.Seconds(), Source: l.Source, Target: l.Target, Name: l.Name, Index: -1, Message: l.Text}
		switch l.Kind {
		case hfsm.RecordStart:
			m.Target = l.To
		case hfsm.RecordTransition, hfsm.RecordInternal, hfsm.RecordLeaving:
			m.Index = int32(l.Place)
		case hfsm.RecordActivity:
			m.Source, m.Value = l.Path, l.Status.String()
		case hfsm.RecordInput, hfsm.RecordSet:
			m.Value = l.Value.Text()
		case hfsm.RecordError:
			m.Source = l.Path
		case hfsm.RecordMissed:
			m.Value, m.Message = l.Text, ""
			if l.Source != "" {
				m.Index = int32(l.Place)
			}
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
	hfsm.RecordMissed: msgs.MachineEventMissed,
}
