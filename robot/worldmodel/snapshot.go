package worldmodel

import (
	"math"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// write fills the snapshot.
func (m *Model) write(in *Input, out *Snapshot) {
	out.Stamp, out.Pose, out.Refused = in.Stamp, m.pose, m.refused
	out.OtherSide = m.otherSide()
	m.writeBall(&out.Ball)
	m.writeTeamBall(in, out)
	out.Count = 0
	for i := range m.robotN {
		t := &m.robots[i]
		if t.seen < 2 {
			continue
		}
		r := &out.Robots[out.Count]
		*r = Robot{Cov: t.filter.place().Rotated(-m.odometry.Theta), Side: t.side(), Number: t.number, Fallen: t.fallen, SeenAt: t.seenAt}
		r.X, r.Y = m.odometry.Local(t.filter.mean[0], t.filter.mean[1])
		r.VX, r.VY = m.turned(t.filter.mean[2], t.filter.mean[3])
		r.MapX, r.MapY = m.pose.Point(r.X, r.Y)
		out.Count++
	}
	m.writeTold(in.Stamp, out)
}

// turned returns a velocity of odom in base_footprint.
func (m *Model) turned(vx, vy float64) (float64, float64) {
	sin, cos := math.Sincos(m.odometry.Theta)
	return cos*vx + sin*vy, cos*vy - sin*vx
}

func (m *Model) writeBall(b *Ball) {
	*b = Ball{}
	if m.ballN == 0 {
		return
	}
	t := &m.balls[m.bestBall()]
	if t.logOdds < 0.2 {
		return // seen once, and not again yet
	}
	k, rolls := t.state()
	b.Known, b.Rolling, b.SeenAt, b.Missed = true, t.rolling, t.seenAt, t.missed
	b.X, b.Y = m.odometry.Local(k.mean[0], k.mean[1])
	b.Cov = k.place().Rotated(-m.odometry.Theta)
	b.MapX, b.MapY = m.pose.Point(b.X, b.Y)
	b.StopsX, b.StopsY = b.X, b.Y
	if rolls {
		b.VX, b.VY = m.turned(k.mean[2], k.mean[3])
		// s = v²/2a
		way := math.Hypot(b.VX, b.VY) / (2 * m.cfg.Deceleration)
		b.StopsX, b.StopsY = b.X+way*b.VX, b.Y+way*b.VY
	}
}

// writeTold adds teammates from their reports that no sensor has seen.
func (m *Model) writeTold(now time.Duration, out *Snapshot) {
	for i := range m.team {
		t := &m.team[i]
		if t.Stamp == 0 || now-t.Stamp > m.cfg.ForgetTeam || t.Penalized || out.Count == MaxRobots {
			continue
		}
		seen := false
		for k := range out.Count {
			r := &out.Robots[k]
			if math.Hypot(r.MapX-t.Pose.X, r.MapY-t.Pose.Y) < 0.5+t.PoseDev && r.Side != percepts.OpponentSide {
				r.Side, seen = percepts.OwnSide, true
			}
		}
		if seen {
			continue
		}
		r := &out.Robots[out.Count]
		v := max(t.PoseDev, 0.05) * max(t.PoseDev, 0.05)
		*r = Robot{MapX: t.Pose.X, MapY: t.Pose.Y, Cov: plane.Cov2{XX: v, YY: v}, Side: percepts.OwnSide, SeenAt: t.Stamp, Told: true}
		r.X, r.Y = m.pose.Local(t.Pose.X, t.Pose.Y)
		out.Count++
	}
}

// writeTeamBall sums the balls of the robot and its teammates, and those of the teammates alone.
func (m *Model) writeTeamBall(in *Input, out *Snapshot) {
	var all [MaxTeam + 1]ballReport
	n := 0
	for i := range m.team {
		t := &m.team[i]
		if t.Stamp != 0 && t.HasBall && in.Stamp-t.Stamp < m.cfg.ForgetTeam {
			all[n] = ballReport{t.BallX, t.BallY, grownVariance(math.Hypot(t.BallDev, t.PoseDev), in.Stamp-t.Stamp)}
			n++
		}
	}
	out.MatesBall = sumBalls(all[:n])
	if b := &out.Ball; b.Known && in.Stamp-b.SeenAt < m.cfg.ForgetTeam {
		dev := math.Sqrt(b.Cov.XX + b.Cov.YY + in.PoseCov.XX + in.PoseCov.YY + (b.X*b.X+b.Y*b.Y)*in.PoseCov.TT)
		if plane.Finite(dev) {
			all[n] = ballReport{b.MapX, b.MapY, grownVariance(dev, in.Stamp-b.SeenAt)}
			n++
		}
	}
	out.TeamBall = sumBalls(all[:n])
}

// ballReport is a ball in map, as one robot sees it; variance in m².
type ballReport struct{ x, y, variance float64 }

// grownVariance returns the variance of a ball that was seen some time ago: it grows by (0.3 m)² per second.
func grownVariance(dev float64, age time.Duration) float64 {
	return max(dev*dev, 1e-4) + 0.09*max(age.Seconds(), 0)
}

// sumBalls returns the mean of reports, weighted by 1/variance. Reports that contradict the surest one are left out.
func sumBalls(all []ballReport) (sum TeamBall) {
	if len(all) == 0 {
		return sum
	}
	best := 0
	for i := range all {
		if all[i].variance < all[best].variance {
			best = i
		}
	}
	var x, y, weight float64
	for i := range all {
		r := &all[i]
		if dx, dy := r.x-all[best].x, r.y-all[best].y; dx*dx+dy*dy > 9*(r.variance+all[best].variance) {
			continue
		}
		x, y, weight = x+r.x/r.variance, y+r.y/r.variance, weight+1/r.variance
		sum.Seers++
	}
	sum.Known, sum.X, sum.Y, sum.Dev = true, x/weight, y/weight, math.Sqrt(1/weight)
	return sum
}
