package naodriver

import (
	"context"
	"errors"
	"strings"
	"time"

	"gonao/internal/convert"
	"gonao/internal/throttle"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao_driver/sim3d"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// server3D publishes what the server reports as seen, in place of a vision node, what others say, and the game.
type server3D struct {
	node     *ros.Node
	team     string
	failed   throttle.Counter
	Objects  *ros.Publisher[msgs.SeenObjects]   `topic:"seen_objects" qos:"sensor data" doc:"balls and robots that the server reports as seen, every third message"`
	Features *ros.Publisher[msgs.FieldFeatures] `topic:"field_features" qos:"sensor data" doc:"posts and lines, likewise"`
	Game     *ros.Publisher[msgs.GameState]     `topic:"game_state" qos:"reliable, transient local, depth 1" doc:"what the server says of the game, on change; home is the robot's team"`
	Heard    *ros.Publisher[stdmsgs.String]     `topic:"sim3d/heard" doc:"what other players have said, of both teams"`
	Say      *ros.Subscription[stdmsgs.String]  `topic:"sim3d/say" doc:"said with the next cycle: 1 to 20 ASCII characters without blanks and brackets"`
	game     sim3d.Game
	things   msgs.SeenObjects
	field    msgs.FieldFeatures
	prefix   ros.FramePrefix // of the frames
}

// publish publishes a sight, with the time of the node's clock.
func (s *server3D) see(f *sim3d.Found) {
	now := ros.SinceEpoch(s.node.Clock.Now())
	f.Camera.Stamp, f.Features.Stamp = now, now
	convert.Objects(s.prefix, &s.things, &f.Camera, f.Balls, f.Robots)
	convert.Features(s.prefix, &s.field, &f.Camera, &f.Features)
	s.report(errors.Join(s.Objects.Publish(s.things), s.Features.Publish(s.field)))
}

// play publishes a game that has changed.
func (s *server3D) play(g sim3d.Game) {
	if g == s.game {
		return
	}
	s.game = g
	s.report(s.Game.Publish(gameOf(ros.Stamp(s.node.Clock.Now()), &g, s.team)))
}

func (s *server3D) hear(h sim3d.Heard) { s.report(s.Heard.Publish(stdmsgs.String{Data: h.Text})) }

// report logs that something is not published.
func (s *server3D) report(err error) {
	if err == nil {
		return
	}
	if times, due := s.failed.Count(s.node.Clock.Now()); due {
		s.node.Log.Error("what the server reports is not published", "times", times, "error", err)
	}
}

// modes are the server's modes of play, without the side that some end with.
var modes = map[string]struct{ state, setPlay uint8 }{
	"BeforeKickOff": {msgs.GameStateStateReady, msgs.GameStateSetPlayKickOff}, "GameOver": {msgs.GameStateStateFinished, msgs.GameStateSetPlayNone},
	"Goal": {msgs.GameStateStateReady, msgs.GameStateSetPlayKickOff}, "KickOff": {msgs.GameStateStatePlaying, msgs.GameStateSetPlayKickOff},
	"KickIn": {msgs.GameStateStatePlaying, msgs.GameStateSetPlayKickIn}, "corner_kick": {msgs.GameStateStatePlaying, msgs.GameStateSetPlayCornerKick},
	"goal_kick":        {msgs.GameStateStatePlaying, msgs.GameStateSetPlayGoalKick},
	"free_kick":        {msgs.GameStateStatePlaying, msgs.GameStateSetPlayIndirectFreeKick},
	"direct_free_kick": {msgs.GameStateStatePlaying, msgs.GameStateSetPlayDirectFreeKick},
	"offside":          {msgs.GameStateStatePlaying, msgs.GameStateSetPlayIndirectFreeKick},
	"pass":             {msgs.GameStateStatePlaying, msgs.GameStateSetPlayNone}, "PlayOn": {msgs.GameStateStatePlaying, msgs.GameStateSetPlayNone},
}

// gameOf returns the message of a game of a team; a mode that is not known is play.
func gameOf(stamp builtininterfaces.Time, g *sim3d.Game, team string) msgs.GameState {
	mode, left, sided := g.Mode, false, false
	for _, end := range []string{"_Left", "_left", "_Right", "_right"} {
		if at, ok := strings.CutSuffix(mode, end); ok {
			mode, left, sided = at, strings.EqualFold(end, "_left"), true
		}
	}
	what, ok := modes[mode]
	if !ok {
		what = modes["PlayOn"]
	}
	own, other := g.Score[0], g.Score[1]
	if !g.Left {
		own, other = other, own
	}
	const players = 11
	m := msgs.GameState{
		Stamp: stamp, PlayersPerTeam: players, State: what.state, SetPlay: what.setPlay, HomeOnLeft: g.Left,
		Home: msgs.GameTeam{Name: team, Number: 1, Score: uint8(min(max(own, 0), 255)), Players: make([]msgs.GamePlayer, players)},
		Away: msgs.GameTeam{Number: 2, Score: uint8(min(max(other, 0), 255)), Players: make([]msgs.GamePlayer, players)},
	}
	if mode == "Goal" || mode == "offside" {
		left = !left // the scoring or offside team does not kick
	}
	switch {
	case !sided || what.setPlay == msgs.GameStateSetPlayNone:
	case left == g.Left:
		m.Kicking = msgs.GameStateKickingHome
	default:
		m.Kicking = msgs.GameStateKickingAway
	}
	return m
}

// runSim3D is Run for a player in the 3-D simulation league.
func runSim3D(ctx context.Context, n *ros.Node, cfg Config, endWithin time.Duration) error {
	configure := func(c Config) sim3d.Config {
		d := c.sim3d()
		d.EndWithin = endWithin
		return d
	}
	s := &server3D{node: n, team: cfg.Sim3D.Team, prefix: cfg.FramePrefix, failed: throttle.Counter{Period: 10 * time.Second}}
	if err := ros.Open(n, s); err != nil {
		return err
	}
	d := sim3d.New(configure(cfg), ros.NewSystemClock(), n.Log, sim3d.Listener{See: s.see, Game: s.play, Hear: s.hear})
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case m := <-s.Say.C():
				if err := d.Say(m.Data); err != nil {
					n.Log.Warn("not said", "error", err)
				}
			}
		}
	}()
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(configure(c)); return nil }); err != nil {
		return err
	}
	return bodytopics.Run(ctx, n, d, bodytopics.Options{FramePrefix: cfg.FramePrefix, Protocol: "SimSpark", Priority: cfg.Priority})
}

// sim3d returns the configuration of the driver of the 3-D simulation league.
func (c Config) sim3d() sim3d.Config {
	d := c.Sim3D
	d.Config = c.LoLA.Config
	return d
}
