package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// Moment names a moment: a time in a part, or the tick of a record.
type Moment struct {
	Part     uint32  // 0: the last
	Time     float64 // s since the part's first entry
	Sequence uint64  // of an event of Show, used instead of Time if BySequence is set

	BySequence bool
}

// ErrGone is the error of a moment that is not remembered any more, or not yet.
var ErrGone = errors.New("history: this moment is not remembered")

// At replays the machine up to a moment and calls look with it; now is the moment on the machine's clock. It blocks
// during the replay, and does not delay the ticks of the running machine.
func (r *Ring) At(m Moment, look func(machine *hfsm.Machine, now time.Duration, part Part)) error {
	s, part, at, err := r.find(m)
	if err != nil {
		return err
	}
	file, err := os.Open(s.path)
	if errors.Is(err, os.ErrNotExist) {
		return ErrGone // deleted just now
	}
	if err != nil {
		return fmt.Errorf("history: %w", err)
	}
	defer file.Close()
	reader, err := trace.NewReader(s.path, io.LimitReader(file, s.size))
	if err != nil {
		return fmt.Errorf("history: %w", err)
	}
	reader.AllowCut()
	stood, err := trace.At(reader, s.model, part.Epoch, at, r.model)
	if errors.Is(err, trace.ErrNoMoment) {
		return ErrGone
	}
	if err != nil {
		return fmt.Errorf("history: %w", err)
	}
	defer stood.Close()
	look(stood.Machine, stood.Now, part)
	return nil
}

// find returns a copy of the segment that holds a moment.
func (r *Ring) find(m Moment) (s segment, part Part, at time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.index.parts {
		if m.Part == 0 || p.Number == m.Part {
			part = p // of several, the last
		}
	}
	if part.Number == 0 {
		return s, part, 0, ErrGone
	}
	at = durationOf(m.Time)
	if m.BySequence {
		var ok bool
		if at, ok = r.index.sequenceTime(part.Number, m.Sequence); !ok {
			return s, part, 0, ErrGone
		}
	}
	wanted := moment{part.Run, part.Epoch, at.Seconds()}
	found := false
	for _, one := range r.segments {
		if one.run == part.Run && one.first.before(wanted) {
			s, found = *one, true
		}
	}
	if !found {
		return s, part, 0, ErrGone
	}
	return s, part, at, nil
}
