package lua

import (
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// kind is short for what describes an activity.
type kind = hfsm.Kind

// nowhere is the world while a skill is read: there is no machine.
type nowhere struct{}

var (
	_ world = nowhere{}
	_ world = (*hfsm.Scope)(nil)
)

func (nowhere) Slot(string) (int, chart.Type, bool, bool)  { return 0, 0, false, false }
func (nowhere) Names() []string                            { return nil }
func (nowhere) Value(int) chart.Value                      { return chart.Value{} }
func (nowhere) Set(int, chart.Value) error                 { return nil }
func (nowhere) Age(int) (float64, bool)                    { return 0, false }
func (nowhere) Elapsed() time.Duration                     { return 0 }
func (nowhere) Outcome() hfsm.Status                       { return hfsm.Running }
func (nowhere) Start(string, map[string]chart.Value) error { return nil }
func (nowhere) Active(string) bool                         { return false }
func (nowhere) CurrentEvent() *hfsm.Event                  { return nil }
func (nowhere) Raise(hfsm.Event)                           {}
func (nowhere) Log(string, any)                            {}
