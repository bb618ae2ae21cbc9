package localization

import (
	"math"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Filter is our Localizer. It is not safe for concurrent use.
type Filter struct {
	cfg   Config
	field *field.Map

	hypotheses [MaxHypotheses]hypothesis
	count      int

	began    bool
	stamp    time.Duration
	odometry plane.Pose
	pending  plane.Pose       // odometry that jumped, and may have been reset
	imageAt  time.Duration    // time of the last image used
	byBottom bool             // it came from the lower camera
	seenAt   [2]time.Duration // time of the last image of the upper and of the lower camera, used or not
	tiltVar  float64          // rad², of the last image
	fallen   bool

	memory   memory
	clusters clusters
	side     side
	fit      float64
	misfit   int // images in a row in which most features fit nothing
	random   uint64

	last    plane.Pose // the last estimate, moved by odometry
	reason  Reason
	refused int
}

// Reset begins again.
func (f *Filter) Reset(s Start) {
	f.count = 0
	f.memory.clear()
	f.clusters.clear()
	f.side = side{}
	f.fit, f.misfit = 0, 0
	f.reason = Began
	for i := range s.count {
		p := &s.places[i]
		h := &f.hypotheses[f.count]
		h.set(p.pose, p.devM, p.headingDev)
		if !p.pose.Finite() || !(p.devM > 0) || !(p.headingDev > 0) {
			f.refused++
			continue
		}
		h.logWeight = 0
		f.side.begin(p.pose)
		f.count++
	}
	if f.count > 0 {
		f.last = f.hypotheses[0].pose()
	}
}

// Step moves the hypotheses by odometry, updates them with a new image and returns the estimate. It does not allocate.
func (f *Filter) Step(in *Input) Estimate {
	dt := f.advance(in)
	if in.Fallen {
		f.fallen = true
	} else if f.fallen {
		f.fallen = false
		f.gotUp()
	}
	if in.Features != nil && !in.Fallen {
		f.image(in.Stamp, in.Features)
	}
	f.useTeam(in, dt)
	f.tidy()
	return f.estimate(in.Stamp)
}

// longestStep is the longest time between two steps in which a robot may have walked, s: half-time. A clock that is further ahead has jumped.
const longestStep = 600.0

// advance moves everything by odometry and returns the time since the last step, s.
func (f *Filter) advance(in *Input) float64 {
	if !in.Odometry.Finite() {
		f.refused++
		return 0
	}
	if !f.began {
		f.began, f.stamp, f.odometry = true, in.Stamp, in.Odometry
		return 0
	}
	dt := (in.Stamp - f.stamp).Seconds()
	if dt < 0 || dt > longestStep {
		dt = 0 // the clock jumped
		f.forgetImages()
	}
	d := f.odometry.Inverse().Mul(in.Odometry)
	jumped := !walks(d, dt)
	if jumped && !walks(f.pending.Inverse().Mul(in.Odometry), 0) {
		// No robot walks or turns so fast. One such value is dropped; when odometry continues from there, it was reset.
		f.refused++
		f.pending = in.Odometry
		return 0
	}
	f.stamp, f.odometry, f.pending = in.Stamp, in.Odometry, in.Odometry
	if jumped {
		// Odometry was reset: the pose stays, and the features stored in its frame are invalid.
		f.memory.clear()
		f.clusters.clear()
		return dt
	}
	c := &f.cfg
	walked, turned := math.Hypot(d.X, d.Y), math.Abs(d.Theta)
	qM := c.WalkDevPerSqrtM*c.WalkDevPerSqrtM*walked + c.IdleDevPerSqrtSec*c.IdleDevPerSqrtSec*dt
	qT := c.TurnDevPerSqrtRad*c.TurnDevPerSqrtRad*turned + c.TurnDevPerSqrtM*c.TurnDevPerSqrtM*walked + c.IdleDevPerSqrtSec*c.IdleDevPerSqrtSec*dt
	keep := math.Exp(-dt / c.TiltTimeSec)
	for i := range f.count {
		f.hypotheses[i].predict(d, qM, qT, keep, f.tiltVar)
	}
	f.last = f.last.Mul(d)
	f.side.walk(d, dt)
	return dt
}

// walks reports whether a robot can have moved by d in a time, s.
func walks(d plane.Pose, dt float64) bool {
	return math.Hypot(d.X, d.Y) <= 0.2+dt && math.Abs(d.Theta) <= 0.6+3*dt
}

// forgetImages forgets when images came and what they showed, because the clock jumped.
func (f *Filter) forgetImages() {
	f.imageAt, f.seenAt = 0, [2]time.Duration{}
	f.memory.clear()
}

// gotUp widens all hypotheses after a fall: the robot may have turned and rolled, but it is on the same side. The best one becomes
// several with different headings: a line seen with a heading that is wrong by half a radian would draw a single one far away.
func (f *Filter) gotUp() {
	const devM, headingDev = 0.25, 0.5
	f.memory.clear()
	if f.count == 0 {
		return
	}
	b := f.best()
	f.hypotheses[0], f.hypotheses[b] = f.hypotheses[b], f.hypotheses[0]
	for i := range f.count {
		h := &f.hypotheses[i]
		h.cov[iX][iX] += devM * devM
		h.cov[iY][iY] += devM * devM
	}
	for i := 1; i < f.count; i++ {
		f.hypotheses[i].cov[iTheta][iTheta] += headingDev * headingDev
	}
	const apart, pieceDev = 0.35, 0.2
	f.hypotheses[0].cov[iTheta][iTheta] += pieceDev * pieceDev
	for _, steps := range [...]float64{1, -1, 2, -2} {
		if f.count == MaxHypotheses {
			break
		}
		h := &f.hypotheses[f.count]
		*h = f.hypotheses[0]
		turned := steps * apart
		h.mean[iTheta] = plane.Angle(h.mean[iTheta] + turned)
		h.logWeight -= turned * turned / (2 * headingDev * headingDev)
		f.count++
	}
}

// image uses the features of an image, unless it comes too soon after the last one.
func (f *Filter) image(now time.Duration, features *percepts.FieldFeatures) {
	if !f.itsTurn(now, features.Bottom) {
		return
	}
	if !(features.HeightM > 0.05 && features.HeightM < 3) || !(features.TiltVar >= 0 && features.TiltVar < 1) {
		f.refused++
		return
	}
	f.imageAt, f.byBottom = now, features.Bottom
	f.beginTilt(features.TiltVar)
	for i := range f.count {
		f.useImage(&f.hypotheses[i], features)
	}
	good := 0
	for i := range features.Points {
		p := &features.Points[i]
		if !validPoint(p) {
			f.refused++
			continue
		}
		good++
		f.memory.add(now, f.odometry, p, features)
	}
	f.memory.forget(now - time.Duration(f.cfg.MemorySec*float64(time.Second)))
	if good > 0 {
		f.search(now)
	}
}

// itsTurn reports whether an image is used: one per interval, from both cameras alternately, even if the images of both
// have the same stamp. If a camera has another image before its turn, the other camera has none.
func (f *Filter) itsTurn(now time.Duration, bottom bool) bool {
	camera, other := 0, 1
	if bottom {
		camera, other = 1, 0
	}
	if now < f.imageAt {
		f.forgetImages()
	}
	f.seenAt[camera] = now
	if f.imageAt == 0 {
		return true
	}
	wait := f.cfg.Interval
	if f.byBottom == bottom && f.seenAt[other] != 0 && now-f.seenAt[other] < 2*f.cfg.Interval {
		wait *= 2 // the other camera's turn comes first
	}
	return now-f.imageAt >= wait
}

// beginTilt sets the tilt's variance when the first image names it.
func (f *Filter) beginTilt(variance float64) {
	if f.tiltVar == 0 && variance > 0 {
		for i := range f.count {
			h := &f.hypotheses[i]
			h.cov[iPitch][iPitch], h.cov[iRoll][iRoll] = variance, variance
		}
	}
	f.tiltVar = variance
}

// useImage updates one hypothesis with all features of an image.
func (f *Filter) useImage(h *hypothesis, features *percepts.FieldFeatures) {
	saved := *h
	sum := 0.0
	for i := range features.Points {
		if p := &features.Points[i]; validPoint(p) {
			l, _ := f.usePoint(h, p, features.HeightM)
			sum += max(l, logOutlier)
		}
	}
	for i := range features.Lines {
		if l := &features.Lines[i]; validLine(l) {
			sum += f.useLine(h, l, features.HeightM)
		}
	}
	if !h.sound() {
		*h = saved // numbers went wrong: as if the image had not come
		f.refused++
		return
	}
	h.logWeight += f.cfg.WeightPower * sum
}

// sound reports whether all numbers are finite and variances positive.
func (h *hypothesis) sound() bool {
	for i := range states {
		if !plane.Finite(h.mean[i], h.cov[i][i]) || h.cov[i][i] < 0 {
			return false
		}
	}
	return plane.Finite(h.logWeight)
}

func validPoint(p *percepts.FieldPoint) bool {
	return plane.Finite(p.X, p.Y, p.Heading, p.HeadingVar) && p.Cov.Valid() && p.HeadingVar >= 0 && p.X*p.X+p.Y*p.Y < 400
}

func validLine(l *percepts.FieldLine) bool {
	return plane.Finite(l.FromX, l.FromY, l.ToX, l.ToY) && l.OffsetVar > 0 && l.HeadingVar > 0 && plane.Finite(l.OffsetVar, l.HeadingVar) &&
		math.Hypot(l.ToX-l.FromX, l.ToY-l.FromY) > 0.05
}

// tidy normalizes weights, joins equal hypotheses and drops those that are lost or off the carpet. On a field whose
// halves look the same no image tells a pose from the one on the other side: each hypothesis is turned to the side that
// memory allows.
func (f *Filter) tidy() {
	if f.count == 0 {
		return
	}
	if f.field.Symmetric && f.side.count > 0 {
		for i := range f.count {
			if h := &f.hypotheses[i]; !f.allowed(h.pose()) {
				h.turnRound()
			}
		}
	}
	for i := 0; i < f.count; i++ {
		for j := f.count - 1; j > i; j-- {
			a, b := &f.hypotheses[i], &f.hypotheses[j]
			if a.pose().Distance(b.pose()) < 0.2 && math.Abs(plane.Angle(a.mean[iTheta]-b.mean[iTheta])) < 0.15 {
				both := logSum(a.logWeight, b.logWeight)
				if b.logWeight > a.logWeight {
					*a = *b
				}
				a.logWeight = both
				f.drop(j)
			}
		}
	}
	most := f.hypotheses[f.best()].logWeight
	for i := range f.count {
		f.hypotheses[i].logWeight -= most
	}
	const lost = -9 // 1 in 8,000
	for i := f.count - 1; i >= 0; i-- {
		h := &f.hypotheses[i]
		if f.count > 1 && (h.logWeight < lost || !f.onCarpet(h.pose(), 1.0)) && h.logWeight < 0 {
			f.drop(i)
		}
	}
}

// logSum returns log(exp(a) + exp(b)).
func logSum(a, b float64) float64 { return max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b))) }

// drop removes a hypothesis.
func (f *Filter) drop(i int) {
	f.count--
	f.hypotheses[i] = f.hypotheses[f.count]
}

// onCarpet reports whether a pose is on the carpet or not farther than beyond from it.
func (f *Filter) onCarpet(p plane.Pose, beyond float64) bool {
	m := f.field
	return math.Abs(p.X) < m.Length/2+m.Border+beyond && math.Abs(p.Y) < m.Width/2+m.Border+beyond
}

// best returns the index of the hypothesis with the largest weight; there is one.
func (f *Filter) best() int {
	best := 0
	for i := range f.count {
		if f.hypotheses[i].logWeight > f.hypotheses[best].logWeight {
			best = i
		}
	}
	return best
}

// estimate returns the present estimate.
func (f *Filter) estimate(now time.Duration) Estimate {
	e := Estimate{Stamp: now, Fit: f.fit, Count: f.count, Refused: f.refused}
	if f.count == 0 {
		e.Pose, e.Cov = f.last, plane.Cov3{XX: 10, YY: 10, TT: 3}
		e.Reason = f.reason
		return e
	}
	b := f.best()
	f.hypotheses[0], f.hypotheses[b] = f.hypotheses[b], f.hypotheses[0]
	sum := 0.0
	for i := range f.count {
		sum += math.Exp(f.hypotheses[i].logWeight)
	}
	for i := range f.count {
		h := &f.hypotheses[i]
		e.Hypotheses[i] = Hypothesis{Pose: h.pose(), Cov: h.cov3(), Weight: math.Exp(h.logWeight) / sum}
	}
	h := &f.hypotheses[0]
	e.Pose, e.Cov = h.pose(), h.cov3()
	e.Pitch, e.Roll, e.TiltVar = h.mean[iPitch], h.mean[iRoll], (h.cov[iPitch][iPitch]+h.cov[iRoll][iRoll])/2
	e.Localized = h.deviation() < 0.5 && f.fit >= 0.5
	jumped := e.Pose.Distance(f.last) > 0.5 || math.Abs(plane.Angle(e.Pose.Theta-f.last.Theta)) > math.Pi/6
	switch {
	case f.reason != NoJump:
		e.Reason = f.reason
	case jumped && h.injected && f.misfit > 0:
		e.Reason = Kidnapped
		f.side.add(e.Pose)
	case jumped:
		e.Reason = OtherFits
	}
	f.side.trust(e.Pose, e.Localized && f.fit >= goodFit && !jumped)
	f.reason = NoJump
	h.injected = false
	f.last = e.Pose
	return e
}
