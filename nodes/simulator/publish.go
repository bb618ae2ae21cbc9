package simulator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/internal/latest"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/sim"
	"gonao/sim/carrier"
	"gonao/sim/lolaserver"
)

// worldFrame is the frame of the ground truth.
const worldFrame = "world"

const (
	statsEvery = time.Second // of simulated time
	lookEvery  = 8           // cycles
)

// snapshot is what is published of one cycle.
type snapshot struct {
	time     time.Duration // simulated
	wall     time.Duration // since the first cycle
	truth    sim.Truth
	carriers []carrier.Position
}

// publisher sends what the simulator knows. The physics notes each cycle without
// ever waiting; run publishes the newest one, from another goroutine.
type publisher struct {
	sim     *sim.Simulation // the physics' goroutine only
	server  *lolaserver.Server
	cameras *cameras
	noted   latest.Value[snapshot]
	updates <-chan struct{}
	begin   time.Duration // wall time of the first cycle
	cycles  uint64

	clock        *ros.Publisher[rosgraphmsgs.Clock]
	truth        *ros.Publisher[msgs.GroundTruth]
	carriers     *ros.Publisher[msgs.CarrierState]
	stats        *ros.Publisher[msgs.SimulatorStats]
	groundTruth  msgs.GroundTruth
	carrierState msgs.CarrierState
}

func newPublisher(n *ros.Node, s *sim.Simulation, server *lolaserver.Server, c *cameras) (*publisher, error) {
	p := &publisher{sim: s, server: server, cameras: c}
	p.updates = p.noted.Updates()
	var errs [4]error
	p.clock, errs[0] = ros.Advertise[rosgraphmsgs.Clock](n, "/clock", ros.BestEffort(), ros.Depth(1))
	p.truth, errs[1] = ros.Advertise[msgs.GroundTruth](n, "ground_truth", ros.SensorData())
	p.carriers, errs[2] = ros.Advertise[msgs.CarrierState](n, "carrier_state", ros.SensorData())
	p.stats, errs[3] = ros.Advertise[msgs.SimulatorStats](n, "simulator_stats")
	if err := errors.Join(errs[:]...); err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	p.groundTruth.Header.FrameId = worldFrame
	p.groundTruth.Names = append([]string{nao.LinkTorso.String(), nao.TopCamera.OpticalFrame(), nao.BottomCamera.OpticalFrame()}, s.BallNames()...)
	p.groundTruth.Poses = make([]geometrymsgs.Pose, len(p.groundTruth.Names))
	p.carrierState.Names = s.CarrierNames()
	p.carrierState.Angles = make([]float32, len(p.carrierState.Names))
	p.carrierState.Heights = make([]float32, len(p.carrierState.Names))
	return p, nil
}

// note takes down a cycle; the physics' thread calls it.
func (p *publisher) note(lolaserver.Cycle) {
	now := lolaserver.Monotonic{}.Now()
	if p.cycles == 0 {
		p.begin = now
	}
	p.cycles++
	slot := p.noted.Slot()
	slot.time, slot.wall = p.sim.Time(), now-p.begin
	p.sim.Truth(&slot.truth)
	slot.carriers = slot.carriers[:0]
	for i := range p.carrierState.Names {
		slot.carriers = append(slot.carriers, p.sim.Carrier(i))
	}
	p.noted.Publish()
	p.cameras.thread.Offer(p.sim.Data())
}

// run publishes until ctx ends.
func (p *publisher) run(ctx context.Context) error {
	var told time.Duration
	for cycle := uint64(0); ; cycle++ {
		select {
		case <-ctx.Done():
			return nil
		case <-p.updates:
		}
		now, isNew := p.noted.Get()
		if !isNew {
			continue
		}
		if err := p.publish(now); err != nil {
			return fmt.Errorf("simulator: %w", err)
		}
		if cycle%lookEvery == 0 {
			p.cameras.look()
		}
		if now.time-told >= statsEvery {
			told = now.time
			if err := p.stats.Publish(p.statistics(now)); err != nil {
				return fmt.Errorf("simulator: %w", err)
			}
		}
	}
}

func (p *publisher) publish(now *snapshot) error {
	stamp := simStamp(now.time)
	if err := p.clock.Publish(rosgraphmsgs.Clock{Clock: stamp}); err != nil {
		return err
	}
	t := &p.groundTruth
	t.Header.Stamp = stamp
	t.Poses[0] = poseMsg(now.truth.Torso)
	t.Poses[1] = poseMsg(now.truth.Cameras[nao.TopCamera])
	t.Poses[2] = poseMsg(now.truth.Cameras[nao.BottomCamera])
	for i, ball := range now.truth.Balls {
		t.Poses[3+i] = poseMsg(ball)
	}
	if err := p.truth.Publish(*t); err != nil {
		return err
	}
	p.carrierState.Stamp = stamp
	for i, at := range now.carriers {
		p.carrierState.Angles[i], p.carrierState.Heights[i] = float32(at.Angle), float32(at.Height)
	}
	return p.carriers.Publish(p.carrierState)
}

func (p *publisher) statistics(now *snapshot) msgs.SimulatorStats {
	images, _ := p.cameras.thread.Drawn()
	s := msgs.SimulatorStats{
		Stamp: simStamp(now.time), Simulated: now.time.Seconds(),
		LateCycles: p.server.Stats().Late, Images: images, RenderMs: float32(p.cameras.thread.MeanDrawing().Seconds() * 1000),
	}
	if now.wall > 0 {
		s.RealTimeFactor = now.time.Seconds() / now.wall.Seconds()
	}
	return s
}

// simStamp gives a simulated time as a message has it.
func simStamp(t time.Duration) builtininterfaces.Time { return ros.Stamp(time.Unix(0, 0).Add(t)) }

func poseMsg(x nao.Pose) geometrymsgs.Pose {
	q := x.Quat()
	return geometrymsgs.Pose{
		Position:    geometrymsgs.Point{X: x.P.X, Y: x.P.Y, Z: x.P.Z},
		Orientation: geometrymsgs.Quaternion{X: q.Imag, Y: q.Jmag, Z: q.Kmag, W: q.Real},
	}
}
