package worldmodel

import (
	"math"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// Figures of other robots.
const (
	robotAccel   = 0.3 // m/s²
	robotSpeed   = 0.2 // m/s, deviation of a robot that is seen for the first time
	gateRobot    = 12.0
	sameRobotM   = 0.4 // two robots this near are one, unless both are seen in one image
	sideToBelief = 2   // votes for a team before it is believed
)

// robotTrack is another robot.
type robotTrack struct {
	filter     kalman
	own, other int // votes for the teams
	number     int
	fallen     bool
	seen       int // images and echoes; a robot that was seen once may be a mistake
	seenAt     time.Duration
	missed     float64 // s in which it should have been seen
}

func (r *robotTrack) predict(dt float64) {
	r.filter.predict(dt, 0, robotAccel)
	// A robot that is not seen will not walk on for ever.
	keep := math.Exp(-dt / 3)
	for i := 2; i < 4; i++ {
		r.filter.mean[i] *= keep
	}
}

// useRobots updates with the robots of an image or an echo, nearest first by the order of percepts, and counts misses.
func (m *Model) useRobots(in *Input, dt float64) {
	var updated [MaxRobots]bool
	for i := range in.Robots {
		m.useRobot(&in.Robots[i], in, &updated)
	}
	if !in.Image {
		return // an echo alone does not show that other robots are absent
	}
	for i := range m.robotN {
		r := &m.robots[i]
		if !updated[i] && m.visible(r.filter.mean[0], r.filter.mean[1], &in.View) {
			r.missed += min(dt, 0.2)
		}
	}
}

func (m *Model) useRobot(s *percepts.SeenRobot, in *Input, updated *[MaxRobots]bool) {
	if !plane.Finite(s.X, s.Y) || !s.Cov.Valid() || s.X*s.X+s.Y*s.Y > 400 {
		m.refused++
		return
	}
	x, y := m.corrected(s.X, s.Y, &in.Tilt)
	c := m.seenCov(s.X, s.Y, s.Cov, &in.Tilt)
	best, least := -1, gateRobot
	for i := range m.robotN {
		f := &m.robots[i].filter
		d2, _ := f.innovation(x, y, c)
		if math.Hypot(x-f.mean[0], y-f.mean[1]) < sameRobotM && (!updated[i] || s.Side == percepts.UnknownSide) {
			d2 = min(d2, gateRobot/2)
		}
		if d2 < least {
			best, least = i, d2
		}
	}
	if best < 0 {
		if m.robotN == MaxRobots {
			return // the robots that are known are seen again or forgotten soon
		}
		best = m.robotN
		m.robotN++
		m.robots[best] = robotTrack{filter: at(x, y, c, robotSpeed)}
	} else {
		m.robots[best].filter.update(x, y, c)
	}
	r := &m.robots[best]
	r.seenAt, r.missed, r.fallen = in.Stamp, 0, s.Fallen
	r.seen++
	switch s.Side {
	case percepts.OwnSide:
		r.own++
	case percepts.OpponentSide:
		r.other++
	default:
	}
	if s.Number > 0 {
		r.number = s.Number
	}
	updated[best] = true
}

// side returns the team that most percepts have named.
func (r *robotTrack) side() percepts.RobotSide {
	switch {
	case r.own-r.other >= sideToBelief:
		return percepts.OwnSide
	case r.other-r.own >= sideToBelief:
		return percepts.OpponentSide
	}
	return percepts.UnknownSide
}

// Echo returns a sonar's echo as a percept: an object at a distance, anywhere in the sensor's cone. azimuth is the
// sensor's direction and half is half the cone's opening; rad and m, in base_footprint.
func Echo(stamp time.Duration, distance, azimuth, half float64) percepts.SeenRobot {
	sin, cos := math.Sincos(azimuth)
	across := distance * math.Tan(half) / 2
	const along = 0.03
	const depth = 0.08 // from a robot's surface to its middle
	d := distance + depth
	return percepts.SeenRobot{
		Stamp: stamp, X: d * cos, Y: d * sin, Confidence: 0.5,
		Cov: plane.Cov2{XX: along * along, YY: across * across}.Rotated(azimuth),
	}
}
