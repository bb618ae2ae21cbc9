package ros

import "fmt"

// startStandard starts the standard parts of every ROS 2 node.
func (n *Node) startStandard(opts NodeOptions) error {
	if opts.Bare {
		return nil
	}
	for _, start := range []func(NodeOptions) error{
		// one per part; a part needs only those before it
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
