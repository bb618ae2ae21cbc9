package simulator

import (
	"fmt"
	"math"

	"gonao/msgs"
	"gonao/ros"
	"gonao/sim/carrier"
)

// takeOrders passes carrier commands on to the physics. What is no order, for a
// carrier that is not there or without a number, is logged.
func takeOrders(n *ros.Node, b *body) error {
	commands, err := ros.Subscribe[msgs.CarrierCommand](n, "carrier_command")
	if err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	index := map[string]int{}
	for i, name := range b.CarrierNames() {
		index[name] = i
	}
	go func() {
		for {
			select {
			case <-n.Context().Done():
				return
			case c := <-commands.C():
				i, known := index[c.Name]
				at := carrier.Position{Angle: float64(c.Angle), Height: float64(c.Height)}
				if !known || !number(at.Angle) || !number(at.Height) {
					n.Log.Warn("carrier command refused", "name", c.Name, "angle", c.Angle, "height", c.Height, "carriers", b.CarrierNames())
					continue
				}
				b.orders[i].Set(at)
			}
		}
	}()
	return nil
}

func number(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
