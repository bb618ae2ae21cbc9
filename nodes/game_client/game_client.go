// Package gameclient is the node of a robot that hears the GameController and reports to it.
//
//	subscribes  button_events          gonao_msgs/ButtonEvent                              chest button and bumpers count while no GameController speaks
//	            gc/return_data         game_controller_spl_interfaces/RCGCRD4              status messages of another program, sent as they are
//	            player_state_response  game_controller_hsl_interfaces/PlayerStateResponse  the same
//	            motion_state           gonao_msgs/MotionState                              fallen robots are reported
//	            pose                   geometry_msgs/PoseWithCovarianceStamped             of the robot in map, which is reported
//	            world_model            gonao_msgs/WorldModel                               the ball, which is reported
//	publishes   game_state             gonao_msgs/GameState                                what the robot is to know, on change and with each control message
//	            game_phase             gonao_msgs/GamePhase                                what the robot has to do, on change
//	            gamestate              game_controller_hsl_interfaces/GameState            control messages of versions 19 and 20, each
//	            gc/data                game_controller_spl_interfaces/RCGCD14              each control message of version 14, when spl_version is 14
//	            gc/data                game_controller_spl_interfaces/RCGCD15              each control message of versions 15 to 18
//	            role                   std_msgs/String                                     once, the parameter role if there is one
//	            /diagnostics           diagnostic_msgs/DiagnosticArray                     whether a GameController speaks, 1 Hz
//
// It hears GameControllers on this machine. With the parameter network it hears those on the network too and reports to
// them. The first one that has the robot's team is obeyed until it is silent. Once a game has begun, its
// address alone is obeyed until the game ends, or until the parameter lock_controller is false.
package gameclient

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"gonao/internal/convert/gamestate"
	"gonao/internal/si"
	"gonao/internal/throttle"
	"gonao/msgs"
	hsl "gonao/msgs/game_controller_hsl_interfaces"
	spl "gonao/msgs/game_controller_spl_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/soccer/game"
	"gonao/soccer/game/udp"
	"gonao/soccer/game/wire"
)

// othersReport is how long status messages of another program replace the node's own.
const othersReport = 3 * time.Second

// node is the running node. Its loop owns everything but health.
type node struct {
	*ros.Node
	cfg    Config
	client *wire.Client
	udp    *udp.Client // nil without packets
	ports  ports
	out    outputs
	in     inputs
	health health

	start     time.Time      // origin of the client's clock
	from      netip.AddrPort // GameController that is followed
	reported  time.Time      // time of another program's status message
	refused   throttle.Counter
	published bool // the first phase
	last      wire.ClientView
}

// ports are where control messages arrive and status messages go to.
type ports struct {
	listen netip.AddrPort
	status uint16
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	at := udp.Loopback
	if cfg.Network {
		at = netip.AddrPortFrom(netip.IPv4Unspecified(), wire.ControlPort)
	}
	return run(ctx, n, cfg, ports{at, wire.StatusPort})
}

func run(ctx context.Context, n *ros.Node, cfg Config, at ports) (err error) {
	c := newNode(n, cfg, at)
	if err := errors.Join(c.out.open(n, cfg), ros.Open(n, &c.in), c.health.open(n)); err != nil {
		return err
	}
	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return err
	}
	var controls <-chan udp.Control
	var refused <-chan udp.Refused
	if cfg.UDP {
		if c.udp, err = udp.Dial(ctx, at.listen); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.udp.Close()) }()
		controls, refused = c.udp.Controls(), c.udp.Refused()
	}
	if err := c.publish(); err != nil {
		return err
	}
	report := n.Clock.After(period(cfg))
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-controls:
			err = c.control(m)
		case m := <-refused:
			c.refuse("packet refused", m.From, m.Err)
		case m := <-c.in.Buttons.C():
			err = c.button(&m)
		case m := <-c.in.Spl.C():
			c.forward(gamestate.StatusOfSPL(&m))
		case m := <-c.in.Hsl.C():
			c.forward(gamestate.StatusOfHSL(n.Clock.Now(), &m, uint8(cfg.Team), uint8(cfg.Player)))
		case now := <-report:
			if changed, ok := changes.Next(); ok {
				cfg = changed
				c.client.SetLock(cfg.LockController)
				c.health.lock(c.client.Locked())
			}
			report = n.Clock.After(period(cfg))
			c.report(now)
		}
		if err != nil {
			return err
		}
	}
}

func newNode(n *ros.Node, cfg Config, at ports) *node {
	color, _ := game.ParseColor(cfg.Color) // checked by Validate
	other, _ := game.ParseColor(cfg.OtherColor)
	c := &node{Node: n, cfg: cfg, ports: at, start: n.Clock.Now(), client: wire.NewClient(wire.ClientConfig{
		Team: uint8(cfg.Team), Player: uint8(cfg.Player), Color: uint8(color), OtherColor: uint8(other), SilentAfter: si.Seconds(cfg.SilentAfterSec), Lock: cfg.LockController,
	})}
	c.health.now, c.health.silent = c.now, cfg.SilentAfterSec
	return c
}

func period(cfg Config) time.Duration { return time.Duration(float64(time.Second) / cfg.ReportHz) }

// now returns the time of the client's clock.
func (c *node) now() time.Duration { return c.Clock.Now().Sub(c.start) }

// control obeys a control message. One of a second GameController, or of another game, is logged and left.
func (c *node) control(m udp.Control) error {
	now := c.now()
	switch {
	case !c.client.Silent(now) && m.From != c.from:
		c.refuse("a second GameController speaks; the first one is obeyed", m.From, nil)
		c.health.second()
		return nil
	case c.client.Locked() && m.From.Addr() != c.from.Addr():
		c.refuse("another GameController speaks in the game of "+c.from.Addr().String()+"; set lock_controller to false to obey it", m.From, nil)
		c.health.second()
		return nil
	}
	if err := c.client.Control(now, m.Message); err != nil {
		c.refuse("control message refused", m.From, err)
		return nil
	}
	if m.From != c.from {
		c.Log.Info("a GameController speaks", "from", m.From.String(), "version", m.Message.Version)
	}
	c.from = m.From
	c.health.heard(now, m.From, m.Message.Version, c.client.Locked())
	if err := c.out.foreign(ros.Stamp(c.Clock.Now()), &m.Message, uint8(c.cfg.Team), uint8(c.cfg.Player)); err != nil {
		return err
	}
	return c.publish()
}

func (c *node) refuse(what string, from netip.AddrPort, err error) {
	if times, due := c.refused.Count(c.Clock.Now()); due {
		c.Log.Warn(what, "from", from.String(), "times", times, "error", err)
	}
}

// button applies a press.
func (c *node) button(m *msgs.ButtonEvent) error {
	press, ok := pressOf(m)
	if !ok || !c.client.Press(c.now(), press) {
		return nil
	}
	return c.publish()
}

// pressOf returns the meaning of a button's event in a game.
func pressOf(m *msgs.ButtonEvent) (wire.Press, bool) {
	switch m.Button {
	case msgs.ButtonEventButtonChest:
		if m.Event == msgs.ButtonEventEventTriple {
			return wire.ChestThrice, true
		}
		return wire.Chest, m.Event == msgs.ButtonEventEventSingle
	case msgs.ButtonEventButtonLeftFootLeft, msgs.ButtonEventButtonLeftFootRight:
		return wire.LeftBumper, m.Event == msgs.ButtonEventEventSingle
	case msgs.ButtonEventButtonRightFootLeft, msgs.ButtonEventButtonRightFootRight:
		return wire.RightBumper, m.Event == msgs.ButtonEventEventSingle
	default:
		return 0, false
	}
}

// publish publishes the robot's game state, and its phase when it has changed.
func (c *node) publish() error {
	v, stamp := c.client.View(), ros.Stamp(c.Clock.Now())
	if err := c.out.State.Publish(gamestate.FromView(stamp, &v, uint8(c.cfg.Team), uint8(c.cfg.Player))); err != nil {
		return err
	}
	if c.published && v.Phase == c.last.Phase {
		return nil
	}
	c.published, c.last = true, v
	return c.out.Phase.Publish(msgs.GamePhase{Stamp: stamp, Phase: uint8(v.Phase)})
}

// report sends the robot's status to the GameController that speaks, unless another program does.
func (c *node) report(now time.Time) {
	if !c.reported.IsZero() && now.Sub(c.reported) < othersReport {
		return
	}
	c.send(statusOf(c, now))
}

// never is the age of a ball that was not seen.
const never = -1

// statusOf returns the robot's status report. A ball that its world model does not know counts as never seen.
func statusOf(c *node, now time.Time) wire.Status {
	s := wire.Status{Player: uint8(c.cfg.Player), Team: uint8(c.cfg.Team), BallAge: never}
	if m, ok := c.in.Motion.Get(); ok {
		s.Fallen = m.State >= msgs.MotionStateFalling && m.State <= msgs.MotionStateGettingUp
	}
	if p, ok := c.in.Pose.Get(); ok {
		s.Pose = gamestate.PoseOf(&p.Pose.Pose)
	}
	if m, ok := c.in.Model.Get(); ok && m.Ball.Known && si.IsFinite(m.Ball.X) && si.IsFinite(m.Ball.Y) {
		s.BallAge = float32(max(0, now.Sub(ros.StampTime(m.Ball.Seen)).Seconds()))
		s.Ball = [2]float32{float32(1000 * m.Ball.X), float32(1000 * m.Ball.Y)}
	}
	return s
}

// forward sends the status message of another program, which replaces the node's own for a while.
func (c *node) forward(s wire.Status) {
	c.reported = c.Clock.Now()
	c.send(s)
}

// send sends a status message to the GameController that speaks.
func (c *node) send(s wire.Status) {
	if c.udp == nil || c.client.Silent(c.now()) {
		return
	}
	to := netip.AddrPortFrom(c.from.Addr(), c.ports.status)
	if _, err := wire.ParseStatus(s.Append(nil)); err != nil {
		c.refuse("status message not sent", to, err)
	} else if err := c.udp.Report(to, s); err != nil {
		c.refuse("status message not sent", to, err)
	}
}

// inputs are the subscriptions.
type inputs struct {
	Buttons *ros.Subscription[msgs.ButtonEvent]                  `topic:"button_events" qos:"depth 20" doc:"chest button and bumpers count while no GameController speaks"`
	Spl     *ros.Subscription[spl.RCGCRD4]                       `topic:"gc/return_data" doc:"status messages of another program, sent as they are"`
	Hsl     *ros.Subscription[hsl.PlayerStateResponse]           `topic:"player_state_response" doc:"the same"`
	Motion  *ros.Watcher[msgs.MotionState]                       `topic:"motion_state" qos:"transient local, depth 1" doc:"fallen robots are reported"`
	Pose    *ros.Watcher[geometrymsgs.PoseWithCovarianceStamped] `topic:"pose" qos:"depth 1" doc:"of the robot in map, which is reported"`
	Model   *ros.Watcher[msgs.WorldModel]                        `topic:"world_model" qos:"sensor data, depth 1" doc:"the ball, which is reported"`
}
