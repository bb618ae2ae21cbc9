// Package referee is the node that judges a game by the simulator's truth.
//
//	subscribes  game_state       gonao_msgs/GameState    the truth of game_controller
//	            ground_truth     gonao_msgs/GroundTruth  of each robot, in its namespace: where it and the ball are
//	publishes   referee_calls    gonao_msgs/RefereeCall  each decision with its evidence and the number of the rule book
//	            /diagnostics     diagnostic_msgs/DiagnosticArray  whether game and truth come
//
// It calls the services of game_controller, which perform what it decides.
//
// It sees poses and no contacts: touches follow from the ball's velocity, and arms, pushing, holding and stance are not
// judged. A match in one process (gonao/soccer/match) judges those too.
package referee

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/soccer/game"
	room "gonao/soccer/referee"
)

// callTimeout is how long game_controller may take to perform an action.
const callTimeout = time.Second

// node is the running node.
type node struct {
	*ros.Node
	cfg      Config
	book     *game.Book
	robots   []robot
	truths   []*ros.Watcher[msgs.GroundTruth]
	states   *ros.Watcher[msgs.GameState]
	out      *ros.Publisher[msgs.RefereeCall]
	services map[game.Kind]*ros.Client[msgs.RefereeActionRequest, msgs.RefereeActionResponse]
	start    time.Time
	observer room.Observer
	referee  room.Referee
	sights   []room.Sight

	mu   sync.Mutex
	last string // for /diagnostics
	seen bool
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) (err error) {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	c := &node{Node: n, cfg: cfg, start: n.Clock.Now(), services: map[game.Kind]*ros.Client[msgs.RefereeActionRequest, msgs.RefereeActionResponse]{}}
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
func (c *node) open() (err error) {
	if c.states, err = ros.Watch[msgs.GameState](c.Node, "game_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1)); err != nil {
		return err
	}
	if c.out, err = ros.Advertise[msgs.RefereeCall](c.Node, "referee_calls", ros.Reliable(), ros.Depth(20)); err != nil {
		return err
	}
	for _, r := range c.robots {
		inside := "/" + r.namespace + "/"
		w, err := ros.Watch[msgs.GroundTruth](c.Node, inside+"ground_truth", ros.SensorData())
		if err != nil {
			return err
		}
		c.truths = append(c.truths, w)
	}
	for i, name := range game.Kinds() {
		client, err := ros.NewClient[msgs.RefereeActionRequest, msgs.RefereeActionResponse](c.Node, "game_controller/"+name)
		if err != nil {
			return err
		}
		c.services[game.Kind(i+1)] = client
	}
	d, err := ros.Diagnostics(c.Node, "")
	if err != nil {
		return err
	}
	d.Add("game", c.diagnose)
	return nil
}

// step judges a moment, once the game and all robots are known.
func (c *node) step(ctx context.Context, now time.Time) error {
	state, ok := c.states.Get()
	if !ok {
		return nil
	}
	c.sights = c.sights[:0]
	var ball room.Ball
	for i, w := range c.truths {
		m, ok := w.Get()
		if !ok {
			return nil
		}
		s, b, ok := c.sight(c.robots[i].id, &m)
		if !ok {
			return nil
		}
		c.sights, ball = append(c.sights, s), b
	}
	c.mu.Lock()
	c.seen = true
	c.mu.Unlock()
	g := gamestate.ToGame(&state, c.book)
	truth := c.observer.Observe(now.Sub(c.start), ball, c.sights)
	calls := slices.Clone(c.referee.Step(truth, &g, c.book))
	if c.cfg.Conduct {
		calls = append(calls, c.referee.Conduct(truth, &g, c.book)...)
	}
	for i := range calls {
		if err := c.perform(ctx, now, &calls[i]); err != nil {
			return err
		}
	}
	return nil
}

// sight returns a robot and the ball as a truth has them, and false when it lacks one of both.
func (c *node) sight(id room.ID, m *msgs.GroundTruth) (room.Sight, room.Ball, bool) {
	torso, ball := slices.Index(m.Names, "torso"), slices.Index(m.Names, c.cfg.Ball)
	if torso < 0 || ball < 0 || max(torso, ball) >= len(m.Poses) {
		return room.Sight{}, room.Ball{}, false
	}
	p, b := &m.Poses[torso], &m.Poses[ball].Position
	q := p.Orientation
	yaw := math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))
	upright := 1 - 2*(q.X*q.X+q.Y*q.Y) // cosine of the trunk's tilt
	return room.Sight{ID: id, X: p.Position.X, Y: p.Position.Y, Theta: yaw, Fallen: upright < math.Cos(1)}, room.Ball{X: b.X, Y: b.Y, Z: b.Z}, true
}

// perform calls the game's service for a call, and publishes the call with the answer.
func (c *node) perform(ctx context.Context, now time.Time, call *room.Call) error {
	a := call.Action
	m := msgs.RefereeCall{
		Stamp: ros.Stamp(now), Rule: call.Rule, Call: call.String(), Side: uint8(a.Side), Player: uint8(a.Player), Evidence: call.Evidence, Source: call.Source,
		BallPlaced: call.PlaceAt, Ball: geometrymsgs.Point{X: call.X, Y: call.Y}, RobotPlaced: call.Stand.Number != 0,
		Robot: geometrymsgs.Pose2D{X: call.Stand.X, Y: call.Stand.Y, Theta: call.Stand.Theta},
	}
	if a.Kind != game.NoAction {
		q := gamestate.Request(a)
		m.Action, m.Penalty, m.SetPlay = a.Kind.String(), q.Penalty, q.SetPlay
		bounded, cancel := context.WithTimeout(ctx, callTimeout)
		answer, err := c.services[a.Kind].Call(bounded, q)
		cancel()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			m.Refused = err.Error()
		default:
			m.Performed, m.Refused = answer.Success, answer.Message
		}
	}
	c.Log.Info(call.String(), "rule", call.Rule, "evidence", call.Evidence, "source", call.Source, "refused", m.Refused)
	c.mu.Lock()
	c.last = call.String()
	c.mu.Unlock()
	return c.out.Publish(m)
}

// diagnose reports what is missing, or the last call.
func (c *node) diagnose(d *ros.Diagnosis) {
	_, held := c.states.Get()
	var silent []string
	for i, w := range c.truths {
		if _, ok := w.Get(); !ok {
			silent = append(silent, c.robots[i].namespace)
		}
	}
	c.mu.Lock()
	last, seen := c.last, c.seen
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
