package simulator

import (
	"gonao/internal/si"
	"gonao/msgs"
	"gonao/ros"
	"gonao/sim/carrier"
)

// carrierInputs is the topic by which balls are moved.
type carrierInputs struct {
	Commands *ros.Subscription[msgs.CarrierCommand] `topic:"carrier_command" doc:"where a ball shall go"`
}

// followCommands passes carrier commands to the physics. A command for a carrier that is not
// there, or with NaN or Inf, is logged.
func followCommands(n *ros.Node, p *physics) error {
	var in carrierInputs
	if err := ros.Open(n, &in); err != nil {
		return err
	}
	names := p.world.CarrierNames()
	index := map[string]int{}
	for i, name := range names {
		index[name] = i
	}
	go func() {
		for {
			select {
			case <-n.Context().Done():
				return
			case c := <-in.Commands.C():
				i, known := index[c.Name]
				at := carrier.Position{Angle: float64(c.Angle), Height: float64(c.Height)}
				if !known || !si.IsFinite(at.Angle) || !si.IsFinite(at.Height) {
					n.Log.Warn("carrier command refused", "name", c.Name, "angle", c.Angle, "height", c.Height, "carriers", names)
					continue
				}
				p.targets[i].Set(at)
			}
		}
	}()
	return nil
}
