// Package session runs machines of the profile scxml side by side: each in a session with
// an id, to which others send events, and which may invoke further documents.
//
//	system := session.New(session.Options{Words: words, Open: open})
//	door, err := system.Start(c)        // a chart of the profile scxml
//	door.Post("knock", nil)
//	err = system.Run(now)               // on the caller's clock
//
// Time is the caller's: [System.Run] brings all sessions to a time and stops at each delayed event on the way, so that a
// day of delays passes at once and equal calls lead to equal events. A system must be used by one goroutine.
//
// Events go to #_internal, #_parent, #_scxml_ and a session's id, and #_ and the id of an
// invocation. There is one event processor, the W3C's for SCXML; there is no BasicHTTP.
// Services are SCXML documents: inline, by a file's name, or as the text that an
// expression returns.
package session

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
)

// Bounds that keep documents which invoke themselves, or which never stop talking,
// from taking the machine.
const (
	maxSessions = 256
	maxTicks    = 100_000 // in one Run at one time
)

// Options holds what sessions may use.
type Options struct {
	Words *hfsm.Vocabulary // documents are checked against it
	Host  hfsm.Host        // creates activities, and may be a Logger; may be nil
	Open  scxml.Open       // opens files that documents name; may be nil
}

// System holds sessions.
type System struct {
	options  Options
	sessions []*Session // in the order of their starts
	byID     map[string]*Session
	charts   map[string]*chart.Machine // by the file they were read from
	models   map[*chart.Machine]*hfsm.Model
	made     int
	now      time.Duration
}

// New makes a system without sessions.
func New(o Options) *System {
	return &System{
		options: o, byID: map[string]*Session{},
		charts: map[string]*chart.Machine{}, models: map[*chart.Machine]*hfsm.Model{},
	}
}

// Session is one running document.
type Session struct {
	system   *System
	machine  *hfsm.Machine
	id       string
	parent   *Session
	invokeID string // id of the invocation in the parent
	children map[string]*Session
	begun    bool
	over     bool
}

// Start begins a session. It enters its first states at the next Run.
func (s *System) Start(c *chart.Machine) (*Session, error) {
	return s.start(c, nil, hfsm.Invocation{})
}

func (s *System) start(c *chart.Machine, parent *Session, v hfsm.Invocation) (*Session, error) {
	if len(s.sessions) >= maxSessions {
		return nil, fmt.Errorf("more than %d sessions at once; expected fewer", maxSessions)
	}
	model, ok := s.models[c]
	if !ok {
		var findings chart.Findings
		if model, findings = hfsm.Compile(c, s.options.Words); model == nil {
			return nil, findings.Errors()
		}
		if v.Machine != nil || v.Source != "" || parent == nil {
			s.models[c] = model // a chart from an expression is a new one each time
		}
	}
	if model.Profile() != chart.SCXML {
		return nil, fmt.Errorf("machine %s: of the profile robot; expected one of the profile scxml", model.Name())
	}
	s.made++
	one := &Session{
		system: s, id: "session" + strconv.Itoa(s.made), parent: parent, invokeID: v.ID,
		children: map[string]*Session{},
	}
	machine, err := hfsm.New(model, &host{one})
	if err != nil {
		return nil, err
	}
	machine.SCXML().Give(v.Data)
	one.machine = machine
	s.sessions = append(s.sessions, one)
	s.byID[one.id] = one
	return one, nil
}

// ID returns the session's id.
func (s *Session) ID() string { return s.id }

// Machine returns the session's machine.
func (s *Session) Machine() *hfsm.Machine { return s.machine }

// Over reports whether it has ended.
func (s *Session) Over() bool { return s.over }

// Post posts an event from outside to the session. It returns false when the session accepts no more events.
func (s *Session) Post(name string, data any) bool {
	return !s.over && s.machine.Post(hfsm.Event{Name: name, Data: data})
}

// Stop ends the session as a cancelled invocation ends.
func (s *Session) Stop() {
	if s.over {
		return
	}
	s.machine.SCXML().Quit(s.system.now)
	s.close()
}

// close forgets a session that has ended.
func (s *Session) close() {
	s.over = true
	s.machine.Close()
	delete(s.system.byID, s.id)
	if s.parent != nil && s.parent.children[s.invokeID] == s {
		delete(s.parent.children, s.invokeID)
	}
	for i, other := range s.system.sessions {
		if other == s {
			s.system.sessions = append(s.system.sessions[:i:i], s.system.sessions[i+1:]...)
			return
		}
	}
}

// Run runs all sessions up to now, stopping at each delayed event on the way. The
// error is that of the last session that did not come to rest.
func (s *System) Run(now time.Duration) error {
	var failed error
	for {
		failed = errors.Join(failed, s.settle())
		next, ok := s.next()
		if !ok || next > now {
			break
		}
		s.now = max(s.now, next)
	}
	if now > s.now {
		s.now = now
		for _, one := range s.sessions {
			failed = errors.Join(failed, one.tick())
		}
		failed = errors.Join(failed, s.settle())
	}
	return failed
}

// next returns the time of the next delayed event.
func (s *System) next() (first time.Duration, ok bool) {
	for _, one := range s.sessions {
		if due, any := one.machine.SCXML().Next(); any && (!ok || due < first) {
			first, ok = due, true
		}
	}
	return first, ok
}

// settle ticks the sessions with pending work until none is left.
func (s *System) settle() error {
	for ticks := 0; ; {
		busy := false
		for _, one := range s.sessions { // a copy, because sessions end and begin in the loop
			if one.over || !one.busy() {
				continue
			}
			busy = true
			if ticks++; ticks > maxTicks {
				return fmt.Errorf("sessions that do not come to rest after %d ticks at %v; expected them to wait", maxTicks, s.now)
			}
			if err := one.tick(); err != nil {
				return err
			}
		}
		if !busy {
			return nil
		}
	}
}

// busy reports whether a session has something to do now.
func (s *Session) busy() bool {
	if !s.begun || s.machine.SCXML().Waiting() {
		return true
	}
	due, ok := s.machine.SCXML().Next()
	return ok && due <= s.system.now
}

func (s *Session) tick() error {
	if s.over {
		return nil
	}
	s.begun = true
	err := s.machine.Tick(s.system.now)
	if s.machine.Status() != hfsm.Running && !s.over {
		s.close()
	}
	return err
}
