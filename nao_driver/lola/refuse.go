package lola

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"gonao/nao/body"
	codec "gonao/nao/lola"
)

// check refuses a body that is not a V6. It logs once if frames lack what is needed.
func (c *connection) check() error {
	s := &c.sensors
	if s.Seen.Has(codec.KeyRobotConfig) && c.checked != s.RobotConfig[1] {
		c.checked = s.RobotConfig[1]
		if !strings.HasPrefix(c.checked, "6.") {
			return &body.FinalError{Err: fmt.Errorf("robot at %s: body version %q, expected 6.x: "+
				"a V4 or V5 has no LoLA, drive it over NAOqi", c.path, c.checked)}
		}
	}
	if !s.Seen.Has(codec.Needed) && !c.lacking {
		c.lacking = true
		c.log.Warn("the robot's frames lack data that safe driving needs; the robot gets no commands",
			"socket", c.path, "expected", "Position, Stiffness and Angles")
	}
	return nil
}

// explain adds advice to the error of a socket that cannot be opened.
func explain(err error) error {
	hint := "expected LoLA's Unix socket"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		hint = "the robot creates it some tens of seconds after its start, and only with RoboCup firmware " +
			"and a file robocup.conf in the home of its user nao; a simulator creates it when it starts; see docs/robot.md"
	case errors.Is(err, fs.ErrPermission):
		hint = "run as nao, the user of the robot's services"
	case errors.Is(err, syscall.ECONNREFUSED):
		hint = "no program serves it: on the robot `systemctl --user status lola`, otherwise start the simulator"
	}
	return fmt.Errorf("%w (%s)", err, hint)
}
