package machinetopics

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gonao/behavior/history"
	"gonao/behavior/host"
	"gonao/hfsm/trace"
	"gonao/msgs"
	"gonao/ros"
)

// drainPeriod is how often the history is written, in wall time.
const drainPeriod = 100 * time.Millisecond

// historyLimit is the default number of intervals and events in an answer.
const historyLimit = 2000

// histories are the services that return a machine's history.
type histories struct {
	GetHistory  ros.Service[msgs.GetMachineHistoryRequest, msgs.GetMachineHistoryResponse]   `service:"{machine}machine/get_history" doc:"what it did, for a timeline"`
	GetMoment   ros.Service[msgs.GetMachineMomentRequest, msgs.GetMachineMomentResponse]     `service:"{machine}machine/get_moment" doc:"the machine as it was, by a replay"`
	GetScenario ros.Service[msgs.GetMachineScenarioRequest, msgs.GetMachineScenarioResponse] `service:"{machine}machine/get_scenario" doc:"what it did, as a test"`
}

// openHistory begins to keep the machine's history, if there is a directory for it, and offers the services
// that return it. A directory that cannot be used is a warning: the machine runs without.
func (t *Topics) openHistory() error {
	if dir := t.opts.HistoryDir; dir != "" {
		dir, err := historyDir(t.n.FullName(), t.opts.Namespace, dir)
		if err == nil {
			_, err = t.machine.KeepHistory(history.Options{Dir: dir, Bytes: t.opts.HistoryBytes})
		}
		if err != nil {
			t.n.Log.Warn("the machine's history is not kept", "error", err)
		}
	}
	var p histories
	p.GetHistory.Handle(ros.Outcome(t.serveHistory), ros.Concurrent())
	p.GetMoment.Handle(ros.Outcome(t.serveMoment), ros.Concurrent())
	p.GetScenario.Handle(ros.Outcome(t.serveScenario), ros.Concurrent())
	return ros.Open(t.n, &p, "{machine}", t.prefix())
}

// historyDir returns the directory of the machine's own history: those of several nodes lie beside each other.
func historyDir(node, namespace, dir string) (string, error) {
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(home, rest)
	}
	name := cmp.Or(namespace, "machine")
	return filepath.Join(dir, filepath.FromSlash(strings.Trim(node, "/")), name), nil
}

// keepHistory writes the history until ctx ends.
func (t *Topics) keepHistory(ctx context.Context, h *host.History) {
	for range ros.NewSystemClock().Tick(ctx, drainPeriod) {
		drain(t.n, h)
	}
	if err := t.machine.EndHistory(); err != nil {
		t.n.Log.Warn("history", "error", err)
	}
}

// drain writes the queued records; an error is logged once.
func drain(n *ros.Node, h *host.History) {
	if err := h.Drain(); err != nil {
		n.Log.Warn("history", "error", err)
	}
}

func (t *Topics) serveHistory(_ context.Context, q msgs.GetMachineHistoryRequest) (a msgs.GetMachineHistoryResponse, _ error) {
	h := t.machine.History()
	if h == nil {
		return a, host.ErrNoHistory
	}
	drain(t.n, h)
	limit := cmp.Or(int(q.Limit), historyLimit)
	shown := h.Show(history.Query{Part: q.Part, From: q.FromTime, To: q.ToTime, Limit: limit})
	a.Cut, a.Lost, a.Bytes, a.Stopped = shown.Cut, shown.Lost, uint64(shown.Bytes), shown.Stopped
	for _, p := range shown.Parts {
		a.Parts = append(a.Parts, msgs.MachinePart{
			Part: p.Number, Run: p.Run, Epoch: p.Epoch, Revision: p.Revision, Machine: p.Machine, Hash: p.Hash, Begin: p.Begin, End: p.End,
		})
	}
	for _, l := range shown.Lanes {
		lane := msgs.MachineLane{Path: l.Path}
		for _, v := range l.Intervals {
			lane.Intervals = append(lane.Intervals, msgs.MachineInterval{Part: v.Part, State: v.State, Begin: v.Begin, End: v.End, Open: v.Open})
		}
		a.Lanes = append(a.Lanes, lane)
	}
	for i := range shown.Events {
		e := &shown.Events[i]
		for _, m := range eventsOf([]trace.Line{e.Line}) {
			a.Events = append(a.Events, msgs.MachinePastEvent{Part: e.Part, Time: e.Tick, Event: m})
		}
	}
	return a, nil
}

func (t *Topics) serveMoment(_ context.Context, q msgs.GetMachineMomentRequest) (a msgs.GetMachineMomentResponse, _ error) {
	h := t.machine.History()
	if h == nil {
		return a, host.ErrNoHistory
	}
	drain(t.n, h)
	past, err := h.At(history.Moment{Part: q.Part, Time: q.Time, Sequence: q.Number, BySequence: q.ByNumber}, host.Question{Explain: q.Explain, Path: q.WhyNot})
	if err != nil {
		return a, err
	}
	a.Part = past.Part.Number
	a.Snapshot = snapshotOf(&past.View, 0, t.n.Clock.Now())
	a.Transitions = WhyNot(past.Why)
	return a, nil
}

func (t *Topics) serveScenario(_ context.Context, q msgs.GetMachineScenarioRequest) (a msgs.GetMachineScenarioResponse, err error) {
	h := t.machine.History()
	if h == nil {
		return a, host.ErrNoHistory
	}
	drain(t.n, h)
	name := cmp.Or(q.Name, "a recorded run")
	a.Text, err = h.Scenario(history.Moment{Part: q.Part, Time: q.FromTime}, q.ToTime, name, q.Machine, "robot")
	return a, err
}
