// Package studio is the node that serves the studio: the page in which a person sees robots, draws machines and
// debugs them, and the socket by which the page, Foxglove and Lichtblick see topics and call services.
//
//	subscribes  any topic of the graph, while somebody looks at it
//	            cmd_vel        geometry_msgs/Twist      once a person has driven a robot: whether its machine drives
//	publishes   cmd_vel        geometry_msgs/Twist      while a person drives a robot
//	            head_command   gonao_msgs/HeadCommand   while a person moves its head
//	            any topic that a driver's program publishes
//	calls       any service of the graph, and sends goals to any action, when a browser with the role does
//
// Who may come in is decided by gonao/studio/door, the protocol is gonao/foxglove's, the documents are gonao/studio's.
package studio

import (
	"context"
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	"gonao/foxglove"
	"gonao/ros"
	"gonao/studio/door"
)

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	return run(ctx, n, cfg, ros.NewSystemClock(), func() {})
}

// run is Run with the clock of leases, which no simulation stops; it calls ready once browsers can come.
func run(ctx context.Context, n *ros.Node, cfg Config, clock *ros.Clock, ready func()) error {
	path := cfg.TokenFile
	if path == "" {
		var err error
		if path, err = door.DefaultPath(); err != nil {
			return err
		}
	}
	keys, err := door.LoadKeys(path)
	if err != nil {
		return err
	}
	listeners, port, err := listen(cfg)
	if err != nil {
		return err
	}
	web, err := newSite(n, cfg, keys, path, port)
	if err != nil {
		return err
	}
	s := newStudio(n, cfg, clock)
	docs, err := newDocuments(s.server, clock, cfg.Directory)
	if err != nil {
		return err
	}
	defer docs.workspace.Close() //nolint:errcheck // what could not be kept was reported to its editors
	closeFiles, err := addFiles(s.server, cfg.Directory)
	if err != nil {
		return err
	}
	defer closeFiles() //nolint:errcheck // it was only read, or written whole
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	all.Go(func() { s.bridge.run(ctx) })
	all.Go(func() { s.drive.run(ctx) })
	all.Go(func() { docs.run(ctx) })
	all.Go(func() { s.followParameters(ctx) })
	all.Go(func() { s.tellTime(ctx) })
	err = web.serve(ctx, listeners, s.server, ready)
	cancel()
	all.Wait()
	return err
}

// studio is the running node: what its parts are and how they are connected.
type studio struct {
	node       *ros.Node
	clock      *ros.Clock
	server     *foxglove.Server
	bridge     *bridge
	people     *people
	drive      *drive
	goals      *goals
	brake      *brake
	parameters *parameters

	parametersWatched chan bool // the newest: whether /parameter_events is needed
}

// newStudio makes the parts.
func newStudio(n *ros.Node, cfg Config, clock *ros.Clock) *studio {
	s := &studio{node: n, clock: clock, parametersWatched: make(chan bool, 1)}
	s.bridge = newBridge(n, time.Duration(cfg.ServiceTimeoutSec*float64(time.Second)))
	s.drive = newDrive(n, clock, limits{speedMPerSec: cfg.TeleopMPerSec, turnRadPerSec: cfg.TeleopTurnDeg * math.Pi / 180})
	s.people = &people{clock: clock, lease: s.drive.drives, driver: s.drive.driver}
	s.goals = &goals{node: n, clock: clock, drive: s.drive, robot: s.people.robotOf, clients: map[string]*actionClient{}}
	s.brake = &brake{node: n, drive: s.drive, goals: s.goals}
	s.parameters = &parameters{node: n, watched: s.watchParameters}
	s.drive.cancelGoals, s.drive.pause, s.drive.changed = s.goals.sessionLost, s.brake.pause, s.people.changed
	s.server = foxglove.NewServer(foxglove.Options{
		Name: "gonao studio", SessionID: fmt.Sprint(clock.Now().UnixNano()), Metadata: metadata(), Now: n.Clock.Now, Log: n.Log,
		Parameters: s.parameters, Graph: func() foxglove.Graph { return connections(n) }, Time: n.Clock.Simulated(),
		Publish:   &publishers{node: n, drive: s.drive, robot: s.people.robotOf, open: map[publisherKey]*publisher{}},
		OnSession: s.sessionChanged,
		Asset:     asset,
	})
	s.bridge.server, s.people.server, s.goals.server, s.parameters.server = s.server, s.server, s.server, s.server
	s.bridge.graph = func(g ros.Graph) {
		s.people.setRobots(g)
		s.goals.setActions(g)
	}
	s.people.start()
	s.goals.start()
	addJSON(s.server, "studio/action", foxglove.Driver, s.goals.serve)
	addJSON(s.server, "studio/drive", foxglove.Driver, s.drive.serve)
	addJSON(s.server, "studio/twist", foxglove.Driver, s.drive.twist)
	addJSON(s.server, "studio/stop", foxglove.Driver, s.brake.stop)
	addJSON(s.server, "studio/let_down", foxglove.Driver, s.brake.letDown)
	return s
}

// sessionChanged is called when a session opens and after it has ended. The goals of one that has ended are canceled
// even if nobody heard of its lease.
func (s *studio) sessionChanged(session *foxglove.Session, open bool) {
	if !open {
		s.drive.sessionEnded(session.Number)
		s.goals.sessionLost(session.Number, "*")
	}
	s.people.changed()
}

// watchParameters makes followParameters look again.
func (s *studio) watchParameters(on bool) {
	for {
		select {
		case s.parametersWatched <- on:
			return
		default:
		}
		select {
		case <-s.parametersWatched: // an older one
		default:
		}
	}
}

// followParameters shows changes of parameters while somebody watches them.
func (s *studio) followParameters(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case on := <-s.parametersWatched:
			s.parameters.follow(on)
		case e := <-s.parameters.channel():
			s.parameters.event(&e)
		}
	}
}

// timePeriod is how often viewers are sent the time of a simulation.
const timePeriod = 50 * time.Millisecond

// tellTime sends the time of a simulation to the viewers, which show it and follow its pauses.
func (s *studio) tellTime(ctx context.Context) {
	if !s.node.Clock.Simulated() {
		return
	}
	for now := range s.node.Clock.Tick(ctx, timePeriod) {
		s.server.SetTime(now)
	}
}

// metadata returns what viewers want to know of the server. Lichtblick reads topics as those of ROS 2 if a distribution
// is named.
func metadata() map[string]string {
	distro := os.Getenv("ROS_DISTRO")
	if distro == "" {
		distro = "jazzy"
	}
	return map[string]string{"ROS_DISTRO": distro, "studio": "gonao"}
}
