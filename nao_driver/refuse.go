package naodriver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"gonao/nao/lola"
)

// errBody is a body that does not speak LoLA by the maker's word.
var errBody = errors.New("wrong body")

// judge refuses the first frame of a body that is no V6's, and says once what frames lack.
func (d *Driver) judge() error {
	s := &d.sensors
	if s.Seen.Has(lola.KeyRobotConfig) && d.judged != s.RobotConfig[1] {
		d.judged = s.RobotConfig[1]
		if !strings.HasPrefix(d.judged, "6.") {
			return fmt.Errorf("robot at %s: %w: body version %q, expected 6.x: "+
				"a V4 or V5 has no LoLA, drive it over NAOqi", d.cfg.Path, errBody, d.judged)
		}
	}
	if !s.Seen.Has(lola.Needed) && !d.lacking {
		d.lacking = true
		d.log.Warn("the robot's frames lack what driving it safely takes, it is left alone",
			"socket", d.cfg.Path, "expected", "Position, Stiffness and Angles")
	}
	return nil
}

// silence says what a connection that gives no frame may mean.
func (d *Driver) silence(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) && d.sensors.Seen == 0 && !d.ending {
		return fmt.Errorf("connected, but no frame came within %v (LoLA serves one program at a time: "+
			"is there another driver?): %w", d.cfg.SilentFor, err)
	}
	return err
}

// hint says what to do about a socket that cannot be opened.
func hint(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "the robot makes it some tens of seconds after its start, and only with RoboCup firmware " +
			"and a file robocup.conf in the home of its user nao; a simulator when it starts; see docs/robot.md"
	case errors.Is(err, fs.ErrPermission):
		return "run as the user the robot's services run as, nao"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nobody serves it: on the robot `systemctl --user status lola`, otherwise start the simulator"
	default:
		return "expected LoLA's Unix socket"
	}
}
