// Package gamecontroller is the node that holds the state of a game, as the league's GameController does, without a window.
//
//	publishes  game_state                gonao_msgs/GameState      the truth, on change and twice a second
//	serves     game_controller/undo      gonao_msgs/RefereeAction  takes the last actions back
//	           game_controller/{action}  gonao_msgs/RefereeAction  one such service for each of a referee's actions
//
// Each action of a referee is a service of the same type, such as game_controller/goal.
// It sends control messages to robots and the truth to monitors, and receives status and team messages; see
// [gonao/soccer/game/udp]. Everything stays on this machine unless the parameter broadcast names an address. Then the
// node warns, and stops when it hears another GameController.
package gamecontroller

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	"gonao/ros"
	"gonao/soccer/game"
	"gonao/soccer/game/udp"
	"gonao/soccer/game/wire"
)

// period is how often time is passed to the game.
const period = 50 * time.Millisecond

// sendEvery is the period of control messages and of game_state; while play is stopped, sendStopped.
const (
	sendEvery   = 500 * time.Millisecond
	sendStopped = 200 * time.Millisecond
)

// node is the running node. mu guards the match.
type node struct {
	*ros.Node
	cfg    Config
	rules  *game.Rules
	Out    *ros.Publisher[msgs.GameState]                                     `topic:"game_state" qos:"reliable, transient local, depth 1" doc:"the truth, on change and twice a second"`
	Undo   ros.Service[msgs.RefereeActionRequest, msgs.RefereeActionResponse] `service:"game_controller/undo" doc:"takes the last actions back"`
	server *udp.Server                                                        // nil without packets
	start  time.Time
	sent   time.Time

	mu      sync.Mutex
	match   game.Match
	history game.History
	changed bool // since the last message
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) (err error) {
	c := &node{Node: n, cfg: cfg}
	if c.rules, err = cfg.rules(); err != nil {
		return err
	}
	c.match = game.NewMatch(c.rules)
	c.Undo.Handle(ros.Outcome(c.undo))
	if err := ros.Open(n, c); err != nil {
		return err
	}
	if err := c.serve(); err != nil {
		return err
	}
	var events <-chan udp.Event
	if cfg.UDP {
		if err := c.listen(ctx); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.server.Close()) }()
		events = c.server.Events()
	}
	return c.loop(ctx, events)
}

// listen opens the ports.
func (c *node) listen(ctx context.Context) (err error) {
	target := c.cfg.target()
	version := cmp.Or(c.cfg.Version, c.rules.Book.Version)
	if c.cfg.Broadcast != "" {
		c.Log.Warn("control messages go to the network: robots of these teams obey them, and another GameController must not run", "address", target.String())
	}
	c.server, err = udp.Listen(ctx, udp.Config{
		Target: target, Version: uint8(version), StatusPort: wire.StatusPort, MonitorPort: wire.MonitorPort,
		TeamPorts: []uint16{teamPort(c.cfg.Home), teamPort(c.cfg.Away)},
	})
	return err
}

func teamPort(t game.TeamSetup) uint16 { return wire.TeamPort + uint16(t.Number) }

// loop passes time and packets to the game until ctx ends.
func (c *node) loop(ctx context.Context, events <-chan udp.Event) error {
	last := c.Clock.Now()
	c.start = last
	ticks := make(chan time.Time)
	go func() {
		for now := range c.Clock.Tick(ctx, period) {
			select {
			case ticks <- now:
			case <-ctx.Done():
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e := <-events:
			if err := c.take(e); err != nil {
				return err
			}
		case now := <-ticks:
			if err := c.step(now, now.Sub(last)); err != nil {
				return err
			}
			last = now
		}
	}
}

// step advances the time, and sends due messages. If time goes backwards, a simulator was restarted, and the game
// restarts too.
func (c *node) step(now time.Time, dt time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if dt < 0 {
		c.match, c.history, c.start, c.sent = game.NewMatch(c.rules), game.History{}, now, time.Time{}
		dt = 0
	}
	before := c.match.Game
	c.match = c.match.Seek(dt)
	every := sendEvery
	if c.match.Game.Stopped {
		every = sendStopped
	}
	if !c.changed && !differs(&before, &c.match.Game) && !c.sent.IsZero() && now.Sub(c.sent) < every {
		return nil
	}
	c.changed, c.sent = false, now
	if c.server != nil {
		if err := c.server.Send(now.Sub(c.start), &c.match); err != nil {
			c.Log.Warn("control message not sent", "error", err)
		}
	}
	return c.Out.Publish(gamestate.FromMatch(ros.Stamp(now), &c.match))
}

// differs reports whether two games differ in more than their timers.
func differs(a, b *game.Game) bool {
	return a.State != b.State || a.Phase != b.Phase || a.SetPlay != b.SetPlay || a.Kicking != b.Kicking || a.Stopped != b.Stopped
}

// take processes a packet. It returns an error when another GameController is on the network.
func (c *node) take(e udp.Event) error {
	switch {
	case e.Err != nil:
		c.Log.Warn("packet refused", "from", e.From.String(), "error", e.Err)
	case e.Other != "" && c.cfg.Broadcast != "":
		return fmt.Errorf("game controller: %s; this one stops", e.Other)
	case e.Other != "":
		c.Log.Warn(e.Other)
	case e.Team != nil:
		side := game.Home
		if e.Team.Port == teamPort(c.cfg.Away) {
			side = game.Away
		}
		illegal := e.Team.Bytes > c.rules.Book.Messages.Bytes.Int()
		c.apply(game.Action{Kind: game.TeamMessage, Side: side, Illegal: illegal}) //nolint:errcheck // messages count in some states only
	}
	return nil
}

func (c *node) apply(a game.Action) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	after, err := c.match.Apply(a)
	if err != nil {
		return err
	}
	if a.Kind != game.TeamMessage {
		c.history.Add(c.match)
		c.changed = true
	}
	c.match = after
	return nil
}

// actionService is the service of one action of a referee.
type actionService struct {
	Perform ros.Service[msgs.RefereeActionRequest, msgs.RefereeActionResponse] `service:"game_controller/{action}" doc:"one such service for each of a [referee's actions](docs/matches.md#the-state-of-a-game)"`
}

// serve offers the services.
func (c *node) serve() error {
	for i, name := range game.Kinds() {
		kind, service := game.Kind(i+1), &actionService{}
		service.Perform.Handle(ros.Outcome(func(_ context.Context, q msgs.RefereeActionRequest) (a msgs.RefereeActionResponse, _ error) {
			action, err := gamestate.Action(kind, &q)
			if err != nil {
				return a, err
			}
			return a, c.apply(action)
		}))
		if err := ros.Open(c.Node, service, "{action}", name); err != nil {
			return err
		}
	}
	return nil
}

// undo undoes the last actions.
func (c *node) undo(_ context.Context, q msgs.RefereeActionRequest) (a msgs.RefereeActionResponse, _ error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, err := c.history.Undo(int(max(q.Steps, 1)))
	if err == nil {
		c.match, c.changed = m, true
	}
	return a, err
}

func (c Config) rules() (*game.Rules, error) {
	b, err := game.Load(c.Rules)
	if err != nil {
		return nil, err
	}
	s := c.Setup
	s.Teams, s.KickOff = [2]game.TeamSetup{c.Home, c.Away}, game.Home
	if c.KickOff == "away" {
		s.KickOff = game.Away
	}
	return game.NewRules(b, s)
}

// target returns where control messages go.
func (c Config) target() netip.AddrPort {
	if c.Broadcast == "" {
		return udp.Loopback
	}
	return netip.AddrPortFrom(c.Broadcast.Addr(), wire.ControlPort)
}
