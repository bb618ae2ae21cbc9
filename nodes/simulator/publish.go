package simulator

import (
	"context"
	"errors"
	"time"

	"gonao/internal/convert"
	"gonao/internal/latest"
	"gonao/internal/pace"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/tf"
	"gonao/sim"
	"gonao/sim/carrier"
	"gonao/sim/lolaserver"
)

// worldFrame is the frame of the ground truth.
const worldFrame = "world"

const (
	statsEvery  = time.Second // of simulated time
	demandEvery = 8           // cycles: how often subscriptions to images are looked at
)

// snapshot is the published data of one cycle.
type snapshot struct {
	time     time.Duration // simulated
	wall     time.Duration // since the first cycle
	truths   []sim.Truth   // of each robot
	carriers []carrier.Position
}

// publisher publishes time, ground truth, carriers and statistics. The physics' goroutine
// notes each cycle without ever waiting; run publishes the newest one, from another
// goroutine.
type publisher struct {
	world    *sim.World // the physics' goroutine only
	group    *lolaserver.Group
	physics  *physics
	cameras  []*cameras // of each robot
	sights   *sights    // nil: percepts are off
	contacts *contacts
	noted    latest.Value[snapshot]
	updates  <-chan struct{}
	begin    time.Duration // wall time of the first cycle
	cycles   uint64
	offered  time.Duration // time last offered to the cameras

	Clock        *ros.Publisher[rosgraphmsgs.Clock]  `topic:"/clock" qos:"latest" doc:"every cycle, 83.3 Hz"`
	truths       []truthOutput                       // of each robot
	Frames       *tf.Broadcaster                     `topic:"/tf" doc:"world to ground_truth, each robot's torso where it is, 10.4 Hz, while subscribed"`
	Carriers     *ros.Publisher[msgs.CarrierState]   `topic:"carrier_state" qos:"sensor data" doc:"every cycle, 83.3 Hz"`
	Stats        *ros.Publisher[msgs.SimulatorStats] `topic:"simulator_stats" doc:"once a second"`
	skipped      skipped
	groundTruth  msgs.GroundTruth // reused
	carrierState msgs.CarrierState
	frames       []tf.Stamped // of each robot
}

// truthOutput is where a robot and the balls are.
type truthOutput struct {
	Truth *ros.Publisher[msgs.GroundTruth] `topic:"{robot}ground_truth" qos:"sensor data" doc:"every cycle, 83.3 Hz"`
}

func newPublisher(n *ros.Node, physics *physics, group *lolaserver.Group, c []*cameras, cfg Config) (*publisher, error) {
	w := physics.world
	p := &publisher{world: w, physics: physics, group: group, cameras: c, skipped: skipped{log: n.Log}}
	p.updates = p.noted.Updates()
	if err := ros.Open(n, p); err != nil {
		return nil, err
	}
	p.truths = make([]truthOutput, len(w.Bodies()))
	for i, b := range w.Bodies() {
		p.frames = append(p.frames, tf.Stamped{Parent: worldFrame, Child: cfg.framePrefix(b).Frame("ground_truth")})
		if err := ros.Open(n, &p.truths[i], "{robot}", b.Prefix()); err != nil {
			return nil, err
		}
	}
	p.groundTruth.Header.FrameId = worldFrame
	p.groundTruth.Names = append([]string{nao.LinkTorso.String(), nao.TopCamera.OpticalFrame(), nao.BottomCamera.OpticalFrame()}, w.BallNames()...)
	p.groundTruth.Poses = make([]geometrymsgs.Pose, len(p.groundTruth.Names))
	p.carrierState.Names = w.CarrierNames()
	p.carrierState.Angles = make([]float32, len(p.carrierState.Names))
	p.carrierState.Heights = make([]float32, len(p.carrierState.Names))
	return p, nil
}

// note copies a cycle for run; the physics' thread calls it.
func (p *publisher) note(lolaserver.Cycle) {
	now := lolaserver.Monotonic{}.Now()
	if p.cycles == 0 {
		p.begin = now
	}
	p.cycles++
	slot := p.noted.Slot()
	slot.time, slot.wall = p.world.Time(), now-p.begin
	if len(slot.truths) == 0 {
		slot.truths = make([]sim.Truth, len(p.truths))
	}
	for i := range slot.truths {
		p.world.Truth(i, &slot.truths[i])
	}
	slot.carriers = slot.carriers[:0]
	for i := range p.carrierState.Names {
		slot.carriers = append(slot.carriers, p.world.Carrier(i))
	}
	p.contacts.note(p.world)
	p.noted.Publish()
	for _, c := range p.cameras {
		if slot.time == p.offered {
			c.thread.Renew() // something was put elsewhere while the world stood
		}
		c.thread.Offer(p.world.Data())
	}
	p.offered = slot.time
}

// run publishes until ctx ends. A paused world is published again once a second of wall time, for new subscribers.
func (p *publisher) run(ctx context.Context) error {
	var reported time.Duration
	now := &snapshot{}
	var was pacing
	wall := ros.NewSystemClock()
	again := wall.After(statsEvery)
	for cycle := uint64(0); ; cycle++ {
		select {
		case <-ctx.Done():
			return nil
		case <-again:
			again = wall.After(statsEvery)
			if paused, _ := p.physics.pace.State(); paused {
				was = pacing{} // publish statistics, too
				p.want()
				p.physics.refresh()
			}
			continue
		case <-p.updates:
			next, isNew := p.noted.Get()
			if !isNew {
				continue
			}
			now = next
		}
		if err := p.publish(now); err != nil {
			return err
		}
		if cycle%demandEvery == 0 {
			p.want()
			if err := p.publishFrames(now); err != nil {
				return err
			}
		}
		is := pacingOf(p.physics.pace)
		if now.time-reported >= statsEvery || is != was {
			reported, was = now.time, is
			stats := p.statistics(now)
			p.skipped.report(wall.Now(), stats.Images, stats.ImagesSkipped)
			if err := p.Stats.Publish(stats); err != nil {
				return err
			}
		}
	}
}

// want makes the cameras with subscribers draw.
func (p *publisher) want() {
	for _, c := range p.cameras {
		c.want()
	}
}

// pacing is the part of a pace for the statistics.
type pacing struct {
	known, paused bool
	speed         float64
}

func pacingOf(p *pace.Pace) pacing {
	paused, speed := p.State()
	return pacing{true, paused, speed}
}

func (p *publisher) publish(now *snapshot) error {
	stamp := ros.EpochStamp(now.time)
	if err := p.Clock.Publish(rosgraphmsgs.Clock{Clock: stamp}); err != nil {
		return err
	}
	for i := range now.truths {
		if err := p.truths[i].Truth.Publish(*p.truthMessage(now, i)); err != nil {
			return err
		}
	}
	p.carrierState.Stamp = stamp
	for i, at := range now.carriers {
		p.carrierState.Angles[i], p.carrierState.Heights[i] = float32(at.Angle), float32(at.Height)
	}
	if err := errors.Join(p.sights.publish(now), p.contacts.publish(now.time)); err != nil {
		return err
	}
	return p.Carriers.Publish(p.carrierState)
}

// publishFrames publishes the poses of the torsos, while /tf has subscribers: world is then a frame of /tf, even if no
// robot localizes itself, and beliefs of a robot can be compared with it.
func (p *publisher) publishFrames(now *snapshot) error {
	if p.Frames.Subscribers() == 0 {
		return nil
	}
	for i := range p.frames {
		x := now.truths[i].Torso
		p.frames[i].Time, p.frames[i].Transform = ros.FromEpoch(now.time), tf.Transform{P: x.P, Q: x.Quat()}
	}
	return p.Frames.Send(p.frames...)
}

// truthMessage returns the ground truth of a robot; it is valid until the next call.
func (p *publisher) truthMessage(now *snapshot, robot int) *msgs.GroundTruth {
	t, truth := &p.groundTruth, &now.truths[robot]
	t.Header.Stamp = ros.EpochStamp(now.time)
	t.Poses[0] = convert.Pose(truth.Torso)
	t.Poses[1] = convert.Pose(truth.Cameras[nao.TopCamera])
	t.Poses[2] = convert.Pose(truth.Cameras[nao.BottomCamera])
	for i, ball := range truth.Balls {
		t.Poses[3+i] = convert.Pose(ball)
	}
	return t
}

func (p *publisher) statistics(now *snapshot) msgs.SimulatorStats {
	counts, is := p.group.Stats(), pacingOf(p.physics.pace)
	s := msgs.SimulatorStats{
		Stamp: ros.EpochStamp(now.time), Simulated: now.time.Seconds(),
		Paused: is.paused, Speed: is.speed, LateCycles: counts.Late, MissedCommands: counts.Missed, Reproducible: counts.Reproducible,
	}
	var spent time.Duration
	for _, c := range p.cameras {
		images, skipped := c.thread.Drawn()
		s.Images += images
		s.ImagesSkipped += skipped
		spent += time.Duration(images) * c.thread.MeanDrawing()
	}
	if s.Images > 0 {
		s.RenderMs = float32((spent / time.Duration(s.Images)).Seconds() * 1000)
	}
	if ran := now.wall - p.physics.pace.Stood(); ran > 0 {
		s.RealTimeFactor = now.time.Seconds() / ran.Seconds()
	}
	return s
}
