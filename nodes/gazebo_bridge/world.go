package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"slices"
	"strings"
	"sync"
	"time"

	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/internal/convert"
	"gonao/internal/throttle"
	"gonao/internal/wording"
	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/nodes/internal/worldpace"
	"gonao/ros"
	"gonao/ros/tf"
)

// worldPorts are the topics and services of the world.
type worldPorts struct {
	Truth    *ros.Publisher[msgs.GroundTruth]                               `topic:"ground_truth" qos:"sensor data" doc:"every cycle, 83.3 Hz"`
	Carried  *ros.Publisher[msgs.CarrierState]                              `topic:"carrier_state" qos:"sensor data" doc:"every cycle, 83.3 Hz"`
	StatsOut *ros.Publisher[msgs.SimulatorStats]                            `topic:"simulator_stats" doc:"once a second: how fast the world runs, cycles without a command"`
	Clock    *ros.Publisher[rosgraphmsgs.Clock]                             `topic:"/clock" qos:"latest" doc:"every cycle of 12 ms"`
	Frames   *tf.Broadcaster                                                `topic:"/tf" doc:"world to ground_truth, the torso where it is, 10.4 Hz, while subscribed"`
	Commands *ros.Subscription[msgs.CarrierCommand]                         `topic:"carrier_command" doc:"target of a ball's carrier"`
	Place    ros.Service[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse] `service:"simulator/place" doc:"robot or free ball: to another pose, at rest"`
	Push     ros.Service[msgs.PushObjectRequest, msgs.PushObjectResponse]   `service:"simulator/push" doc:"robot or one of its links: an impulse"`
	Pull     ros.Service[msgs.PullObjectRequest, msgs.PullObjectResponse]   `service:"simulator/pull" doc:"the same: towards a point"`
	Reset    ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]   `service:"simulator/reset" doc:"everything to where the node found it; time goes on"`
}

// world connects the parts other than the robot's body to ROS: poses of objects, the balls' carriers, cameras, services.
// Its topics of Gazebo are opened when the driver has found the world.
type world struct {
	worldPorts
	node     *ros.Node
	gz       *transport.Node
	driver   *bridge.Driver
	model    string
	prefix   ros.FramePrefix // of the frames
	wall     *ros.Clock
	cameras  *cameras
	bridged  *Bridge // of the bridge file; may be nil
	stats    statistics
	lockstep bool
	cycles   uint64
	errors   throttle.Counter // of the cycle, logged once a second

	mu         sync.Mutex
	found      bridge.World
	connection uint64 // number of the driver's connection: another server may have a world of the same name
	names      nao.GazeboNames
	open       []*transport.Subscription
	poses      gzmsgs.Pose_V
	carriers   []*carrier
	state      nao.State // the newest
	start      *start    // nil until the first poses
	pulling    pull
	latest     msgs.SimulatorStats
}

func newWorld(n *ros.Node, gz *transport.Node, d *bridge.Driver, cfg Config) (*world, error) {
	w := &world{node: n, gz: gz, driver: d, prefix: cfg.FramePrefix, model: cfg.Driver.Names.Model, wall: ros.NewSystemClock()}
	w.lockstep = cfg.Driver.Lockstep
	w.Place.Handle(ros.Outcome(w.place))
	w.Push.Handle(ros.Outcome(w.pushObject))
	w.Pull.Handle(ros.Outcome(w.pullObject))
	w.Reset.Handle(ros.Outcome(w.reset))
	if err := ros.Open(n, &w.worldPorts); err != nil {
		return w, err
	}
	var err error
	if w.cameras, err = newCameras(n, gz, cfg); err != nil {
		return w, err
	}
	w.followCommands()
	return w, worldpace.Serve(n, "", d, w.publishStatistics)
}

func (w *world) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closeTopics()
	w.cameras.close()
}

// lookEvery is the number of cycles between two looks for new models and subscribers.
const lookEvery = 8

// cycle publishes the world's data for a state. The control loop calls it.
func (w *world) cycle(state *nao.State) {
	if w.cycles%lookEvery == 0 {
		w.look()
	}
	w.cycles++
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = *state
	w.recordStart()
	w.applyPull()
	run := w.driver.Stats()
	var failed error
	m, due := w.stats.cycle(state, run.Connections, run.Missed, w.lockstep, w.wall.Now())
	if m.Paused, m.Speed = w.driver.Paused(), w.driver.Speed(); due {
		failed = w.StatsOut.Publish(m)
	}
	w.latest = m
	if err := errors.Join(failed, w.publishTruth(state), w.publishCarriers(state)); err != nil {
		w.report(err)
	}
}

// publishStatistics publishes the statistics again, with the changes by a service.
func (w *world) publishStatistics() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.latest.Paused, w.latest.Speed = w.driver.Paused(), w.driver.Speed()
	if err := w.StatsOut.Publish(w.latest); err != nil {
		w.report(err)
	}
}

// remind publishes the statistics of a paused world once a second of wall time, for new subscribers, until ctx ends.
func (w *world) remind(ctx context.Context) {
	for range w.wall.Tick(ctx, time.Second) {
		if w.driver.Paused() {
			w.publishStatistics()
		}
	}
}

// report logs an error of the cycle, once a second.
func (w *world) report(err error) {
	if times, due := w.errors.Count(w.wall.Now()); due {
		w.node.Log.Warn("gazebo bridge", "error", err, "times", times)
	}
}

// look opens the topics of a world that the driver has found, and of new models in it.
func (w *world) look() {
	found, ok := w.driver.World()
	w.mu.Lock()
	defer w.mu.Unlock()
	if connection := w.driver.Stats().Connections; ok && (found != w.found || connection != w.connection) {
		w.connection = connection
		w.closeTopics()
		w.found, w.names = found, nao.GazeboNames{World: found.Name, Model: w.model}
		if err := w.subscribePoses(); err != nil {
			w.report(err)
		}
		if w.bridged != nil {
			w.bridged.SetGeneration(found.Generation)
		}
	}
	if ok {
		w.findCarriers()
		w.cameras.look(w.found, w.names)
	}
}

// subscribePoses subscribes to the poses of the world; the caller holds mu.
func (w *world) subscribePoses() error {
	poses, err := w.gz.Subscribe(w.names.Poses(), w.found.Generation.Type(&w.poses), func(m transport.Message) {
		var p gzmsgs.Pose_V
		if err := m.Into(&p); err != nil {
			return // the next one comes in 12 ms
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.poses.Header, w.poses.Pose = p.GetHeader(), p.GetPose()
	})
	if err != nil {
		return err
	}
	w.open = append(w.open, poses)
	return nil
}

// closeTopics closes the topics of a world and forgets its poses; the caller holds mu.
func (w *world) closeTopics() {
	for _, s := range w.open {
		s.Close()
	}
	for _, c := range w.carriers {
		c.close()
	}
	w.open, w.carriers, w.start, w.pulling.cycles = nil, nil, nil, 0
	w.poses.Reset()
}

// worldFrame is the frame of the ground truth.
const worldFrame = "world"

// publishTruth publishes the newest poses with the state's time.
func (w *world) publishTruth(state *nao.State) error {
	torso, ok := w.poseOf(w.model)
	if !ok {
		return nil // nothing came yet
	}
	t := msgs.GroundTruth{Names: []string{nao.LinkTorso.String(), nao.TopCamera.OpticalFrame(), nao.BottomCamera.OpticalFrame()}}
	t.Header.FrameId, t.Header.Stamp = worldFrame, ros.EpochStamp(state.Time)
	t.Poses = append(t.Poses, convert.Pose(torso))
	for c := range nao.Camera(nao.NumCameras) {
		t.Poses = append(t.Poses, convert.Pose(torso.Mul(nao.CameraInTorso(c, &state.Position))))
	}
	for _, b := range w.balls() {
		t.Names, t.Poses = append(t.Names, b.name), append(t.Poses, convert.Pose(b.pose))
	}
	if w.cycles%lookEvery == 0 && w.Frames.Subscribers() > 0 {
		at := tf.Stamped{Parent: worldFrame, Child: w.prefix.Frame("ground_truth"), Time: ros.FromEpoch(state.Time), Transform: tf.Transform{P: torso.P, Q: torso.Quat()}}
		if err := w.Frames.Send(at); err != nil {
			return err
		}
	}
	return w.Truth.Publish(t)
}

// poseOf returns the pose of a model; ok is false before it has come.
func (w *world) poseOf(model string) (x nao.Pose, ok bool) {
	for _, p := range w.poses.GetPose() {
		if p.GetName() == model {
			return poseFrom(p), true
		}
	}
	return nao.Identity(), false
}

// others returns the models of the world that publish their joints, without the robot.
func (w *world) others() []string {
	models := bridge.Models(w.gz, w.found.Name)
	return slices.DeleteFunc(models, func(m string) bool { return m == w.model })
}

// missingError returns the error of a thing that is not in the world.
func missingError(what, name string, there []string) error {
	return fmt.Errorf("%s %q: no such thing in the world; there are %v%s", what, name, there, wording.DidYouMean(name, there))
}

// entries reads the bridge file.
func (c Config) entries() ([]Entry, error) {
	if c.BridgeFile == "" {
		return nil, nil
	}
	entries, err := load(c.BridgeFile, Pairs())
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		switch {
		case e.Direction.ToGz() && strings.HasPrefix(e.GzTopic, "/model/"+c.Driver.Names.Model+"/joint"):
			return nil, fmt.Errorf("bridge file %s: line %d: gz_topic_name %s: the robot's joints are commanded by joint_command, "+
				"which keeps them safe: expected another topic, or GZ_TO_ROS", c.BridgeFile, e.Line, e.GzTopic)
		case e.Direction.ToROS() && e.ROSTopic == "/clock":
			return nil, fmt.Errorf("bridge file %s: line %d: ros_topic_name /clock: the node publishes the time itself: expected another topic", c.BridgeFile, e.Line)
		}
	}
	return entries, nil
}

// transport returns where to look for the server.
func (c Config) transport() transport.Options {
	host, _ := os.Hostname()
	name := ""
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	o := transport.Environment(os.Getenv, host, name)
	if c.Partition != "" {
		o.Partition = c.Partition
	}
	if c.Address != "" {
		o.IP = c.Address
	}
	return o
}
