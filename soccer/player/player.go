package player

import (
	"fmt"
	"time"

	"gonao/behavior/host"
	"gonao/behavior/play"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/nao"
	"gonao/robot/localization"
	"gonao/robot/mover"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/robot/sense"
	"gonao/robot/worldmodel"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// Config holds the parts of a player. Field, Plan and Models are shared and not changed.
type Config struct {
	Number  int
	Players int // of the team
	Side    game.Side
	Field   *field.Map // in the frame world
	Plan    *team.Plan
	Models  map[string]*hfsm.Model // game, role, body, head
	Body    play.Body
	Kick    team.Kick // to estimate the value of kicks
	Seed    uint64
	// Localizer returns a user's own filter for a field in map; nil: ours.
	Localizer func(m *field.Map) (localization.Localizer, error)
	// Planner is a user's own; nil: ours.
	Planner planning.Planner
	// Behaviour is a user's own; nil: the machines.
	Behaviour Behaviour
	// Look returns the place through which viewers and debuggers access a machine, and editors change it. nil: no access,
	// and the machines keep no trace.
	Look func(machine string, r host.Runner) *host.Machine
	// Foul commits a foul until the next one, in a world with fouls; may be nil.
	Foul func(Foul)
}

// A Behaviour decides the actions of a robot, once per image. The machines are ours.
type Behaviour interface {
	// Decide fills the command. The view is valid until it returns.
	Decide(v *View, c *Command)
}

// Senses holds a robot's measurements and messages since its last step.
type Senses struct {
	Now      time.Duration
	Features *percepts.FieldFeatures // of a new image; may be nil
	Balls    []percepts.SeenBall
	Robots   []percepts.SeenRobot
	Odometry plane.Pose
	HeadYaw  float64
	Sonar    [2]float64 // m, left and right; +Inf: no echo
	Fallen   bool
	Busy     bool // a kick, a block or a get-up runs
	Game     *game.Game
	Whistle  bool // a whistle was heard
	// ReadySign is true when the referee's sign for READY was seen.
	ReadySign bool
	Inbox     []team.Message
	Body      *nao.State // for the machines; nil: a body without joints
}

// A Command is a robot's request to its body until the next one.
type Command struct {
	// Goals are goals of package goals to begin in addition to walking: a kick, a block, a get-up.
	Goals []any
	// BallX and BallY are where the ball is measured now, for a kick that is under way; 0, 0: nothing new.
	BallX, BallY float64

	Velocity planning.Velocity
	// LegsTaken and HeadTaken leave the legs or the head to a goal that is under way: the velocity, or the head's angles, do not count.
	LegsTaken, HeadTaken bool

	HeadYaw  float64
	HeadDown float64 // rad, beyond where [mover.Ahead] looks
}

// Foul is a foul of a robot, for tests of a referee in a world without bodies.
type Foul uint8

// Fouls.
const (
	NoFoul    Foul = iota
	HoldBall       // the ball stays between the feet
	UseArm         // the ball is touched with an arm
	StandWide      // the feet are far apart
)

// A View is a player's knowledge.
type View struct {
	Now       time.Duration
	Number    int
	Side      game.Side
	Game      *game.Game
	State     game.State // as believed by the robot, with the whistles that it heard
	Kicking   game.Side  // side that may play the ball, as believed by the robot
	SetPlay   game.SetPlay
	Penalized bool
	Returns   bool // it returns from a penalty and is not yet on the field
	Fallen    bool
	Busy      bool
	Refused   bool // the body refused the last request
	Estimate  localization.Estimate
	World     worldmodel.Snapshot
	Board     team.Board
	Ball      BallView
	Mates     [team.MostPlayers + 1]team.Mate // by number
	HeadYaw   float64
	Sonar     [2]float64
	Role      team.Role
	Decision  team.Decision
	Field     *field.Map // in map
}

// A BallView is the ball that the robot uses: its own, or the team's.
type BallView = play.Ball

// A Player is one robot. It is not safe for concurrent use; different players are independent.
type Player struct {
	Config
	View View

	sense     *sense.Sense
	assigner  team.Assigner
	behaviour Behaviour
	planner   *planning.Tangents
	planning  planning.Config
	worldIn   worldmodel.Input
	robots    []percepts.SeenRobot
	reports   []worldmodel.TeamReport
	wasOut    bool // penalised at the last step
	inShot    bool // it takes part in a penalty shot
	whistle   time.Duration
	packet    game.State    // state in the packets
	since     time.Duration // since when
	heard     bool
	sender    team.Sender
	situation team.Situation
	lastTold  told
	command   Command
	features  *percepts.FieldFeatures // of the last image
	odometry  percepts.Odometry
	body      *nao.State // nil: no joints
	doing     motion.BodyState
	// Faults counts the errors of machines.
	Faults int
}

// told is the last ball that a teammate reported.
type told struct {
	at   time.Duration // when the teammate saw it
	ball [2]float64    // m in map
}

// New returns a player that has not been placed yet.
func New(c Config) (*Player, error) {
	if c.Number < 1 || c.Number > c.Players || c.Players > team.MostPlayers {
		return nil, fmt.Errorf("player %d of %d: expected 1 to %d", c.Number, c.Players, team.MostPlayers)
	}
	p := &Player{Config: c, planning: planning.DefaultConfig()}
	build := c.Localizer
	if build == nil {
		build = func(m *field.Map) (localization.Localizer, error) {
			cfg := localization.DefaultConfig()
			cfg.Seed = c.Seed*64 + uint64(c.Number)
			return localization.New(m, cfg)
		}
	}
	var err error
	p.sense, err = sense.New(sense.Config{
		Fields: []*field.Map{plane.PositiveX: c.Field, plane.NegativeX: c.Field.Turned()}, Localizer: build, AnyTilt: true,
	})
	if err != nil {
		return nil, fmt.Errorf("player %d: %w", c.Number, err)
	}
	if c.Plan.Unit != "" {
		return nil, fmt.Errorf("player %d: the places of team %s are shares; expected its plan on a field", c.Number, c.Plan.Name)
	}
	if p.assigner, err = c.Plan.Assigner(); err != nil {
		return nil, fmt.Errorf("player %d: %w", c.Number, err)
	}
	if p.planner, err = planning.NewTangents(p.planning); err != nil {
		return nil, fmt.Errorf("player %d: %w", c.Number, err)
	}
	if p.Planner == nil {
		p.Planner = p.planner
	}
	if p.behaviour = c.Behaviour; p.behaviour == nil {
		if p.behaviour, err = newMachines(p, c.Models); err != nil {
			return nil, fmt.Errorf("player %d: %w", c.Number, err)
		}
	}
	if len(c.Plan.Offences) > 0 && c.Behaviour == nil {
		p.behaviour = newOffender(&c, p.behaviour)
	}
	p.robots = make([]percepts.SeenRobot, 0, 32)
	p.reports = make([]worldmodel.TeamReport, c.Players)
	p.View.Number, p.View.Side = c.Number, c.Side
	p.View.Board.Mates = make([]team.Mate, 0, team.MostPlayers)
	p.Begin(plane.PositiveX, 0)
	return p, nil
}

// Begin starts a half: the robot stands at a touchline of its own half and attacks a side of the field.
func (p *Player) Begin(a plane.Attack, _ time.Duration) {
	p.sense.Play(a)
	p.sense.Start(localization.KickOff(p.sense.Field()))
	p.View.Field = p.sense.Field()
	p.View.Mates = [team.MostPlayers + 1]team.Mate{}
	p.heard, p.wasOut, p.View.Returns, p.lastTold = false, false, false, told{}
}

// BeginAt starts at a known pose in map, as after a placement by hand.
func (p *Player) BeginAt(a plane.Attack, at plane.Pose, now time.Duration) {
	p.Begin(a, now)
	p.sense.Start(localization.At(at, 0.1, 0.1))
}

// Locate restarts localization at a given place, in map.
func (p *Player) Locate(s localization.Start) {
	p.sense.Start(s)
	p.wasOut, p.View.Returns = false, false
}

// Attack returns the end of the field that the player plays to.
func (p *Player) Attack() plane.Attack { return p.sense.Attack() }

// Step uses the measurements and decides. [Player.Act] makes the body carry out the decision.
func (p *Player) Step(s *Senses) {
	v, c := &p.View, &p.command
	v.Now, v.Fallen, v.Busy, v.HeadYaw, v.Sonar, v.Game = s.Now, s.Fallen, s.Busy, s.HeadYaw, s.Sonar, s.Game
	p.body, p.odometry = s.Body, percepts.Odometry{Stamp: s.Now, X: s.Odometry.X, Y: s.Odometry.Y, Theta: s.Odometry.Theta}
	if s.Features != nil {
		p.features = s.Features
	}
	p.listen(s)
	p.locate()
	p.perceive(s)
	p.share(s)
	p.decide()
	*c = Command{Goals: c.Goals[:0], HeadYaw: c.HeadYaw, HeadDown: c.HeadDown}
	p.behaviour.Decide(v, c)
	if !plane.Finite(c.Velocity.X, c.Velocity.Y, c.Velocity.Yaw, c.HeadYaw, c.HeadDown) || v.Penalized {
		c.Velocity, c.LegsTaken = planning.Velocity{}, false
	}
	if v.Penalized {
		c.Goals = c.Goals[:0]
	}
}

// Act makes the body carry out the last decision.
func (p *Player) Act(body mover.Mover) {
	c := &p.command
	look := mover.Ahead
	look.Yaw, look.Pitch = c.HeadYaw, look.Pitch+c.HeadDown
	// A refused request is repeated, or not, at the next step; a lying robot is known to refuse to walk.
	if !c.HeadTaken {
		_ = body.SetHead(look)
	}
	if !c.LegsTaken {
		_ = body.SetVelocity(motion.Velocity{X: c.Velocity.X, Y: c.Velocity.Y, Yaw: c.Velocity.Yaw})
	}
	if c.BallX != 0 || c.BallY != 0 {
		_ = body.SetBall(c.BallX, c.BallY)
	}
	m := p.Machines()
	p.View.Refused, p.doing = false, body.State()
	for _, goal := range c.Goals {
		run, err := mover.Begin(body, goal)
		p.View.Refused = p.View.Refused || err != nil
		if m != nil {
			m.output.hands.Begun(goal, run, err)
		}
	}
	if m != nil {
		m.output.hands.Follow(body)
	}
}

// listen reads the referee's messages: the game's state, and whistles and signs before the packets follow.
func (p *Player) listen(s *Senses) {
	v, g := &p.View, s.Game
	v.Penalized = g.Player(p.Side, p.Number).Penalty != game.NoPenalty
	v.State, v.Kicking, v.SetPlay = g.State, g.Kicking, g.SetPlay
	if g.State != p.packet {
		p.packet, p.since, p.heard = g.State, s.Now, false // the packets have caught up
	}
	if s.Whistle || s.ReadySign && g.State == game.Standby {
		p.whistle, p.heard = s.Now, true
	}
	for i := range s.Inbox {
		if m := &s.Inbox[i]; m.Heard && !p.heard && m.Whistle > p.since {
			p.whistle, p.heard = m.Whistle, true // a teammate has heard it
		}
	}
	if !p.heard {
		return
	}
	switch g.State {
	case game.Standby:
		v.State, v.SetPlay = game.Ready, game.KickOff
	case game.Set:
		v.State = game.Playing
		if s.Now-p.whistle > 10*time.Second { // the ball is free for both teams
			v.SetPlay, v.Kicking = game.NoSetPlay, game.NoSide
		}
	case game.Playing: // a goal: the place of the ball shows the side
		v.State, v.SetPlay, v.Kicking = game.Ready, game.KickOff, p.Side
		if v.Ball.X > 0 {
			v.Kicking = p.Side.Other()
		}
		if s.Now-p.whistle > 20*time.Second {
			p.heard = false
		}
	case game.Initial, game.Ready, game.Finished, game.Timeout:
	}
}

// locate begins localization again where the rules have placed the robot.
func (p *Player) locate() {
	v := &p.View
	if v.Game.Phase == game.PenaltyShootout {
		p.beginShot()
	} else if p.wasOut && !v.Penalized {
		p.sense.Start(localization.PenaltyReturn(p.sense.Field()))
		v.Returns = true
	}
	p.wasOut = v.Penalized && v.Game.Phase != game.PenaltyShootout && v.Game.Player(p.Side, p.Number).Penalty != game.MotionInSet
}

// beginShot begins where the rules place the players of a penalty shot.
func (p *Player) beginShot() {
	v := &p.View
	plays := !v.Penalized && v.Game.State == game.Set
	if plays && !p.inShot {
		p.sense.Start(localization.At(game.ShotPlace(v.Field.Length, markOf(v.Field), v.Game.Kicking == p.Side), 0.1, 0.1))
		v.Returns = false
	}
	p.inShot = plays || p.inShot && !v.Penalized && v.Game.State == game.Playing
}

// markOf returns the x of the penalty mark before the goal that the robot attacks.
func markOf(f *field.Map) (x float64) {
	for i := range f.Points {
		if f.Points[i].Kind == field.Mark {
			x = max(x, f.Points[i].X)
		}
	}
	return x
}
