package studio

import (
	"slices"

	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros/cdr"
)

// hear handles a velocity on cmd_vel. A velocity that this node did not send, and that moves the robot, comes from the
// machine. The backend calls it, possibly in the publishing goroutine of this process: the lock must not be taken here.
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
