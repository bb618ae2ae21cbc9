package host

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"

	"gonao/hfsm"
)

// recording writes the trace of a machine to a file.
type recording struct {
	file   string
	stream *hfsm.Stream

	mu   sync.Mutex
	out  *os.File
	w    *hfsm.TraceWriter
	lost uint64 // records that were known to be lost
}

// streamSize is how many records wait for [Machine.Drain].
const streamSize = 1 << 14

// Record begins to write the trace to a file, which is made anew. [Machine.Drain] must
// be called every now and then. A machine that lies in no file, such as a call of
// skills, is written beside it, with the ending .yaml, so that it can be replayed.
func (m *Machine) Record(file string) error {
	model := m.Model()
	if model == nil {
		return ErrIdle // before a file is made anew
	}
	if err := m.EndRecord(); err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("record trace: %w", err)
	}
	if err := writeBeside(file, model); err != nil {
		return errors.Join(err, out.Close())
	}
	r := &recording{file: file, out: out}
	err = m.debugger(func(d *hfsm.Debugger) (err error) {
		machine := d.Machine()
		var begin *hfsm.Snapshot
		if s := machine.Snapshot(); s.Started {
			begin = s
		}
		if r.w, err = hfsm.NewTraceWriter(out, machine.Model(), begin); err != nil {
			return err
		}
		r.stream = machine.Stream(streamSize)
		m.recording = r
		return nil
	})
	if err != nil {
		return errors.Join(err, out.Close())
	}
	return nil
}

// writeBeside writes a machine that lies in no file beside its trace.
func writeBeside(trace string, model *hfsm.Model) error {
	if _, err := os.Stat(model.File()); err == nil {
		return nil
	}
	var text bytes.Buffer
	if err := model.Chart().WriteYAML(&text); err != nil {
		return nil //nolint:nilerr // one in Lua, which comes with gonao: replay finds it by its name
	}
	if err := os.WriteFile(trace+".yaml", text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("record trace: %w", err)
	}
	return nil
}

// Drain writes what has been recorded. Any goroutine but the one that ticks may do it.
func (m *Machine) Drain() error {
	m.mu.Lock()
	r := m.recording
	m.mu.Unlock()
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		return nil
	}
	err := r.w.Drain(r.stream)
	if lost := r.stream.Lost(); err == nil && lost != r.lost {
		r.lost = lost
		var now *hfsm.Snapshot // from which a replay goes on
		m.Look(func(machine *hfsm.Machine, _ uint32) { now = machine.Snapshot() })
		if now != nil {
			err = r.w.Snapshot(now)
		}
	}
	return errors.Join(err, r.w.Flush())
}

// EndRecord ends the writing and closes the file.
func (m *Machine) EndRecord() error {
	m.mu.Lock()
	r := m.recording
	m.recording = nil
	if r != nil && m.brain != nil {
		m.brain.Machine().EndStream(r.stream)
	}
	m.mu.Unlock()
	return r.close()
}

// close writes the rest.
func (r *recording) close() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		return nil
	}
	err := errors.Join(r.w.Drain(r.stream), r.w.Flush(), r.out.Close())
	r.out = nil
	return err
}

// Recording gives the file that is written, "" for none.
func (m *Machine) Recording() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.recording == nil {
		return ""
	}
	return m.recording.file
}
