package fake

import (
	"math"
	"sync"
	"time"

	"gonao/nao"
)

// Body is a simulated body. Its stiff joints move at most as fast as commanded. It advances to the present whenever
// it is used.
type Body struct {
	scale float64
	start time.Time

	mu        sync.Mutex
	now       time.Duration // the body's time
	position  nao.Joints
	stiffness nao.Joints
	target    nao.Joints
	speed     nao.Joints // commanded speed, rad/s
	fastest   nao.Joints // largest speed of each joint so far, rad/s
	walking   [3]float64 // m/s, m/s, rad/s
	odometry  [3]float64 // m, m, rad, relative to the start
	awake     bool
	tilt      [2]float64 // roll, pitch, rad
	touch     [nao.NumTouch]bool
	battery   float64
	broken    [nao.NumJoints]bool // motors that no longer move
	celsius   nao.Joints
}

func newBody(scale float64) *Body {
	b := &Body{scale: scale, start: wall(), battery: 0.8}
	b.position = nao.StandPosture()
	b.target = b.position
	for j := range b.celsius {
		b.celsius[j] = 38
	}
	return b
}

func wall() time.Time { return time.Now() } //nolint:forbidigo // a fake lives in the wall's time

// at advances the body to the present. The lock must be held.
func (b *Body) at() {
	now := time.Duration(b.scale * float64(wall().Sub(b.start)))
	dt := (now - b.now).Seconds()
	b.now = now
	for j := range b.position {
		if b.stiffness[j] <= 0 {
			b.target[j] = b.position[j]
			continue
		}
		if b.broken[j] {
			continue
		}
		step := b.speed[j] * dt
		before := b.position[j]
		b.position[j] += min(max(b.target[j]-before, -step), step)
		if dt > 0 {
			b.fastest[j] = max(b.fastest[j], math.Abs(b.position[j]-before)/dt)
		}
	}
	sin, cos := math.Sincos(b.odometry[2])
	b.odometry[0] += (cos*b.walking[0] - sin*b.walking[1]) * dt
	b.odometry[1] += (sin*b.walking[0] + cos*b.walking[1]) * dt
	b.odometry[2] += b.walking[2] * dt
}

// Look holds the state of the body at one time.
type Look struct {
	Position, Stiffness nao.Joints
	Fastest             nao.Joints // largest speed of each joint so far, rad/s
	Walking             [3]float64 // m/s, m/s, rad/s
	Odometry            [3]float64 // m, m, rad
	Awake               bool
}

// Look returns the present state of the body.
func (b *Body) Look() Look {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	return Look{
		Position: b.position, Stiffness: b.stiffness, Fastest: b.fastest,
		Walking: b.walking, Odometry: b.odometry, Awake: b.awake,
	}
}

// Limp reports whether no joint is held.
func (b *Body) Limp() bool { return b.Look().Stiffness == nao.Joints{} }

// Tilt sets roll and pitch of the trunk, rad, as in a fall.
func (b *Body) Tilt(roll, pitch float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tilt = [2]float64{roll, pitch}
}

// Press presses or releases a button.
func (b *Body) Press(t nao.Touch, on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.touch[t] = on
}

// Charge sets the battery's charge, 0 to 1.
func (b *Body) Charge(share float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.battery = share
}

// Break disconnects a motor: its joint stays where it is and draws no current.
func (b *Body) Break(j nao.Joint) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	b.broken[j] = true
}

// Heat sets the temperature of a joint's motor, °C.
func (b *Body) Heat(j nao.Joint, celsius float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.celsius[j] = celsius
}

// Hold makes the whole body stiff, as an earlier client may have left it.
func (b *Body) Hold() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	b.hold()
}

func (b *Body) hold() {
	for j := range b.stiffness {
		b.stiffness[j] = 1
	}
}

// aim sets targets, and the speed as a share of each joint's top speed.
func (b *Body) aim(joints []nao.Joint, angles []float64, share float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	for i, j := range joints {
		b.target[j], b.speed[j] = j.Clamp(angles[i]), share*j.MaxSpeed()
	}
}

// assume moves the whole body to a posture, and returns the wall time that the movement takes.
func (b *Body) assume(posture nao.Joints, share float64) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	longest := 0.0
	for j := range nao.Joint(nao.NumJoints) {
		b.target[j], b.speed[j] = j.Clamp(posture[j]), share*j.MaxSpeed()
		longest = max(longest, math.Abs(b.target[j]-b.position[j])/b.speed[j])
	}
	return time.Duration(longest / b.scale * float64(time.Second))
}

// freeze stops the joints where they are.
func (b *Body) freeze() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	b.target = b.position
}

func (b *Body) walk(x, y, theta float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	b.walking = [3]float64{x, y, theta}
}
