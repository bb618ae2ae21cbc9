// Package ballmover is the node that moves the demo's balls along their paths. It commands a position,
// waits until the simulator reports that the ball is there, and commands the next.
//
//	subscribes  carrier_state    gonao_msgs/CarrierState    where the balls are
//	publishes   carrier_command  gonao_msgs/CarrierCommand  one per ball at each new position, and again once a second
package ballmover

import (
	"context"
	"time"

	"gonao/msgs"
	"gonao/ros"
	"gonao/sim/carrier"
)

// repeatEvery is the period with which a command is repeated, in case it was lost or the simulator was
// restarted.
const repeatEvery = time.Second

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	mover, err := cfg.mover()
	if err != nil {
		return err
	}
	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return err
	}
	states, err := ros.Subscribe[msgs.CarrierState](n, "carrier_state", ros.SensorData())
	if err != nil {
		return err
	}
	commands, err := ros.Advertise[msgs.CarrierCommand](n, "carrier_command")
	if err != nil {
		return err
	}

	var last, sent time.Time // stamps of states
	for {
		select {
		case <-ctx.Done():
			return nil
		case state := <-states.C():
			now := ros.StampTime(state.Stamp)
			if now.Before(last) {
				mover.Restart() // the simulator was restarted
				sent = time.Time{}
			}
			last = now
			if changed, ok := changes.Next(); ok {
				if mover, err = changed.mover(); err != nil {
					return err
				}
				sent = time.Time{}
			}
			if !look(mover, &state) && now.Sub(sent) < repeatEvery {
				continue
			}
			sent = now
			for i := range mover.Len() {
				if err := commands.Publish(commandOf(mover.Command(i))); err != nil {
					return err
				}
			}
		}
	}
}

// look passes the balls' positions to the mover and reports whether there is a new position to go to. A state
// whose lists have different lengths is skipped.
func look(m *carrier.Mover, state *msgs.CarrierState) bool {
	if len(state.Angles) != len(state.Names) || len(state.Heights) != len(state.Names) {
		return false
	}
	for i, name := range state.Names {
		m.Saw(name, carrier.Position{Angle: float64(state.Angles[i]), Height: float64(state.Heights[i])})
	}
	return m.Step()
}

func commandOf(c carrier.Command) msgs.CarrierCommand {
	return msgs.CarrierCommand{Name: c.Name, Angle: float32(c.To.Angle), Height: float32(c.To.Height)}
}
