package sim

import (
	"math"
	"time"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/sim/mujoco"
)

// Body is one simulated robot: its motors and its sensors. It belongs to its World, and
// to the goroutine that the world belongs to.
type Body struct {
	// The constant model.
	cfg      RobotConfig
	number   int // in World.Bodies
	traits   Traits
	limbs    *limbs
	servos   [nao.NumJoints]servo
	windings [nao.NumJoints]winding
	ambient  float64 // temperature of the hall, °C
	strong   bool    // every motor has its whole torque

	// The mutable state.
	command  nao.Command  // the last one, without numbers that are not finite
	active   *nao.Command // the one that has arrived at the motors
	delay    delayLine
	hip      hip
	backlash [nao.NumJoints]backlash
	power    power
	effort   effort
	scatter  *scatter
	turf     turf
	upright  nao.Pose // from the ground's axes to those of gravity
	filter   angleFilter
	sonars   sonars
	lights   *lights   // of all bodies of the world
	exact    nao.State // readings of sensors without errors
	sensed   nao.State // readings of the sensors
	held     [nao.NumTouch]presses
}

// newBody finds a robot in a model.
func newBody(m *mujoco.Model, cfg *RobotConfig, ambientCelsius float64) (*Body, error) {
	b := &Body{cfg: *cfg, ambient: ambientCelsius, scatter: newScatter(cfg.Noise, cfg.Seed)}
	var err error
	if b.traits, err = cfg.traits(); err != nil {
		return nil, err
	}
	if b.limbs, err = find(m, cfg.prefix()); err != nil {
		return nil, err
	}
	b.delay.cycles = b.traits.Delay
	b.turf, b.upright = turf{pileM: b.traits.Uneven.PileM, feet: b.limbs.feet}, b.traits.Uneven.upright()
	b.strong = b.traits.Strength == exactTraits(Ideal).Strength
	b.hip = findHip(m, cfg)
	for j := range nao.Joint(nao.NumJoints) {
		b.servos[j] = servoOf(j, cfg.Profile, &b.traits)
		b.windings[j] = windingOf(j)
	}
	return b, nil
}

// Name returns the robot's name, "" for the only robot of a world.
func (b *Body) Name() string { return b.cfg.Name }

// Prefix returns the prefix of the robot's names in the model.
func (b *Body) Prefix() string { return b.cfg.prefix() }

// Command sets the command of the next cycle. Where a number of it is NaN or Inf, that
// of the last command holds.
func (b *Body) Command(c *nao.Command) {
	b.command.Cycle = c.Cycle
	for j := range c.Position {
		if p := c.Position[j]; si.IsFinite(p) {
			b.command.Position[j] = nao.Joint(j).Clamp(p)
		}
		if k := c.Stiffness[j]; si.IsFinite(k) {
			b.command.Stiffness[j] = k
		}
	}
}

// State reads the sensors, as of the end of the last cycle.
func (b *Body) State(out *nao.State) { *out = b.sensed }

// Press holds a button or touch pad down until Release. Bumpers are pressed by contacts, not by this.
func (b *Body) Press(t nao.Touch) { b.exact.Touch[t] = true }

// Release releases a button or touch pad.
func (b *Body) Release(t nao.Touch) { b.exact.Touch[t] = false }

// presses is the remaining work of PressTimes, in cycles.
type presses struct{ period, left int }

// next continues by a cycle and reports whether the button is down in it.
func (p *presses) next() bool {
	if p.left == 0 {
		return false
	}
	p.left--
	return p.left/p.period%2 == 0
}

// PressTimes presses a button, a touch pad or a bumper, whatever it touches, some times for d each, with d between two
// presses. A press lasts at least a cycle.
func (b *Body) PressTimes(t nao.Touch, d time.Duration, times int) {
	period := max(int(d/nao.CyclePeriod), 1)
	b.held[t] = presses{period: period, left: period * (2*times - 1)}
}

// reset puts the robot on its feet in its start posture, with cool motors.
func (b *Body) reset(d *mujoco.Data) {
	b.hip.wanted = math.NaN()
	b.command = nao.Command{Position: b.cfg.Start}
	for j := range b.command.Stiffness {
		b.command.Stiffness[j] = 1
	}
	b.delay.reset(&b.command)
	b.effort.reset(b.ambient, &b.traits.Warm)
	for j := range nao.Joint(nao.NumJoints) {
		b.backlash[j] = backlashOf(j, b.traits.Backlash[j])
	}
	b.scatter.reset()
	b.filter, b.held = angleFilter{}, [nao.NumTouch]presses{}
	b.exact = nao.State{
		Capabilities: capabilities, Stiffness: b.command.Stiffness, Temperature: b.effort.celsius,
		Battery: nao.Battery{Charge: b.traits.Charge, Temperature: b.ambient},
	}
	b.supply()
	b.stand(d)
}

// stand puts the robot on its feet in its start posture.
func (b *Body) stand(d *mujoco.Data) {
	for j, at := range b.limbs.qpos {
		d.QPos[at] = b.cfg.Start[j] + b.traits.Offset[j]
	}
	d.QPos[b.limbs.followQPos] = d.QPos[b.limbs.qpos[nao.LHipYawPitch]]
	if b.limbs.rootQPos >= 0 {
		lowest := math.Inf(1)
		for leg := range nao.Leg(nao.NumLegs) {
			lowest = min(lowest, nao.SoleInTorso(leg, &b.cfg.Start).P.Z)
		}
		d.QPos[b.limbs.rootQPos+2] = -lowest
	}
}

// bend sets all joints to a posture, at rest; the motors hold it until another command
// comes through.
func (b *Body) bend(d *mujoco.Data, posture *nao.Joints) {
	for j, at := range b.limbs.qpos {
		b.command.Position[j] = nao.Joint(j).Clamp(posture[j])
		d.QPos[at] = b.command.Position[j] + b.traits.Offset[j]
		d.QVel[b.limbs.dof[j]] = 0
		b.backlash[j].rest()
	}
	d.QPos[b.limbs.followQPos] = d.QPos[b.limbs.qpos[nao.LHipYawPitch]]
	d.QVel[b.limbs.followDof] = 0
	b.hip.angle = d.QPos[b.limbs.followQPos]
	b.delay.reset(&b.command)
}

// begin starts a cycle: the command that has arrived at the motors counts from now on.
func (b *Body) begin() {
	b.active = b.delay.pass(&b.command)
	for j, wanted := range b.active.Stiffness {
		b.exact.Stiffness[j] = coolDown(min(max(wanted, 0), 1), b.exact.Status[j])
	}
	b.effort.begin()
}

// senseMotion reads the joints and the inertial unit at the end of a cycle.
func (b *Body) senseMotion(d *mujoco.Data, now time.Duration, cycle uint64) {
	state := &b.exact
	state.Time, state.Cycle = now, cycle
	for j, at := range b.limbs.qpos {
		state.Position[j] = d.QPos[at] + b.backlash[j].lag - b.traits.Offset[j]
	}
	b.hip.angle = d.QPos[b.limbs.followQPos]
	samples := float64(max(b.effort.samples, 1))
	for i := range 3 {
		state.Accelerometer[i] = b.effort.acc[i] / samples
		state.Gyroscope[i] = b.effort.gyro[i] / samples
	}
	roll, pitch, _ := b.upright.Mul(bodyPose(d, b.limbs.torso)).RollPitchYaw()
	state.Angles = [2]float64{roll, pitch}
}

// disturb adds the sensors' errors to the exact state.
func (b *Body) disturb() {
	b.sensed = b.exact
	for t := range b.held {
		if b.held[t].next() {
			b.sensed.Touch[t] = true
		}
	}
	b.filterAngles(&b.sensed.Angles)
	b.scatter.disturb(&b.sensed)
	b.distort(&b.sensed)
}
