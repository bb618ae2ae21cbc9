package simulator

import (
	"fmt"
	"strings"

	"gonao/sim"
)

// sideBySideM is the distance between robots whose places are not given, m.
const sideBySideM = 1.0

// validate checks that the lists are as long as that of the names; the world checks what
// is in them.
func (r *Robots) validate(socket string) error {
	for _, list := range []struct {
		name string
		len  int
	}{
		{"x_m", len(r.XM)},
		{"y_m", len(r.YM)},
		{"yaw_deg", len(r.YawDeg)},
		{"sockets", len(r.Sockets)},
		{"profiles", len(r.Profiles)},
	} {
		if list.len != 0 && list.len != len(r.Names) {
			return fmt.Errorf("robots.%s has %d values: expected none, or one for each of the %d names", list.name, list.len, len(r.Names))
		}
	}
	if len(r.Names) > 0 && len(r.Sockets) == 0 && strings.Contains(socket, "://") {
		return fmt.Errorf("robots.sockets: expected one for each name, as socket is %q", socket)
	}
	for i, name := range r.Names {
		for _, other := range r.Names[:i] {
			if r.socket(name, socket) == r.socket(other, socket) {
				return fmt.Errorf("robots.sockets: %q serves %s and %s: expected one socket for each", r.socket(name, socket), other, name)
			}
		}
		if i < len(r.Profiles) {
			if err := sim.Profile(r.Profiles[i]).Validate(); err != nil {
				return fmt.Errorf("robots.profiles: %w", err)
			}
		}
	}
	return nil
}

// configs returns the robots of a world in which one is described; none when there is
// only that one.
func (r *Robots) configs(s *sim.Config) []sim.RobotConfig {
	robots := make([]sim.RobotConfig, len(r.Names))
	for i, name := range r.Names {
		robot, place := s.RobotConfig, s.World.Robot
		robot.Name, robot.Seed = name, s.Seed+uint64(i)
		place.YM += sideBySideM * (float64(i) - float64(len(r.Names)-1)/2)
		if i < len(r.XM) {
			place.XM = r.XM[i]
		}
		if i < len(r.YM) {
			place.YM = r.YM[i]
		}
		if i < len(r.YawDeg) {
			place.YawDeg = r.YawDeg[i]
		}
		if i < len(r.Profiles) {
			robot.Profile = sim.Profile(r.Profiles[i])
		}
		robot.Robot = &place
		robots[i] = robot
	}
	return robots
}

// socket returns the socket of the robot of a name, "" for the only one.
func (r *Robots) socket(name, socket string) string {
	for i, n := range r.Names {
		switch {
		case n != name:
		case i < len(r.Sockets):
			return r.Sockets[i]
		default:
			return socket + "_" + name
		}
	}
	return socket
}
