package trial

import (
	"fmt"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// slotPlayer plays a slot motion, and then holds the robot.
type slotPlayer struct {
	slot.Player
	out nao.Command
}

func (p *slotPlayer) Step(state *nao.State, out *nao.Command) {
	p.Sense(state)
	p.Player.Step(state.Time, &state.Position, &p.out)
	p.out.Cycle = state.Cycle
	*out = p.out
}

// PlaySlots plays a slot motion from the stand, or from the ground if lie names a side. It reports whether every slot was
// reached and the robot stands afterwards.
func PlaySlots(setup Setup, m *slot.Motion, lie string) (bool, error) {
	s, err := newBare(setup)
	if err != nil {
		return false, err
	}
	defer s.Close()
	if lie != "" {
		side, ok := sideOf(lie)
		if !ok {
			return false, fmt.Errorf("lie %q: expected front, back, left or right", lie)
		}
		err = s.Lie(side)
	} else {
		err = s.Stand()
	}
	if err != nil {
		return false, err
	}
	p := slotPlayer{out: *s.Wanted()}
	p.Start(m, s.State.Time, &s.State.Position, s.Wanted())
	atMost := 2*m.Length() + 10*time.Second
	ended, err := s.RunUntil(&p, atMost, func() bool { return p.Status() != slot.Playing || lie == "" && s.Fallen() })
	if err != nil || !ended || p.Status() != slot.Finished {
		return false, err
	}
	if err := s.Run(&p, time.Second); err != nil {
		return false, err
	}
	return !s.Fallen(), nil
}
