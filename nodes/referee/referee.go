// Package referee is the node that judges a game by the simulator's truth.
//
//	subscribes  pose                      geometry_msgs/PoseWithCovarianceStamped  of each robot, for match/markers, from its first subscriber on
//	            world_model               gonao_msgs/WorldModel                    the same: the ball
//	            role                      std_msgs/String                          the same
//	            robot_description         std_msgs/String                          the same: a robot whose body viewers draw stands on a disc
//	            game_state                gonao_msgs/GameState                     the truth of game_controller
//	            ground_truth              gonao_msgs/GroundTruth                   of each robot: where it and the ball are
//	            contacts                  gonao_msgs/Contacts                      of the simulator: who touches whom, and what robots cover
//	publishes   match/markers             visualization_msgs/MarkerArray           10 Hz, while subscribed: robots, ball, beliefs, roles, score, calls
//	            referee_calls             gonao_msgs/RefereeCall                   each decision with its evidence and the number of the rule book
//	            referee_signals           gonao_msgs/RefereeSignal                 whistles, and the sign for READY
//	            /diagnostics              diagnostic_msgs/DiagnosticArray          whether game and truth come, 1 Hz
//	calls       game_controller/{action}  gonao_msgs/RefereeAction                 what the referee does to the game
//	            simulator/place           gonao_msgs/PlaceObject                   of each robot, with the parameter place: places robots and the ball
//
// With the parameter conduct it leads through the game as human referees do, see [room.Conductor]. A robot without truth is
// left out; the game continues. Where nobody publishes contacts, touches follow from the ball's velocity, and arms, pushing,
// holding and stance are not judged.
package referee

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	"gonao/ros"
	"gonao/soccer/game"
	room "gonao/soccer/referee"
)

// callTimeout is the time limit of game_controller for an action.
const callTimeout = time.Second

// node is the running node.
type node struct {
	*ros.Node
	cfg      Config
	book     *game.Book
	robots   []robot
	truths   []robotTruth
	States   *ros.Subscription[msgs.GameState]  `topic:"game_state" qos:"reliable, transient local, depth 1" doc:"the truth of game_controller"`
	Out      *ros.Publisher[msgs.RefereeCall]   `topic:"referee_calls" qos:"reliable, depth 20" doc:"each decision with its evidence and the number of the rule book"`
	Signals  *ros.Publisher[msgs.RefereeSignal] `topic:"referee_signals" qos:"reliable, depth 5" doc:"whistles, and the sign for READY"`
	Health   *ros.DiagnosticsUpdater            `topic:"/diagnostics" doc:"whether game and truth come, 1 Hz"`
	services map[game.Kind]*ros.Client[msgs.RefereeActionRequest, msgs.RefereeActionResponse]
	start    time.Time
	world    world
	markers  markers

	observer  room.Observer
	referee   room.Referee
	conductor room.Conductor
	truth     *room.Truth
	sights    []room.Sight
	state     msgs.GameState
	held      bool      // a game_state has come
	acted     time.Time // time of a performed action that game_state does not show yet
	over      bool

	mu   sync.Mutex
	last string // for /diagnostics
	seen bool
}

// robotTruth is where one robot and the ball are.
type robotTruth struct {
	Truth *ros.Watcher[msgs.GroundTruth] `topic:"{robot}/ground_truth" qos:"sensor data" doc:"of each robot: where it and the ball are"`
}

// actionClient calls the service of one action of a referee.
type actionClient struct {
	Perform *ros.Client[msgs.RefereeActionRequest, msgs.RefereeActionResponse] `service:"game_controller/{action}" doc:"what the referee does to the game"`
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) (err error) {
	c := &node{Node: n, cfg: cfg, start: n.Clock.Now(), conductor: room.Conductor{Knockout: cfg.Knockout}, services: map[game.Kind]*ros.Client[msgs.RefereeActionRequest, msgs.RefereeActionResponse]{}}
	if c.book, err = game.Load(cfg.Rules); err != nil {
		return err
	}
	if c.robots, err = cfg.robots(); err != nil {
		return err
	}
	if err := c.open(); err != nil {
		return err
	}
	for now := range n.Clock.Tick(ctx, time.Duration(float64(time.Second)/cfg.RateHz)) {
		if err := c.step(ctx, now); err != nil {
			return err
		}
	}
	return nil
}

// open opens topics and services.
func (c *node) open() error {
	if err := ros.Open(c.Node, c); err != nil {
		return err
	}
	c.truths = make([]robotTruth, len(c.robots))
	for i, r := range c.robots {
		if err := ros.Open(c.Node, &c.truths[i], "{robot}", "/"+r.namespace); err != nil {
			return err
		}
	}
	for i, name := range game.Kinds() {
		var action actionClient
		if err := ros.Open(c.Node, &action, "{action}", name); err != nil {
			return err
		}
		c.services[game.Kind(i+1)] = action.Perform
	}
	c.Health.Add("game", c.diagnose)
	if err := c.markers.open(c.Node, c.robots, &c.book.Field); err != nil {
		return err
	}
	return c.world.open(c.Node, c.robots, c.cfg.Place)
}

// step judges a moment, once the game and a robot are known.
func (c *node) step(ctx context.Context, now time.Time) error {
	if !c.follow(now) || !c.look() {
		return nil
	}
	g := gamestate.ToGame(&c.state, c.book)
	c.truth = c.observer.Observe(now.Sub(c.start), c.world.ball, c.sights, c.world.take())
	if err := c.markers.publish(now, c.truth, &c.state, &g); err != nil {
		return err
	}
	for _, call := range slices.Clone(c.referee.Step(c.truth, &g, c.book)) {
		performed, err := c.perform(ctx, now, &call)
		if err != nil {
			return err
		}
		if k := call.Action.Kind; performed && (k == game.Goal || k == game.GlobalGameStuck) {
			c.signal(now, msgs.RefereeSignalWhistle)
		}
		if call.PlaceAt {
			c.world.placeBall(ctx, call.X, call.Y, c.truth.Robots)
		}
	}
	if !c.cfg.Conduct || c.over {
		return nil
	}
	return c.conduct(ctx, now, c.conductor.Step(&c.referee, c.truth, &g, c.book))
}

// longestUpdate is the time within which game_state must show a performed action.
const longestUpdate = time.Second

// follow reads the newest game_state. It returns false if there is none, or none that shows the last action.
func (c *node) follow(now time.Time) bool {
	for len(c.States.C()) > 0 {
		c.state = <-c.States.C()
		if ros.StampTime(c.state.Stamp).After(c.acted) {
			c.acted = time.Time{}
		}
		c.mu.Lock()
		c.held = true
		c.mu.Unlock()
	}
	return c.held && (c.acted.IsZero() || now.Sub(c.acted) > longestUpdate)
}

// look fills sights and ball by the newest truth. It reports false when no robot is seen.
func (c *node) look() bool {
	c.sights = c.sights[:0]
	for i := range c.truths {
		w := c.truths[i].Truth
		m, ok := w.Get()
		if !ok {
			continue
		}
		if s, b, ok := sightOf(c.robots[i].id, &m, c.cfg.Ball); ok {
			c.world.outline(&s)
			c.sights, c.world.ball = append(c.sights, s), b
		}
	}
	c.mu.Lock()
	c.seen = c.seen || len(c.sights) > 0
	c.mu.Unlock()
	return len(c.sights) > 0
}

// conduct carries out the conductor's orders.
func (c *node) conduct(ctx context.Context, now time.Time, o *room.Orders) error {
	for _, id := range o.Removed {
		c.world.remove(ctx, id, &c.book.Field)
	}
	all := true
	for i := range o.Calls {
		performed, err := c.perform(ctx, now, &o.Calls[i])
		if err != nil {
			return err
		}
		all = all && performed
	}
	if o.Whistle && all {
		c.signal(now, msgs.RefereeSignalWhistle)
	}
	if o.ReadySign && all {
		c.signal(now, msgs.RefereeSignalReadySign)
	}
	if o.LineUp {
		g := gamestate.ToGame(&c.state, c.book)
		c.world.lineUp(ctx, &g, &c.book.Field)
	}
	if o.PlaceBall {
		c.world.placeBall(ctx, o.X, o.Y, c.truth.Robots)
	}
	for _, s := range o.Stands {
		c.world.place(ctx, s.Free(c.truth.Robots))
	}
	if o.Over {
		c.over = true
		c.Log.Info("the match is over", "home", c.state.Home.Score, "away", c.state.Away.Score)
	}
	return nil
}

// signal publishes a signal. It need not have subscribers.
func (c *node) signal(now time.Time, what uint8) {
	if err := c.Signals.Publish(msgs.RefereeSignal{Stamp: ros.Stamp(now), Signal: what}); err != nil {
		c.Log.Warn("signal", "error", err)
	}
}

// perform calls the game's service for a call, and publishes the call with the answer. It reports whether the game has performed
// its action.
func (c *node) perform(ctx context.Context, now time.Time, call *room.Call) (bool, error) {
	a := call.Action
	m := gamestate.Call(call, ros.Stamp(now))
	if a.Kind != game.NoAction {
		bounded, cancel := context.WithTimeout(ctx, callTimeout)
		answer, err := c.services[a.Kind].Call(bounded, gamestate.Request(a))
		cancel()
		switch {
		case ctx.Err() != nil:
			return false, nil
		case err != nil:
			m.Refused = err.Error()
		default:
			m.Performed, m.Refused = answer.Success, answer.Message
			c.acted = now
		}
	}
	c.Log.Info(call.String(), "rule", call.Rule, "evidence", call.Evidence, "source", call.Source, "refused", m.Refused)
	c.markers.note(call.Time, &m)
	c.mu.Lock()
	c.last = call.String()
	c.mu.Unlock()
	return m.Performed, c.Out.Publish(m)
}

// diagnose reports missing inputs, or the last call.
func (c *node) diagnose(d *ros.Diagnosis) {
	var silent []string
	for i := range c.truths {
		w := c.truths[i].Truth
		if _, ok := w.Get(); !ok {
			silent = append(silent, c.robots[i].namespace)
		}
	}
	c.mu.Lock()
	last, seen, held := c.last, c.seen, c.held
	c.mu.Unlock()
	switch {
	case !held:
		d.Set(ros.HealthWarn, "no game: does game_controller run?")
	case len(silent) > 0:
		d.Set(ros.HealthWarn, fmt.Sprintf("no ground_truth of %s", strings.Join(silent, ", ")))
	case !seen:
		d.Set(ros.HealthError, fmt.Sprintf("no ball %q in ground_truth", c.cfg.Ball))
	default:
		d.Set(ros.HealthOK, "judges")
	}
	d.Add("last_call", last)
}
