package player

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"gonao/behavior/play"
	"gonao/internal/convert"
	"gonao/internal/convert/gamestate"
	"gonao/internal/throttle"
	"gonao/msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/soccer/game"
	"gonao/soccer/player"
	"gonao/soccer/squad"
)

// blindPeriod is the time without an image after which the player is stepped without one.
const blindPeriod = 250 * time.Millisecond

// mind steps the player. Its loop owns everything except health.
type mind struct {
	n       *ros.Node
	cfg     Config
	files   files
	control *control
	in      inputs
	out     *outputs
	health  health
	jumped  atomic.Bool // the clock went back: everything restarts

	player   *player.Player
	senses   player.Senses
	body     nao.State // of senses
	features percepts.FieldFeatures
	images   images
	game     game.Game
	remains  time.Duration // remaining time of the game
	rng      *rand.Rand
	began    bool // the direction of play is known
	attack   plane.Attack
	stepped  time.Duration // time of the last step
	refused  throttle.Counter
}

// images holds the two messages of an image until both have come.
type images struct {
	features msgs.FieldFeatures
	objects  msgs.SeenObjects
	fresh    [2]bool
}

// inputs are the subscriptions.
type inputs struct {
	Features *ros.Subscription[msgs.FieldFeatures] `topic:"field_features" qos:"sensor data" doc:"what an image shows of the field, from vision or a simulator"`
	Objects  *ros.Subscription[msgs.SeenObjects]   `topic:"seen_objects" qos:"sensor data" doc:"the same: balls and robots"`
	Game     *ros.Subscription[msgs.GameState]     `topic:"game_state" qos:"reliable, transient local, depth 1" doc:"what game_client has heard; home is the robot's own team"`
	Team     *ros.Subscription[msgs.TeamMessage]   `topic:"team_messages" qos:"sensor data, depth 20" doc:"what teammates have told, from team_comm"`
	Signals  *ros.Subscription[msgs.RefereeSignal] `topic:"/referee_signals" qos:"reliable, depth 5" doc:"whistles and signs of a simulated referee"`
}

// newMind opens the topics.
func newMind(n *ros.Node, cfg Config, f files, c *control) (*mind, error) {
	m := &mind{n: n, cfg: cfg, files: f, control: c, rng: rand.New(rand.NewPCG(uint64(cfg.Seed), uint64(1000*cfg.Team+cfg.Player)))}
	if err := m.renew(); err != nil {
		return nil, err
	}
	if err := errors.Join(ros.Open(n, &m.in), m.health.open(n)); err != nil {
		return nil, err
	}
	var err error
	if m.out, err = newOutputs(n, string(cfg.FramePrefix)); err != nil {
		return nil, err
	}
	m.out.follow(m.player.Machines())
	n.Clock.OnJump(func(time.Time, time.Time) { m.jumped.Store(true) })
	return m, nil
}

// renew creates a new player.
func (m *mind) renew() (err error) {
	m.game, m.began, m.stepped, m.images = game.Game{}, false, 0, images{}
	m.attack = plane.PositiveX
	m.player, err = player.New(player.Config{
		Number: m.cfg.Player, Players: m.cfg.Players, Side: game.Home, Field: m.files.field.Map(), Plan: m.files.squad.Plan, Models: m.files.squad.Of(m.cfg.Player),
		Body: play.BodyOf(m.files.preset, m.files.table), Kick: squad.Kick(m.files.preset), Seed: uint64(m.cfg.Seed),
	})
	return err
}

// run steps the player until ctx ends.
func (m *mind) run(ctx context.Context) error {
	blind := m.n.Clock.After(blindPeriod)
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case f := <-m.in.Features.C():
			m.images.features, m.images.fresh[0] = f, true
			err = m.image()
		case o := <-m.in.Objects.C():
			m.images.objects, m.images.fresh[1] = o, true
			err = m.image()
		case g := <-m.in.Game.C():
			m.setGame(&g)
		case t := <-m.in.Team.C():
			m.senses.Inbox = append(m.senses.Inbox, convert.FromTeamMessage(&t))
		case s := <-m.in.Signals.C():
			m.hear(&s)
		case failed := <-m.control.failed:
			m.warn(failed)
		case <-blind:
			blind = m.n.Clock.After(blindPeriod)
			err = m.blind()
		}
		if m.jumped.CompareAndSwap(true, false) {
			err = errors.Join(err, m.renew())
			m.out.follow(m.player.Machines())
		}
		if err != nil {
			return err
		}
	}
}

func (m *mind) warn(err error) {
	if times, due := m.refused.Count(m.n.Clock.Now()); due {
		m.n.Log.Warn("player", "error", err, "times", times)
	}
}

// hear stores a signal of the referee until the next step.
func (m *mind) hear(s *msgs.RefereeSignal) {
	if m.rng.Float64() >= m.cfg.Hears {
		return
	}
	switch s.Signal {
	case msgs.RefereeSignalWhistle:
		m.senses.Whistle = true
	case msgs.RefereeSignalReadySign:
		m.senses.ReadySign = true
	}
}

// setGame stores the game. When the direction of play changes, the robot stands at a touchline of its own half.
func (m *mind) setGame(g *msgs.GameState) {
	m.game = gamestate.ToGame(g, m.files.book)
	m.remains = max(m.game.Clock.Remaining, 0) + 10*time.Second
	if m.game.Phase == game.FirstHalf {
		m.remains += m.files.book.Match.Half.Sec()
	}
	if g.PlayersPerTeam == 0 { // only buttons set the game
		m.game.Teams[0].Messages = m.files.book.Messages.PerGame.Int()
		return
	}
	attack := plane.NegativeX
	if g.HomeOnLeft {
		attack = plane.PositiveX
	}
	if m.began && attack == m.attack {
		return
	}
	m.began, m.attack = true, attack
	m.player.Begin(attack, m.stepped)
	m.out.setAttack(attack)
}

// image steps the player when both messages of an image have come.
func (m *mind) image() error {
	i := &m.images
	if !i.fresh[0] || !i.fresh[1] || i.features.Header.Stamp != i.objects.Header.Stamp {
		return nil
	}
	i.fresh = [2]bool{}
	at := ros.StampSinceEpoch(i.objects.Header.Stamp)
	if at <= m.stepped {
		return nil
	}
	s, err := m.control.sampleAt(at)
	if err != nil {
		m.health.miss()
		return nil
	}
	convert.SetFeatures(&m.features, &i.features)
	m.senses.Features = &m.features
	m.senses.Balls = convert.Balls(m.senses.Balls[:0], &i.objects)
	m.senses.Robots = convert.Robots(m.senses.Robots[:0], &i.objects)
	m.health.see()
	return m.step(at, &s)
}

// blind steps the player without an image when none has come.
func (m *mind) blind() error {
	s, ok := m.control.newest()
	if !ok || s.at-m.stepped < blindPeriod {
		return nil
	}
	m.senses.Features, m.senses.Balls, m.senses.Robots = nil, m.senses.Balls[:0], m.senses.Robots[:0]
	return m.step(s.at, &s)
}

// step steps the player with the body's state at a moment, and passes its requests on.
func (m *mind) step(at time.Duration, s *sample) error {
	in := &m.senses
	in.Now, in.Odometry, in.HeadYaw, in.Game = at, s.odometry, s.headYaw, &m.game
	for side := range in.Sonar {
		in.Sonar[side] = math.Inf(1)
		if d := s.sonar[side]; d >= nao.SonarMin && d <= nao.SonarMax {
			in.Sonar[side] = d
		}
	}
	in.Fallen, in.Busy = s.fallen, s.busy
	m.body = s.state
	m.body.Time = at
	in.Body = &m.body
	m.player.Step(in)
	m.stepped = at
	in.Whistle, in.ReadySign, in.Inbox = false, false, in.Inbox[:0]
	m.control.do(m.player)
	m.health.note(m.player)
	return errors.Join(m.tell(), m.out.publish(m.player, s.odometry))
}

// tell publishes the message to the team.
func (m *mind) tell() error {
	message, due := m.player.Message(m.remains)
	if !due {
		return nil
	}
	return m.out.Messages.Publish(convert.TeamMessage(&message))
}
