package deploy

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// Step is one of the steps from a stock robot to nodes that run on it.
type Step struct {
	Name string // network, key, firmware, …
	Done bool
	Text string // what was found
	Next string // what to do; empty if the step is done
}

// page is the document that describes the steps.
const page = "docs/first-frame.md"

// Steps returns the steps from a stock robot to running nodes: the state of each and what to do next. key reports
// whether a login with a key succeeds.
func (f *Facts) Steps(target string, key bool) []Step {
	steps := []Step{
		{Name: "network", Done: true, Text: "ssh answers as " + target},
		{Name: "key", Done: key, Text: "logs in without a password"},
		f.firmware(),
		f.protocol(),
		{Name: "ids", Done: true, Text: fmt.Sprintf("head %s, body %s, ROS_DOMAIN_ID %s", cmp.Or(f.Head, "unknown"), cmp.Or(f.Body, "unknown"), cmp.Or(f.Domain, "not set (0)"))},
		{Name: "version", Done: f.Current != "", Text: f.Current + ": " + f.Launch},
		{Name: "nodes", Done: f.Runs, Text: "run for " + f.Since.String() + ", as a process"},
	}
	if f.Services {
		steps[6].Text = "run for " + f.Since.String() + ", as a user service"
	}
	if !key {
		steps[1].Text, steps[1].Next = "the login needs a password", "ssh-copy-id "+target
	}
	if f.Current == "" {
		steps[5].Text, steps[5].Next = "gonao is not installed there", "gonao robot deploy "+target+" --dry-run, then without --dry-run"
	}
	if !f.Runs {
		steps[6].Text, steps[6].Next = "they do not run", "gonao robot logs "+target+" shows why, gonao robot deploy "+target+" starts them"
	}
	return steps
}

// firmware returns the step of the operating system.
func (f *Facts) firmware() Step {
	s := Step{Name: "firmware", Done: true, Text: f.String()}
	if f.Release != "" {
		s.Text = "release " + f.Release + ", " + s.Text
	}
	if err := f.CanRun("x86_64"); err != nil && (olderKernel(f.Kernel, minKernel) || strings.HasSuffix(f.Machine, "86")) {
		return Step{Name: "firmware", Text: s.Text, Next: "flashing does not help: " + err.Error()}
	}
	if f.Aldebaran && !f.RoboCup && !f.LoLA {
		s.Done, s.Next = false, "flash RoboCup's image (2.8, V6 only): "+page+"#flash-it; or use NAOqi: docs/naoqi.md"
	}
	return s
}

// protocol returns the step of the body's protocol.
func (f *Facts) protocol() Step {
	if err := f.HasBody(); err != nil {
		return Step{Name: "body", Text: "no LoLA at " + f.Socket, Next: err.Error()}
	}
	return Step{Name: "body", Done: true, Text: "LoLA at " + f.Socket}
}

// Lamps explains the lamps of a robot that does not answer, one state a line.
const Lamps = `what its lamps mean (look at the chest button first):
  dark                            it is off: press the chest button once, for less than 3 s; is the battery charged?
  chest fades in, white           it boots, which takes a minute; the lamps of the ears fill up
  chest fades in, blue            it is being flashed, which takes up to 30 min: do not switch it off
  chest fades in and out, red     it cannot boot: start it again; if that does not help, flash it again
  chest steady, in any colour     it has booted: press the button, and it says its address, or that it has none`

// LampsHelp reports whether the robot's lamps may explain err, since nothing answered.
func LampsHelp(err error) bool {
	if !errors.Is(err, errUnreachable) {
		return false
	}
	for _, a := range []string{"no such host", "is it the robot", "it cannot be reached", "no answer"} {
		if strings.Contains(err.Error(), a) {
			return true
		}
	}
	return false
}
