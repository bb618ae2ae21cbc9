package servo

import (
	"math"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// TrajectoryStatus is how far a player is.
type TrajectoryStatus uint8

// The states of a player.
const (
	Idle         TrajectoryStatus = iota // nothing was started
	Playing                              //
	Finished                             // the goal was reached
	PathViolated                         // a joint was too far from its way
	GoalViolated                         // a joint was not at its goal in time
)

// TrajectoryPlayer follows one trajectory at a time. Time is the body's: [nao.State].Time.
type TrajectoryPlayer struct {
	trajectory *Trajectory
	status     TrajectoryStatus
	begin, now time.Duration
	point      int                       // the point that it moves to
	ways       [nao.NumJoints][6]float64 // to that point, in the trajectory's order of joints
	way        nao.Joints                // velocities of the desired angles, by joint
	desired    nao.Joints                // by joint
	from       nao.Joints
	late       nao.Joint
	lateBy     float64
}

// Start begins a trajectory that Check has passed from the commanded angles, or, for limp joints, from the measured ones.
// It refuses one that leaves the joints' ranges or is too fast for them.
func (p *TrajectoryPlayer) Start(tr *Trajectory, now time.Duration, measured *nao.Joints, command *nao.Command) error {
	from := command.Position
	for _, j := range tr.Joints {
		if command.Stiffness[j] <= slot.Weak {
			from[j] = slot.Where(j, measured, &command.Position)
		}
	}
	if err := tr.feasible(&from); err != nil {
		return err
	}
	*p = TrajectoryPlayer{trajectory: tr, status: Playing, begin: now, now: now, from: from, desired: from}
	p.enter(0)
	return nil
}

// Stop ends the trajectory where it is.
func (p *TrajectoryPlayer) Stop() { p.status = Idle }

// Status reports whether the player plays, or how it ended.
func (p *TrajectoryPlayer) Status() TrajectoryStatus { return p.status }

// Late returns, after a tolerance was violated, which joint is off, and how far, rad.
func (p *TrajectoryPlayer) Late() (nao.Joint, float64) { return p.late, p.lateBy }

// Desired returns where the joints should be now, and how fast they should turn.
func (p *TrajectoryPlayer) Desired() (positions, velocities *nao.Joints) { return &p.desired, &p.way }

// Point returns the number of points that have been passed.
func (p *TrajectoryPlayer) Point() int { return p.point }

// Points returns the number of points.
func (p *TrajectoryPlayer) Points() int { return len(p.trajectory.Points) }

// Progress returns how far the trajectory is by its time, 0 to 1.
func (p *TrajectoryPlayer) Progress(now time.Duration) float64 {
	switch p.status {
	case Idle:
		return 0
	case Finished:
		return 1
	default:
		if length := p.trajectory.Length(); length > 0 {
			return min(max(float64(now-p.begin)/float64(length), 0), 1)
		}
		return 1
	}
}

// enter goes to point i.
func (p *TrajectoryPlayer) enter(i int) {
	p.point = i
	for k := range p.trajectory.Joints {
		p.ways[k] = p.trajectory.segment(i, k, &p.from).polynomial()
	}
}

// Step writes angle and stiffness of the trajectory's joints into command.
func (p *TrajectoryPlayer) Step(now time.Duration, measured *nao.Joints, command *nao.Command) TrajectoryStatus {
	if p.status != Playing {
		return p.status
	}
	tr, past, dtSec := p.trajectory, now-p.begin, (now - p.now).Seconds()
	p.now = now
	// The joints are measured as they were commanded a little ago, so the way is
	// judged before the desired angles move on.
	if p.off(tr.PathTolerance, measured) {
		p.status = PathViolated
		return p.status
	}
	last := len(tr.Points) - 1
	for p.point < last && past >= tr.Points[p.point].At {
		p.enter(p.point + 1)
	}
	p.aim(past)
	for _, j := range tr.Joints {
		command.Position[j] = j.Clamp(p.desired[j])
		command.Stiffness[j] = slot.Stiffen(command.Stiffness[j], 1, dtSec)
	}
	if past < tr.Length() {
		return Playing
	}
	p.point = len(tr.Points)
	switch {
	case !p.off(tr.GoalTolerance, measured):
		p.status = Finished
	case past >= tr.Length()+tr.goalTime():
		p.status = GoalViolated
	}
	return p.status
}

// aim computes where the joints should be.
func (p *TrajectoryPlayer) aim(past time.Duration) {
	tr := p.trajectory
	if past >= tr.Length() {
		for k, j := range tr.Joints {
			p.desired[j], p.way[j] = tr.Points[len(tr.Points)-1].Positions[k], 0
		}
		return
	}
	begin := time.Duration(0)
	if p.point > 0 {
		begin = tr.Points[p.point-1].At
	}
	for k, j := range tr.Joints {
		p.desired[j], p.way[j] = eval(&p.ways[k], (past - begin).Seconds())
	}
}

// off reports whether a joint is farther from where it should be than its bound.
func (p *TrajectoryPlayer) off(bounds []float64, measured *nao.Joints) bool {
	for k, bound := range bounds {
		j := p.trajectory.Joints[k]
		if d := math.Abs(measured[j] - p.desired[j]); bound > 0 && !(d <= bound) {
			p.late, p.lateBy = j, d
			return true
		}
	}
	return false
}
