package gazebobridge

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/nodes/gazebo_bridge/topics"
	"gonao/ros"
)

// world joins what is not the robot's body to ROS: where things are, the balls' carriers,
// cameras, services. Its topics of Gazebo are opened when the driver has found the world.
type world struct {
	node     *ros.Node
	gz       *transport.Node
	driver   *bridge.Driver
	model    string
	cameras  *cameras
	passed   *topics.Bridge // of the bridge file; nil: none
	truth    *ros.Publisher[msgs.GroundTruth]
	carriers *ros.Publisher[msgs.CarrierState]
	cycles   uint64

	mu         sync.Mutex
	found      bridge.World
	connection uint64 // to it, counted: another server may have another world of that name
	names      nao.GazeboNames
	open       []*transport.Subscription
	poses      gzmsgs.Pose_V
	arms       []*arm    // of the balls' carriers
	state      nao.State // the newest
	start      *start    // nil until the first poses
	pulling    pull
}

func newWorld(n *ros.Node, gz *transport.Node, d *bridge.Driver, model string) (*world, error) {
	w := &world{node: n, gz: gz, driver: d, model: model}
	var errs [8]error
	w.truth, errs[0] = ros.Advertise[msgs.GroundTruth](n, "ground_truth", ros.SensorData())
	w.carriers, errs[1] = ros.Advertise[msgs.CarrierState](n, "carrier_state", ros.SensorData())
	w.cameras, errs[2] = newCameras(n, gz)
	errs[3] = w.takeOrders()
	_, errs[4] = ros.Serve[msgs.PlaceObjectRequest](n, "simulator/place", w.place)
	_, errs[5] = ros.Serve[msgs.PushObjectRequest](n, "simulator/push", w.pushObject)
	_, errs[6] = ros.Serve[msgs.PullObjectRequest](n, "simulator/pull", w.pullObject)
	_, errs[7] = ros.Serve[stdsrvs.TriggerRequest](n, "simulator/reset", w.reset)
	return w, errors.Join(errs[:]...)
}

func (w *world) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forget()
	w.cameras.close()
}

// lookEvery is how often, in cycles, is looked for what has come or is wanted.
const lookEvery = 8

// cycle publishes what belongs to a state; the control loop calls it.
func (w *world) cycle(state *nao.State) {
	if w.cycles%lookEvery == 0 {
		w.look()
	}
	w.cycles++
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = *state
	w.remember()
	w.act()
	if err := errors.Join(w.tellTruth(state), w.tellCarriers(state)); err != nil {
		w.complain(err)
	}
}

func (w *world) complain(err error) { w.node.Log.Warn("gazebo bridge", "error", err) }

// look opens the topics of a world that the driver has found.
func (w *world) look() {
	found, ok := w.driver.World()
	w.mu.Lock()
	defer w.mu.Unlock()
	if connection := w.driver.Stats().Connections; ok && (found != w.found || connection != w.connection) {
		w.connection = connection
		w.forget()
		w.found, w.names = found, nao.GazeboNames{World: found.Name, Model: w.model}
		if err := w.meet(); err != nil {
			w.complain(err)
		}
		if w.passed != nil {
			w.passed.Speak(found.Generation)
		}
	}
	if ok {
		w.findCarriers()
		w.cameras.look(w.found, w.names)
	}
}

// meet opens the topics.
func (w *world) meet() error {
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

func (w *world) forget() {
	for _, s := range w.open {
		s.Close()
	}
	for _, a := range w.arms {
		a.close()
	}
	w.open, w.arms, w.start, w.pulling.cycles = nil, nil, nil, 0
	w.poses.Reset()
}

// worldFrame is the frame of the ground truth.
const worldFrame = "world"

// tellTruth publishes where things are by the newest poses, with the state's time.
func (w *world) tellTruth(state *nao.State) error {
	torso, ok := w.poseOf(w.model)
	if !ok {
		return nil // nothing came yet
	}
	t := msgs.GroundTruth{Names: []string{nao.LinkTorso.String(), nao.TopCamera.OpticalFrame(), nao.BottomCamera.OpticalFrame()}}
	t.Header.FrameId, t.Header.Stamp = worldFrame, stamp(state.Time)
	t.Poses = append(t.Poses, poseMsg(torso))
	for c := range nao.Camera(nao.NumCameras) {
		t.Poses = append(t.Poses, poseMsg(torso.Mul(nao.CameraInTorso(c, &state.Position))))
	}
	for _, b := range w.balls() {
		t.Names, t.Poses = append(t.Names, b.name), append(t.Poses, poseMsg(b.pose))
	}
	return w.truth.Publish(t)
}

// poseOf gives where a model is.
func (w *world) poseOf(model string) (nao.Pose, bool) {
	for _, p := range w.poses.GetPose() {
		if p.GetName() == model {
			return poseFrom(p), true
		}
	}
	return nao.Identity(), false
}

func stamp(t time.Duration) builtininterfaces.Time { return ros.Stamp(time.Unix(0, 0).Add(t)) }

// others gives the models of the world that tell their joints, but the robot.
func (w *world) others() []string {
	models := bridge.Models(w.gz, w.found.Name)
	return slices.DeleteFunc(models, func(m string) bool { return m == w.model })
}

// missing says that a thing is not in the world.
func missing(what, name string, there []string) error {
	return fmt.Errorf("%s %q: no such thing in the world; there are %v", what, name, there)
}
