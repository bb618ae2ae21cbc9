package ros

import (
	"fmt"

	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
)

// startClock sets the node's source of time: the backend's, that of another node, the system's or /clock.
func (n *Node) startClock(useSimTime bool, shared *Clock) error {
	if shared != nil {
		n.Clock, n.beside = shared, true
		return nil
	}
	if source, ok := n.backend.(ClockSource); ok {
		n.Clock = source.Clock()
		return nil
	}
	n.Clock = NewSystemClock()
	return n.useSimTime(useSimTime)
}

// useSimTime switches the node's time to /clock, or back to the system's.
func (n *Node) useSimTime(on bool) error {
	if _, ok := n.backend.(ClockSource); ok || n.beside {
		return nil // its time is that of the backend, or of the other node
	}
	n.simulating.Lock()
	defer n.simulating.Unlock()
	switch {
	case on && n.clockTopic == nil:
		n.Clock.simulate(true)
		// Messages are handled in the receiving goroutine, so that every one is handled.
		r, err := subscribe(n, "/clock", []Option{BestEffort(), Depth(1), OnePublisher(publisherSilent)}, func(m *rosgraphmsgs.Clock) {
			n.Clock.follow(StampTime(m.Clock))
		})
		if err != nil {
			n.Clock.simulate(false)
			return fmt.Errorf("simulated time: %w", err)
		}
		n.clockTopic = r
	case !on && n.clockTopic != nil:
		err := n.clockTopic.Close()
		n.clockTopic = nil
		n.Clock.simulate(false)
		if err != nil {
			return fmt.Errorf("leave simulated time: %w", err)
		}
	}
	return nil
}
