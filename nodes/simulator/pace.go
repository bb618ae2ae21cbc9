package simulator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
	"gonao/sim/lolaserver"
)

// mostSteps is the largest number of cycles of one call: a minute.
const mostSteps = 5000

// stepTimeout is the wall time that steps may take, in addition to twice that which they should.
const stepTimeout = 2 * time.Second

// errFree says why a world on the clock has no speed 0.
var errFree = errors.New("speed 0, as fast as it goes: expected the parameter lockstep, in which the world waits for its robots")

// speed returns the speed at the start: real time, and in lockstep as fast as the commands come.
func (c Config) speed() float64 {
	if c.Lockstep {
		return 0
	}
	return 1
}

// servePace offers the services that pause the world, step it and set its speed, in the namespace of
// one robot. They hold for all robots.
func servePace(n *ros.Node, pace *lolaserver.Pace, prefix string, lockstep bool) error {
	var errs [3]error
	_, errs[0] = ros.Serve[stdsrvs.SetBoolRequest](n, prefix+"simulator/pause", func(ctx context.Context, q stdsrvs.SetBoolRequest) (a stdsrvs.SetBoolResponse, _ error) {
		a.Success, a.Message = answer(pause(ctx, pace, q.Data))
		return a, nil
	}, ros.Concurrent())
	_, errs[1] = ros.Serve[msgs.StepSimulatorRequest](n, prefix+"simulator/step", func(ctx context.Context, q msgs.StepSimulatorRequest) (a msgs.StepSimulatorResponse, _ error) {
		a.Success, a.Message = answer(step(ctx, pace, int(q.Cycles)))
		return a, nil
	}, ros.Concurrent())
	_, errs[2] = ros.Serve[msgs.SetSimulatorSpeedRequest](n, prefix+"simulator/speed", func(_ context.Context, q msgs.SetSimulatorSpeedRequest) (a msgs.SetSimulatorSpeedResponse, _ error) {
		if q.Speed == 0 && !lockstep {
			a.Message = errFree.Error()
			return a, nil
		}
		a.Success, a.Message = answer(pace.SetSpeed(q.Speed))
		return a, nil
	}, ros.Concurrent())
	return errors.Join(errs[:]...)
}

// pause makes the world stand, or go on.
func pause(ctx context.Context, pace *lolaserver.Pace, stand bool) error {
	if !stand {
		pace.Resume()
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	_ = pace.Pause(ctx) // it stands as soon as the cycle that is being made is over
	return nil
}

// step makes some cycles and blocks until they are made.
func step(ctx context.Context, pace *lolaserver.Pace, cycles int) error {
	if cycles > mostSteps {
		return fmt.Errorf("step %d cycles: expected at most %d", cycles, mostSteps)
	}
	cycles = max(cycles, 1)
	_, speed := pace.State()
	if speed == 0 {
		speed = lolaserver.Slowest
	}
	should := time.Duration(float64(cycles) * float64(nao.CyclePeriod) / speed)
	ctx, cancel := context.WithTimeout(ctx, stepTimeout+2*should)
	defer cancel()
	if pace.Step(ctx, uint64(cycles)) != nil {
		return errStill
	}
	return nil
}
