package simulator

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gonao/internal/proc"
	"gonao/sim/world"
)

// CheckFiles returns an error for a wrong world, or if another simulator has the sockets.
func (c Config) CheckFiles() error {
	ground, err := world.Load(c.World)
	if err != nil {
		return err
	}
	if err := c.Robots.setTeams(&ground); err != nil {
		return err
	}
	for _, socket := range c.sockets() {
		if err := served(socket, proc.CheckClaim(claimed(socket))); err != nil {
			return err
		}
	}
	return nil
}

// served adds advice to an error of a claim.
func served(socket string, err error) error {
	taken, ok := errors.AsType[*proc.TakenError](err)
	if !ok || proc.ForcedClaim() {
		return nil
	}
	return fmt.Errorf("socket: %s is served already, by %v: end that one first, or choose another socket", socket, taken.Holder)
}

// sockets returns the robots' sockets.
func (c Config) sockets() []string {
	if len(c.Robots.Names) == 0 {
		return []string{c.Robots.socket("", c.Socket)}
	}
	var out []string
	for _, name := range c.Robots.Names {
		out = append(out, c.Robots.socket(name, c.Socket))
	}
	return out
}

// claimed returns the name that one simulator of a machine has for each socket.
func claimed(socket string) string {
	if path, err := filepath.Abs(socket); err == nil && !strings.Contains(socket, "://") {
		socket = path
	}
	return "the simulator at " + socket
}
