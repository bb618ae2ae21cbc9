package drawn

import (
	"fmt"
	"time"

	"gonao/hfsm"
)

// Diary is a host that logs the calls of its activities.
type Diary struct{ lines []string }

// Activity returns an activity that never ends.
func (d *Diary) Activity(_ *hfsm.Machine, name string, _ hfsm.Args) (hfsm.Activity, error) {
	return &entryInDiary{d, name}, nil
}

// Took returns the lines that were written since the last call.
func (d *Diary) Took() (lines []string) {
	lines, d.lines = d.lines, nil
	return lines
}

type entryInDiary struct {
	d    *Diary
	name string
}

func (e *entryInDiary) Start(_ time.Duration, how hfsm.Entry) {
	e.d.lines = append(e.d.lines, fmt.Sprintf("start %s %d", e.name, how))
}

func (e *entryInDiary) Stop(time.Duration) { e.d.lines = append(e.d.lines, "stop "+e.name) }

func (e *entryInDiary) Step(time.Duration) (hfsm.Status, error) { return hfsm.Running, nil }
