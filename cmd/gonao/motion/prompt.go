package motion

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gonao/cmd/gonao/cli"
	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// converse reads and executes the person's commands until q, x or the end of the input.
func (r *recorder) converse(ctx context.Context) error {
	fmt.Fprintln(r.Out, "Enter records a posture; u undo, d SEC, w SEC, l list, p play, s N step, q write, x end")
	renew := time.NewTicker(time.Second)
	defer renew.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-renew.C:
			if err := r.renew(); err != nil {
				return err
			}
		case state := <-r.states.C():
			pressed := state.Touch[nao.ChestButton] && !r.last.Touch[nao.ChestButton]
			if r.last = state; pressed && r.button {
				if err := r.takeOne(); err != nil {
					fmt.Fprintln(r.Errs, err)
				}
			}
		case line, more := <-r.typed:
			if !more {
				line = "q"
			}
			r.newest()
			end, err := r.do(ctx, line)
			if end || ctx.Err() != nil {
				return err
			}
			if err != nil {
				fmt.Fprintln(r.Errs, err)
			}
		}
	}
}

// newest stores the newest state if one has arrived since.
func (r *recorder) newest() {
	select {
	case r.last = <-r.states.C():
	default:
	}
}

// takeOne records the posture that was measured last, and prints it.
func (r *recorder) takeOne() error {
	var at nao.Joints
	for j, rad := range r.last.Position {
		at[j] = float64(rad)
	}
	if err := r.rec.Take(&at); err != nil {
		return err
	}
	r.show(r.rec.Len() - 1)
	return nil
}

// show prints posture i, counted from 0, on one line.
func (r *recorder) show(i int) {
	s := r.rec.Slots()[i]
	text := fmt.Sprintf("%d: %.2f s", i+1, s.Duration.Seconds())
	if s.Wait > 0 {
		text += fmt.Sprintf(" + %.2f s", s.Wait.Seconds())
	}
	for _, t := range s.Targets {
		text += fmt.Sprintf("  %s %s", t.Joint, angleText(t.Joint, t.Angle))
	}
	fmt.Fprintln(r.Out, text)
}

// do executes one typed line. It reports whether that line ends the recording.
func (r *recorder) do(ctx context.Context, line string) (end bool, err error) {
	word, value, _ := strings.Cut(line, " ")
	switch word {
	case "":
		return false, r.takeOne()
	case "u":
		return false, r.rec.Undo()
	case "d":
		return false, r.setLast(r.rec.SetDuration, value)
	case "w":
		return false, r.setLast(r.rec.SetWait, value)
	case "l":
		for i := range r.rec.Len() {
			r.show(i)
		}
		return false, nil
	case "p":
		return false, r.playAll(ctx, value)
	case "s":
		return false, r.goTo(ctx, value)
	case "q":
		return true, nil
	case "x":
		return true, errNotWritten
	}
	return false, fmt.Errorf("%q: expected Enter, u, d, w, l, p, s, q or x", line)
}

// number parses a typed number. It returns otherwise if text is empty.
func number(text string, otherwise float64) (float64, error) {
	if text == "" {
		return otherwise, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !si.IsFinite(v) {
		return 0, fmt.Errorf("%q: expected a number", text)
	}
	return v, nil
}

// setLast calls set with the typed number of seconds, and prints the last posture, which set has changed.
func (r *recorder) setLast(set func(sec float64) error, value string) error {
	sec, err := number(value, math.NaN()) // set refuses NaN
	if err != nil {
		return err
	}
	if err := set(sec); err != nil {
		return err
	}
	r.show(r.rec.Len() - 1)
	return nil
}

// usualSlower is the usual factor by which recorded postures are played slower.
const usualSlower = 2

// playAll plays all postures, value times slower than recorded.
func (r *recorder) playAll(ctx context.Context, value string) error {
	slower, err := number(value, usualSlower)
	if err != nil {
		return err
	}
	if slower < 1 || slower > 100 {
		return fmt.Errorf("%g times slower: expected 1 to 100", slower)
	}
	m, err := r.rec.Motion(r.name + " under way")
	if err != nil {
		return err
	}
	return r.playBack(ctx, m.Slower(slower))
}

// goTo moves the robot to one posture. value is the posture's number, counted from 1.
func (r *recorder) goTo(ctx context.Context, value string) error {
	m, err := r.rec.Motion(r.name + " under way")
	if err != nil {
		return err
	}
	posture, err := strconv.Atoi(value)
	switch {
	case value == "":
		return fmt.Errorf("s: expected the number of a posture, 1 to %d", len(m.Slots))
	case err != nil:
		return fmt.Errorf("%q: expected the number of a posture, 1 to %d", value, len(m.Slots))
	case posture < 1 || posture > len(m.Slots):
		return fmt.Errorf("posture %d: expected 1 to %d", posture, len(m.Slots))
	}
	return r.playBack(ctx, m.RecordedPose(posture-1, usualSlower))
}

// playBack makes the joints stiff, plays a motion and makes the joints limp again.
func (r *recorder) playBack(ctx context.Context, m *slot.Motion) error {
	if len(r.limp) > 0 {
		if err := r.robot.limp(1); err != nil {
			return err
		}
		if err := cli.Pause(ctx, 300*time.Millisecond); err != nil { // until the joints are stiff
			return err
		}
	}
	err := r.robot.playMotion(ctx, m, nil)
	return errors.Join(err, r.renew())
}
