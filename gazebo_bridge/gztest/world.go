package gztest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
)

// Options describes the world. The zero value is Fortress with gonao's names.
type Options struct {
	Transport  transport.Options
	Names      nao.GazeboNames // DefaultGazeboNames if the world has no name
	Generation gzmsgs.Generation
	Step       time.Duration // time step of the physics; 0 means 4 ms
	Posture    *nao.Joints   // posture at the start; nil means standing
	Without    []string      // joints without a controller
	Carriers   []string      // names of ball carriers
	Balls      []string      // names of free balls
	Playing    bool          // the world runs in real time; otherwise it is paused
	Blind      bool          // the robot has neither sonars nor cameras
	Fixed      bool          // the server has no control/state, as before Fortress 6.2
}

// World is a scripted server. Its methods may be called from any goroutine.
type World struct {
	options Options
	node    *transport.Node
	stop    context.CancelFunc
	done    sync.WaitGroup
	orders  chan func()
	topics  map[string]*transport.Publisher
	mu      sync.Mutex
	held    chan struct{} // set while the world hangs; closed when it continues

	// These fields belong to the goroutine of run.
	time   time.Duration
	paused bool
	joints map[string]*joint
	poses  map[string]*gzmsgs.Pose
	pushes []Push
	steps  uint64
	due    int               // requested steps that are due
	factor float64           // requested real-time factor
	ids    map[string]uint32 // ids of models, joints (model/joint) and links (model/link)
}

type joint struct {
	model            string
	position, target float64
	speed            float64 // top speed
	velocity         float64
}

// Start creates the world and starts serving it.
func Start(o Options) (*World, error) {
	if o.Names.World == "" {
		o.Names = nao.DefaultGazeboNames()
	}
	o.Step = cmp.Or(o.Step, 4*time.Millisecond)
	n, err := transport.Open(o.Transport)
	if err != nil {
		return nil, err
	}
	w := &World{
		options: o, node: n, orders: make(chan func(), 1000), topics: map[string]*transport.Publisher{},
		paused: !o.Playing, joints: map[string]*joint{}, poses: map[string]*gzmsgs.Pose{}, ids: map[string]uint32{},
	}
	posture := nao.StandPosture()
	if o.Posture != nil {
		posture = *o.Posture
	}
	for j, q := range posture {
		w.joints[nao.Joint(j).String()] = &joint{model: o.Names.Model, position: q, target: q, speed: nao.Joint(j).MaxSpeed()}
	}
	second := *w.joints[nao.LHipYawPitch.String()]
	w.joints[nao.SecondHipYawPitch] = &second
	for _, c := range o.Carriers {
		w.joints[c+"/"+nao.CarrierTurn] = &joint{model: c, speed: 4}
		w.joints[c+"/"+nao.CarrierLift] = &joint{model: c, speed: 2}
	}
	w.poses[o.Names.Model] = pose(o.Names.Model, nao.StandHeight)
	for _, b := range o.Balls {
		w.poses[b] = pose(b, 0.05)
	}
	w.number()
	if err := w.serve(); err != nil {
		return nil, errors.Join(fmt.Errorf("scripted world: %w", err), n.Close())
	}
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	w.done.Go(func() { w.run(ctx) })
	return w, nil
}

func pose(name string, z float64) *gzmsgs.Pose {
	return &gzmsgs.Pose{Name: name, Position: &gzmsgs.Vector3D{Z: z}, Orientation: &gzmsgs.Quaternion{W: 1}}
}

// Close closes the world; its peers are told so by the protocol.
func (w *World) Close() error {
	w.stop()
	w.Hang(false)
	w.done.Wait()
	return w.node.Close()
}

// Hang stops the world, as if the server hung, until it is called with false. In between its other methods block.
func (w *World) Hang(yes bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held != nil {
		close(w.held)
		w.held = nil
	}
	if yes {
		held := make(chan struct{})
		w.held = held
		w.orders <- func() { <-held }
	}
}

// Node returns the world's node, for tests that need more of it.
func (w *World) Node() *transport.Node { return w.node }

// do runs a function on the world's goroutine and waits for it. It returns false if the goroutine has ended.
func (w *World) do(ctx context.Context, f func()) bool {
	done := make(chan struct{})
	select {
	case w.orders <- func() { f(); close(done) }:
	case <-ctx.Done():
		return false
	}
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// Time returns the simulated time.
func (w *World) Time() (t time.Duration) {
	w.do(context.Background(), func() { t = w.time })
	return t
}

// Paused reports whether the world was requested to pause.
func (w *World) Paused() (paused bool) {
	w.do(context.Background(), func() { paused = w.paused })
	return paused
}

// RealTimeFactor returns the factor that was requested last. The world ignores it.
func (w *World) RealTimeFactor() (factor float64) {
	w.do(context.Background(), func() { factor = w.factor })
	return factor
}

// Joint returns a joint's position and target. The name of a carrier's joint is model/joint.
func (w *World) Joint(name string) (position, target float64) {
	w.do(context.Background(), func() { position, target = w.joints[name].position, w.joints[name].target })
	return position, target
}

// Pose returns the pose of a model.
func (w *World) Pose(model string) (p *gzmsgs.Pose) {
	w.do(context.Background(), func() { p = proto.Clone(w.poses[model]).(*gzmsgs.Pose) })
	return p
}

// Push is a force that acted on a link of the robot for one step.
type Push struct {
	Link   nao.Link
	Wrench *gzmsgs.Wrench
}

// Pushes returns the forces that were requested.
func (w *World) Pushes() (all []Push) {
	w.do(context.Background(), func() { all = append(all, w.pushes...) })
	return all
}

// Reset sets the world's time back to 0, as a reset of the server does.
func (w *World) Reset() { w.do(context.Background(), func() { w.time, w.steps = 0, 0 }) }

// run runs the world's loop. Each turn makes a step, or publishes the joints of a paused world.
func (w *World) run(ctx context.Context) {
	idle := time.NewTicker(100 * time.Millisecond) //nolint:forbidigo // a server runs on wall time
	defer idle.Stop()
	pace := time.NewTicker(w.options.Step) //nolint:forbidigo // a server runs on wall time
	defer pace.Stop()
	now := make(chan struct{})
	close(now)
	for {
		var due chan struct{} // steps are made after the request was answered
		if w.due > 0 {
			due = now
		}
		select {
		case <-ctx.Done():
			return
		case f := <-w.orders:
			f()
		case <-due:
			w.due--
			w.step()
		case <-pace.C:
			switch {
			case !w.paused:
				w.step()
			case w.due == 0:
				w.publishJoints()
			}
		case <-idle.C:
			w.publishSlow()
		}
	}
}

// step advances everything by one step of the physics.
func (w *World) step() {
	dt := w.options.Step.Seconds()
	w.time += w.options.Step
	w.steps++
	for _, j := range w.joints {
		move := min(max(j.target-j.position, -j.speed*dt), j.speed*dt)
		j.position += move
		j.velocity = move / dt
	}
	w.publishJoints()
	if w.time%nao.CyclePeriod == 0 {
		w.publishSensors()
	}
}

// target sets a controller's target, unless it is NaN or Inf.
func (w *World) target(j *joint, m transport.Message) {
	var d gzmsgs.Double
	if m.Into(&d) == nil && !math.IsNaN(d.GetData()) {
		j.target = d.GetData()
	}
}
