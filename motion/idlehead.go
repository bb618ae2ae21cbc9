package motion

import (
	"gonao/nao"
)

// SuggestHead sets a head command that applies only while nothing else moves the head: any other owner takes the head at
// once, and a robot that is falling, lies or has to stand still does not follow it. It reports whether the head follows.
// A command with a number that is not finite is dropped.
func (m *Motion) SuggestHead(cmd nao.HeadCommand) bool {
	c, h := &m.core, &m.head
	if cmd.Check() != nil || c.playReady() != nil || c.tasks.headSerial != 0 {
		return false
	}
	for _, j := range groups[Head] {
		switch c.joints.owners[j] {
		case hold, walkOwner, idleHeadOwner:
		default:
			return false
		}
	}
	if c.joints.owners[nao.HeadYaw] != idleHeadOwner || c.joints.owners[nao.HeadPitch] != idleHeadOwner {
		c.joints.claim(idleHeadOwner, groups[Head])
	}
	h.idle.Set(cmd, c.now)
	return true
}

// stopIdle undoes SuggestHead, and releases the joints that it still holds.
func (h *headControl) stopIdle(c *core) {
	h.idle.Stop()
	if c.joints.holds(idleHeadOwner) {
		c.joints.release(idleHeadOwner)
	}
}
