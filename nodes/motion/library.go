package motion

import (
	"context"
	"fmt"
	"maps"
	"path"
	"strings"

	"gonao/motion"
	"gonao/motion/pos"
	"gonao/motion/slot"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// maxMotionText bounds a motion that is sent, bytes.
const maxMotionText = 4 << 20

// serveLibrary serves load_motion and reload_motions, which change the motions while the node
// runs. Files are read on the services' goroutines; the loop only swaps the library.
func (l *loop) serveLibrary(dir string) error {
	if _, err := ros.Serve[msgs.LoadMotionRequest](l.n, "load_motion",
		func(_ context.Context, q msgs.LoadMotionRequest) (a msgs.LoadMotionResponse, _ error) {
			m, notes, err := readMotion(&q)
			if err == nil {
				a.Name = m.Name
				err = l.within(func() error {
					l.motion.SetLibrary(l.motion.Library().With(slot.Library{m.Name: m}))
					return nil
				})
			}
			a.Success, a.Message = answer(err)
			if err == nil {
				a.Message = strings.Join(notes, "\n")
			}
			return a, nil
		}); err != nil {
		return err
	}
	_, err := ros.Serve[stdsrvs.TriggerRequest](l.n, "reload_motions",
		func(context.Context, stdsrvs.TriggerRequest) (a stdsrvs.TriggerResponse, _ error) {
			a.Success, a.Message = answer(l.reload(dir))
			return a, nil
		})
	return err
}

// reload loads the directory's motions again. Those that are wrong stay as they
// were, and the error says why.
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
	file := q.File
	if file == "" {
		file = "load_motion"
	}
	if len(q.Text) > maxMotionText {
		return nil, nil, fmt.Errorf("%s: %d bytes: expected at most %d", file, len(q.Text), maxMotionText)
	}
	if path.Ext(file) == ".pos" {
		return pos.Fit(file, []byte(q.Text))
	}
	m, err := slot.Parse(file, []byte(q.Text))
	return m, nil, err
}
