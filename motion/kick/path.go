package kick

// The channels of a path: movement of the robot's body, relative to S, the standing sole.
const (
	footX     = iota // the kicking sole, m
	footY            //
	footZ            //
	footRoll         // rad
	footPitch        // rad, > 0 toe down
	footYaw          // rad
	comX             // the centre of mass, m
	comY             //
	height           // height of the torso's origin, m
	leanRoll         // of the torso, rad
	leanPitch        //
	arms             // swing of the arms against the kick, rad
	weight           // share of the weight on the standing leg, 0.5 to 1

	numChannels
)

// channels is the body at one moment.
type channels [numChannels]float64

// knot is a moment that a path goes through.
type knot struct {
	sec   float64 // time from the last knot
	phase Phase   // phase on the way to it
	at    channels
	speed channels // per second
}

// maxKnots is the longest path.
const maxKnots = 12

// path is a plan: quintic polynomials from knot to knot, without acceleration at the knots.
type path struct {
	knots [maxKnots]knot
	n     int
}

func (p *path) clear() { p.n = 0 }

// add appends a knot. It starts as a copy of the last one, at rest.
func (p *path) add(phase Phase, sec float64) *knot {
	k := &p.knots[p.n]
	*k = knot{sec: sec, phase: phase}
	if p.n > 0 {
		k.at = p.knots[p.n-1].at
	}
	p.n++
	return k
}

// seconds returns the length of the path.
func (p *path) seconds() float64 {
	sum := 0.0
	for i := 1; i < p.n; i++ {
		sum += p.knots[i].sec
	}
	return sum
}

// sample returns the body at a time since the first knot.
func (p *path) sample(sec float64) (at, speed channels, phase Phase) {
	for i := 1; i < p.n; i++ {
		k := &p.knots[i]
		if sec <= k.sec {
			between(&p.knots[i-1], k, max(sec, 0), &at, &speed)
			return at, speed, k.phase
		}
		sec -= k.sec
	}
	last := &p.knots[p.n-1]
	return last.at, channels{}, last.phase
}

// between evaluates the quintic from knot a to knot b that has their speeds and no
// acceleration at both.
func between(a, b *knot, sec float64, at, speed *channels) {
	t := b.sec
	s := sec / t
	s2 := s * s
	s3, s4, s5 := s2*s, s2*s2, s2*s2*s
	// The three Hermite polynomials that matter, and their derivatives.
	h, dh := 10*s3-15*s4+6*s5, (30*s2-60*s3+30*s4)/t
	ha, dha := s-6*s3+8*s4-3*s5, (1-18*s2+32*s3-15*s4)/t
	hb, dhb := -4*s3+7*s4-3*s5, (-12*s2+28*s3-15*s4)/t
	for c := range at {
		d := b.at[c] - a.at[c]
		at[c] = a.at[c] + h*d + ha*t*a.speed[c] + hb*t*b.speed[c]
		speed[c] = dh*d + dha*t*a.speed[c] + dhb*t*b.speed[c]
	}
}
