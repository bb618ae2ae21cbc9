package gazebobridge

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/internal/si"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// carrier moves a ball: a model with one joint that turns and one that lifts.
type carrier struct {
	name       string
	turn, lift *transport.Publisher
	state      *transport.Subscription

	known         bool    // both joints have been received
	angle, height float64 // rad, m
}

func (c *carrier) close() {
	c.state.Close()
	c.turn.Close()
	c.lift.Close()
}

// findCarriers opens the topics of carriers that are new; the caller holds mu.
func (w *world) findCarriers() {
	for _, name := range w.others() {
		known := false
		for _, a := range w.carriers {
			known = known || a.name == name
		}
		if known {
			continue
		}
		if err := w.addCarrier(name); err != nil {
			w.report(err)
		}
	}
}

func (w *world) addCarrier(name string) (err error) {
	a := &carrier{name: name}
	double := w.found.Generation.Type(&gzmsgs.Double{})
	if a.turn, err = w.gz.Advertise(w.names.PositionOf(name, nao.CarrierTurn), double); err != nil {
		return err
	}
	if a.lift, err = w.gz.Advertise(w.names.PositionOf(name, nao.CarrierLift), double); err != nil {
		a.turn.Close()
		return err
	}
	a.state, err = w.gz.Subscribe(w.names.JointStateOf(name), w.found.Generation.Type(&gzmsgs.Model{}), func(m transport.Message) {
		var model gzmsgs.Model
		if m.Into(&model) != nil {
			return // the next one comes with the next step
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		turned, lifted := false, false
		for _, j := range model.GetJoint() {
			switch q := j.GetAxis1().GetPosition(); j.GetName() {
			case nao.CarrierTurn:
				a.angle, turned = q, true
			case nao.CarrierLift:
				a.height, lifted = q, true
			}
		}
		a.known = turned && lifted // otherwise it is another model with joints
	})
	if err != nil {
		a.turn.Close()
		a.lift.Close()
		return err
	}
	w.carriers = append(w.carriers, a)
	return nil
}

// carrierNames lists the carriers; the caller holds mu.
func (w *world) carrierNames() (names []string) {
	for _, a := range w.carriers {
		if a.known {
			names = append(names, a.name)
		}
	}
	return names
}

// followCommands moves the carriers as they are commanded. A command for a carrier that is not
// there, or with NaN or Inf, is logged.
func (w *world) followCommands() {
	go func() {
		for {
			select {
			case <-w.node.Context().Done():
				return
			case c := <-w.Commands.C():
				if err := w.moveCarrier(&c); err != nil {
					w.node.Log.Warn("carrier command refused", "reason", err)
				}
			}
		}
	}()
}

// moveCarrier sends a carrier its targets.
func (w *world) moveCarrier(c *msgs.CarrierCommand) error {
	angle, height := float64(c.Angle), float64(c.Height)
	if !si.IsFinite(angle) || !si.IsFinite(height) {
		return fmt.Errorf("carrier %s: to %g rad, %g m: expected numbers", c.Name, angle, height)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.carriers {
		if a.name != c.Name || !a.known {
			continue
		}
		if err := a.turn.Send(&gzmsgs.Double{Data: angle}); err != nil {
			return err
		}
		return a.lift.Send(&gzmsgs.Double{Data: height})
	}
	return missingError("carrier", c.Name, w.carrierNames())
}

// publishCarriers publishes the joints of the carriers.
func (w *world) publishCarriers(state *nao.State) error {
	m := msgs.CarrierState{Stamp: ros.EpochStamp(state.Time)}
	for _, a := range w.carriers {
		if a.known {
			m.Names = append(m.Names, a.name)
			m.Angles, m.Heights = append(m.Angles, float32(a.angle)), append(m.Heights, float32(a.height))
		}
	}
	if len(m.Names) == 0 {
		return nil
	}
	return w.Carried.Publish(m)
}

// carriedLink is the name of the link of a carried ball in its model.
const carriedLink = "ball"

// ball is a ball in the world.
type ball struct {
	name  string
	pose  nao.Pose
	model uint32 // a free ball's number in Gazebo; 0: it is carried
}

// balls returns the balls with their poses. The links of all carried balls have one name: a link
// belongs to the carrier whose joints are nearest. Free balls are models whose names begin with
// ball. The caller holds mu.
func (w *world) balls() (found []ball) {
	taken := map[int]bool{}
	for _, a := range w.carriers {
		if !a.known {
			continue
		}
		best, at := math.Inf(1), -1
		var pose nao.Pose
		for i, p := range w.poses.GetPose() {
			x := poseFrom(p)
			if p.GetName() != carriedLink || taken[i] || math.Hypot(x.P.X, x.P.Y) == 0 {
				continue
			}
			away := math.Abs(math.Remainder(math.Atan2(x.P.Y, x.P.X)-a.angle, 2*math.Pi)) + math.Abs(x.P.Z-a.height)
			if away < best {
				best, at, pose = away, i, x
			}
		}
		if at >= 0 && best < near {
			taken[at] = true
			model, _ := w.poseOf(a.name)
			found = append(found, ball{name: a.name, pose: model.Mul(pose)})
		}
	}
	for i, p := range w.poses.GetPose() {
		carried := taken[i]
		for _, a := range w.carriers {
			carried = carried || a.name == p.GetName()
		}
		if !carried && strings.HasPrefix(p.GetName(), "ball") {
			found = append(found, ball{p.GetName(), poseFrom(p), p.GetId()})
		}
	}
	return found
}

// near is the largest distance of a link from where a carrier's joints put it, rad and m added.
const near = 0.1

func poseFrom(p *gzmsgs.Pose) nao.Pose {
	q := p.GetOrientation()
	return fromQuat(r3.Vec{X: p.GetPosition().GetX(), Y: p.GetPosition().GetY(), Z: p.GetPosition().GetZ()}, q.GetW(), q.GetX(), q.GetY(), q.GetZ())
}
