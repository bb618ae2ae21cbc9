package simulator

import (
	"sync"
	"sync/atomic"
	"time"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/sim"
)

// contactsEvery is the simulated time between two messages of contacts.
const contactsEvery = 50 * time.Millisecond

// mostContacts is how many contacts a message holds.
const mostContacts = 200

// contacts collects contacts and outlines of robots. The physics' goroutine records each cycle, the publishing one
// publishes.
type contacts struct {
	Out    *ros.Publisher[msgs.Contacts] `topic:"contacts" qos:"sensor data" doc:"20 Hz, while subscribed: who touches whom, and what robots cover"`
	wanted atomic.Bool
	names  []string // of the robots
	balls  []string
	free   int // index of the first free ball; -1: none
	next   time.Duration

	shapes  *sim.Silhouettes // the physics' goroutine only, as are the four below
	touches []sim.Touch
	between []sim.Contact
	truth   sim.Truth
	cycles  int

	mu      sync.Mutex
	pending msgs.Contacts
}

// outlineCycles is the number of cycles between two updates of the outlines.
const outlineCycles = 4

// newContacts opens the topic.
func newContacts(n *ros.Node, w *sim.World) (c *contacts, err error) {
	c = &contacts{balls: w.BallNames(), free: len(w.CarrierNames())}
	if c.free >= len(c.balls) {
		c.free = -1
	}
	for _, b := range w.Bodies() {
		c.names = append(c.names, b.Name())
	}
	if c.shapes, err = sim.NewSilhouettes(w); err != nil {
		return c, err
	}
	return c, ros.Open(n, c)
}

// note adds the contacts of a cycle.
func (c *contacts) note(w *sim.World) {
	if !c.wanted.Load() {
		return
	}
	c.touches, c.between = w.Touches(c.touches[:0]), w.Contacts(c.between[:0])
	c.cycles++
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.touches {
		c.add(msgs.Contact{Robot: c.names[t.Robot], Link: t.Link.String(), Other: c.balls[t.Ball]})
	}
	for i := range c.between {
		b := &c.between[i]
		c.add(msgs.Contact{
			Robot: c.names[b.Robots[0]], Link: b.Links[0].String(), Other: c.names[b.Robots[1]], OtherLink: b.Links[1].String(),
			Point: geometrymsgs.Point{X: b.P_W.X, Y: b.P_W.Y, Z: b.P_W.Z},
		})
	}
	if c.cycles%outlineCycles == 0 {
		c.outline(w)
	}
}

// add adds a contact unless the pair of links is there already; mu is held.
func (c *contacts) add(m msgs.Contact) {
	if len(c.pending.Contacts) >= mostContacts {
		return
	}
	for i := range c.pending.Contacts {
		if o := &c.pending.Contacts[i]; o.Robot == m.Robot && o.Other == m.Other && o.Link == m.Link && o.OtherLink == m.OtherLink {
			return
		}
	}
	c.pending.Contacts = append(c.pending.Contacts, m)
}

// ballRadius is that of the SPL's ball, m.
const ballRadius = 0.05

// outline sets the outlines; mu must be held.
func (c *contacts) outline(w *sim.World) {
	c.pending.Robots = c.pending.Robots[:0]
	w.Truth(0, &c.truth)
	for i, name := range c.names {
		o := msgs.RobotOutline{Robot: name, Stance: float32(c.shapes.Stance(i)), AtGoal: w.TouchesGoal(i)}
		if c.free >= 0 {
			p := c.truth.Balls[c.free].P
			o.BallCover = float32(c.shapes.Cover(i, p.X, p.Y, ballRadius))
		}
		c.pending.Robots = append(c.pending.Robots, o)
	}
}

// publish publishes the collected data, when a message is due.
func (c *contacts) publish(now time.Duration) error {
	subscribed := c.Out.Subscribers() > 0
	c.wanted.Store(subscribed)
	if !subscribed || now < c.next && c.next-now <= contactsEvery {
		return nil
	}
	c.next = now + contactsEvery
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending.Stamp = ros.EpochStamp(now)
	err := c.Out.Publish(c.pending)
	c.pending.Contacts = c.pending.Contacts[:0]
	return err
}
