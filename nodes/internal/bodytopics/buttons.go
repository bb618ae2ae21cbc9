package bodytopics

import (
	"errors"

	"gonao/body/button"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/nao"
	"gonao/ros"
)

// buttons tell what somebody does to the robot's buttons, and which phase of a game the
// chest button has led to.
type buttons struct {
	events   *ros.Publisher[msgs.ButtonEvent]
	phases   *ros.Publisher[msgs.GamePhase]
	detector *button.Detector
	sequence button.Sequence
	told     bool // the phase at the start
}

func newButtons(n *ros.Node) (*buttons, error) {
	b := &buttons{detector: button.New(button.DefaultConfig())}
	var errs [2]error
	b.events, errs[0] = ros.Advertise[msgs.ButtonEvent](n, "button_events")
	b.phases, errs[1] = ros.Advertise[msgs.GamePhase](n, "game_phase", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	return b, errors.Join(errs[:]...)
}

// publish sends what a state made sure.
func (b *buttons) publish(stamp builtininterfaces.Time, s *nao.State) error {
	changed := !b.told && s.Capabilities.Has(nao.TellsTouch)
	for _, e := range b.detector.Step(s.Time, s) {
		changed = b.sequence.Take(e) || changed
		err := b.events.Publish(msgs.ButtonEvent{
			Stamp: stamp, Button: uint8(e.Button), Name: e.Button.String(), Event: uint8(e.Kind),
		})
		if err != nil {
			return err
		}
	}
	if !changed {
		return nil
	}
	b.told = true
	return b.phases.Publish(msgs.GamePhase{Stamp: stamp, Phase: uint8(b.sequence.Phase())})
}
