package ros

import (
	"fmt"

	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
)

// followClock lets /clock move the node's clock. The messages are handled where
// they arrive, so that none is passed over.
func followClock(n *Node) error {
	_, err := subscribe(n, "/clock", []Option{BestEffort(), Depth(1)}, func(m *rosgraphmsgs.Clock) {
		n.Clock.Set(StampTime(m.Clock))
	})
	if err != nil {
		return fmt.Errorf("simulated time: %w", err)
	}
	return nil
}

// useSimTime makes the node take its time from /clock, or from the system again.
func (n *Node) useSimTime(on bool) error {
	if _, ok := n.backend.(ClockSource); ok {
		return nil // its time is the backend's in any case
	}
	return fmt.Errorf("use_sim_time can be set at the start only")
}
