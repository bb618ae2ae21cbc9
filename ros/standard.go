package ros

import "fmt"

// startStandard starts what every node of ROS 2 has besides its own topics.
func (n *Node) startStandard(opts NodeOptions) error {
	if opts.Bare {
		return nil
	}
	for _, start := range []func(NodeOptions) error{
		// one line per part, in the order in which they need each other
		n.startRosout,
		n.startParameters,
		n.startTypeDescription,
		n.startLoggers,
	} {
		if err := start(opts); err != nil {
			return fmt.Errorf("node %s: %w", n.FullName(), err)
		}
	}
	return nil
}
