package track

import (
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
)

// axis is a Kalman filter of one angle and its rate: a constant rate disturbed
// by white acceleration (Bar-Shalom, Li, Kirubarajan 2001, 6.2.2).
type axis struct {
	angle, rate   float64 // rad, rad/s
	p00, p01, p11 float64 // covariance
}

// begin starts the filter at a first bearing; nothing is known of the rate.
func (a *axis) begin(z, sigma float64) {
	const rateSigma = 0.6 // rad/s, a ball's ordinary speed
	*a = axis{angle: z, p00: sigma * sigma, p11: rateSigma * rateSigma}
}

// predict moves the filter on by dt s; q is the acceleration's power, rad²/s³.
func (a *axis) predict(dt, q float64) {
	a.angle += a.rate * dt
	a.p00 += dt*(2*a.p01+dt*a.p11) + q*dt*dt*dt/3
	a.p01 += dt*a.p11 + q*dt*dt/2
	a.p11 += q * dt
}

// update adds a bearing and returns its squared deviation in sigmas.
func (a *axis) update(z, sigma float64) float64 {
	y := math.Remainder(z-a.angle, 2*math.Pi)
	s := a.p00 + sigma*sigma
	k0, k1 := a.p00/s, a.p01/s
	a.angle += k0 * y
	a.rate += k1 * y
	a.p00, a.p01, a.p11 = (1-k0)*a.p00, (1-k0)*a.p01, a.p11-k1*a.p01
	return y * y / s
}

// Target is the estimate of one ball. The zero value is a ball never seen.
type Target struct {
	last   percepts.Bearing // from the camera
	seen   bool
	at     time.Duration // the filters' time
	az     axis          // seen from the neck, so that the head's own motion is not in it
	el     axis
	rangeM float64 // m from the neck
}

// maxGap is how long a ball may be unseen before its motion is forgotten.
const maxGap = 500 * time.Millisecond

// Observe takes the ball of one image, one of its blobs. Images that are not newer than the last one and values that are
// not finite are ignored; a stamp far back resets the target, because the clock was restarted.
func (t *Target) Observe(image *percepts.Image, ball *percepts.Blob, cfg *Config) {
	const restart = time.Second
	if t.seen && image.Stamp <= t.at && t.at-image.Stamp < restart {
		return
	}
	distance := cfg.DistanceM
	if ball.Distance > 0 {
		distance = ball.Distance
	}
	az, el, r := fromNeck(image, ball.Bearing, distance)
	if sum := az + el + r + ball.ImageAzimuth + ball.ImageElevation; math.IsNaN(sum - sum) { // NaN or infinite
		return
	}
	fresh := !t.seen || image.Stamp <= t.at || image.Stamp-t.at > maxGap
	jump := math.Hypot(math.Remainder(az-t.az.angle, 2*math.Pi), el-t.el.angle)
	const leap = 0.35 // rad: no ball moves so far between two images
	if fresh || jump > leap {
		t.az.begin(az, cfg.SigmaRad)
		t.el.begin(el, cfg.SigmaRad)
		t.rangeM = r
	} else {
		dt := (image.Stamp - t.at).Seconds()
		q := cfg.ManoeuvreRad * cfg.ManoeuvreRad
		t.az.predict(dt, q)
		t.el.predict(dt, q)
		t.surprise(t.az.update(az, cfg.SigmaRad), t.el.update(el, cfg.SigmaRad))
		const smooth = 0.15
		t.rangeM += smooth * (r - t.rangeM)
	}
	t.last, t.seen, t.at = ball.Bearing, true, image.Stamp
}

// surprise widens a filter whose prediction was far off, because the ball has turned.
func (t *Target) surprise(az, el float64) {
	const (
		gate  = 9    // squared sigmas
		added = 0.04 // rad²/s²
	)
	if az > gate {
		t.az.p11 += added
	}
	if el > gate {
		t.el.p11 += added
	}
}

// Seen returns the time of the last image with the ball; ok is false if there was none.
func (t *Target) Seen() (stamp time.Duration, ok bool) { return t.at, t.seen }

// Last returns the bearing in the last image with the ball.
func (t *Target) Last() percepts.Bearing { return t.last }

// Forget forgets the ball.
func (t *Target) Forget() { *t = Target{} }

// aim returns the neck's angles that bring the ball onto the optical axis at a
// time, dtSec after the last image.
func (t *Target) aim(dtSec float64) (yaw, pitch float64) {
	az, el := t.az.angle+t.az.rate*dtSec, t.el.angle+t.el.rate*dtSec
	yaw, pitch, ok := nao.LookAt(nao.TopCamera, r3.Add(neck(), r3.Scale(t.rangeM, direction(az, el))))
	if !ok {
		return az, -el
	}
	return yaw, pitch
}

// neck returns the place of the neck in the torso, m: where yaw and pitch axes meet.
func neck() r3.Vec { return nao.LinkNeck.InTorso(&nao.Joints{}).P }

// direction returns the unit vector of a bearing.
func direction(az, el float64) r3.Vec {
	sinAz, cosAz := math.Sincos(az)
	sinEl, cosEl := math.Sincos(el)
	return r3.Vec{X: cosEl * cosAz, Y: cosEl * sinAz, Z: sinEl}
}

// fromNeck turns a bearing from the camera that took an image into one from the neck, for a ball at
// a distance in m from the camera.
func fromNeck(image *percepts.Image, b percepts.Bearing, distance float64) (az, el, rangeM float64) {
	joints := nao.Joints{nao.HeadYaw: image.HeadYaw, nao.HeadPitch: image.HeadPitch}
	p_TC := nao.CameraInTorso(nao.TopCamera, &joints).P
	p := r3.Sub(r3.Add(p_TC, r3.Scale(distance, direction(b.Azimuth, b.Elevation))), neck())
	rangeM = r3.Norm(p)
	return math.Atan2(p.Y, p.X), math.Asin(p.Z / rangeM), rangeM
}

// Bearing returns the ball's place at the last image, seen from the neck, rad.
func (t *Target) Bearing() (azimuth, elevation float64) { return t.az.angle, t.el.angle }
