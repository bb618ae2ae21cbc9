package onfield

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonao/nao"
	"gonao/sim"
	"gonao/sim/robot"
	"gonao/sim/world"
)

// checkDrive judges the first lesson: half a metre forward, round, and back.
func checkDrive(ctx context.Context, file string) ([]LessonPoint, error) {
	s := newStage(file, time.Minute)
	first := s.loads()
	if !first.Met {
		return []LessonPoint{first}, nil
	}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	const forward, near, back = 0.5, 0.15, 0.25
	turned := math.Abs(degrees(s.way.turned))
	return []LessonPoint{
		first, s.ends(), s.stays(),
		{
			Wanted: fmt.Sprintf("it walks %.1f m away from where it began, %.2f m more or less", forward, near),
			Met:    math.Abs(s.way.farthest-forward) <= near,
			Found:  fmt.Sprintf("%.2f m", s.way.farthest),
		},
		{
			Wanted: "it turns round: by 180°, 25° more or less",
			Met:    math.Abs(turned-180) <= 25,
			Found:  fmt.Sprintf("%.0f°", turned),
		},
		{
			Wanted: fmt.Sprintf("it comes back to where it began, within %.2f m", back),
			Met:    math.Hypot(s.way.atX, s.way.atY) <= back && s.way.farthest > forward-near,
			Found:  fmt.Sprintf("it stopped %.2f m forward of it and %.2f m to its left", s.way.atX, s.way.atY),
		},
	}, nil
}

// place is where robot and ball are put, in world.
type place struct{ x, y, yawDeg, ballX, ballY float64 }

// places of the fourth lesson: a walk that fits one of them does not fit the others.
var places = []place{{-2, 0, 0, -0.9, 0.4}, {-2.5, -1.2, 60, -1.2, -1.0}}

// checkToBall judges the fourth lesson, at every place.
func checkToBall(ctx context.Context, file string) ([]LessonPoint, error) {
	var all []LessonPoint
	for i, at := range places {
		s := newStage(file, 90*time.Second)
		if i == 0 {
			first := s.loads()
			all = append(all, first)
			if !first.Met {
				return all, nil
			}
		}
		points, err := at.check(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			p.Wanted = fmt.Sprintf("ball %d of %d: %s", i+1, len(places), p.Wanted)
			all = append(all, p)
		}
	}
	return all, nil
}

// check runs the machine with robot and ball at a place.
func (at place) check(ctx context.Context, s *stage) ([]LessonPoint, error) {
	s.config.Adjust = func(c *sim.Config) {
		c.Profile = sim.Real
		c.World.Carriers = nil
		c.World.Robot.XM, c.World.Robot.YM, c.World.Robot.YawDeg = at.x, at.y, at.yawDeg
		balls := append([]world.Ball(nil), c.World.Balls[:1]...)
		balls[0].XM, balls[0].YM = at.ballX, at.ballY
		c.World.Balls = balls
	}
	var distance, bearing, moved float64
	s.each = func(r *robot.Robot, _ *nao.State) {
		t := r.Truth()
		ball := t.Balls[0].P
		dx, dy := ball.X-t.Torso.P.X, ball.Y-t.Torso.P.Y
		distance = math.Hypot(dx, dy)
		bearing = degrees(math.Remainder(math.Atan2(dy, dx)-math.Atan2(t.Torso.R[3], t.Torso.R[0]), 2*math.Pi))
		moved = math.Hypot(ball.X-at.ballX, ball.Y-at.ballY)
	}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	return []LessonPoint{
		s.ends(), s.stays(),
		{Wanted: "it stops at most 0.4 m from the ball", Met: distance <= 0.4, Found: fmt.Sprintf("%.2f m", distance)},
		{Wanted: "the ball lies in front of it, at most 45° aside", Met: math.Abs(bearing) <= 45, Found: fmt.Sprintf("%.0f° to its %s", math.Abs(bearing), side(bearing))},
		{Wanted: "the ball stays where it is, within 0.1 m", Met: moved <= 0.1, Found: fmt.Sprintf("it was moved by %.2f m", moved)},
	}, nil
}

// side names the side of an angle.
func side(angle float64) string {
	if angle < 0 {
		return "right"
	}
	return "left"
}
