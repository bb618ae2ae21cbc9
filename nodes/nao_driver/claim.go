package naodriver

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gonao/internal/proc"
)

// CheckFiles returns an error when another process drives the robot.
func (c Config) CheckFiles() error {
	name := c.robot()
	if name == "" || proc.ForcedClaim() {
		return nil
	}
	return inUse(proc.CheckClaim(name))
}

// robot returns the name of the robot that one driver may have, "" where a server decides.
func (c Config) robot() string {
	switch c.Protocol {
	case "lola":
		return "the robot at " + absolute(c.LoLA.Path)
	case "naoqi":
		return "the robot at naoqi://" + c.NAOqi.Robot.Address
	}
	return ""
}

// absolute returns the absolute path of a socket; addresses of TCP stay as they are.
func absolute(socket string) string {
	if path, err := filepath.Abs(socket); err == nil && !strings.Contains(socket, "://") {
		return path
	}
	return socket
}

// inUse adds advice to an error of a claim.
func inUse(err error) error {
	taken, ok := errors.AsType[*proc.TakenError](err)
	if !ok {
		return err
	}
	return fmt.Errorf("%s has a driver already, %v: end that one first, or set %s=1 to go on all the same", taken.Name, taken.Holder, proc.ForceFlag)
}

// take claims the robot for this driver; release ends that.
func (c Config) take() (release func(), err error) {
	name := c.robot()
	if name == "" {
		return func() {}, nil
	}
	held, err := proc.TakeClaim(name)
	if err != nil && proc.ForcedClaim() {
		return func() {}, nil
	}
	return held.Release, inUse(err)
}
