package score

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/robot/percepts"
)

// Transition is one change of the state machine's active path.
type Transition struct {
	TSec float64 `json:"t_sec"` // of ROS time since the machine's first entry
	Path string  `json:"path"`  // the active path after it, outermost first: "followBall/green"
	From string  `json:"from"`  // empty for the first entry
	To   string  `json:"to"`
}

// ImageError is where the followed ball was in one image.
type ImageError struct {
	TSec              float64 // since the machine's first entry
	RightDeg, DownDeg float64 // from the image's centre
}

// Record collects what happens in a run. Its methods may be called from any
// goroutine. The zero value is not ready; use [NewRecord].
type Record struct {
	mu        sync.Mutex
	started   bool
	start     time.Duration // of the machine, on the simulation's clock
	trace     []Transition
	truths    map[string]*Truth // by colour
	pending   []image           // they wait until the truth around them is known
	following Following
	errors    []ImageError
	positions int
}

type image struct {
	time  time.Duration
	balls []percepts.Blob
}

// pendingFor is how long an image waits for the truth and the transitions around
// its moment.
const pendingFor = 150 * time.Millisecond

// NewRecord returns an empty record for balls of these colours.
func NewRecord(colors ...string) *Record {
	r := &Record{truths: make(map[string]*Truth)}
	for _, c := range colors {
		r.truths[c] = new(Truth)
	}
	return r
}

// Transition adds a transition that happened at time t. With a machine that starts
// again the record starts again too: all its times count from the first entry.
func (r *Record) Transition(t time.Duration, tr Transition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if tr.From == "" {
		r.started, r.start = true, t
		r.trace, r.following, r.errors, r.positions = nil, Following{}, nil, 0
	}
	r.trace = append(r.trace, tr)
}

// Truth adds where the camera (X_WC) and the balls (p_WB, by colour) are at time t.
func (r *Record) Truth(t time.Duration, x_WC nao.Pose, balls map[string]r3.Vec) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for color, p_WB := range balls {
		if h, ok := r.truths[color]; ok {
			h.Add(t, x_WC, p_WB)
		}
	}
	kept := r.pending[:0]
	for _, img := range r.pending {
		switch {
		case img.time > t:
			// The simulation started again; earlier images cannot be judged.
		case t-img.time < pendingFor:
			kept = append(kept, img)
		default:
			r.judge(img)
		}
	}
	r.pending = kept
}

// Image adds what vision found in an image.
func (r *Record) Image(found *percepts.Image) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending = append(r.pending, image{found.Stamp, slices.Clone(found.Blobs)})
}

// PositionReached counts the positions that the dancing arms reached.
func (r *Record) PositionReached() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.positions++
}

// Observer adds to a record what a robot in one process reports; it is a robot.Observer.
type Observer struct{ *Record }

// Transition adds a transition of the robot's machine.
func (o Observer) Transition(now, sinceEntry time.Duration, from, to string) {
	o.Record.Transition(now, Transition{TSec: sinceEntry.Seconds(), Path: to, From: from, To: to})
}

// judge compares an image with the truth of its moment.
func (r *Record) judge(img image) {
	if !r.started || img.time < r.start {
		return
	}
	tSec := (img.time - r.start).Seconds()
	frame := Frame{TimeSec: tSec, Target: r.targetAt(tSec)}
	if frame.Target == "" {
		r.following.Add(frame)
		return
	}
	var ok bool
	frame.ErrorRad, frame.SpeedRadPerSec, ok = r.truths[frame.Target].At(img.time)
	if !ok {
		return
	}
	for _, b := range img.balls {
		if b.Color == frame.Target {
			frame.Seen = true
			r.errors = append(r.errors, ImageError{tSec, b.ImageAzimuth / si.Degree, b.ImageElevation / si.Degree})
		}
	}
	r.following.Add(frame)
}

// targetAt returns the colour the machine follows at a time: the innermost state's
// name where it is a ball's colour.
func (r *Record) targetAt(tSec float64) string {
	for i := len(r.trace) - 1; i >= 0; i-- {
		if r.trace[i].TSec > tSec {
			continue
		}
		inner := r.trace[i].Path[strings.LastIndexByte(r.trace[i].Path, '/')+1:]
		if _, ok := r.truths[inner]; ok {
			return inner
		}
		return ""
	}
	return ""
}

// Snapshot is a copy of what was recorded so far.
type Snapshot struct {
	Trace     []Transition
	Following FollowingSummary
	Locked    bool
	Errors    []ImageError
	Positions int
}

// Snapshot returns what was recorded so far.
func (r *Record) Snapshot() Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Snapshot{
		Trace:     append([]Transition{}, r.trace...),
		Following: r.following.Summary(),
		Locked:    r.following.Locked(),
		Errors:    append([]ImageError{}, r.errors...),
		Positions: r.positions,
	}
}

// Started returns the time of the machine's first entry; ok is false before it.
func (r *Record) Started() (at time.Duration, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.start, r.started
}

// Status is what a status line shows.
type Status struct {
	Path      string
	Following bool // a ball is the target
	Locked    bool
	ErrorDeg  float64 // of the last image in which the target was seen
	Positions int
}

// Status returns the present status without copying the record.
func (r *Record) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Status{Locked: r.following.Locked(), Positions: r.positions}
	if n := len(r.trace); n > 0 {
		s.Path = r.trace[n-1].Path
		s.Following = r.targetAt(r.trace[n-1].TSec) != ""
	}
	if n := len(r.errors); n > 0 {
		s.ErrorDeg = math.Hypot(r.errors[n-1].RightDeg, r.errors[n-1].DownDeg)
	}
	return s
}
