package scenario

import (
	"errors"
	"fmt"
	"time"

	"gonao/hfsm"
)

// Actor is a host whose activities only end, when the scenario ends them.
type Actor struct {
	Endings map[string]Ending
	Logged  func(text string) // receives the machine's logs; may be nil
	uses    []*acting
}

// Activity makes one; any name will do.
func (a *Actor) Activity(_ *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	use := &acting{actor: a, name: name, key: stubKey(name, args)}
	a.uses = append(a.uses, use)
	return use, nil
}

// ports are the arguments with which activities name topics, services and actions of other programs.
var ports = []string{"topic", "service", "action"}

// stubKey returns an activity's name with the name of the port that it calls: one machine
// may call several.
func stubKey(name string, args hfsm.Args) string {
	for _, port := range ports {
		if v, ok := args[port]; ok && v.Type == hfsm.String {
			return name + " " + v.String
		}
	}
	return name
}

// ending returns how an activity ends: by its key, otherwise by its name.
func ending(all map[string]Ending, name, key string) (Ending, bool) {
	if e, ok := all[key]; ok {
		return e, true
	}
	e, ok := all[name]
	return e, ok
}

// Log records what the machine logs, as a text.
func (a *Actor) Log(_ *hfsm.Machine, label string, value any) {
	if a.Logged == nil {
		return
	}
	switch {
	case value == nil:
		a.Logged(label)
	case label == "":
		a.Logged(fmt.Sprint(value))
	default:
		a.Logged(fmt.Sprintf("%s: %v", label, value))
	}
}

// End ends the running uses of an activity with a status and returns their number.
func (a *Actor) End(name string, status hfsm.Status) (ended int) {
	for _, use := range a.uses {
		if (use.name == name || use.key == name) && use.running {
			use.told = status
			ended++
		}
	}
	return ended
}

// acting is one use of an activity.
type acting struct {
	actor   *Actor
	name    string
	key     string // name with the port that it calls
	running bool
	began   time.Duration
	ran     time.Duration // before it was interrupted
	told    hfsm.Status
}

// Start begins it, or goes on with the time it has run already.
func (u *acting) Start(now time.Duration, how hfsm.Entry) {
	if how == hfsm.Anew {
		u.ran = 0
	}
	u.running, u.began, u.told = true, now, hfsm.Running
}

// Step ends it when its time has come.
func (u *acting) Step(now time.Duration) (hfsm.Status, error) {
	if u.told != hfsm.Running {
		return u.end(u.told, "ended by the scenario")
	}
	e, ends := ending(u.actor.Endings, u.name, u.key)
	if !ends || e.Status == hfsm.Running || u.ran+now-u.began < e.After {
		return hfsm.Running, nil
	}
	return u.end(e.Status, e.Error)
}

func (u *acting) end(status hfsm.Status, text string) (hfsm.Status, error) {
	u.running = false
	if status == hfsm.Failed && text != "" {
		return status, errors.New(u.name + ": " + text)
	}
	return status, nil
}

// Stop interrupts it.
func (u *acting) Stop(now time.Duration) {
	if u.running {
		u.ran += now - u.began
		u.running = false
	}
}
