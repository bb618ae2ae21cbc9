package slot

// This part of the package reads and writes .pos files, the keyframes of rUNSWift and of the
// ROS Sports community's naosoccer_pos_action and nao_pos.
//
// A .pos file is text. A line that begins with ! is a posture: the angles of 25
// joints in LoLA's order, in degrees, then the time in ms from the posture before.
// A line that begins with $ is 25 stiffnesses, 0 to 1, for the next posture, which
// has full stiffness without one. A - instead of a number leaves the joint alone
// (nao_pos). Every other line is a comment.
//
//	! 0 20 90 … 0 0 500
//
// Postures are played on straight ways, by time alone, so each becomes a linear
// [slot.Slot] that waits for nothing. Hands have angles like the other joints: 57.3
// (1 rad) is open. Files often have an angle a little beyond a joint's end, such as
// 0 for an elbow that stops at 2°: up to endDeg beyond, it is read as the end, with a note.

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"gonao/nao"
)

// endDeg is how far beyond its end an angle may be, degrees.
const endDeg = 2.5

// Bounds that keep times and memory sane, as those of slot motions.
const (
	maxPostures = 10000
	maxMillis   = 3600e3
)

// PosFrame is a posture and how to come to it.
type PosFrame struct {
	Deg       [nao.NumJoints]float64 // NaN: the joint is left alone
	Stiffness [nao.NumJoints]float64 // 0 to 1; NaN: full
	Millis    float64                // since the frame before
}

// posReader reads one file.
type posReader struct {
	file   string
	line   int // of a line, or number of a frame
	frames bool
	fit    bool
	motion *Motion
	notes  []string

	stiffness []string // of the next posture
	at        int      // the line they are in
	from      [nao.NumJoints]struct {
		rad   float64
		known bool
	}
	named [nao.NumJoints]bool
}

// ParsePos reads a file as a motion that has the file's name. Postures that a joint cannot reach, or not in time, are
// errors with file and line. The notes list the changes that were necessary, one a line.
func ParsePos(file string, data []byte) (*Motion, []string, error) {
	return (&posReader{file: file}).read(data)
}

// FitPos reads a file like Parse, but moves angles out of range to the joint's end, and
// lengthens postures for joints that are too slow.
func FitPos(file string, data []byte) (*Motion, []string, error) {
	return (&posReader{file: file, fit: true}).read(data)
}

// PosFrames returns a motion, named after the file, from the frames of a file in another format. With fit it changes
// postures that the joints cannot reach, as the function Fit does; otherwise they are errors. Errors and notes name the
// file and the frame, from 1.
func PosFrames(file string, frames []PosFrame, fit bool) (*Motion, []string, error) {
	r := &posReader{file: file, fit: fit, frames: true}
	r.begin()
	for i := range frames {
		r.line = i + 1
		f := &frames[i]
		if err := r.bounded(f); err != nil {
			return nil, nil, err
		}
		if err := r.frame(f); err != nil {
			return nil, nil, err
		}
	}
	r.end()
	return r.motion, r.notes, nil
}

// bounded checks numbers that were not read as text.
func (r *posReader) bounded(f *PosFrame) error {
	for j := range f.Deg {
		if math.Abs(f.Deg[j]) > 360 {
			return r.errorf("%s %g°: expected -360 to 360", nao.Joint(j), f.Deg[j])
		}
		if f.Stiffness[j] < 0 || f.Stiffness[j] > 1 {
			return r.errorf("%s stiffness %g: expected 0 to 1", nao.Joint(j), f.Stiffness[j])
		}
	}
	if !(f.Millis >= 1 && f.Millis <= maxMillis) {
		return r.errorf("time %g ms: expected 1 to %g", f.Millis, float64(maxMillis))
	}
	return nil
}

func (r *posReader) where() string {
	if r.frames {
		return fmt.Sprintf("%s: frame %d", r.file, r.line)
	}
	return fmt.Sprintf("%s:%d", r.file, r.line)
}

func (r *posReader) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", r.where(), fmt.Errorf(format, args...))
}

func (r *posReader) note(format string, args ...any) {
	r.notes = append(r.notes, r.where()+": "+fmt.Sprintf(format, args...))
}

// begin makes the motion, without slots.
func (r *posReader) begin() {
	name := path.Base(strings.ReplaceAll(r.file, `\`, "/"))
	name = strings.TrimSuffix(name, path.Ext(name))
	r.motion = &Motion{
		Name:      strings.ReplaceAll(name, "@", "_"),
		File:      r.file,
		Tolerance: defaultTolerance,
		Timeout:   defaultTimeout,
	}
}

// end lists the joints that were named.
func (r *posReader) end() {
	for j := range nao.Joint(nao.NumJoints) {
		if r.named[j] {
			r.motion.Joints = append(r.motion.Joints, j)
		}
	}
}

func (r *posReader) read(data []byte) (*Motion, []string, error) {
	r.begin()
	for line := range bytes.Lines(data) {
		r.line++
		text := string(bytes.TrimSpace(line))
		var err error
		switch {
		case strings.HasPrefix(text, "!"):
			err = r.posture(strings.Fields(text[1:]))
		case strings.HasPrefix(text, "$"):
			err = r.stiff(strings.Fields(text[1:]))
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if r.stiffness != nil {
		r.line = r.at
		return nil, nil, r.errorf("stiffnesses without a posture: expected a line with ! behind them")
	}
	if len(r.motion.Slots) == 0 {
		r.line = max(r.line, 1)
		return nil, nil, r.errorf("no posture: expected lines of ! with %d angles in degrees and a time in ms", nao.NumJoints)
	}
	r.end()
	return r.motion, r.notes, nil
}

// stiff reads the stiffnesses of the next posture.
func (r *posReader) stiff(fields []string) error {
	if len(fields) != nao.NumJoints {
		return r.errorf("%d stiffnesses: expected %d, one for each joint", len(fields), nao.NumJoints)
	}
	if r.stiffness != nil {
		return r.errorf("stiffnesses again, after those of line %d: expected a line with !", r.at)
	}
	for j, f := range fields {
		if _, err := r.number(f, nao.Joint(j).String()+" stiffness", 0, 1); f != "-" && err != nil {
			return err
		}
	}
	r.stiffness, r.at = fields, r.line
	return nil
}

// number reads a number between lo and hi.
func (r *posReader) number(text, what string, lo, hi float64) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= lo && v <= hi) {
		return 0, r.errorf("%s %q: expected a number from %g to %g", what, text, lo, hi)
	}
	return v, nil
}

// posture reads a posture and the time to it.
func (r *posReader) posture(fields []string) error {
	if len(fields) != nao.NumJoints+1 {
		return r.errorf("%d numbers: expected %d angles in degrees and a time in ms", len(fields), nao.NumJoints)
	}
	var f PosFrame
	var err error
	if f.Millis, err = r.number(fields[nao.NumJoints], "time in ms", 1, maxMillis); err != nil {
		return err
	}
	for j := range f.Deg {
		f.Deg[j], f.Stiffness[j] = math.NaN(), math.NaN()
		if fields[j] == "-" {
			continue
		}
		if f.Deg[j], err = r.number(fields[j], nao.Joint(j).String(), -360, 360); err != nil {
			return err
		}
		if r.stiffness != nil && r.stiffness[j] != "-" {
			f.Stiffness[j], _ = strconv.ParseFloat(r.stiffness[j], 64) // stiff has checked it
		}
	}
	r.stiffness = nil
	return r.frame(&f)
}

// frame adds a frame.
func (r *posReader) frame(f *PosFrame) error {
	if len(r.motion.Slots) == maxPostures {
		return r.errorf("expected at most %d postures", maxPostures)
	}
	s := Slot{Duration: time.Duration(f.Millis * 1e6), Linear: true, NoWait: true, Tolerance: r.motion.Tolerance, Timeout: r.motion.Timeout}
	if s.Duration < nao.CyclePeriod {
		r.note("%g ms is less than a cycle of the body: 12 ms", f.Millis)
		s.Duration = nao.CyclePeriod
	}
	asked := s.Duration
	for j := range nao.Joint(nao.NumJoints) {
		if math.IsNaN(f.Deg[j]) {
			continue
		}
		target, err := r.target(j, f.Deg[j], f.Stiffness[j])
		if err == nil {
			err = r.inTime(target, &s)
		}
		if err != nil {
			return err
		}
		s.Targets = append(s.Targets, target)
		r.named[j] = true
	}
	if len(s.Targets) == 0 {
		return r.errorf("a posture of no joint: expected at least one angle")
	}
	if s.Duration > asked {
		r.note("%d ms instead of %d: the joints are no faster", s.Duration.Milliseconds(), asked.Milliseconds())
	}
	r.motion.Slots = append(r.motion.Slots, s)
	return nil
}

// target returns where a joint goes, and with which stiffness.
func (r *posReader) target(j nao.Joint, deg, stiffness float64) (Target, error) {
	t := Target{Joint: j, Angle: j.Clamp(deg * math.Pi / 180)}
	if off := math.Abs(t.Angle*180/math.Pi - deg); off > endDeg && !r.fit {
		lo, hi := j.Range()
		return Target{}, r.errorf("%s %.4g°: expected %.1f to %.1f°", j, deg, lo*180/math.Pi, hi*180/math.Pi)
	} else if off > 0.1 {
		r.note("%s %.4g° is beyond the joint's end: %.1f°", j, deg, t.Angle*180/math.Pi)
	}
	if !math.IsNaN(stiffness) {
		t.Slack = 1 - stiffness
	}
	return t, nil
}

// inTime checks that a joint gets there in time from the posture before.
func (r *posReader) inTime(t Target, s *Slot) error {
	from := &r.from[t.Joint]
	sec := math.Abs(t.Angle-from.rad) / t.Joint.MaxSpeed()
	if from.known && !t.Limp() && sec > s.Duration.Seconds()*1.001 { // angles are rounded
		if !r.fit {
			return r.errorf("%s from %.1f to %.1f° in %d ms: expected at least %.0f ms", t.Joint,
				from.rad*180/math.Pi, t.Angle*180/math.Pi, s.Duration.Milliseconds(), math.Ceil(sec*1000))
		}
		s.Duration = time.Duration(math.Ceil(sec*1000)) * time.Millisecond
	}
	from.rad, from.known = t.Angle, !t.Limp()
	return nil
}
