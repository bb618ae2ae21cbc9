package main

import (
	"context"
	"fmt"
	"time"

	"gonao/soccer/match"
)

// matchParts returns twenty matches in the kinematic world and two situations with simulated bodies.
func matchParts() (parts []part) {
	opponents := []string{"luar", "voronoi", "ours", "clumsy"}
	for i := range 20 {
		c := match.Config{Seed: uint64(1 + i), Blue: opponents[i%4], Swap: i%2 == 1, Half: 10 * time.Second, Knockout: i == 19}
		if i%2 == 1 {
			c.Players = 3
		}
		if i%5 == 3 {
			c.Rules = "hsl2026"
		}
		if i%5 == 4 {
			c.Sight = "ideal"
		}
		parts = append(parts, part{fmt.Sprintf("match/kinematic/%02d", c.Seed), func(d *digest) error { return playMatch(d, c) }})
	}
	for i, s := range []int{0, 2} { // the ball is ahead; the robot looks away from it
		c := match.Config{WorldKind: match.Physics, Seed: uint64(1 + i), Players: 2}
		parts = append(parts, part{fmt.Sprintf("match/physics/%d", c.Seed), func(d *digest) error {
			return playSituation(d, c, match.Situations()[s])
		}})
	}
	return parts
}

// playMatch adds a match from beginning to end.
func playMatch(d *digest, c match.Config) error {
	c.Observe = func(m *match.Match) { d.moment(m) }
	m, err := match.New(c)
	if err != nil {
		return err
	}
	r, err := m.Run(context.Background())
	if err != nil {
		return err
	}
	d.calls(m)
	d.result(r)
	return nil
}

// playSituation adds the course of a situation.
func playSituation(d *digest, c match.Config, s match.Situation) error {
	c.Observe = func(m *match.Match) { d.moment(m) }
	m, err := match.New(c)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := m.Arrange(s); err != nil {
		return err
	}
	for end := m.Now() + 2*time.Second; m.Now() < end && !m.Over(); {
		m.Step()
	}
	if err := m.Err(); err != nil {
		return err
	}
	d.calls(m)
	d.result(m.Result())
	return nil
}

// moment adds the ball, the robots with their roles, and the state of the game at the time of an image.
func (d *digest) moment(m *match.Match) {
	w := m.World
	d.time(w.Now)
	d.floats(w.Ball.X, w.Ball.Y, w.Ball.VX, w.Ball.VY, m.BallHeight())
	for i := range w.Robots {
		r := &w.Robots[i]
		d.floats(r.Pose.X, r.Pose.Y, r.Pose.Theta, r.VX, r.VY, r.W, r.Odometry.X, r.Odometry.Y, r.Odometry.Theta, r.HeadYaw)
		d.texts(r.Posture.String())
		d.bools(r.Away)
	}
	g := &m.Game.Game
	d.texts(g.Phase.String(), g.State.String(), g.SetPlay.String(), g.Kicking.String())
	d.ints(g.Teams[0].Score, g.Teams[1].Score, g.Teams[0].Messages, g.Teams[1].Messages)
}

// calls adds the referee's decisions.
func (d *digest) calls(m *match.Match) {
	for i := range m.Calls {
		c := &m.Calls[i]
		d.texts(c.Rule, c.Action.String(), c.Phase.String())
		d.time(c.Time)
		d.time(c.Clock)
		d.ints(c.Score[:]...)
		d.bools(c.Refuse != "", c.PlaceAt)
		d.floats(c.X, c.Y)
	}
}

// result adds the result of a match.
func (d *digest) result(r *match.Result) {
	d.ints(r.Score[:]...)
	d.time(r.Time)
	d.ints(r.Calls, r.Refused, r.Wrong, r.Faults)
	d.floats(r.Possession[:]...)
	d.floats(r.Territory[:]...)
	for _, n := range [][2]int{r.Kicks, r.Shots, r.Falls, r.Messages, r.Penalties} {
		d.ints(n[:]...)
	}
	d.floats(r.Pose.Median, r.Pose.P95, r.Ball.Median, r.Ball.P95, r.Robots.Median, r.Robots.P95)
}
