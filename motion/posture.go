package motion

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// ErrUnknownPosture is returned for a posture that does not exist.
var ErrUnknownPosture = errors.New("no such posture")

// postures are the names that Posture accepts.
var postures = []string{"stand", "sit", "rest"}

func checkPosture(name string) error {
	if !slices.Contains(postures, name) {
		return fmt.Errorf("%w (there are %s)", ErrUnknownPosture, strings.Join(postures, ", "))
	}
	return nil
}

// crouchSec is the time of the way to the crouch, limpSec the time in which the stiffness
// then goes to 0, or to seatStiffness of a robot that sits on the ground.
const (
	crouchSec     = 2.0
	limpSec       = 1.0
	seatStiffness = 0.1
)

// postureControl moves the legs to a posture.
type postureControl struct {
	name    string // the posture requested last
	player  slot.Player
	to      *slot.Motion // nil: the crouch
	crouch  *slot.Motion
	halfSat bool // a way to the seat was canceled; the legs may be turned outwards
}

// begin begins the movement: by the library's motion of the posture's name, or to the crouch. A motion uses the arms too,
// unless another owner moves them.
func (p *postureControl) begin(c *core) {
	to := p.to
	p.halfSat = false
	if to == nil {
		to = p.crouch
	}
	c.joints.claim(postureOwner, groups[Legs])
	for _, g := range [2]Group{LeftArm, RightArm} {
		if o := c.joints.owner(g); p.to != nil && (o == hold || o == walkOwner) {
			c.joints.claim(postureOwner, groups[g])
		}
	}
	p.player.Start(to, c.now, &c.measured, &c.joints.command)
}

// step moves on, and writes how far it is into the task.
func (p *postureControl) step(c *core) slot.Status {
	how := p.player.Step(c.now, &c.sensors.Position, c.joints.draft())
	c.joints.take(postureOwner, c.now)
	if t := c.tasks.legs(); t.kind == postureTask {
		t.report.Share = p.player.Progress(c.now)
	}
	return how
}

// late returns which joint did not arrive.
func (p *postureControl) late() error {
	joint, late := p.player.Late()
	return fmt.Errorf("posture %q: %s is %.2f rad from its target", p.name, joint, late)
}

// softenSeat lowers the stiffness of the legs and arms of a robot that sits on the ground.
func (p *postureControl) softenSeat(c *core) {
	less := c.dtSec / limpSec
	for _, g := range [3]Group{Legs, LeftArm, RightArm} {
		for _, j := range groups[g] {
			if stiff := &c.joints.command.Stiffness[j]; c.joints.owners[j] == hold && *stiff > seatStiffness {
				*stiff = max(*stiff-less, seatStiffness)
			}
		}
	}
}

// soften lowers the stiffness of all joints, and reports whether it is 0.
func (p *postureControl) soften(c *core) bool {
	less, limp := c.dtSec/limpSec, true
	for j := range c.joints.command.Stiffness {
		stiff := &c.joints.command.Stiffness[j]
		*stiff = max(*stiff-less, 0)
		limp = limp && *stiff == 0
	}
	return limp
}

// crouchMotion returns the motion that moves the legs to the crouch.
func crouchMotion() *slot.Motion {
	crouch := nao.CrouchPosture()
	motion := &slot.Motion{Name: "crouch", Tolerance: 0.15, Timeout: 1500 * time.Millisecond}
	to := slot.Slot{Duration: si.Seconds(crouchSec)}
	for _, j := range groups[Legs] {
		motion.Joints = append(motion.Joints, j)
		to.Targets = append(to.Targets, slot.Target{Joint: j, Angle: crouch[j]})
	}
	motion.Slots = []slot.Slot{to}
	return motion
}
