// Package ballmover is the node that moves the demo's balls along their paths. It p.Commands a position,
// waits until the simulator reports that the ball is there, and p.Commands the next.
//
//	subscribes  carrier_state    gonao_msgs/CarrierState    where the balls are
//	publishes   carrier_command  gonao_msgs/CarrierCommand  one per ball at each new position, and again once a second
package ballmover

import (
	"context"
	"fmt"
	"time"

	"gonao/internal/si"
	"gonao/msgs"
	"gonao/ros"
	"gonao/sim/carrier"
)

// repeatEvery is the period with which a command is repeated, in case it was lost or the simulator was
// restarted.
const repeatEvery = time.Second

// ports are the node's topics.
type ports struct {
	States   *ros.Subscription[msgs.CarrierState] `topic:"carrier_state" qos:"sensor data" doc:"where the balls are"`
	Commands *ros.Publisher[msgs.CarrierCommand]  `topic:"carrier_command" doc:"one per ball at each new position, and again once a second"`
}

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
	var p ports
	if err := ros.Open(n, &p); err != nil {
		return err
	}

	var last, sent time.Time // stamps of states
	for {
		select {
		case <-ctx.Done():
			return nil
		case state := <-p.States.C():
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
				if err := p.Commands.Publish(commandOf(mover.Command(i))); err != nil {
					return err
				}
			}
		}
	}
}

// look passes the balls' positions to the mover and reports whether there is a new target position. A state whose lists
// have different lengths is skipped.
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

// mover returns the balls' paths. A second ball without a name does not exist.
func (c Config) mover() (*carrier.Mover, error) {
	balls := []Ball{c.First}
	if c.Second.Name != "" {
		balls = append(balls, c.Second)
	}
	var paths []carrier.Path
	for _, b := range balls {
		if len(b.AnglesDeg) != len(b.HeightsM) {
			return nil, fmt.Errorf("path of %q: %d angles_deg and %d heights_m: expected equally many", b.Name, len(b.AnglesDeg), len(b.HeightsM))
		}
		p := carrier.Path{Name: b.Name}
		for i := range b.AnglesDeg {
			p.Positions = append(p.Positions, carrier.Position{Angle: b.AnglesDeg[i] * si.Degree, Height: b.HeightsM[i]})
		}
		paths = append(paths, p)
	}
	return carrier.NewMover(paths, carrier.Position{Angle: c.NearDeg * si.Degree, Height: c.NearHeightM}, c.Together)
}
