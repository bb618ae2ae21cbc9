package host

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"

	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/hfsm/snapshot"
	"gonao/hfsm/trace"
)

// recording writes the trace of a machine to a file.
//
// Lock order: recording.mu before Machine.mu. Writing to the disk may take long, so
// whoever holds Machine.mu must neither write nor wait for recording.mu.
type recording struct {
	file   string
	stream *hfsm.Stream

	mu   sync.Mutex // held while the file is written
	out  *os.File   // nil once the file is closed
	w    *trace.Writer
	lost uint64 // lost records for which a snapshot has been written
}

// streamSize is how many records wait for [Machine.Drain].
const streamSize = 1 << 14

// Record begins to write the trace to a file, which is truncated. [Machine.Drain] must
// be called every now and then. A machine that lies in no file, such as a call of
// skills, is written beside it, with the ending .yaml, so that it can be replayed.
func (m *Machine) Record(file string) error {
	model := m.Model()
	if model == nil {
		return ErrIdle // before a file is truncated
	}
	if model.Chart() == nil {
		return fmt.Errorf("no trace to replay: %s", m.opts.Fixed)
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
	if err := m.begin(r); err != nil {
		return errors.Join(err, m.EndRecord(), r.close())
	}
	return nil
}

// begin makes a recording the machine's, and writes where the machine stands.
func (m *Machine) begin(r *recording) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var model *hfsm.Model
	var standing *snapshot.Snapshot // nil before the first tick
	err := m.debugger(func(d *debug.Debugger) error {
		machine := d.Machine()
		if s := snapshot.Take(machine); s.Started {
			standing = s
		}
		model = machine.Model()
		m.recordings.detach(machine) // two callers may begin at once
		r.stream = machine.Stream(streamSize)
		m.recordings.current = r
		return nil
	})
	if err == nil {
		r.w, err = trace.NewWriter(r.out, model, standing)
	}
	return err
}

// recordings are those of one machine, guarded by [Machine.mu].
type recordings struct {
	current *recording   // nil: none
	ended   []*recording // their files wait for [Machine.Drain]
}

// detach ends the recording of a machine. Its file is written to the end and closed by the
// next [Machine.Drain] or [Machine.EndRecord].
func (r *recordings) detach(machine *hfsm.Machine) {
	if r.current == nil {
		return
	}
	machine.EndStream(r.current.stream)
	r.ended, r.current = append(r.ended, r.current), nil
}

// takeEnded returns the recordings that have ended, and forgets them.
func (r *recordings) takeEnded() []*recording {
	ended := r.ended
	r.ended = nil
	return ended
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

// Drain writes what has been recorded, and closes the files of recordings that have
// ended. Any goroutine but the one that ticks may call it.
func (m *Machine) Drain() error {
	err := m.closeEnded()
	m.mu.Lock()
	r := m.recordings.current
	m.mu.Unlock()
	if r == nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		return err
	}
	return errors.Join(err, r.w.Drain(r.stream), m.fillGap(r), r.w.Flush())
}

// fillGap writes a snapshot after records were lost, from which a replay goes on;
// r.mu is held.
func (m *Machine) fillGap(r *recording) error {
	lost := r.stream.Lost()
	if lost == r.lost {
		return nil
	}
	r.lost = lost
	var now *snapshot.Snapshot
	m.Look(func(machine *hfsm.Machine, _ uint32) {
		if m.recordings.current == r { // else another machine may run by now
			now = snapshot.Take(machine)
		}
	})
	if now == nil {
		return nil
	}
	return r.w.Snapshot(now)
}

// EndRecord ends the recording and closes the file.
func (m *Machine) EndRecord() error {
	m.mu.Lock()
	if m.brain != nil {
		m.recordings.detach(m.brain.Machine())
	}
	m.mu.Unlock()
	return m.closeEnded()
}

// closeEnded writes recordings that have ended to their ends.
func (m *Machine) closeEnded() error {
	m.mu.Lock()
	ended := m.recordings.takeEnded()
	m.mu.Unlock()
	var errs []error
	for _, r := range ended {
		errs = append(errs, r.close())
	}
	return errors.Join(errs...)
}

// close writes the records that wait and closes the file.
func (r *recording) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		return nil
	}
	var err error
	if r.w != nil {
		err = errors.Join(r.w.Drain(r.stream), r.w.Flush())
	}
	err = errors.Join(err, r.out.Close())
	r.out = nil
	return err
}

// Recording returns the file that is written, "" for none.
func (m *Machine) Recording() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.recordings.current == nil {
		return ""
	}
	return m.recordings.current.file
}
