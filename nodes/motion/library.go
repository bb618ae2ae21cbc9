package motion

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonao/motion"
	"gonao/motion/slot"
	"gonao/msgs"
	"gonao/ros"
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

// motionFiles reports the files of motion_dir that have errors.
type motionFiles struct {
	Updater *ros.DiagnosticsUpdater `topic:"/diagnostics" doc:"files of motions with errors, 1 Hz"`
	log     *slog.Logger
	mu      sync.Mutex
	wrong   motion.Unplayable // of the newest reading
}

// open publishes the report.
func (f *motionFiles) open(n *ros.Node) error {
	f.log = n.Log
	if err := ros.Open(n, f); err != nil {
		return err
	}
	f.Updater.Add("motions", f.diagnose)
	return nil
}

// set logs the errors of a reading, one a line, and keeps them for the report.
func (f *motionFiles) set(wrong motion.Unplayable) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wrong = wrong
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		for line := range strings.SplitSeq(wrong[name].Error(), "\n") {
			f.log.Error("motion file has an error; correct it, then run gonao motion reload", "motion", name, "error", line)
		}
	}
}

// diagnose names each motion whose file has errors.
func (f *motionFiles) diagnose(d *ros.Diagnosis) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.wrong) > 0 {
		d.Set(ros.HealthError, "files of motions with errors: "+strconv.Itoa(len(f.wrong)))
	}
	for _, name := range slices.Sorted(maps.Keys(f.wrong)) {
		d.Add(name, f.wrong[name])
	}
}

// reload loads the directory's motions again. Motions with errors stay unchanged, and the error names them.
func (l *loop) reload(cfg *Config) error {
	var old slot.Library
	if err := l.within(func() error {
		old = maps.Clone(l.motion.Library())
		return nil
	}); err != nil {
		return err
	}
	library, wrong, err := cfg.readMotions(old)
	if err != nil {
		return err
	}
	l.files.set(wrong)
	if err := l.within(func() error {
		l.motion.SetLibrary(library)
		l.motion.SetUnplayable(wrong)
		return nil
	}); err != nil {
		return err
	}
	return wrong.Err()
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
