package trial

import (
	"fmt"
	"math"
	"os"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/sim"
)

// adaptedKick is the suffix of the names of slot kicks that were adapted for the robot.
// The kick without the suffix suits the paper's simulator.
const adaptedKick = "_real"

// slotKick is a slot motion as a kicker.
type slotKick struct{ slotPlayer }

func (p *slotKick) over() (ended, well bool) {
	status := p.Status()
	return status != slot.Playing, status == slot.Finished
}

// slotKickMotion finds the motion: the Setup's file, or the built-in one that suits the
// profile.
func slotKickMotion(setup *Setup, name string) (*slot.Motion, error) {
	if setup.File != "" {
		data, err := os.ReadFile(setup.File)
		if err != nil {
			return nil, fmt.Errorf("read slot kick: %w", err)
		}
		return slot.Parse(setup.File, data)
	}
	library, err := motion.Builtin()
	if err != nil {
		return nil, err
	}
	if !setup.simulated() && library[name+adaptedKick] != nil {
		name += adaptedKick
	}
	m, ok := library[name]
	if !ok {
		return nil, fmt.Errorf("slot kick %q: no such motion; there are %q", name, library.Names())
	}
	return m, nil
}

// runSlotKick makes a robot stand, puts the ball before it and plays a slot motion that kicks it, without feedback.
func runSlotKick(setup Setup, name string, r kick.Request) (Kick, error) {
	m, err := slotKickMotion(&setup, name)
	if err != nil {
		return Kick{}, err
	}
	s, p_WB, err := beforeBall(setup, r.BallX, r.BallY)
	if err != nil {
		return Kick{}, err
	}
	defer s.Close()
	p := &slotKick{slotPlayer{out: *s.Wanted()}}
	p.Start(m, s.State.Time, &s.State.Position, s.Wanted())
	return s.watchKick(p, p_WB)
}

// slotKickRows are the paper's kicks, in the profile they were made in and in real,
// where the adapted ones are played.
func slotKickRows() []Row {
	row := func(name, title, paper, motion string, r kick.Request) Row {
		row := kickRow(name, title, paper, none, none, r.Direction, func(s Setup) (Kick, error) {
			at := r
			if !s.simulated() && r.Direction != 0 {
				at.BallY = 0.17 // the balance leans the robot away from the ball
			}
			return runSlotKick(s, motion, at)
		})
		for i := range row.Figures {
			row.Figures[i].Must, row.Figures[i].Goal = none, none
		}
		row.Plays = "slot"
		row.Profiles = []sim.Profile{sim.Paper, sim.Real}
		return row
	}
	return []Row{
		row("kick_forward_slots", "slot kick forward", "2.87 ± 0.46 m after 3.2 s on the robot", "kick_forward_paper",
			kick.Request{BallX: 0.19, BallY: 0.05}),
		row("kick_side_slots", "slot kick sideways", "1.05 ± 0.17 m after 3 s on the robot", "kick_side_paper",
			kick.Request{BallX: 0.03, BallY: 0.2, Direction: math.Pi / 2}),
	}
}
