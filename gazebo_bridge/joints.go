package gazebobridge

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/internal/si"
	"gonao/nao"
)

// jointReader reads the joints by their indexes in the message, which are constant.
type jointReader struct {
	model  gzmsgs.Model
	places [nao.NumJoints]int
	second int // index of SecondHipYawPitch
	known  bool
}

// id returns Gazebo's id of a joint.
func (r *jointReader) id(j nao.Joint) uint32 { return r.model.GetJoint()[r.places[j]].GetId() }

func (r *jointReader) secondID() uint32 { return r.model.GetJoint()[r.second].GetId() }

// read fills in the positions.
func (r *jointReader) read(m transport.Message, names nao.GazeboNames, out *nao.Joints) error {
	if err := m.Into(&r.model); err != nil {
		return err
	}
	joints := r.model.GetJoint()
	if !r.fits(joints) {
		if err := r.index(joints, names); err != nil {
			return err
		}
	}
	for j, place := range r.places {
		q := joints[place].GetAxis1().GetPosition()
		if !si.IsFinite(q) {
			return fmt.Errorf("model %s: joint %s is at %g: the physics has gone astray; reset the world", names.Model, nao.Joint(j), q)
		}
		out[j] = q
	}
	return nil
}

// fits reports whether the indexes belong to a message's joints.
func (r *jointReader) fits(joints []*gzmsgs.Joint) bool {
	for j, place := range r.places {
		if place >= len(joints) || joints[place].GetName() != nao.Joint(j).String() {
			return false
		}
	}
	return r.known && r.second < len(joints) && joints[r.second].GetName() == nao.SecondHipYawPitch
}

// index finds the indexes of the joints.
func (r *jointReader) index(joints []*gzmsgs.Joint, names nao.GazeboNames) error {
	places := map[string]int{}
	for i, j := range joints {
		places[j.GetName()] = i
	}
	var missing []string
	for j := range nao.Joint(nao.NumJoints) {
		i, ok := places[j.String()]
		if !ok {
			missing = append(missing, j.String())
		}
		r.places[j] = i
	}
	second, ok := places[nao.SecondHipYawPitch]
	if r.second = second; !ok {
		missing = append(missing, nao.SecondHipYawPitch)
	}
	if len(missing) > 0 {
		r.known = false
		return fmt.Errorf("model %s: no joint %s: expected the robot that gonao robot model sdf writes", names.Model, strings.Join(missing, ", "))
	}
	r.known = true
	return nil
}

// targets sends the joints' targets, each to a position controller; the target of HipYawPitch goes to two.
type targets struct {
	publishers [nao.NumJoints]*transport.Publisher
	second     *transport.Publisher // yaw and pitch of the right hip
	held       nao.Joints           // present targets
	message    gzmsgs.Double
}

func openTargets(n *transport.Node, g gzmsgs.Generation, names nao.GazeboNames) (t *targets, err error) {
	t = &targets{}
	for j := range t.publishers {
		if t.publishers[j], err = n.Advertise(names.Position(nao.Joint(j).String()), g.Type(&t.message)); err != nil {
			t.close()
			return nil, err
		}
	}
	if t.second, err = n.Advertise(names.Position(nao.SecondHipYawPitch), g.Type(&t.message)); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *targets) close() {
	for _, p := range append(t.publishers[:], t.second) {
		if p != nil {
			p.Close()
		}
	}
}

// unsubscribed returns the joints whose controllers do not subscribe.
func (t *targets) unsubscribed() (names []string) {
	for j, p := range t.publishers {
		if !p.Subscribed() {
			names = append(names, nao.Joint(j).String())
		}
	}
	if !t.second.Subscribed() {
		names = append(names, nao.SecondHipYawPitch)
	}
	return names
}

// send sends the targets of a command. A limp joint keeps its last target, because sending its measured angle would
// make it creep.
func (t *targets) send(c *nao.Command) error {
	for j := range t.held {
		if c.Stiffness[j] > 0 {
			t.held[j] = c.Position[j]
		}
	}
	return t.sendHeld()
}

// sendHeld sends the present targets.
func (t *targets) sendHeld() error {
	for j, p := range t.publishers {
		t.message.Data = t.held[j]
		data, err := proto.Marshal(&t.message)
		if err != nil {
			return err
		}
		if err := p.Publish(data); err != nil {
			return err
		}
		if nao.Joint(j) == nao.LHipYawPitch {
			if err := t.second.Publish(data); err != nil {
				return err
			}
		}
	}
	return nil
}
