package machinetopics

import (
	"context"
	"errors"
	"fmt"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// changes are the services that check, load, start and stop machines.
type changes struct {
	Check ros.Service[msgs.CheckMachineRequest, msgs.CheckMachineResponse] `service:"{machine}machine/check" doc:"what is wrong with a machine"`
	Load  ros.Service[msgs.LoadMachineRequest, msgs.LoadMachineResponse]   `service:"{machine}machine/load" doc:"another version, while it runs"`
	List  ros.Service[msgs.ListMachinesRequest, msgs.ListMachinesResponse] `service:"{machine}machine/list" doc:"those that run and those that may"`
	Start ros.Service[msgs.StartMachineRequest, msgs.StartMachineResponse] `service:"{machine}machine/start" doc:"starts another machine"`
	Stop  ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]     `service:"{machine}machine/stop" doc:"ends a machine that was started"`
	Swap  ros.Service[msgs.StartMachineRequest, msgs.StartMachineResponse] `service:"{machine}machine/swap" doc:"another machine in the place of the one that runs"`
}

// openChanges offers the services that check, load, start and stop machines.
func (t *Topics) openChanges() error {
	var p changes
	p.Check.Handle(ros.Outcome(t.serveCheck))
	p.Load.Handle(ros.Outcome(t.serveLoad))
	p.List.Handle(t.serveList)
	p.Start.Handle(ros.Outcome(t.serveStart))
	p.Stop.Handle(trigger(func() (string, error) { return "stopped", t.stop() }))
	p.Swap.Handle(ros.Outcome(t.serveSwap))
	return ros.Open(t.n, &p, "{machine}", t.prefix())
}

func (t *Topics) serveCheck(_ context.Context, q msgs.CheckMachineRequest) (a msgs.CheckMachineResponse, _ error) {
	check := t.machine.Loading().Check
	if t.opts.Check != nil {
		check = t.opts.Check
	}
	l, err := check(host.Text{File: q.File, Text: q.Text})
	a.Findings, a.Machine, a.Hash = findingsOf(l.Findings), l.Machine, l.Hash
	return a, err
}

func (t *Topics) serveLoad(_ context.Context, q msgs.LoadMachineRequest) (a msgs.LoadMachineResponse, err error) {
	text := host.Text{File: q.File, Text: q.Text}
	var l host.Loaded
	switch q.How {
	case msgs.LoadMachineRequestTakeOver:
		l, err = t.machine.Loading().Load(text, q.Replaces)
	case msgs.LoadMachineRequestBeginAnew:
		l, err = t.machine.Loading().Swap(text, q.Replaces, t.time())
	default:
		err = fmt.Errorf("how: %d; expected 0 (take over) or 1 (begin anew)", q.How)
	}
	a.Findings, a.Kept, a.Dropped = findingsOf(l.Findings), l.Changed.Kept, l.Changed.Dropped
	a.Machine, a.Hash, a.Revision = t.machine.Loading().Identity()
	a.Message = l.Said
	t.logged("loaded", a.Message, err)
	return a, err
}

func (t *Topics) serveList(context.Context, msgs.ListMachinesRequest) (a msgs.ListMachinesResponse, _ error) {
	if t.opts.List != nil {
		a.Machines = t.opts.List()
		return a, nil
	}
	if info, ok := t.Info(); ok {
		a.Machines = append(a.Machines, info)
	}
	return a, nil
}

// Info returns the machine as machine/list does; false when nothing runs.
func (t *Topics) Info() (m msgs.MachineInfo, ok bool) {
	t.machine.Look(func(machine *hfsm.Machine, _ uint32) {
		model := machine.Model()
		m = msgs.MachineInfo{
			Machine: model.Name(), Source: model.File(), Running: true, Slot: t.opts.Namespace,
			Status: statusOf(machine.Path() != "" || machine.Status() != hfsm.Running, machine.Status()), Path: machine.Path(), Hash: model.Hash(),
		}
		if c := model.Chart(); c != nil {
			m.Description, m.Level = c.Description, levels[c.Level]
		}
		ok = true
	})
	return m, ok
}

// text returns the machine that a request to start one names.
func text(q *msgs.StartMachineRequest) (host.Text, error) {
	switch {
	case q.Text != "" && q.Machine != "":
		return host.Text{}, errors.New("both machine and text; expected one of them")
	case q.Text != "":
		return host.Text{File: q.File, Text: q.Text}, nil
	}
	return host.Text{File: q.Machine}, nil
}

func (t *Topics) serveStart(_ context.Context, q msgs.StartMachineRequest) (a msgs.StartMachineResponse, _ error) {
	from, err := text(&q)
	var l host.Loaded
	m := t.machine
	switch {
	case err != nil:
	case t.opts.Start != nil:
		var other *host.Machine
		if l, other, err = t.opts.Start(q.Slot, from); other != nil {
			m = other
		}
	case q.Slot != "":
		err = errors.New("slot: this node runs one machine; expected none")
	default:
		l, err = t.machine.Loading().Start(from, t.time())
	}
	a.Findings = findingsOf(l.Findings)
	a.Machine, a.Hash, a.Revision = m.Loading().Identity()
	a.Message = "started " + a.Machine
	t.logged("started", a.Message, err)
	return a, err
}

func (t *Topics) serveSwap(_ context.Context, q msgs.StartMachineRequest) (a msgs.StartMachineResponse, _ error) {
	from, err := text(&q)
	var l host.Loaded
	switch {
	case err != nil:
	case q.Slot != "":
		err = errors.New("slot: swap changes the machine of this namespace; expected none")
	default:
		l, err = t.machine.Loading().Swap(from, "", t.time())
	}
	a.Findings = findingsOf(l.Findings)
	a.Machine, a.Hash, a.Revision = t.machine.Loading().Identity()
	a.Message = "started " + a.Machine
	t.logged("swapped", a.Message, err)
	return a, err
}

// stop stops the running machine.
func (t *Topics) stop() error {
	if t.opts.Stop != nil {
		return t.opts.Stop()
	}
	if t.machine.Model() == nil {
		return host.ErrIdle
	}
	t.machine.End(t.time(), nil)
	t.n.Log.Info("machine stopped", "namespace", t.opts.Namespace)
	return nil
}

// logged logs the effect of a service on the machine.
func (t *Topics) logged(what, result string, err error) {
	if err != nil {
		t.n.Log.Warn("machine not "+what, "namespace", t.opts.Namespace, "reason", err)
	} else {
		t.n.Log.Info("machine "+what, "namespace", t.opts.Namespace, "result", result)
	}
}

// severities are the message's words for severities.
var severities = map[chart.Severity]uint8{
	chart.Error: msgs.MachineFindingError, chart.Warning: msgs.MachineFindingWarning, chart.Note: msgs.MachineFindingNote,
}

func findingsOf(all hfsm.Findings) []msgs.MachineFinding {
	out := make([]msgs.MachineFinding, len(all))
	for i, f := range all {
		out[i] = msgs.MachineFinding{
			Severity: severities[f.Severity], File: f.File, Line: uint32(max(f.Line, 0)), Column: uint32(max(f.Column, 0)),
			Key: f.Key, Code: f.Code, Text: f.Text,
		}
	}
	return out
}
