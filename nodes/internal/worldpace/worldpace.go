// Package worldpace offers the services by which a simulated world is paused, stepped and slowed down.
//
//	serves  simulator/pause  std_srvs/SetBool              true: the world stands, and time with it
//	        simulator/step   gonao_msgs/StepSimulator      some cycles of a paused world
//	        simulator/speed  gonao_msgs/SetSimulatorSpeed  by real time; 0: as fast as possible
package worldpace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/internal/pace"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
)

// mostSteps is the largest number of cycles of one call: a minute.
const mostSteps = 5000

// stepTimeout is the wall time allowed for steps, in addition to twice their nominal time.
const stepTimeout = 2 * time.Second

// pauseTimeout is the wall time allowed for pausing a world.
const pauseTimeout = 2 * time.Second

// World is a world that is paused and stepped. An error says what it cannot do.
type World interface {
	// Pause makes the world stand and blocks until it does.
	Pause(ctx context.Context) error
	// Resume makes the world continue.
	Resume(ctx context.Context) error
	// Step pauses the world and blocks until it has made so many cycles more.
	Step(ctx context.Context, cycles uint64) error
	// SetSpeed sets how many times as fast as real time the world runs; 0 is as fast as it goes.
	SetSpeed(ctx context.Context, speed float64) error
	// Speed returns the speed that was set.
	Speed() float64
}

// ports are the services.
type ports struct {
	Pause ros.Service[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse]               `service:"{robot}simulator/pause" doc:"true: the world stands, and time with it"`
	Step  ros.Service[msgs.StepSimulatorRequest, msgs.StepSimulatorResponse]         `service:"{robot}simulator/step" doc:"some cycles of a paused world"`
	Speed ros.Service[msgs.SetSimulatorSpeedRequest, msgs.SetSimulatorSpeedResponse] `service:"{robot}simulator/speed" doc:"by real time; 0: as fast as possible"`
}

// Serve offers the services below a prefix that is empty or ends with a slash. It calls changed after each
// call that succeeded.
func Serve(n *ros.Node, prefix string, w World, changed func()) error {
	noted := func(err error) error {
		if err == nil {
			changed()
		}
		return err
	}
	var p ports
	p.Pause.Handle(ros.Outcome(func(ctx context.Context, q stdsrvs.SetBoolRequest) (a stdsrvs.SetBoolResponse, _ error) {
		ctx, cancel := context.WithTimeout(ctx, pauseTimeout)
		defer cancel()
		if q.Data {
			return a, noted(w.Pause(ctx))
		}
		return a, noted(w.Resume(ctx))
	}), ros.Concurrent())
	p.Step.Handle(ros.Outcome(func(ctx context.Context, q msgs.StepSimulatorRequest) (a msgs.StepSimulatorResponse, _ error) {
		return a, noted(step(ctx, w, uint64(q.Cycles)))
	}), ros.Concurrent())
	p.Speed.Handle(ros.Outcome(func(ctx context.Context, q msgs.SetSimulatorSpeedRequest) (a msgs.SetSimulatorSpeedResponse, _ error) {
		ctx, cancel := context.WithTimeout(ctx, pauseTimeout)
		defer cancel()
		return a, noted(w.SetSpeed(ctx, q.Speed))
	}), ros.Concurrent())
	return ros.Open(n, &p, "{robot}", prefix)
}

// step makes some cycles and blocks until they are made.
func step(ctx context.Context, w World, cycles uint64) error {
	if cycles > mostSteps {
		return fmt.Errorf("step %d cycles: expected at most %d", cycles, mostSteps)
	}
	cycles = max(cycles, 1)
	speed := cmp.Or(w.Speed(), pace.Slowest)
	should := time.Duration(float64(cycles) * float64(nao.CyclePeriod) / speed)
	ctx, cancel := context.WithTimeout(ctx, stepTimeout+2*should)
	defer cancel()
	return w.Step(ctx, cycles)
}

// Stepped is a world that is stepped by a [pace.Pace].
type Stepped struct {
	Pace     *pace.Pace
	Lockstep bool  // it has speed 0
	Still    error // why cycles are not made in time
}

// errFree reports that a world on the clock has no speed 0.
var errFree = errors.New("speed 0, as fast as it goes: expected the parameter lockstep, in which the world waits for its robots")

// Pause makes the world stand: at once, or as soon as the cycle that is being made is over.
func (s Stepped) Pause(ctx context.Context) error {
	_ = s.Pace.Pause(ctx)
	return nil
}

// Resume makes the world continue.
func (s Stepped) Resume(context.Context) error {
	s.Pace.Resume()
	return nil
}

// Step blocks until the cycles are made, at most until ctx ends.
func (s Stepped) Step(ctx context.Context, cycles uint64) error {
	if s.Pace.Step(ctx, cycles) != nil {
		return s.Still
	}
	return nil
}

// SetSpeed sets the speed.
func (s Stepped) SetSpeed(_ context.Context, speed float64) error {
	if speed == 0 && !s.Lockstep {
		return errFree
	}
	return s.Pace.SetSpeed(speed)
}

// Speed returns the speed that was set.
func (s Stepped) Speed() float64 {
	_, speed := s.Pace.State()
	return speed
}
