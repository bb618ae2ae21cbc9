package gztest

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/nao"
)

// number assigns an id to every model, joint and link, from 1, as Gazebo does.
func (w *World) number() {
	add := func(name string) {
		if w.ids[name] == 0 {
			w.ids[name] = uint32(len(w.ids) + 1)
		}
	}
	for name := range w.poses {
		add(name)
	}
	for name, j := range w.joints {
		if _, own, carried := strings.Cut(name, "/"); carried {
			name = own
		}
		add(j.model)
		add(j.model + "/" + name)
	}
	for l := range nao.Link(nao.NumLinks) {
		add(linkOf(w.options.Names.Model, l))
	}
	for name, p := range w.poses {
		p.Id = w.ids[name]
	}
}

func linkOf(model string, l nao.Link) string { return model + "/" + l.SDFName() }

// push records a force.
func (w *World) push(id uint32, data []byte) bool {
	var wrench gzmsgs.Wrench
	if proto.Unmarshal(data, &wrench) != nil {
		return false
	}
	for l := range nao.Link(nao.NumLinks) {
		if w.ids[linkOf(w.options.Names.Model, l)] == id {
			w.pushes = append(w.pushes, Push{l, &wrench})
			return true
		}
	}
	return false
}

// controlState applies the components that the bridge writes, and then does the same as control.
func (w *World) controlState(q *gzmsgs.WorldControlState) bool {
	kinds := map[uint64]string{}
	for _, name := range []string{gzmsgs.JointPositionReset, gzmsgs.WorldPoseCmd, gzmsgs.ExternalWorldWrenchCmd} {
		kinds[w.options.Generation.Component(name)] = name
	}
	for _, e := range q.GetState().GetEntities() {
		for _, c := range e.GetComponents() {
			var ok bool
			switch kinds[c.GetType()] {
			case gzmsgs.JointPositionReset:
				ok = w.resetJoint(uint32(e.GetId()), c.GetComponent())
			case gzmsgs.WorldPoseCmd:
				ok = w.putModel(uint32(e.GetId()), string(c.GetComponent()))
			case gzmsgs.ExternalWorldWrenchCmd:
				ok = w.push(uint32(e.GetId()), c.GetComponent())
			default:
				ok = true // speeds are accepted and ignored
			}
			if !ok {
				return false
			}
		}
	}
	w.control(q.GetWorldControl())
	return true
}

// resetJoint sets a joint's position. The controller keeps its target.
func (w *World) resetJoint(id uint32, data []byte) bool {
	var v gzmsgs.Double_V
	if proto.Unmarshal(data, &v) != nil || len(v.GetData()) != 1 {
		return false
	}
	for name, j := range w.joints {
		if _, own, carried := strings.Cut(name, "/"); carried {
			name = own
		}
		if w.ids[j.model+"/"+name] == id {
			j.position, j.velocity = v.GetData()[0], 0
			return true
		}
	}
	return false
}

// putModel sets a model's pose.
func (w *World) putModel(id uint32, text string) bool {
	var x, y, z, roll, pitch, yaw float64
	if _, err := fmt.Sscan(text, &x, &y, &z, &roll, &pitch, &yaw); err != nil {
		return false
	}
	for name, p := range w.poses {
		if w.ids[name] == id {
			p.Position = &gzmsgs.Vector3D{X: x, Y: y, Z: z}
			p.Orientation = turned(roll, pitch, yaw)
			return true
		}
	}
	return false
}

func turned(roll, pitch, yaw float64) *gzmsgs.Quaternion {
	x := nao.RollPitchYaw(roll, pitch, yaw)
	q := x.Quat()
	return &gzmsgs.Quaternion{W: q.Real, X: q.Imag, Y: q.Jmag, Z: q.Kmag}
}
