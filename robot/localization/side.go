package localization

import (
	"math"

	"gonao/robot/percepts/plane"
)

// side holds which half the robot is in: on a field with equal halves, only memory and teammates distinguish a pose from
// the one on the other side.
type side struct {
	known bool // the robot has been sure of its pose before
	// places are its possible places by odometry: from where it may have begun, from where it was last sure of its pose
	// for sureTime, and from where it may have been carried since. A best hypothesis that is wrong for some images does
	// not change them.
	places [maxPlaces]plane.Pose
	count  int
	sure   float64 // s for which it has been sure of its pose without a break
	heeded bool    // the teammates in sight have turned the robot, and their evidence is still from before
	doubt  float64 // logarithm of the odds that it is on the other side, from the team's ball
	// colors is by how much the stored features fit the other side better, summed over images, on fields whose colours
	// differ.
	colors float64
}

// allowed reports whether a new place is on the side that memory allows: nearer to where odometry has led than the place
// on the other side. A robot without memory uses its own half. If colours distinguish the sides, the stored features
// decide when they fit one of them better.
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
	s.add(p)
}

// add remembers a place at which the robot may be, until it is sure again.
func (s *side) add(p plane.Pose) {
	if s.count < maxPlaces {
		s.places[s.count] = p
		s.count++
	}
}

// sureTime is how long the best hypothesis must fit before the half in which it is counts as the robot's, s.
const sureTime = 2.0

// walk moves the places by odometry.
func (s *side) walk(d plane.Pose, dt float64) {
	for i := range s.count {
		s.places[i] = s.places[i].Mul(d)
	}
	s.sure += dt
}

// trust records whether the robot is sure of its pose now.
func (s *side) trust(p plane.Pose, sure bool) {
	switch {
	case !sure:
		s.sure = 0
	case s.sure >= sureTime:
		s.known, s.places[0], s.count = true, p, 1
	}
}

// away returns how far a pose is from where odometry has led: m, with 1.5 m for a radian. Of several places the nearest counts.
func (f *Filter) away(p plane.Pose) float64 {
	if f.side.count == 0 {
		return apartFrom(p, f.last)
	}
	least := math.Inf(1)
	for i := range f.side.count {
		least = min(least, apartFrom(p, f.side.places[i]))
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

// matesLimit is the evidence of teammates in sight that turns the robot round: more than that of one.
const matesLimit = 5.0

// useTeam turns the robot to the other side when the teammates that it sees are where they would be from there, or when
// its ball and that of its teammates are.
func (f *Filter) useTeam(in *Input, dt float64) {
	f.useMates(in)
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

func (f *Filter) useMates(in *Input) {
	switch {
	case !plane.Finite(in.OtherSide):
		f.refused++
	case in.OtherSide < matesLimit/2:
		f.side.heeded = false
	case in.OtherSide > matesLimit && !f.side.heeded && f.count > 0 && f.field.Symmetric && !in.Fallen:
		f.turnRound()
		f.side.heeded, f.reason = true, TeamDisagree
	}
}

// Figures of the evidence of colours: a goal post in sight for a second adds some 0.6.
const (
	colorsKept  = 0.995 // per image
	colorsLimit = 1.2
)

// useColors compares, on a field whose sides differ, how well the best hypothesis and the same pose on the other side fit
// the stored features.
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
		f.hypotheses[i].turnRound()
	}
	f.last = f.last.Turned()
	for i := range f.side.count {
		f.side.places[i] = f.side.places[i].Turned()
	}
	f.clusters.clear()
	f.side.doubt, f.side.colors = 0, 0
}

// turnRound moves a hypothesis to the other side.
func (h *hypothesis) turnRound() {
	p := h.pose().Turned()
	h.mean[iX], h.mean[iY], h.mean[iTheta] = p.X, p.Y, p.Theta
	// Turned by π, x and y change their signs and the heading does not.
	for _, k := range []int{iX, iY} {
		for j := iTheta; j < states; j++ {
			h.cov[k][j], h.cov[j][k] = -h.cov[k][j], -h.cov[j][k]
		}
	}
}
