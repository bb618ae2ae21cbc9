package studio

import (
	"slices"

	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros/cdr"
)

// hear handles a velocity on cmd_vel. One that this node did not send, and that moves the robot, is the machine's. It
// is called by the backend, in the goroutine that publishes where that is this process: the lock is not available then.
func (d *drive) hear(w *wheel, data []byte) {
	var v geometrymsgs.Twist
	if cdr.Unmarshal(data, &v) != nil || v == (geometrymsgs.Twist{}) {
		return
	}
	go func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if !slices.Contains(w.sent, v) {
			w.machine = d.clock.Now()
		}
	}()
}
