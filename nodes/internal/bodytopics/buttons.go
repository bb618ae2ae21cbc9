package bodytopics

import (
	"errors"

	"gonao/body/button"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/nao"
	"gonao/ros"
)

// buttons publishes the presses of the robot's buttons, and the phase of the game that the chest
// button has led to.
type buttons struct {
	events   *ros.Publisher[msgs.ButtonEvent]
	phases   *ros.Publisher[msgs.GamePhase]
	detector *button.Detector
	sequence button.Sequence
	started  bool // the first phase has been published
}

func newButtons(n *ros.Node) (*buttons, error) {
	b := &buttons{detector: button.New(button.DefaultConfig())}
	var errs [2]error
	b.events, errs[0] = ros.Advertise[msgs.ButtonEvent](n, "button_events")
	b.phases, errs[1] = ros.Advertise[msgs.GamePhase](n, "game_phase", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	return b, errors.Join(errs[:]...)
}

// publish publishes the events of a state.
func (b *buttons) publish(stamp builtininterfaces.Time, s *nao.State) error {
	changed := !b.started && s.Capabilities.Has(nao.SensesTouch)
	for _, e := range b.detector.Step(s.Time, s) {
		changed = b.sequence.Apply(e) || changed
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
	b.started = true
	return b.phases.Publish(msgs.GamePhase{Stamp: stamp, Phase: uint8(b.sequence.Phase())})
}
