// Package simulator is the node that simulates one or more NAOs in a MuJoCo world: physics,
// sensors and motors behind the robot's own LoLA socket (/tmp/robocup; one client a robot, 83.3 Hz), and the ground truth.
//
//	subscribes  carrier_command                                    gonao_msgs/CarrierCommand       where a ball shall go
//	            guard_state                                        gonao_msgs/GuardState           at the end: whether the driver lets its robot down or goes on
//	publishes   camera/top/image_raw, camera/bottom/image_raw      sensor_msgs/Image               yuv422_yuy2, 30 Hz, while subscribed
//	            camera/top/camera_info, camera/bottom/camera_info  sensor_msgs/CameraInfo          with each image
//	            contacts                                           gonao_msgs/Contacts             20 Hz, while subscribed: who touches whom, and what robots cover
//	            world_markers                                      visualization_msgs/MarkerArray  once: carpet, lines, goals and balls
//	            field_features                                     gonao_msgs/FieldFeatures        with percepts.source truth: what an image shows, from truth, 10 Hz
//	            seen_objects                                       gonao_msgs/SeenObjects          the same: ball and robots
//	            /clock                                             rosgraph_msgs/Clock             every cycle, 83.3 Hz
//	            /tf                                                tf2_msgs/TFMessage              world to ground_truth, each robot's torso where it is, 10.4 Hz, while subscribed
//	            carrier_state                                      gonao_msgs/CarrierState         every cycle, 83.3 Hz
//	            simulator_stats                                    gonao_msgs/SimulatorStats       once a second
//	            ground_truth                                       gonao_msgs/GroundTruth          every cycle, 83.3 Hz
//	serves      simulator/push                                     gonao_msgs/PushObject           robot, link or ball: an impulse
//	            simulator/pull                                     gonao_msgs/PullObject           the same: towards a point
//	            simulator/place                                    gonao_msgs/PlaceObject          robot or ball: elsewhere
//	            simulator/press                                    gonao_msgs/PressButton          the robot's button, bumper or touch pad: pressed for a while
//	            simulator/reset                                    std_srvs/Trigger                all back to the start; time goes on
//
// While the world is paused, /clock stands and no LoLA frame is sent; things can be put
// elsewhere, and time, truth and statistics are published again once a second of wall time.
//
// Time starts at 0 with the process; when it restarts after a crash, the others' clocks
// jump back. Stamps are the simulated time of what they belong to.
//
// Of several robots (robots.names) each has ground_truth, camera/… and simulator/… in a
// namespace of its own below the node's, such as nao1/ground_truth, and a socket of its
// own; the rest is there once. With robots.per_team they are two teams, red1, red2, … and blue1, blue2, …
//
// When the context ends while LoLA clients are connected, the node continues until
// they have gone, at most for linger_sec: on Ctrl-C, which reaches everybody at
// once, the drivers bring their robots down. Drivers that report after a second that they go
// on are not waited for: only the simulator ends.
package simulator

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"gonao/internal/pace"
	"gonao/internal/proc"
	"gonao/internal/si"
	"gonao/nao"
	"gonao/nodes/internal/images"
	"gonao/nodes/internal/worldpace"
	"gonao/ros"
	"gonao/sim"
	"gonao/sim/lolaserver"
	"gonao/sim/world"
)

// Run runs the node until ctx ends and the LoLA clients have gone.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	ground, err := world.Load(cfg.World)
	if err != nil {
		return err
	}
	if err := cfg.Robots.setTeams(&ground); err != nil {
		return err
	}
	for _, socket := range cfg.sockets() {
		held, err := proc.TakeClaim(claimed(socket))
		if err := served(socket, err); err != nil {
			return err
		}
		defer held.Release()
	}
	w, err := load(n, cfg, ground)
	if err != nil {
		return err
	}
	defer w.Close()
	worldPace := pace.New(cfg.speed())
	group, closeSockets, err := listen(n, cfg, nao.StandPosture(), worldPace) // a client gets frames from the first moment
	defer closeSockets()
	if err != nil {
		return err
	}
	store := images.NewStore(cfg.Store, nil)
	defer store.Close()
	cameras, err := startAllCameras(n, w, cfg, store)
	defer func() {
		for _, c := range cameras {
			c.close()
		}
	}()
	if err != nil {
		return err
	}
	physics := newPhysics(w, worldPace)
	publisher, err := newPublisher(n, physics, group, cameras, cfg)
	if err != nil {
		return err
	}
	if publisher.sights, err = newSights(n, w, ground, cfg); err != nil {
		return err
	}
	if publisher.contacts, err = newContacts(n, w); err != nil {
		return err
	}
	if err := advertiseMarkers(n, ground); err != nil {
		return err
	}
	if err := followCommands(n, physics); err != nil {
		return err
	}
	stepped := worldpace.Stepped{Pace: worldPace, Lockstep: cfg.Lockstep, Still: errStill}
	for robot := range w.Bodies() {
		if err := serve(n, physics, robot); err != nil {
			return err
		}
		if err := worldpace.Serve(n, w.Bodies()[robot].Prefix(), stepped, func() {}); err != nil {
			return err
		}
	}
	if err := applyParameters(n, ground, cfg.Robots, physics, cameras, store); err != nil {
		return err
	}
	n.Log.Info("simulating", "world", cfg.World, "robots", cfg.Robots.Names, "socket", cfg.Socket, "lockstep", cfg.Lockstep)
	context.AfterFunc(ctx, func() {
		raiseThreads()
		for _, c := range cameras {
			c.end()
		}
	})
	drivers, err := openDriverReports(n, w.Bodies())
	if err != nil {
		return err
	}
	ending := &end{n: n, group: group, pace: worldPace, drivers: drivers, limit: si.Seconds(cfg.LingerSec)}
	ctx, stop := ending.extend(ctx)
	defer stop()
	return work(ctx, n, cfg.RealtimePriority, group, physics, publisher)
}

// loadReport is the time between two reports while the world is loaded.
const loadReport = 5 * time.Second

// load creates the world with its robots, and logs when that takes long.
func load(n *ros.Node, cfg Config, ground world.World) (*sim.World, error) {
	n.Log.Info("loading the world", "world", cfg.World)
	clock := ros.NewSystemClock()
	start := clock.Now()
	ctx, loaded := context.WithCancel(n.Context())
	defer loaded()
	go func() {
		for now := range clock.Tick(ctx, loadReport) {
			if waited := now.Sub(start); waited >= loadReport {
				n.Log.Info(fmt.Sprintf("loading the world (%.0f s)", waited.Seconds()))
			}
		}
	}()
	return sim.NewWorld(cfg.simulation(ground))
}

// listen opens the robots' sockets. The returned close function must be called also after an error.
func listen(n *ros.Node, cfg Config, start nao.Joints, pace *pace.Pace) (group *lolaserver.Group, closeAll func(), err error) {
	names := cfg.Robots.Names
	if len(names) == 0 {
		names = []string{""}
	}
	var servers []*lolaserver.Server
	closeAll = func() {
		for _, s := range servers {
			s.Close() //nolint:errcheck // Run has closed it; before Run there is nothing to lose
		}
	}
	for _, name := range names {
		s, err := lolaserver.Listen(lolaserver.Config{
			Path: cfg.Robots.socket(name, cfg.Socket), Initial: standing(start),
			Robot: [4]string{cfg.BodyID, cfg.BodyVersion, cfg.HeadID, cfg.HeadVersion},
			Logf:  func(format string, args ...any) { n.Log.Warn(fmt.Sprintf(format, args...)) },
		})
		if err != nil {
			return nil, closeAll, err
		}
		servers = append(servers, s)
	}
	group = lolaserver.NewGroup(lolaserver.GroupConfig{Lockstep: cfg.Lockstep, Deadline: si.Seconds(cfg.DeadlineSec), FirstWithin: si.Seconds(cfg.FirstWithinSec), Pace: pace}, servers...)
	return group, closeAll, nil
}

// applyParameters applies changes of parameters: the cameras' at the next image, the
// physics' before the next cycle.
func applyParameters(n *ros.Node, ground world.World, robots Robots, p *physics, cameras []*cameras, store *images.Store) error {
	return ros.OnReconfigure(n, func(cfg Config) error {
		cfg.Robots = robots // with the teams
		store.Tune(cfg.Store)
		for _, c := range cameras {
			if err := c.tune(cfg.cameraOptions(n.HoldsImages()), cfg.Compressed); err != nil {
				return err
			}
		}
		changed := cfg.simulation(ground)
		p.tuned.Store(&changed)
		return nil
	})
}

// work steps the physics in one thread and publishes in another, until ctx ends or one of them fails. Both request
// real-time priority, the physics a higher one; a late /clock delays all other nodes.
func work(ctx context.Context, n *ros.Node, priority int, group *lolaserver.Group, physics *physics, p *publisher) error {
	// A locked thread that comes back from sleep needs one of Go's processors at
	// once, not when another goroutine is through with it: have more than cores.
	runtime.GOMAXPROCS(runtime.NumCPU() + 2)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var stepping, publishing error
	wg.Go(func() {
		defer cancel()
		if err := askForPriority(priority); err != nil {
			n.Log.Warn("cycles may be late", "error", err)
		}
		stepping = group.Run(ctx, physics, physics.bodies(), p.note)
	})
	wg.Go(func() {
		defer cancel()
		_ = askForPriority(priority / 2) // a refusal here is also one there, and logged
		publishing = p.run(ctx)
	})
	wg.Wait()
	return errors.Join(stepping, publishing)
}

// askForPriority requests real-time priority for the calling goroutine's thread; 0 requests none.
func askForPriority(priority int) error {
	if priority == 0 {
		return nil
	}
	return ros.Realtime(priority)
}
