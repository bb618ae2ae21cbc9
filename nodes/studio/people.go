package studio

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonao/ros"
	"gonao/studio/foxglove"
)

// people shows each browser its own session, the robots, and the other viewers.
type people struct {
	server *foxglove.Server
	clock  *ros.Clock
	lease  func(number uint32) (drives []string)
	driver func(robot string) string

	session, presence *foxglove.Channel

	publishing sync.Mutex // held while changed publishes, so that the order is kept
	mu         sync.Mutex // over robots; locked after publishing
	robots     []string
}

// start adds the topics.
func (p *people) start() {
	p.session = foxglove.AddJSONTopic[Session](p.server, "studio/session", func(s *foxglove.Session) []byte { return foxglove.EncodeJSON(p.describe(s)) })
	p.presence = foxglove.AddJSONTopic[Presence](p.server, "studio/presence", nil)
	p.changed()
}

// author returns the name under which a session changes documents: that of its browser, which has one history of
// commands in all its windows.
func author(s *foxglove.Session) string {
	if s.Name == "token" || s.Name == "viewer" {
		return s.Name + " " + strconv.FormatUint(uint64(s.Number), 10)
	}
	return s.Name
}

// describe returns the description of a session.
func (p *people) describe(s *foxglove.Session) Session {
	drives := p.lease(s.Number)
	me := Session{
		Number: s.Number, Name: s.Name, Author: author(s), Role: Role(s.Role().String()), Driver: len(drives) > 0, Drives: drives, Robots: []Robot{},
	}
	p.mu.Lock()
	robots := p.robots
	p.mu.Unlock()
	for _, robot := range robots {
		me.Robots = append(me.Robots, Robot{Name: robot, Driver: p.driver(robot)})
	}
	return me
}

// changed publishes the changes: a session came or went, a lease, the robots.
func (p *people) changed() {
	p.publishing.Lock()
	defer p.publishing.Unlock()
	now := p.clock.Now()
	presence := Presence{Sessions: []Visitor{}}
	for _, s := range p.server.Sessions() {
		me := p.describe(s)
		p.session.PublishTo(s, now, foxglove.EncodeJSON(me))
		v := Visitor{Name: me.Author, Role: me.Role, Drives: me.Drives}
		i := slices.IndexFunc(presence.Sessions, func(o Visitor) bool { return o.Name == v.Name && o.Role == v.Role })
		if i < 0 {
			presence.Sessions = append(presence.Sessions, v)
			continue
		}
		// Another socket or window of the same browser.
		presence.Sessions[i].Drives = append(presence.Sessions[i].Drives, v.Drives...)
	}
	p.presence.Publish(now, foxglove.EncodeJSON(presence))
}

// setRobots compares the robots with those of the graph.
func (p *people) setRobots(g ros.Graph) {
	robots := robotsOf(g)
	p.mu.Lock()
	same := slices.Equal(robots, p.robots)
	p.robots = robots
	p.mu.Unlock()
	if !same {
		p.changed()
	}
}

// robotTopics are the topics that a robot has: what lies before one of them is a robot's namespace.
var robotTopics = []string{"/robot_state", "/robot_description", "/joint_states", "/motion_state"}

// robotsOf returns the namespaces of the robots, sorted.
func robotsOf(g ros.Graph) []string {
	var out []string
	for _, t := range g.Topics {
		if t.Publishers == 0 {
			continue
		}
		for _, suffix := range robotTopics {
			if robot, ok := strings.CutSuffix(t.Name, suffix); ok && !slices.Contains(out, robot) {
				out = append(out, robot)
			}
		}
	}
	slices.Sort(out)
	return out
}

// robotOf returns the robot to which a name belongs: the longest namespace around it; without one, the name's own
// namespace.
func (p *people) robotOf(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	best, found := "", false
	for _, robot := range p.robots {
		if strings.HasPrefix(name, robot+"/") && (!found || len(robot) > len(best)) {
			best, found = robot, true
		}
	}
	if !found {
		best = name[:max(strings.LastIndexByte(name, '/'), 0)]
	}
	return best
}
