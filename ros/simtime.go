package ros

import (
	"fmt"

	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
)

// followClock lets /clock move the node's clock. The messages are handled where
// they arrive, so that none is passed over.
func followClock(n *Node) error {
	_, _, err := subscribe(n, "/clock", []Option{BestEffort(), Depth(1)}, func(m *rosgraphmsgs.Clock) {
		n.Clock.Set(StampTime(m.Clock))
	})
	if err != nil {
		return fmt.Errorf("simulated time: %w", err)
	}
	return nil
}
