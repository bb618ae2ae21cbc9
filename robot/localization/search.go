package localization

import (
	"math"
	"time"

	"gonao/robot/percepts/plane"
)

// maxClusters is how many places are collected from pairs of features.
const maxClusters = 8

// A cluster is a place that pairs of features have pointed to, as the pose of odom in map.
type cluster struct {
	odom  plane.Pose // X_MO
	votes float64
	fit   float64
	since time.Duration
}

type clusters struct {
	all   [maxClusters]cluster
	count int
}

func (c *clusters) clear() { c.count = 0 }

// Figures of the search.
const (
	pairsPerImage  = 6
	scoredPerImage = 10   // largest number of places whose fit is computed
	leastDistance  = 0.7  // m, of the two features of a pair
	leastFit       = 0.6  // smallest fit of a place
	leastVotes     = 2.5  // smallest number of votes of a cluster that becomes a hypothesis
	betterBy       = 0.25 // smallest advantage of a cluster's fit over the best hypothesis
	goodFit        = 0.7  // fit of the best hypothesis above which there is no search
	poorFit        = 0.4  // below which the robot may have been carried away
	votesKept      = 0.85 // per image
)

// search computes how well the best hypothesis fits the recent features, and if not well, looks for other places: pairs
// of features whose distance and kinds occur on the field vote for places, and a place with enough votes and a clearly
// better fit becomes a hypothesis.
func (f *Filter) search(now time.Duration) {
	fit, features := 0.0, f.memory.count
	if f.count > 0 {
		fit, _ = f.fitOf(f.odomOf(f.hypotheses[f.best()].pose()))
	}
	f.fit = fit
	f.useColors(fit)
	if f.count > 0 && (fit >= poorFit || features < 4) {
		f.misfit = 0
	} else {
		f.misfit++
	}
	for i := range f.clusters.count {
		f.clusters.all[i].votes *= votesKept
	}
	if f.count > 0 && fit >= goodFit || features < 3 {
		return
	}
	scored := 0
	for range pairsPerImage {
		i := f.choose(features)
		j := f.choose(features)
		scored += f.pair(now, &f.memory.all[i], &f.memory.all[j], scoredPerImage-scored)
	}
	f.inject(now, fit)
}

// odomOf returns where odom lies in map when the robot's pose is p.
func (f *Filter) odomOf(p plane.Pose) plane.Pose { return p.Mul(f.odometry.Inverse()) }

// choose returns a number below n, from a sequence that the seed fixes (xorshift).
func (f *Filter) choose(n int) int {
	f.random ^= f.random << 13
	f.random ^= f.random >> 7
	f.random ^= f.random << 17
	return int(f.random % uint64(n))
}

// pair finds the places from which two features may have been seen, and returns how many it has scored.
func (f *Filter) pair(now time.Duration, a, b *remembered, most int) int {
	dx, dy := b.x-a.x, b.y-a.y
	distance := math.Hypot(dx, dy)
	if distance < leastDistance {
		return 0
	}
	direction := math.Atan2(dy, dx)
	tolerance := 0.7 * (a.tolerance + b.tolerance)
	scored := 0
	points := f.field.Points
	start := f.choose(len(points)) // so that the first points vary
	for n := range points {
		la := &points[(start+n)%len(points)]
		if la.Kind != a.kind || a.color != "" && a.color != la.Color || a.lower != "" && a.lower != la.Lower {
			continue
		}
		for m := range points {
			lb := &points[m]
			if lb.Kind != b.kind || lb == la || b.color != "" && b.color != lb.Color || b.lower != "" && b.lower != lb.Lower {
				continue
			}
			mx, my := lb.X-la.X, lb.Y-la.Y
			if math.Abs(math.Hypot(mx, my)-distance) > tolerance {
				continue
			}
			theta := plane.Angle(math.Atan2(my, mx) - direction)
			if a.hasHeading && la.Symmetry > 0 && math.Abs(turn(a.heading+theta-la.Heading, la.Symmetry)) > 0.5 ||
				b.hasHeading && lb.Symmetry > 0 && math.Abs(turn(b.heading+theta-lb.Heading, lb.Symmetry)) > 0.5 {
				continue
			}
			// The middle of the pair lies on the middle of the landmarks.
			sin, cos := math.Sincos(theta)
			cx, cy := (a.x+b.x)/2, (a.y+b.y)/2
			o := plane.Pose{X: (la.X+lb.X)/2 - cos*cx + sin*cy, Y: (la.Y+lb.Y)/2 - sin*cx - cos*cy, Theta: theta}
			p := o.Mul(f.odometry)
			if !f.onCarpet(p, 0.3) || !f.allowed(p) {
				continue
			}
			if scored >= most {
				return scored
			}
			scored++
			if fit, _ := f.fitOf(o); fit >= leastFit || f.count == 0 && fit >= 0.5 {
				f.vote(now, o, fit)
			}
		}
	}
	return scored
}

// vote adds a place to the cluster near it, or begins one.
func (f *Filter) vote(now time.Duration, o plane.Pose, fit float64) {
	c := &f.clusters
	p := o.Mul(f.odometry)
	weakest := 0
	for i := range c.count {
		k := &c.all[i]
		q := k.odom.Mul(f.odometry)
		if p.Distance(q) < 0.45 && math.Abs(plane.Angle(p.Theta-q.Theta)) < 0.3 {
			// The mean moves to the new place by its share.
			share := 1 / (k.votes + 1)
			mean := plane.Pose{
				X: q.X + share*(p.X-q.X), Y: q.Y + share*(p.Y-q.Y), Theta: plane.Angle(q.Theta + share*plane.Angle(p.Theta-q.Theta)),
			}
			k.odom = mean.Mul(f.odometry.Inverse())
			k.votes++
			k.fit = fit
			return
		}
		if k.votes < c.all[weakest].votes {
			weakest = i
		}
	}
	if c.count < maxClusters {
		weakest = c.count
		c.count++
	} else if c.all[weakest].votes > 1 {
		return
	}
	c.all[weakest] = cluster{odom: o, votes: 1, fit: fit, since: now}
}

// inject makes a hypothesis of the best cluster when it explains clearly more than the best hypothesis does.
func (f *Filter) inject(now time.Duration, fit float64) {
	best := -1
	for i := range f.clusters.count {
		k := &f.clusters.all[i]
		if k.votes >= leastVotes && now > k.since && (best < 0 || k.votes*k.fit > f.clusters.all[best].votes*f.clusters.all[best].fit) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	k := &f.clusters.all[best]
	share, _ := f.fitOf(k.odom)
	if f.count > 0 && share < fit+betterBy || share < 0.5 {
		k.votes = 0
		return
	}
	p := k.odom.Mul(f.odometry)
	k.votes = 0
	for i := range f.count {
		q := f.hypotheses[i].pose()
		if q.Distance(p) < 0.3 && math.Abs(plane.Angle(q.Theta-p.Theta)) < 0.2 {
			// It is there already, and only its weight is behind.
			f.hypotheses[i].logWeight += 1
			return
		}
	}
	i := f.count
	if f.count == MaxHypotheses {
		i = f.lightest()
	} else {
		f.count++
	}
	h := &f.hypotheses[i]
	h.set(p, 0.3, 0.15)
	h.cov[iPitch][iPitch], h.cov[iRoll][iRoll] = f.tiltVar, f.tiltVar
	h.injected = true
	// It begins behind the best one, and must explain the next images better; a robot that was carried away for
	// certain begins at the new place.
	h.logWeight = -2
	if f.count == 1 || f.misfit >= 5 {
		h.logWeight = 3
	}
}

// lightest returns the index of the hypothesis with the least weight.
func (f *Filter) lightest() int {
	least := 0
	for i := range f.count {
		if f.hypotheses[i].logWeight < f.hypotheses[least].logWeight {
			least = i
		}
	}
	return least
}
