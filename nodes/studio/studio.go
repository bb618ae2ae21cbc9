// Package studio is the node that serves the studio: the page in which a person sees robots, draws machines and
// debugs them, and the socket by which the page, Foxglove and Lichtblick see topics and call services.
//
//	subscribes  machine/snapshot   gonao_msgs/MachineSnapshot     which machine runs, while there are breakpoints or viewers
//	            /parameter_events  rcl_interfaces/ParameterEvent  when a parameter is set, while a viewer follows parameters
//	            cmd_vel            geometry_msgs/Twist            once a person has driven a robot: whether its machine drives
//	publishes   cmd_vel            geometry_msgs/Twist            while a person drives a robot
//	            head_command       gonao_msgs/HeadCommand         while a person moves its head
//	calls       set_posture        gonao_msgs/SetPosture          to let a robot down
//	            set_limp           gonao_msgs/SetLimp             the same, when it lies
//	            machine/pause      std_srvs/Trigger               the same: all its machines
//
// It subscribes to any topic of the graph while somebody looks at it. For a browser with the role it publishes topics, calls services and
// sends goals to actions.
//
// Who may come in is decided by gonao/studio/door, the pages are served by gonao/studio/site, the protocol is gonao/studio/foxglove's, the documents are gonao/studio's.
package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"sync"
	"time"

	"gonao/ros"
	"gonao/studio/foxglove"
	"gonao/studio/site"
)

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	return run(ctx, n, cfg, ros.NewSystemClock(), func() {})
}

// run is Run with the clock of leases, which no simulation stops; it calls ready once browsers can come.
func run(ctx context.Context, n *ros.Node, cfg Config, clock *ros.Clock, ready func()) error {
	var s *studioNode
	web, err := site.Open(site.Config{
		Name: "studio", Address: cfg.Address, Port: cfg.Port, Ports: cfg.Ports, TokenFile: cfg.TokenFile, CertificateFile: cfg.CertificateFile,
		Page: cfg.Page, Hosts: cfg.Hosts, AllowedOrigins: cfg.AllowedOrigins, Now: ros.NewSystemClock().Now, Links: os.Stderr, Log: n.Log,
		Beside: func(w http.ResponseWriter, r *http.Request, name string, role foxglove.Role) {
			s.matches.pass(w, r, name, role)
		},
		Bags: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if s.bags == nil {
				http.NotFound(w, r)
				return
			}
			s.bags.ServeHTTP(w, r)
		}),
	})
	if err != nil {
		return err
	}
	s = newStudio(n, cfg, clock)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	all.Go(func() { s.bridge.run(ctx) })
	all.Go(func() { s.drive.run(ctx) })
	all.Go(func() { s.followParameters(ctx) })
	all.Go(func() { s.tellTime(ctx) })
	if s.documents != nil {
		all.Go(func() { s.matches.run(ctx) })
		all.Go(func() { s.documents.run(ctx) })
		all.Go(func() { s.running.run(ctx) })
		all.Go(func() { s.dryRuns.run(ctx) })
	}
	err = web.Serve(ctx, s.server, ready)
	cancel()
	all.Wait()
	if s.bags != nil {
		s.bags.close()
	}
	if s.closeFiles != nil {
		err = errors.Join(err, s.closeFiles())
	}
	return err
}

// studioNode is the running node: its parts and their connections.
type studioNode struct {
	node       *ros.Node
	clock      *ros.Clock
	server     *foxglove.Server
	bridge     *bridge
	people     *people
	drive      *drive
	goals      *goals
	brake      *brake
	parameters *parameters
	points     *breakpoints
	documents  *documents
	running    *running     // nil without documents
	matches    *matches     // the same
	bags       *bags        // the same
	dryRuns    *dryRuns     // the same
	closeFiles func() error // of the motions; may be nil

	parametersWatched chan bool // the newest: whether /parameter_events is needed
}

// newStudio makes the parts.
func newStudio(n *ros.Node, cfg Config, clock *ros.Clock) *studioNode {
	s := &studioNode{node: n, clock: clock, parametersWatched: make(chan bool, 1)}
	s.bridge = newBridge(n, time.Duration(cfg.ServiceTimeoutSec*float64(time.Second)))
	s.drive = newDrive(n, clock, limits{speedMPerSec: cfg.TeleopMPerSec, turnRadPerSec: cfg.TeleopTurnDeg * math.Pi / 180})
	s.people = &people{clock: clock, lease: s.drive.drives, driver: s.drive.driver}
	s.goals = &goals{node: n, clock: clock, drive: s.drive, robot: s.people.robotOf, clients: map[string]*actionClient{}}
	s.points = newBreakpoints(n)
	s.bridge.points = s.points
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
		s.points.compare(g)
		if s.running != nil {
			s.running.compare(g)
		}
	}
	s.people.start()
	s.goals.start()
	foxglove.AddJSONService(s.server, "studio/action", foxglove.Driver, s.goals.serve)
	foxglove.AddJSONService(s.server, "studio/drive", foxglove.Driver, s.drive.serve)
	foxglove.AddJSONService(s.server, "studio/twist", foxglove.Driver, s.drive.twist)
	foxglove.AddJSONService(s.server, "studio/stop", foxglove.Driver, s.brake.stop)
	foxglove.AddJSONService(s.server, "studio/let_down", foxglove.Driver, s.brake.letDown)
	documents, err := openDocuments(cfg.Directory, cfg.Module, s.server, clock, s.points)
	if err != nil {
		n.Log.Warn("machines can be watched, but not edited", "reason", err)
		return s
	}
	if s.matches, err = newMatches(s.server, clock, cfg.MatchProgram, cfg.Directory); err != nil {
		n.Log.Warn("machines can be watched, but not edited", "reason", err)
		return s
	}
	if s.bags, err = newBags(n, s.server, clock, cfg.Directory); err != nil {
		n.Log.Warn("bags cannot be recorded", "reason", err)
	}
	s.documents, s.running, s.dryRuns = documents, newRunning(n, documents), newDryRuns(n, s.server, documents)
	documents.changed, documents.edited, documents.closed = s.running.kick, s.dryRuns.edited, s.dryRuns.closed
	addAdapt(s.server)
	if s.closeFiles, err = addFiles(s.server, cfg.Directory); err != nil {
		n.Log.Warn("motions cannot be edited", "reason", err)
	}
	s.documents.addServices()
	s.documents.addTests(func(machine string) *ros.Node { return cmp.Or(s.dryRuns.nodeOf(machine), n) })
	return s
}

// sessionChanged is called when a session opens and after it has ended. The goals of an ended session are canceled even
// if its lease was not used.
func (s *studioNode) sessionChanged(session *foxglove.Session, open bool) {
	if !open {
		s.drive.sessionEnded(session.Number)
		s.points.sessionEnded(session.Number)
		s.goals.sessionLost(session.Number, "*")
		if s.dryRuns != nil {
			s.dryRuns.sessionEnded(session.Number)
		}
	}
	s.people.changed()
}

// watchParameters makes followParameters look again.
func (s *studioNode) watchParameters(on bool) {
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

// followParameters shows changes of parameters while there are viewers.
func (s *studioNode) followParameters(ctx context.Context) {
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
func (s *studioNode) tellTime(ctx context.Context) {
	if !s.node.Clock.Simulated() {
		return
	}
	for now := range s.node.Clock.Tick(ctx, timePeriod) {
		s.server.SetTime(now)
	}
}

// metadata returns the viewers' information about the server. Lichtblick reads topics as those of ROS 2 if a distribution
// is named.
func metadata() map[string]string {
	distro := cmp.Or(os.Getenv("ROS_DISTRO"), "jazzy")
	return map[string]string{"ROS_DISTRO": distro, "studio": "gonao"}
}
