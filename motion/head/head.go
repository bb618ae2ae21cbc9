// Package head turns the neck, by position or by speed, as the neck of Menéndez,
// Salamanqués and Cañas, "Programming of a Nao humanoid in Gazebo using
// Hierarchical FSM", section IV-B.
//
// Angles are in rad: yaw left positive, pitch down positive, as the joints'.
package head

import (
	"math"
	"time"

	"gonao/nao"
)

// Config is how the neck moves. The zero value does not move it.
type Config struct {
	MaxSpeed   float64 `yaml:"max_speed" min:"0.01" max:"1" desc:"share of the motors' no-load speeds (474 and 412 deg/s) that commands may use"`
	MaxAccel   float64 `yaml:"max_accel" unit:"rad/s2" min:"1" max:"10000" desc:"Acceleration of the head on its way to a position: the motors reach about 200, which wears the gears. Commanded speeds apply at once."`
	LeadSec    float64 `yaml:"lead_sec" unit:"s" min:"0" max:"0.5" desc:"Time by which position targets are extrapolated with their rates: the body carries out a command two cycles later."`
	TimeoutSec float64 `yaml:"timeout_sec" unit:"s" min:"0.05" max:"10" desc:"time without a head command after which the head is free, and stays where it is"`
}

// DefaultConfig returns about two thirds of the acceleration that the motors reach, and the body's delay of two cycles.
func DefaultConfig() Config {
	return Config{MaxSpeed: 0.9, MaxAccel: 120, LeadSec: 2 * nao.CyclePeriod.Seconds(), TimeoutSec: 0.5}
}

// maxAheadSec bounds how far a position is extrapolated by its rates.
const maxAheadSec = 0.5

// In speed mode the command may lead the measured angle by the joint's movement in windupSec, plus windupRad: enough for
// the body's delay, but so little that a blocked head does not jump when it becomes free.
const (
	windupSec = 0.15
	windupRad = 0.05
)

// Controller turns commands into angles, one step per cycle of the body.
type Controller struct {
	cfg      Config
	command  nao.HeadCommand
	received time.Duration
	active   bool

	maxYaw, maxPitch     float64 // rad/s
	yawSpeed, pitchSpeed float64 // in the last step, rad/s
}

// NewController makes a controller that is idle.
func NewController(cfg Config) *Controller {
	c := &Controller{}
	c.Tune(cfg)
	return c
}

// Tune sets another configuration from the next step on.
func (c *Controller) Tune(cfg Config) {
	c.cfg = cfg
	c.maxYaw, c.maxPitch = cfg.MaxSpeed*nao.HeadYaw.MaxSpeed(), cfg.MaxSpeed*nao.HeadPitch.MaxSpeed()
}

// Slow reduces the configuration's top speeds to a share of them, until the next Tune.
func (c *Controller) Slow(share float64) { c.maxYaw, c.maxPitch = share*c.maxYaw, share*c.maxPitch }

// Set stores a command that was received now, in the body's time.
func (c *Controller) Set(cmd nao.HeadCommand, now time.Duration) {
	if !c.active {
		c.yawSpeed, c.pitchSpeed = 0, 0
	}
	c.command, c.received, c.active = cmd, now, true
}

// Stop removes the command.
func (c *Controller) Stop() { c.active = false }

// Active reports whether there is a command.
func (c *Controller) Active() bool { return c.active }

// Step moves the commanded yaw and pitch on by dtSec, and reports whether there is a command;
// without one they stay.
func (c *Controller) Step(now time.Duration, dtSec float64, measured, command *nao.Joints) bool {
	if c.active && (now-c.received).Seconds() >= c.cfg.TimeoutSec {
		c.active = false
	}
	if !c.active || dtSec <= 0 {
		return c.active
	}
	yaw, pitch := command[nao.HeadYaw], command[nao.HeadPitch]
	switch c.command.Mode {
	case nao.HeadPosition:
		untilSec := (now - c.command.Stamp).Seconds()
		fromYaw, fromPitch := c.target(untilSec - dtSec)
		toYaw, toPitch := c.target(untilSec)
		yaw += dtSec * clampTo(c.speed(c.yawSpeed, fromYaw-yaw, (toYaw-fromYaw)/dtSec, dtSec), c.maxYaw)
		pitch += dtSec * clampTo(c.speed(c.pitchSpeed, fromPitch-pitch, (toPitch-fromPitch)/dtSec, dtSec), c.maxPitch)
	case nao.HeadSpeed:
		yaw = turn(yaw, measured[nao.HeadYaw], clampTo(c.command.YawRate, c.maxYaw), dtSec)
		pitch = turn(pitch, measured[nao.HeadPitch], clampTo(c.command.PitchRate, c.maxPitch), dtSec)
	}
	yaw, pitch = nao.ClampHead(yaw, pitch)
	c.yawSpeed, c.pitchSpeed = (yaw-command[nao.HeadYaw])/dtSec, (pitch-command[nao.HeadPitch])/dtSec
	command[nao.HeadYaw], command[nao.HeadPitch] = yaw, pitch
	return true
}

// target returns the commanded position, some time after its stamp, for a body that
// is there LeadSec later.
func (c *Controller) target(sec float64) (yaw, pitch float64) {
	ahead := min(max(sec+c.cfg.LeadSec, 0), maxAheadSec)
	return nao.ClampHead(c.command.Yaw+ahead*c.command.YawRate, c.command.Pitch+ahead*c.command.PitchRate)
}

// speed returns the next speed towards a target that is gap ahead and moves with
// rate: the highest from which MaxAccel can still brake in time. Speeds that fall
// by one step in each of n+1 cycles, the last one below a step, go
// (n+1)·(last + n/2·step)·dt far.
func (c *Controller) speed(last, gap, rate, dtSec float64) float64 {
	step := c.cfg.MaxAccel * dtSec
	steps := math.Abs(gap) / (step * dtSec)
	n := math.Floor((math.Sqrt(1+8*steps) - 1) / 2)
	brake := math.Copysign(step*(steps/(n+1)+n/2), gap)
	return last + clampTo(rate+brake-last, step)
}

// turn integrates a speed, but not farther ahead of the measured angle than the
// body's delay explains. It never turns against the speed.
func turn(commanded, measured, rate, dtSec float64) float64 {
	next := commanded + rate*dtSec
	if math.IsNaN(measured) {
		return next // a broken sensor
	}
	lead := windupRad + windupSec*math.Abs(rate)
	switch {
	case rate > 0:
		return max(min(next, measured+lead), commanded)
	case rate < 0:
		return min(max(next, measured-lead), commanded)
	}
	return commanded
}

// clampTo limits v to ±limit.
func clampTo(v, limit float64) float64 { return min(max(v, -limit), limit) }
