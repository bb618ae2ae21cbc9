package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand/v2"
	"time"

	"gonao/behavior/play"
	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/sim/sight"
	"gonao/soccer/game"
	"gonao/soccer/match/physics"
	"gonao/soccer/match/pool"
	"gonao/soccer/player"
	"gonao/soccer/referee"
	"gonao/soccer/squad"
	"gonao/soccer/team"
)

// A Match is a game under way. It is used by one goroutine; its players may think in several.
type Match struct {
	Config
	Game    game.Match
	World   *kinematic.World
	Players []*player.Player // red's, then blue's
	Sides   [2]*squad.Squad  // home is red
	Calls   []Called         // so far
	Stats   Stats
	Steps   int
	Bodies  *physics.World // nil in the kinematic world

	ground   ground
	err      error
	book     *game.Book
	judge    referee.Referee
	truth    referee.Truth
	conduct  referee.Conductor
	eyes     []*sight.Eyes
	scene    sight.Scene
	senses   []player.Senses
	networks [2]*team.Network
	hearing  hearing
	record   record
	pool     *pool.Pool
	heads    heads
	over     bool
}

// hearing is what robots hear and see of the referee.
type hearing struct {
	rng   *rand.Rand
	signs [2]bool // whistle, sign for READY, until the next image
}

// record is the digest of all that has happened.
type record struct {
	digest hash.Hash
	bytes  []byte
}

// heads notes when robots moved their heads.
type heads struct {
	moved []time.Duration
	last  []float64
}

// A Called is a call with the state of the game at that time.
type Called struct {
	referee.Call
	Clock  time.Duration // of the half
	Phase  game.Phase
	Score  [2]int
	Refuse string // why the game did not perform the action; "": it did
}

// New returns a match before its beginning.
func New(c Config) (*Match, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	parts, err := c.load()
	if err != nil {
		return nil, err
	}
	book := parts.Book
	if c.Half > 0 {
		book = book.With("match.half", c.Half.Seconds())
	}
	m := &Match{Config: c, book: book, record: record{digest: sha256.New()}, hearing: hearing{rng: rand.New(rand.NewPCG(c.Seed, 9000))}}
	for i, s := range []*squad.Squad{parts.Red, parts.Blue} {
		if m.Sides[i], err = s.On(&parts.Field); err != nil {
			return nil, err
		}
	}
	for i := range m.networks {
		if m.networks[i], err = team.NewNetwork(*c.Link, c.Seed, uint64(i)); err != nil {
			return nil, err
		}
	}
	setup := game.Setup{Players: c.Players, KickOff: game.Home, HomeOnRight: c.Swap}
	setup.Teams[0] = game.TeamSetup{Number: 1, FieldColor: 1, TeamName: m.Sides[0].Name}
	setup.Teams[1] = game.TeamSetup{Number: 2, FieldColor: 0, TeamName: m.Sides[1].Name}
	if c.Swap {
		setup.KickOff = game.Away
	}
	rules, err := game.NewRules(book, setup)
	if err != nil {
		return nil, err
	}
	m.Game = game.NewMatch(rules)
	if err := m.populate(rules.Setup.Players, &parts.World); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// populate makes the world and n players a team.
func (m *Match) populate(n int, w *World) (err error) {
	table := w.Sight
	if m.World, err = kinematic.New(w.Preset, w.Field, 2*n, m.Seed); err != nil {
		return err
	}
	for i := range 2 * n {
		side, number := game.Home+game.Side(i/n), i%n+1
		cfg := player.Config{
			Number: number, Players: n, Side: side, Field: m.World.Field, Plan: m.Sides[i/n].Plan, Models: m.Sides[i/n].Of(number),
			Body: play.BodyOf(w.Preset, table), Kick: squad.Kick(w.Preset), Seed: m.Seed,
		}
		if m.WorldKind == Kinematic {
			r := &m.World.Robots[i]
			cfg.Foul = func(f player.Foul) { r.Foul = kinematic.Foul(f) }
		}
		if m.Behaviour != nil {
			cfg.Behaviour = m.Behaviour(side, number)
		}
		if m.Player != nil {
			m.Player(&cfg)
		}
		p, err := player.New(cfg)
		if err != nil {
			return fmt.Errorf("team %s: %w", m.Sides[i/n].Name, err)
		}
		m.Players = append(m.Players, p)
		m.eyes = append(m.eyes, sight.New(table, m.Seed, uint64(i)))
	}
	m.scene = sight.Scene{Field: m.World.Field, Robots: make([]sight.Robot, 2*n)}
	m.senses = make([]player.Senses, 2*n)
	m.truth.Robots = make([]referee.Robot, 2*n)
	m.heads.moved, m.heads.last = make([]time.Duration, 2*n), make([]float64, 2*n)
	m.pool = pool.New(m.Threads, 2*n, m.think)
	if m.ground, err = m.newGround(); err != nil {
		return err
	}
	m.Stats.init(n)
	m.conduct.Knockout = m.Knockout
	lineUp(m)
	m.placeBall(0, 0)
	return nil
}

// Close ends the threads of a match that is no longer stepped, and frees its bodies.
func (m *Match) Close() {
	if m.pool != nil {
		m.pool.Close()
	}
	if m.ground != nil {
		m.ground.Close()
		m.ground = nil
	}
}

// Now returns the time since the match began.
func (m *Match) Now() time.Duration { return m.World.Now }

// Over reports whether the match has ended.
func (m *Match) Over() bool { return m.over }

// Book returns the rule book.
func (m *Match) Book() *game.Book { return m.book }

// Number returns side and number of the robot with an index.
func (m *Match) Number(i int) (game.Side, int) {
	n := len(m.Players) / 2
	return game.Home + game.Side(i/n), i%n + 1
}

// attack returns the end of the world that a side plays to now.
func (m *Match) attack(s game.Side) plane.Attack {
	if m.Game.Game.DefendsLeft(s) {
		return plane.PositiveX
	}
	return plane.NegativeX
}

// Run plays the match to its end, or until ctx ends.
func (m *Match) Run(ctx context.Context) (*Result, error) {
	defer m.Close()
	for !m.over {
		if m.Steps%1000 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.Step()
	}
	return m.Result(), m.err
}

// Step plays one cycle.
func (m *Match) Step() {
	if m.over {
		return
	}
	if m.Steps%imageEvery == 0 {
		m.image()
	}
	m.move()
	if m.over {
		return
	}
	m.Game = m.Game.Seek(Cycle)
	m.observe()
	for _, c := range m.judge.Step(&m.truth, &m.Game.Game, m.book) {
		m.perform(c)
	}
	m.truth.Messages = m.truth.Messages[:0]
	follow(m, m.conduct.Step(&m.judge, &m.truth, &m.Game.Game, m.book))
	m.Stats.step(m)
	m.Steps++
}

// image has every player see an image, decide and send.
func (m *Match) image() {
	for i := range m.scene.Robots {
		r := &m.World.Robots[i]
		side, number := m.Number(i)
		m.scene.Robots[i] = sight.Robot{
			Pose: r.Pose, Team: uint8(side), Number: number, Away: r.Away, Fallen: r.Posture == kinematic.Fallen || r.Posture == kinematic.GettingUp,
		}
	}
	m.scene.BallX, m.scene.BallY = m.World.Ball.X, m.World.Ball.Y
	m.ground.Ping()
	m.hear()
	m.pool.Run()
	m.hearing.signs = [2]bool{}
	m.exchange()
	m.record.bytes = m.ground.Append(m.record.bytes[:0])
	m.record.digest.Write(m.record.bytes)
	m.Stats.image(m)
	if m.Observe != nil {
		m.Observe(m)
	}
}

// hear decides which robots hear the whistle and see the referee's sign. If a book's packets are not delayed, a robot
// uses them and ignores whistles: otherwise it would mistake the whistle of a running game for a goal.
func (m *Match) hear() {
	const hears, sees = 0.92, 0.85
	if b := &m.book.Match; b.DelayAfterGoal.Value == 0 && b.DelayAfterPlaying.Value == 0 {
		m.hearing.signs[0] = false
	}
	for i := range m.senses {
		a, b := m.hearing.rng.Float64(), m.hearing.rng.Float64()
		m.senses[i].Whistle, m.senses[i].ReadySign = m.hearing.signs[0] && a < hears, m.hearing.signs[1] && b < sees
	}
}

// think has one player see and decide; it may run in any thread.
func (m *Match) think(i int) {
	m.sense(i)
	m.Players[i].Step(&m.senses[i])
	m.Players[i].Act(m.ground.Mover(i))
}

// sense fills the measurements of one player, and what it sees and hears.
func (m *Match) sense(i int) {
	r, s := &m.World.Robots[i], &m.senses[i]
	side, number := m.Number(i)
	if r.Away {
		s.Features, s.Balls, s.Robots = nil, nil, nil
	} else {
		image := m.eyes[i].Look(m.World.Now, &m.scene, i, r.HeadYaw)
		s.Features, s.Balls, s.Robots = &image.Features, image.Balls, image.Robots
	}
	s.Now, s.Odometry, s.HeadYaw, s.Sonar = m.World.Now, r.Odometry, r.HeadYaw, r.Sonar
	s.Fallen = r.Posture == kinematic.Fallen || r.Posture == kinematic.GettingUp
	s.Busy = r.Posture != kinematic.Upright
	s.Body = m.ground.State(i)
	s.Game = m.Game.View()
	s.Inbox = s.Inbox[:0]
	s.Inbox = m.networks[side-game.Home].Peek(m.World.Now, number, s.Inbox)
}

// exchange sends the messages of all players, in their order.
func (m *Match) exchange() {
	n := len(m.Players) / 2
	for i := range m.networks {
		m.networks[i].Drop(m.World.Now)
	}
	remaining := m.remaining()
	for i, p := range m.Players {
		if m.World.Robots[i].Away {
			continue
		}
		message, ok := p.Message(remaining)
		if !ok {
			continue
		}
		side, _ := m.Number(i)
		if m.Game.Game.Team(side).Messages == 0 { // the referee judges it
			m.truth.Messages = append(m.truth.Messages, referee.Message{Side: side, Bytes: team.Size})
			continue
		}
		next, err := m.Game.Apply(game.Action{Kind: game.TeamMessage, Side: side})
		if err != nil {
			continue // messages do not count now, so none is sent
		}
		m.Game = next
		m.networks[i/n].Send(m.World.Now, &message, n)
		m.Stats.Messages[i/n]++
	}
}

// remaining returns how long the game still lasts, by its clock.
func (m *Match) remaining() time.Duration {
	d := max(m.Game.Game.Clock.Remaining, 0)
	if m.Game.Game.Phase == game.FirstHalf {
		d += m.book.Match.Half.Sec()
	}
	return d + 10*time.Second
}

// Digest returns the digest of all that has happened so far.
func (m *Match) Digest() string {
	return hex.EncodeToString(m.record.digest.Sum(nil)[:16])
}
