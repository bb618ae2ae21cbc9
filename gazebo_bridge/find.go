package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
)

// World is a world that a server runs.
type World struct {
	Name       string
	Generation gzmsgs.Generation
}

// Worlds returns the worlds of all servers found so far.
func Worlds(n *transport.Node) (found []World) {
	for _, o := range n.Services() {
		rest, ok := strings.CutPrefix(o.Name, "/world/")
		name, ok2 := strings.CutSuffix(rest, "/control")
		g, _, ok3 := gzmsgs.Split(o.Type)
		w := World{name, g}
		if ok && ok2 && ok3 && !strings.Contains(name, "/") && !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	return found
}

// Models returns the models of a world that publish their joints.
func Models(n *transport.Node, world string) (found []string) {
	for _, o := range n.Topics() {
		rest, ok := strings.CutPrefix(o.Name, "/world/"+world+"/model/")
		name, ok2 := strings.CutSuffix(rest, "/joint_state")
		if ok && ok2 && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}

// errNoServer is returned if there is no server, with advice.
var errNoServer = errors.New("no Gazebo server runs: install Gazebo Fortress or Harmonic (gazebosim.org/docs) and start it with a world of gonao's, " +
	"see docs/gazebo.md; set GZ_IP and GZ_PARTITION to find one on another computer or in another partition (Fortress: IGN_IP, IGN_PARTITION)")

// find returns the world with a name, or the only world if the name is empty.
func find(n *transport.Node, name string) (World, error) {
	worlds := Worlds(n)
	var names []string
	for _, w := range worlds {
		if w.Name == name {
			return w, nil
		}
		names = append(names, w.Name)
	}
	switch {
	case len(worlds) == 0:
		return World{}, fmt.Errorf("%w (partition %s)", errNoServer, n.Partition())
	case name != "":
		return World{}, fmt.Errorf("world %q: no such world; the server runs %s", name, strings.Join(names, ", "))
	case len(worlds) > 1:
		return World{}, fmt.Errorf("several worlds: %s; choose one", strings.Join(names, ", "))
	}
	return worlds[0], nil
}

// robot is a model that was found, with all its topics opened.
type robot struct {
	node    *transport.Node
	world   World
	names   nao.GazeboNames
	inbox   *inbox
	joints  jointReader
	targets *targets
	open    []*transport.Subscription
	step    time.Duration // time step of the physics
	stopped []uint32      // models that are kept still in this cycle
	sonars  bool          // the world renders sonars
}

// openRobot opens the topics of the model; close closes them.
func openRobot(n *transport.Node, w World, names nao.GazeboNames) (*robot, error) {
	names.World = w.Name
	r := &robot{node: n, world: w, names: names, inbox: newInbox()}
	subscribe := func(topic, short string, handle func(transport.Message)) error {
		s, err := n.Subscribe(topic, w.Generation.Named(short), handle)
		if err == nil {
			r.open = append(r.open, s)
		}
		return err
	}
	errs := []error{
		subscribe(names.JointState(), "Model", r.inbox.jointState),
		subscribe(names.IMU(), "IMU", r.inbox.sensor(&r.inbox.imu)),
	}
	for i := range nao.FSR(nao.NumFSR) {
		errs = append(errs, subscribe(names.FSR(i), "Wrench", r.inbox.sensor(&r.inbox.fsr[i])))
	}
	for i := range nao.Sonar(nao.NumSonars) {
		errs = append(errs, subscribe(names.Sonar(i), "LaserScan", r.inbox.sensor(&r.inbox.sonar[i])))
	}
	for i := range nao.Touch(nao.NumTouch) {
		if i.IsBumper() {
			errs = append(errs, subscribe(names.Touch(i), "Contacts", r.inbox.sensor(&r.inbox.touch[i])))
		}
	}
	var err error
	r.targets, err = openTargets(n, w.Generation, names)
	if err = errors.Join(append(errs, err)...); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *robot) close() {
	for _, s := range r.open {
		s.Close()
	}
	if r.targets != nil {
		r.targets.close()
	}
}

// awaitModel waits until the model publishes its joints and its controllers subscribe.
func (r *robot) awaitModel(ctx context.Context, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := r.await(ctx, func(b *inbox) bool { return b.count > 0 }); err != nil {
		models := Models(r.node, r.names.World)
		switch {
		case slices.Contains(models, r.names.Model):
			return fmt.Errorf("model %s: its joint states do not arrive: does a firewall block them? (%w)", r.names.Model, err)
		case len(models) > 0:
			return fmt.Errorf("model %q: no such model publishes its joints in the world %s; there are %s", r.names.Model, r.names.World, strings.Join(models, ", "))
		}
		return fmt.Errorf("model %q: no model publishes its joints in the world %s: its file may be for another Gazebo; this server uses %s: "+
			"write it again with gonao robot model sdf --gz %s", r.names.Model, r.names.World, r.world.Generation, generationName(r.world.Generation))
	}
	if err := r.targets.await(ctx); err != nil {
		return fmt.Errorf("model %s: no position controller listens to %s: expected the robot that gonao robot model sdf --gz %s writes",
			r.names.Model, strings.Join(r.targets.unsubscribed(), ", "), generationName(r.world.Generation))
	}
	return nil
}

// generationName returns the name of a generation as gonao robot model sdf expects it.
func generationName(g gzmsgs.Generation) string {
	if g == gzmsgs.Gz {
		return "harmonic"
	}
	return "fortress"
}

// await waits until all controllers subscribe.
func (t *targets) await(ctx context.Context) error {
	for _, p := range append(t.publishers[:], t.second) {
		if err := p.AwaitSubscriber(ctx); err != nil {
			return err
		}
	}
	return nil
}

// await waits until the inbox is ready.
func (r *robot) await(ctx context.Context, ready func(*inbox) bool) error {
	for {
		r.inbox.mu.Lock()
		ok := ready(r.inbox)
		r.inbox.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-r.inbox.arrived:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// control requests that the world pauses or plays and, if paused, makes a number of steps of its physics. Changes,
// unless nil, are applied first.
func (r *robot) control(ctx context.Context, pause bool, steps uint32, c *changes) error {
	var done gzmsgs.Boolean
	q := &gzmsgs.WorldControl{Pause: pause, MultiStep: steps}
	service, err := r.names.Control(), error(nil)
	if c == nil {
		err = r.node.Ask(ctx, r.world.Generation, service, q, &done)
	} else {
		service = r.names.ControlState()
		err = r.node.Ask(ctx, r.world.Generation, service, &gzmsgs.WorldControlState{WorldControl: q, State: &c.state}, &done)
	}
	if err != nil {
		return err
	}
	if !done.GetData() {
		return fmt.Errorf("service %s: %w", service, transport.ErrRefused)
	}
	return nil
}
