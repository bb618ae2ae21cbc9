package trial

import (
	"fmt"
	"math"

	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
)

// Limits of the row about sitting.
const (
	seatedSec  = 10.0
	seatLean   = 0.52 // rad, of a trunk that sits
	seatHeight = 0.13 // m, of the torso's origin
	softJoint  = 0.15 // stiffness
)

// Seat is the result of sitting down.
type Seat struct {
	Seated   bool    // ten seconds after it sat down
	Lean     float64 // of the trunk then, rad
	Softness float64 // the highest stiffness of a leg or an arm then
	Stands   bool    // again, at the end
	StandSec float64 // from the request to the stand
}

// runSit makes a robot sit down, watches it for ten seconds and makes it stand up.
func runSit(setup Setup) (seat Seat, err error) {
	m, err := NewMotion(motion.DefaultConfig())
	if err != nil {
		return seat, err
	}
	s, err := newBare(setup)
	if err != nil {
		return seat, err
	}
	defer s.Close()
	a := actor{s, m}
	if err := a.wait(firstStandSec, m.Standing); err != nil {
		return seat, fmt.Errorf("to stand: %w", err)
	}
	if err := a.posture("sit"); err != nil {
		return seat, err
	}
	if err := s.Run(m, seconds(seatedSec)); err != nil {
		return seat, err
	}
	seat.Lean = math.Acos(min(s.Torso().AxisZ().Z, 1))
	for j := nao.LShoulderPitch; j <= nao.RWristYaw; j++ {
		seat.Softness = max(seat.Softness, s.Sent.Stiffness[j])
	}
	seat.Seated = m.State() == motion.Sitting && seat.Lean < seatLean && s.Torso().P.Z < seatHeight && seat.Softness < softJoint
	begin := s.Time()
	if err := a.posture("stand"); err != nil {
		return seat, err
	}
	seat.StandSec = (s.Time() - begin).Seconds()
	err = s.Run(m, upAfter)
	seat.Stands = m.State() == motion.Standing && !s.Fallen()
	return seat, err
}

// posture goes to a posture and waits until the task is over, however it ends.
func (a *actor) posture(name string) error {
	task, err := a.m.Posture(name)
	if err != nil {
		return err
	}
	_, err = a.RunUntil(a.m, upAtMost, func() bool { return a.m.Report(task).Outcome != motion.Playing })
	return err
}

// sitRow is the row about sitting.
func sitRow() Row {
	return Row{
		Name: "sit", Title: "sit down, joints soft for 10 s, stand up", Paper: "–", Profiles: []sim.Profile{sim.Real},
		Figures: []Figure{
			{Name: "sits after 10 s", Over: Share, Must: 1, Goal: 1},
			{Name: "trunk's lean", Unit: "°", Less: true, Must: none, Goal: none},
			{Name: "stands again", Over: Share, Must: 1, Goal: 1},
			{Name: "time to stand", Unit: "s", Less: true, Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			seat, err := runSit(setup)
			return Result{Values: []float64{
				upright(!seat.Seated), seat.Lean * 180 / math.Pi, upright(!seat.Stands), seat.StandSec,
			}}, err
		},
	}
}
