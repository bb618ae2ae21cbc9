// Package teamcomm is the node that carries the messages of a robot's team: 48 bytes each, over UDP on the port 10000 + team.
//
//	subscribes  team_message   gonao_msgs/TeamMessage           what the node player wants to tell; each is sent
//	            pose_estimate  gonao_msgs/PoseEstimate          while nobody publishes team_message, the node makes messages of these
//	            world_model    gonao_msgs/WorldModel            pose, ball and robots
//	            motion_state   gonao_msgs/MotionState           whether the robot is fallen
//	            role           std_msgs/String                  that of the robot
//	            game_state     gonao_msgs/GameState             the budget, and whether messages count
//	publishes   /diagnostics   diagnostic_msgs/DiagnosticArray  who is heard, and what is left of the budget, 1 Hz
//	            team_messages  gonao_msgs/TeamMessage           what a teammate has told, per message of a teammate
//	            team_reports   gonao_msgs/TeamReport            the same for world_model, per message of a teammate
//
// It sends in READY, SET and PLAYING, and in STANDBY what the topic team_message holds, while the robot is not penalised and the team's budget is not used up. Its own messages
// are sent at most once a second, and less often while nothing has changed, so that the budget lasts for the game. Everything stays on this machine unless the parameter
// broadcast names an address.
package teamcomm

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"gonao/internal/convert"
	"gonao/internal/throttle"
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/robot/localization"
	"gonao/robot/worldmodel"
	"gonao/ros"
	"gonao/soccer/game/udp"
	"gonao/soccer/team"
)

// period is the period of checking whether a message of its own is due.
const period = 250 * time.Millisecond

// otherTells is how long a message of the node player replaces the node's own.
const otherTells = 10 * time.Second

// carrier sends and receives packets.
type carrier interface {
	Packets() <-chan udp.TeamPacket
	Send(data []byte) error
	Close() error
}

// node is the running node. Its loop owns everything but health.
type node struct {
	*ros.Node
	cfg    Config
	link   carrier
	in     inputs
	out    outputs
	health health

	clock   team.Clock
	sender  team.Sender
	told    time.Time // time of the last team_message
	refused throttle.Counter
}

// outputs are the publishers.
type outputs struct {
	Messages *ros.Publisher[msgs.TeamMessage] `topic:"team_messages" qos:"best effort, depth 20" doc:"what a teammate has told, per message of a teammate"`
	Reports  *ros.Publisher[msgs.TeamReport]  `topic:"team_reports" qos:"best effort, depth 20" doc:"the same for world_model, per message of a teammate"`
}

// inputs are the subscriptions.
type inputs struct {
	Messages *ros.Subscription[msgs.TeamMessage] `topic:"team_message" doc:"what the node player wants to tell; each is sent"`
	Pose     *ros.Watcher[msgs.PoseEstimate]     `topic:"pose_estimate" qos:"sensor data, depth 1" doc:"while nobody publishes team_message, the node makes messages of these"`
	Model    *ros.Watcher[msgs.WorldModel]       `topic:"world_model" qos:"sensor data, depth 1" doc:"pose, ball and robots"`
	Motion   *ros.Watcher[msgs.MotionState]      `topic:"motion_state" qos:"transient local, depth 1" doc:"whether the robot is fallen"`
	Role     *ros.Watcher[stdmsgs.String]        `topic:"role" doc:"that of the robot"`
	Game     *ros.Watcher[msgs.GameState]        `topic:"game_state" qos:"transient local, depth 1" doc:"the budget, and whether messages count"`
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	broadcast := cfg.Broadcast.Addr()
	if broadcast.IsValid() {
		n.Log.Warn("team messages go to the network", "address", broadcast.String())
	}
	link, err := udp.DialTeam(ctx, udp.TeamAddress(uint8(cfg.Team), broadcast))
	if err != nil {
		return err
	}
	return run(ctx, n, cfg, link)
}

// run runs the node over a link, which it closes.
func run(ctx context.Context, n *ros.Node, cfg Config, link carrier) (err error) {
	defer func() { err = errors.Join(err, link.Close()) }()
	c := &node{Node: n, cfg: cfg, link: link, health: health{own: cfg.Player}}
	if err := errors.Join(ros.Open(n, &c.out), ros.Open(n, &c.in), c.health.open(n)); err != nil {
		return err
	}
	due := n.Clock.After(period)
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-link.Packets():
			if err := c.receive(n.Clock.Now(), p); err != nil {
				return err
			}
		case m := <-c.in.Messages.C():
			c.told = n.Clock.Now()
			message := convert.FromTeamMessage(&m)
			c.send(c.told, &message)
		case now := <-due:
			due = n.Clock.After(period)
			c.tell(now)
		}
	}
}

// receive publishes a teammate's message. A packet that is not a message of a teammate is logged.
func (c *node) receive(now time.Time, p udp.TeamPacket) error {
	m, err := team.Decode(p.Data)
	if err == nil && m.Number == c.cfg.Player {
		err = fmt.Errorf("player %d: another robot has this number", m.Number)
	}
	if err != nil {
		c.refuse("team message refused", p.From, err)
		return nil
	}
	m.Time, m.Whistle = c.clock.Receive(ros.SinceEpoch(now), &m)
	c.health.heard(m.Number, now)
	message := convert.TeamMessage(&m)
	return errors.Join(c.out.Messages.Publish(message), c.out.Reports.Publish(convert.TeamReport(&m)))
}

func (c *node) refuse(what string, from netip.AddrPort, err error) {
	c.health.refuse()
	if times, due := c.refused.Count(c.Clock.Now()); due {
		c.Log.Warn(what, "from", from.String(), "times", times, "error", err)
	}
}

// send sends a message unless the game forbids it.
func (c *node) send(now time.Time, m *team.Message) {
	if g, ok := c.in.Game.Get(); ok && !allowed(&g, c.cfg.Player) {
		return
	}
	m.Number = c.cfg.Player
	if err := c.link.Send(m.Append(nil)); err != nil {
		c.refuse("team message not sent", netip.AddrPort{}, err)
		return
	}
	c.health.send(now)
}

// allowed reports whether a robot may send a message in a game.
func allowed(g *msgs.GameState, player int) bool {
	if g.State < msgs.GameStateStateStandby || g.State > msgs.GameStateStatePlaying || budget(g) == 0 {
		return false
	}
	return player > len(g.Home.Players) || g.Home.Players[player-1].Penalty == msgs.GamePlayerPenaltyNone
}

// unlimited is the budget while no GameController speaks: that of SPL.
const unlimited = 1200

// budget returns how many messages the team has left.
func budget(g *msgs.GameState) int {
	if g.PlayersPerTeam == 0 {
		return unlimited
	}
	return int(g.Home.Messages)
}

// tell sends a message of the node's own when one is due: a pose is known, and team_message has no publisher.
func (c *node) tell(now time.Time) {
	if !c.told.IsZero() && now.Sub(c.told) < otherTells {
		return
	}
	g, inGame := c.in.Game.Get()
	pose, located := c.in.Pose.Get()
	if !inGame || !located || !pose.Localized || g.State < msgs.GameStateStateReady || !allowed(&g, c.cfg.Player) {
		return
	}
	m, ok := c.believed(ros.SinceEpoch(now), &pose)
	if !ok {
		return
	}
	m.Number = c.cfg.Player
	if s, ok := c.in.Motion.Get(); ok {
		m.Fallen = s.State >= msgs.MotionStateFalling && s.State <= msgs.MotionStateGettingUp
	}
	if r, ok := c.in.Role.Get(); ok {
		m.Role = team.ParseRole(r.Data)
	}
	if c.sender.Due(ros.SinceEpoch(now), &m, budget(&g), max(int(g.PlayersPerTeam), 1), left(&g)) {
		c.send(now, &m)
	}
}

// goalX is where the goal is for the time to the ball, m: on the field on which most play.
const goalX = 4.5

// believed returns the message of a pose and of the last world model; false: the pose is not finite.
func (c *node) believed(now time.Duration, p *msgs.PoseEstimate) (team.Message, bool) {
	var e localization.Estimate
	if _, ok := convert.FromEstimate(&e, p); !ok {
		return team.Message{}, false
	}
	var w worldmodel.Snapshot
	if model, known := c.in.Model.Get(); known {
		if _, ok := convert.FromModel(&w, &model); !ok {
			w = worldmodel.Snapshot{}
		}
	}
	m := team.Believed(now, e.Pose, &e.Cov, &w)
	m.Target, m.TimeToBall = [2]float64{e.Pose.X, e.Pose.Y}, 99
	if w.Ball.Known {
		m.TimeToBall = team.TimeTo(&team.Mate{Pose: e.Pose}, w.Ball.MapX, w.Ball.MapY, goalX)
	}
	return m, true
}
