package simulator

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/world"
	"gonao/soccer/referee"
)

// teamColors are the names of the teams, which are their colours. Red attacks towards +x.
var teamColors = [2]string{"red", "blue"}

// member returns team, from 1, and number of the robot with an index; 0: the robots have no teams.
func (r *Robots) member(i int) (team, number int) {
	if r.PerTeam == 0 {
		return 0, 0
	}
	return 1 + i/r.PerTeam, 1 + i%r.PerTeam
}

// setTeams names and places the robots of two teams in a world, and leaves one free ball in it.
func (r *Robots) setTeams(w *world.World) error {
	if r.PerTeam == 0 {
		return nil
	}
	if w.Map == nil || len(w.Balls) == 0 {
		return errors.New("robots.per_team: the world has no field or no free ball; expected one with both, such as spl")
	}
	w.Carriers, w.Balls = nil, w.Balls[:1]
	for i := range 2 * r.PerTeam {
		team, number := r.member(i)
		attack := plane.PositiveX
		if team == 2 {
			attack = plane.NegativeX
		}
		at := referee.LineUp(w.Map.Length, w.Map.Width, attack, number, r.PerTeam)
		r.Names = append(r.Names, fmt.Sprintf("%s%d", teamColors[team-1], number))
		r.XM, r.YM, r.YawDeg = append(r.XM, at.X), append(r.YM, at.Y), append(r.YawDeg, at.Theta*180/math.Pi)
	}
	return nil
}

// sideBySideM is the distance between robots without given places, m.
const sideBySideM = 1.0

// validate checks that the lists are as long as that of the names; the world checks their values.
func (r *Robots) validate(socket string) error {
	if r.PerTeam > 0 && len(r.Names) > 0 {
		return fmt.Errorf("robots.per_team %d: expected 0, or no robots.names", r.PerTeam)
	}
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

// configs returns the robots of a world in which one is described; nil if there is only that one.
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
		if team, number := r.member(i); team > 0 {
			place.Jersey, place.Number = teamColors[team-1], number
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
