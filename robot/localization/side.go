package localization

import (
	"math"

	"gonao/robot/percepts/plane"
)

// side is what the robot remembers of the half it is in: on a field whose halves look the same, only memory and
// teammates distinguish a pose from the one on the other side.
type side struct {
	known bool // the robot has been sure of its pose once
	// starts are the places at which it may have begun, moved by odometry since, until it is sure which of them was its own. A best
	// hypothesis that changes between two touchlines does not change the half.
	starts [maxPlaces]plane.Pose
	count  int
	doubt  float64 // logarithm of the odds that it is on the other side, from the team's ball
	// colors is by how much what is remembered fits the other side better, summed over images, where colours differ.
	colors float64
}

// allowed reports whether a new place is on the side that memory allows: nearer to where odometry has led than the
// place on the other side. A robot without memory takes its own half. Where colours distinguish the sides, what is
// remembered decides if it fits one of them better.
func (f *Filter) allowed(p plane.Pose) bool {
	q := p.Turned()
	if !f.field.Symmetric {
		here, _ := f.fitOf(f.odomOf(p))
		there, _ := f.fitOf(f.odomOf(q))
		if here != there || !f.side.known {
			return here >= there
		}
		return f.away(p) <= f.away(q)
	}
	if !f.side.known {
		return p.X < 0 || p.X == 0 && p.Y <= 0
	}
	return f.away(p) <= f.away(q)
}

// begin remembers a place at which the robot may have begun.
func (s *side) begin(p plane.Pose) {
	s.known = true
	s.starts[s.count] = p
	s.count++
}

// walk moves the places at which the robot may have begun.
func (s *side) walk(d plane.Pose) {
	for i := range s.count {
		s.starts[i] = s.starts[i].Mul(d)
	}
}

// away returns how far a pose is from where odometry has led: m, with 1.5 m for a radian. Of several starts the nearest counts.
func (f *Filter) away(p plane.Pose) float64 {
	if f.side.count == 0 {
		return apartFrom(p, f.last)
	}
	least := math.Inf(1)
	for i := range f.side.count {
		least = min(least, apartFrom(p, f.side.starts[i]))
	}
	return least
}

func apartFrom(p, q plane.Pose) float64 {
	return p.Distance(q) + 1.5*math.Abs(plane.Angle(p.Theta-q.Theta))
}

// Figures of the evidence of the team's ball.
const (
	doubtTime  = 20.0 // s, after which old evidence is forgotten
	doubtLimit = 12.0 // odds of 160,000 to 1 turn the robot round
	doubtPerS  = 3.0  // evidence per second, at the most
)

// useTeam compares the ball that the robot sees with the one that its teammates see.
func (f *Filter) useTeam(in *Input, dt float64) {
	f.side.doubt *= math.Exp(-dt / doubtTime)
	if in.OwnBall == nil || in.TeamBall == nil || f.count == 0 || !f.field.Symmetric || in.Fallen {
		return
	}
	own, team := in.OwnBall, in.TeamBall
	if !plane.Finite(own.X, own.Y, team.X, team.Y) || !own.Cov.Valid() || !team.Cov.Valid() {
		f.refused++
		return
	}
	h := &f.hypotheses[f.best()]
	p := h.pose()
	x, y := p.Point(own.X, own.Y)
	s := own.Cov.Rotated(p.Theta).Add(team.Cov).Add(plane.Cov2{XX: h.cov[0][0] + 0.04, XY: h.cov[0][1], YY: h.cov[1][1] + 0.04})
	here := min(s.Mahalanobis2(team.X-x, team.Y-y), 16)
	there := min(s.Mahalanobis2(team.X+x, team.Y+y), 16)
	f.side.doubt += min(max((here-there)/2, -8), 8) / 8 * doubtPerS * dt
	f.side.doubt = max(f.side.doubt, -doubtLimit)
	if f.side.doubt > doubtLimit {
		f.turnRound()
		f.reason = TeamDisagree
	}
}

// Figures of the evidence of colours: a goal post in sight for a second adds some 0.6.
const (
	colorsKept  = 0.995 // per image
	colorsLimit = 1.2
)

// useColors compares, on a field whose sides differ, how well the best hypothesis and the same pose on the other side
// fit what is remembered.
func (f *Filter) useColors(fit float64) {
	if f.field.Symmetric || f.count == 0 {
		return
	}
	there, _ := f.fitOf(f.odomOf(f.hypotheses[f.best()].pose().Turned()))
	f.side.colors = max(colorsKept*f.side.colors+there-fit, -2*colorsLimit)
	if f.side.colors > colorsLimit {
		f.turnRound()
		f.reason = ColorsDisagree
	}
}

// turnRound moves all hypotheses to the other side.
func (f *Filter) turnRound() {
	for i := range f.count {
		h := &f.hypotheses[i]
		p := h.pose().Turned()
		h.mean[iX], h.mean[iY], h.mean[iTheta] = p.X, p.Y, p.Theta
		// Turned by π, x and y change their signs and the heading does not.
		for _, k := range []int{iX, iY} {
			for j := iTheta; j < states; j++ {
				h.cov[k][j], h.cov[j][k] = -h.cov[k][j], -h.cov[j][k]
			}
		}
	}
	f.last = f.last.Turned()
	f.clusters.clear()
	f.side.doubt, f.side.colors = 0, 0
}
