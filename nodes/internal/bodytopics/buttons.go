package bodytopics

import (
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/ros"
)

// buttons publishes the presses of the robot's buttons.
type buttons struct {
	Events   *ros.Publisher[msgs.ButtonEvent] `topic:"button_events" doc:"presses of buttons, bumpers and touch pads, on change"`
	detector *safety.ButtonDetector
}

func newButtons(n *ros.Node) (*buttons, error) {
	b := &buttons{detector: safety.NewButtonDetector(safety.DefaultButtonConfig())}
	return b, ros.Open(n, b)
}

// publish publishes the events of a state.
func (b *buttons) publish(stamp builtininterfaces.Time, s *nao.State) error {
	for _, e := range b.detector.Step(s.Time, s) {
		err := b.Events.Publish(msgs.ButtonEvent{
			Stamp: stamp, Button: uint8(e.Button), Name: e.Button.String(), Event: uint8(e.Kind),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
