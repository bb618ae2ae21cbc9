package sim

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Contact is a place where two robots touch.
type Contact struct {
	Robots [2]int      // in World.Bodies, the first one smaller
	Links  [2]nao.Link // of the first and of the second
	P_W    r3.Vec      // place, m
	F_W    r3.Vec      // force on the second, N
}

// part is a body of the model as a part of a robot.
type part struct {
	robot int // in World.Bodies; -1: not a robot
	link  nao.Link
	leg   int  // leg of the foot; -1: not a foot
	goal  bool // a goal's posts and bars
}

// contacts reads the contact forces of the last step, once for all robots.
type contacts struct {
	parts  []part // per geom
	buffer []mujoco.Contact
	count  int // in buffer
	soles  soles
}

func newContacts(m *mujoco.Model, bodies []*Body) contacts {
	c := contacts{buffer: make([]mujoco.Contact, m.MaxContacts()), soles: newSoles()}
	byBody := make([]part, m.Count(mujoco.Body))
	for i := range byBody {
		byBody[i] = part{robot: -1, leg: -1}
	}
	for i, b := range bodies {
		for l := range nao.Link(nao.NumLinks) {
			if id, err := m.ID(mujoco.Body, b.Prefix()+l.String()); err == nil {
				byBody[id] = part{robot: i, link: l, leg: -1}
			}
		}
		for leg, id := range b.limbs.feet {
			byBody[id].leg = leg
		}
	}
	for i := 0; ; i++ {
		id, err := m.ID(mujoco.Body, fmt.Sprintf("goal%d", i))
		if err != nil {
			break
		}
		byBody[id].goal = true
	}
	for _, owner := range m.GeomBodies() {
		c.parts = append(c.parts, byBody[owner])
	}
	return c
}

// read reads the contacts and fills in the readings of the robots' soles and bumpers.
func (c *contacts) read(d *mujoco.Data, bodies []*Body) {
	for _, b := range bodies {
		clearFeet(&b.exact)
	}
	c.count = d.ReadContacts(c.buffer)
	for i := range c.buffer[:c.count] {
		contact := &c.buffer[i]
		for k, side := range [2]float64{-1, 1} { // the force is on the second geom
			if p := &c.parts[contact.Geom[k]]; p.leg >= 0 {
				b := bodies[p.robot]
				c.soles.feel(d, b.limbs, nao.Leg(p.leg), contact, side, &b.exact)
			}
		}
	}
}

// between appends the contacts of two different robots.
func (c *contacts) between(out []Contact) []Contact {
	for i := range c.buffer[:c.count] {
		contact := &c.buffer[i]
		a, b := &c.parts[contact.Geom[0]], &c.parts[contact.Geom[1]]
		if a.robot < 0 || b.robot < 0 || a.robot == b.robot {
			continue
		}
		found := Contact{Robots: [2]int{a.robot, b.robot}, Links: [2]nao.Link{a.link, b.link}, P_W: vec(contact.Position), F_W: vec(contact.Force)}
		if a.robot > b.robot {
			found.Robots, found.Links = [2]int{b.robot, a.robot}, [2]nao.Link{b.link, a.link}
			found.F_W = r3.Scale(-1, found.F_W)
		}
		out = append(out, found)
	}
	return out
}

func vec(v [3]float64) r3.Vec { return r3.Vec{X: v[0], Y: v[1], Z: v[2]} }

// Contacts appends to out where robots touch each other, as of the end of the last
// cycle. It does not allocate when out has room.
func (w *World) Contacts(out []Contact) []Contact { return w.contacts.between(out) }
