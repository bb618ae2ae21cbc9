package track

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
)

// rig is a head, a camera, vision and two balls, with the delays of the real
// chain: images 30 times a second that arrive 40 to 60 ms late with the joint
// angles of the last 12 ms cycle, commands taken once per cycle and obeyed two
// cycles later by a servo with lag and friction.
type rig struct {
	rng     *rand.Rand
	cfg     Config
	imageHz float64
	delay   [2]float64 // s, shortest and longest way of an image to the controller

	now     time.Duration
	yaw     joint
	pitch   joint
	reading [2]float64 // joint angles of the last cycle
	queue   [][2]float64
	command nao.HeadCommand
	goal    [2]float64
	balls   [2]mover
	pending []arrival
	hidden  bool
}

// sighting is a ball in an image.
type sighting struct {
	image percepts.Image
	ball  percepts.Blob
}

// arrival is an image under way.
type arrival struct {
	at time.Duration
	s  [2]*sighting // by ball; nil when it was not in the image
}

// joint is the neck's motor as a second-order system, as in the simulator.
type joint struct{ q, qd float64 }

func (j *joint) step(target, dt float64) {
	const gain, damping, friction, inertia, limit = 15, 0.27, 0.05, 0.003, 1.29
	torque := gain*(target-j.q) - damping*j.qd
	torque = min(max(torque, -limit), limit)
	if j.qd != 0 {
		torque -= math.Copysign(friction, j.qd)
	}
	j.qd += torque / inertia * dt
	j.q += j.qd * dt
}

// mover moves a ball on a cylinder around the robot, position after position.
type mover struct {
	angle, height, rate, lift float64
	toAngle, toHeight         float64
	speed, accel              float64
	middle                    float64
}

func (m *mover) step(dt float64, rng *rand.Rand) {
	if math.Abs(m.toAngle-m.angle) < 0.12 {
		m.toAngle = -math.Copysign(0.15+0.45*rng.Float64(), m.toAngle)
		m.toHeight = m.middle + 0.14*(rng.Float64()-0.5)
	}
	approach(&m.angle, &m.rate, m.toAngle, m.speed, m.accel, dt)
	approach(&m.height, &m.lift, m.toHeight, 0.25, 0.6, dt)
}

func approach(x, v *float64, to, speed, accel, dt float64) {
	way := to - *x
	want := math.Copysign(min(speed, math.Sqrt(2*accel*math.Abs(way))), way)
	*v += min(max(want-*v, -accel*dt), accel*dt)
	*x += *v * dt
}

// place returns the ball's place in the torso, m; the torso is 0.333 m above the ground.
func (m *mover) place() r3.Vec {
	return r3.Vec{X: 1.1 * math.Cos(m.angle), Y: 1.1 * math.Sin(m.angle), Z: m.height - 0.333}
}

func newRig(seed uint64, cfg Config, speed, accel float64) *rig {
	r := &rig{
		rng: rand.New(rand.NewPCG(seed, 1)), cfg: cfg, imageHz: 30, delay: [2]float64{0.04, 0.06},
		queue: make([][2]float64, 2),
	}
	r.balls[0] = mover{angle: -0.3, toAngle: 0.4, height: 0.37, middle: 0.37, toHeight: 0.4, speed: speed, accel: accel}
	return r
}

// look returns what the camera and vision make of a ball now.
func (r *rig) look(ball int) *sighting {
	const fovX, fovY, noise = nao.CameraFOVX / 2, nao.CameraFOVY / 2, 0.0005
	real := nao.Joints{nao.HeadYaw: r.yaw.q, nao.HeadPitch: r.pitch.q}
	p := nao.CameraInTorso(nao.TopCamera, &real).Inverse().Apply(r.balls[ball].place())
	right := math.Atan2(p.X, p.Z) + noise*r.rng.NormFloat64()
	down := math.Atan2(p.Y, math.Hypot(p.X, p.Z)) + noise*r.rng.NormFloat64()
	if r.hidden || p.Z < 0 || math.Abs(right) > fovX || math.Abs(down) > fovY {
		return nil
	}
	read := nao.Joints{nao.HeadYaw: r.reading[0], nao.HeadPitch: r.reading[1]}
	ray := r3.Vec{X: math.Sin(right) * math.Cos(down), Y: math.Sin(down), Z: math.Cos(right) * math.Cos(down)}
	d := nao.CameraInTorso(nao.TopCamera, &read).Rotate(ray)
	s := &sighting{}
	s.image = percepts.Image{Stamp: r.now, HeadYaw: r.reading[0], HeadPitch: r.reading[1]}
	s.ball = percepts.Blob{
		Bearing:  percepts.Bearing{Azimuth: math.Atan2(d.Y, d.X), Elevation: math.Asin(d.Z), ImageAzimuth: right, ImageElevation: down},
		Distance: 0.05 / math.Sin(math.Asin(0.05/r3.Norm(p))*(1+0.03*r.rng.NormFloat64())),
	}
	return s
}

// miss returns the angle between the optical axis and a ball, rad.
func (r *rig) miss(ball int) float64 {
	real := nao.Joints{nao.HeadYaw: r.yaw.q, nao.HeadPitch: r.pitch.q}
	camera := nao.CameraInTorso(nao.TopCamera, &real)
	d := r3.Unit(r3.Sub(r.balls[ball].place(), camera.P))
	return math.Acos(min(1, r3.Dot(d, camera.AxisZ())))
}

// speed returns the ball's speed as seen from the head, rad/s.
func (r *rig) speed(ball int) float64 {
	m := r.balls[ball]
	return math.Hypot(m.rate, m.lift/1.1)
}

// step moves the world on by 2 ms and gives the images that arrived.
func (r *rig) step() (arrived []arrival, frame bool) {
	const dt = 0.002
	before := r.now
	r.now += 2 * time.Millisecond
	r.balls[0].step(dt, r.rng)
	r.balls[1] = r.balls[0] // they swing together, as in the demo
	r.balls[1].angle += 18 * math.Pi / 180
	r.balls[1].height += 0.3
	if r.now%nao.CyclePeriod == 0 {
		r.cycle()
	}
	r.yaw.step(r.goal[0], dt)
	r.pitch.step(r.goal[1], dt)
	period := time.Duration(1e9 / r.imageHz)
	if frame = r.now/period != before/period; frame {
		late := r.delay[0] + (r.delay[1]-r.delay[0])*r.rng.Float64()
		r.pending = append(r.pending, arrival{
			r.now + time.Duration(late*1e9), [2]*sighting{r.look(0), r.look(1)},
		})
	}
	for len(r.pending) > 0 && r.pending[0].at <= r.now {
		arrived = append(arrived, r.pending[0])
		r.pending = r.pending[1:]
	}
	return arrived, frame
}

// cycle is one cycle of motion and body.
func (r *rig) cycle() {
	r.reading = [2]float64{r.yaw.q, r.pitch.q}
	last := r.queue[len(r.queue)-1]
	target := last
	since := (r.now - r.command.Stamp).Seconds()
	if r.command.Mode == nao.HeadPosition {
		target = [2]float64{r.command.Yaw + r.command.YawRate*since, r.command.Pitch + r.command.PitchRate*since}
	} else {
		target[0] += r.command.YawRate * nao.CyclePeriod.Seconds()
		target[1] += r.command.PitchRate * nao.CyclePeriod.Seconds()
	}
	for i, j := range []nao.Joint{nao.HeadYaw, nao.HeadPitch} {
		most := j.MaxSpeed() * nao.CyclePeriod.Seconds()
		target[i] = j.Clamp(last[i] + min(max(target[i]-last[i], -most), most))
	}
	r.queue = append(r.queue, target)
	r.goal, r.queue = r.queue[0], slices.Clone(r.queue[1:])
}

// result is what a run came to.
type result struct {
	miss    []float64 // rad, of the counted frames
	acquire []float64 // s from each change of target to 3°
	lost    int
}

func (r result) quantile(q float64) float64 {
	sorted := slices.Sorted(slices.Values(r.miss))
	return sorted[int(q*float64(len(sorted)-1))] * 180 / math.Pi
}

// run follows red and green in turn, 8 s each, at 50 steps a second.
func (r *rig) run(c Controller, seconds int) result {
	var out result
	var targets [2]Target
	var search Search
	ball, changed, acquired := 0, time.Duration(0), false
	for r.now < time.Duration(seconds)*time.Second {
		arrived, frame := r.step()
		for _, a := range arrived {
			for i, s := range a.s {
				if s == nil {
					continue
				}
				targets[i].Observe(&s.image, &s.ball, &r.cfg)
				if i == ball {
					c.Observe(&targets[i])
				}
			}
		}
		if r.now%(8*time.Second) == 0 {
			ball, changed, acquired = 1-ball, r.now, false
			c.Begin()
		}
		if r.now%(20*time.Millisecond) == 0 {
			command, ok := c.Step(r.now, &targets[ball])
			if ok {
				search.Stop()
			} else {
				command = search.Step(r.now, r.reading[0], r.reading[1], &targets[ball], &r.cfg)
				out.lost++
			}
			r.command = command
		}
		if !acquired && r.miss(ball) < 3*math.Pi/180 {
			acquired = true
			out.acquire = append(out.acquire, (r.now - changed).Seconds())
		}
		fast := r.speed(ball) >= 20*math.Pi/180
		if frame && fast && r.now-changed > 700*time.Millisecond {
			out.miss = append(out.miss, r.miss(ball))
		}
	}
	return out
}
