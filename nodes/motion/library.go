package motion

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"strings"

	"gonao/motion"
	"gonao/motion/slot"
	"gonao/msgs"
)

// maxMotionText bounds a motion that is sent, bytes.
const maxMotionText = 4 << 20

// load adds a motion to the library. It is read on the service's goroutine; the loop only swaps the library.
func (l *loop) load(_ context.Context, q msgs.LoadMotionRequest) (a msgs.LoadMotionResponse, _ error) {
	m, notes, err := readMotion(&q)
	if err != nil {
		return a, err
	}
	a.Name, a.Message = m.Name, strings.Join(notes, "\n")
	return a, l.within(func() error {
		l.motion.SetLibrary(l.motion.Library().With(slot.Library{m.Name: m}))
		return nil
	})
}

// reload loads the directory's motions again. Motions with errors stay unchanged, and the error names them.
func (l *loop) reload(dir string) error {
	var old slot.Library
	if err := l.within(func() error {
		old = maps.Clone(l.motion.Library())
		return nil
	}); err != nil {
		return err
	}
	library, wrong := motion.ReloadMotions(dir, old)
	if err := l.within(func() error {
		l.motion.SetLibrary(library)
		return nil
	}); err != nil {
		return err
	}
	return wrong
}

// readMotion reads the motion of a request.
func readMotion(q *msgs.LoadMotionRequest) (*slot.Motion, []string, error) {
	file := cmp.Or(q.File, "load_motion")
	if len(q.Text) > maxMotionText {
		return nil, nil, fmt.Errorf("%s: %d bytes: expected at most %d", file, len(q.Text), maxMotionText)
	}
	if path.Ext(file) == ".pos" {
		return slot.FitPos(file, []byte(q.Text))
	}
	m, err := slot.Parse(file, []byte(q.Text))
	return m, nil, err
}
