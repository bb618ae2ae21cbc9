package referee

import (
	"math"
	"time"

	"gonao/soccer/game"
)

// A History is the referee's memory. The zero value is empty; [History.add] adds a moment.
type History struct {
	started   bool
	state     game.State    // at the last moment
	setPlay   game.SetPlay  // at the last moment
	kicking   game.Side     // at the last moment
	entered   bool          // the state is another one than the moment before
	since     time.Duration // when the state began
	stopped   bool          // at the last moment
	kicker    ID            // the kick-off player, who must kick off; none if no robot has crossed the halfway line
	lastTouch Touch
	lastPlay  played
	plays     [2]uint32     // bit n: player n of the team has played the ball since the restart
	restart   game.SetPlay  // the last
	began     time.Duration // start of the set play
	placed    Ball          // the ball at that time
	direct    direct
	out       bool // the ball has been out since it was judged
	ball      Ball
	speed     float64 // of the ball, m/s
	time      time.Duration
	anchor    Ball          // place that the ball has not left
	anchored  time.Duration // since when
	lonely    time.Duration // since when no robot has been near the ball
	robots    [2 * game.MostPlayers]robotHistory
	contacts  []contact // of opponents
	ended     []contact // the memory of those of the moment before
}

// played is the robot that played the ball last.
type played struct {
	ID
	outside bool // the centre circle
	now     bool // since the last moment
}

// A contact is since when two opponents touch each other.
type contact struct {
	home, away int // their numbers
	since      time.Duration
}

// A direct kick is allowed after a set play that the kicking team has not taken, for one kick of the opponents.
type direct struct {
	side   game.Side // side that may kick directly; NoSide: none
	kicker int       // player that did; 0: none yet
}

// A robotHistory is the referee's memory of a robot.
type robotHistory struct {
	fallen     bool
	fell       time.Duration // time of the fall
	gettingUp  bool
	attempts   int
	active     time.Duration // time of its last activity
	setX       float64       // its place when SET began
	setY       float64
	setTheta   float64
	placed     bool // x, y and speed are known
	x, y       float64
	vx, vy     float64 // m/s, over some tenths of a second
	stillX     float64
	stillY     float64
	stillTheta float64
	stillSince time.Duration // time of its last movement
	blocks     time.Duration // since when it stands near the ball
	away       bool          // it has been away from the ball since the set play began
	inArea     time.Duration // since when it is in its own goal area
	held       time.Duration // time that it has covered the ball, minus the releases since
	narrow     time.Duration // last time its stance was within the limit
	free       time.Duration // last time it did not walk into a goal
}

// add remembers one more moment.
func (h *History) add(t *Truth, g *game.Game, b *game.Book) {
	h.entered = !h.started || h.state != g.State
	if !h.started || h.entered || g.SetPlay != game.NoSetPlay {
		h.anchor, h.anchored, h.lonely = t.Ball, t.Time, t.Time
	}
	dt := t.Time - h.time
	if h.entered {
		h.since = t.Time
	}
	stay := h.entered || g.Stopped != h.stopped
	h.rememberSetPlay(t, g)
	h.rememberBall(t, b)
	for i := range t.Robots {
		if r := &t.Robots[i]; r.known() {
			h.robots[r.index()].add(t, dt, r, g, b, h.entered, stay)
		}
	}
	h.rememberContacts(t)
	h.started, h.state, h.stopped, h.time = true, g.State, g.Stopped, t.Time
}

// rememberSetPlay forgets the last player of the ball when a set play begins, and allows the exception when one ends
// unplayed.
func (h *History) rememberSetPlay(t *Truth, g *game.Game) {
	if g.SetPlay != h.setPlay || h.entered {
		h.began, h.placed = t.Time, t.Ball
		for i := range h.robots {
			h.robots[i].away = false
		}
	}
	if g.SetPlay != h.setPlay {
		if ended := h.setPlay; g.SetPlay == game.NoSetPlay && ended != game.KickOff && h.kicking != game.NoSide && h.plays[h.kicking-game.Home] == 0 {
			h.direct = direct{side: h.kicking.Other()}
		}
		if g.SetPlay != game.NoSetPlay {
			h.restart, h.plays, h.direct, h.lastPlay = g.SetPlay, [2]uint32{}, direct{}, played{}
		}
	}
	if g.SetPlay == game.PenaltyKick && g.State == game.Playing && h.entered { // the kicker may score
		h.direct, h.plays = direct{side: g.Kicking}, [2]uint32{}
	}
	h.setPlay, h.kicking = g.SetPlay, g.Kicking
}

// rememberContacts stores since when opponents touch each other.
func (h *History) rememberContacts(t *Truth) {
	before := h.contacts
	h.contacts, h.ended = h.ended[:0], before
	for _, c := range t.Contacts {
		a, b := c.A, c.B
		if a.Side == game.Away {
			a, b = b, a
		}
		if !a.known() || !b.known() || a.Side == b.Side {
			continue
		}
		c := contact{a.Number, b.Number, t.Time}
		if since, ok := find(before, c.home, c.away); ok {
			c.since = since
		}
		h.contacts = append(h.contacts, c)
	}
}

// touching returns for how long two opponents touch each other.
func (h *History) touching(a, b ID, now time.Duration) time.Duration {
	if a.Side == game.Away {
		a, b = b, a
	}
	since, ok := find(h.contacts, a.Number, b.Number)
	if a.Side == b.Side || !ok {
		return 0
	}
	return now - since
}

// find returns since when two opponents touch each other, if they do.
func find(contacts []contact, home, away int) (since time.Duration, ok bool) {
	for _, c := range contacts {
		if c.home == home && c.away == away {
			return c.since, true
		}
	}
	return 0, false
}

func (h *History) rememberBall(t *Truth, b *game.Book) {
	if dt := (t.Time - h.time).Seconds(); h.started && dt > 0 {
		h.speed = math.Hypot(t.Ball.X-h.ball.X, t.Ball.Y-h.ball.Y) / dt
	}
	h.ball = t.Ball
	if h.direct.kicker != 0 && h.speed < b.Referee.BallStops.Value {
		h.direct = direct{}
	}
	h.lastPlay.now = false
	for _, touch := range t.Touches {
		if !touch.known() {
			continue
		}
		h.lastTouch = touch
		if touch.Deflection {
			continue
		}
		h.lastPlay = played{ID: touch.ID, now: true, outside: math.Hypot(t.Ball.X, t.Ball.Y) > b.Field.CircleDiameter.Value/2}
		h.plays[touch.Side-game.Home] |= 1 << touch.Number
		switch {
		case h.direct.side == touch.Side && h.direct.kicker == 0:
			h.direct.kicker = touch.Number
		default:
			h.direct = direct{}
		}
	}
	if math.Hypot(t.Ball.X-h.anchor.X, t.Ball.Y-h.anchor.Y) > b.Stuck.StuckMove.Value {
		h.anchor, h.anchored = t.Ball, t.Time
	}
	for i := range t.Robots {
		if t.Robots[i].distance(t.Ball.X, t.Ball.Y) <= b.Stuck.StuckNear.Value {
			h.lonely = t.Time
		}
	}
}

func (h *robotHistory) add(t *Truth, dt time.Duration, r *Robot, g *game.Game, b *game.Book, entered, stay bool) {
	now := t.Time
	if r.distance(t.Ball.X, t.Ball.Y) >= b.Positions.FreeKickRadius.Value {
		h.away = true
	}
	if f := fieldOf(b); !inArea(r, r.Side, g, &f, f.GoalAreaLength.Value, f.GoalAreaWidth.Value) {
		h.inArea = now
	}
	if r.Cover > b.Holding.HoldCover.Value {
		h.held += dt
	} else {
		h.held = max(h.held-dt, 0)
	}
	if entered || r.Fallen || r.Stance <= b.Robots.StanceWidth.Value {
		h.narrow = now
	}
	if entered || !r.AtPost || !r.Walking {
		h.free = now
	}
	if r.Fallen && !h.fallen {
		h.fell, h.attempts = now, 0
	}
	if r.GettingUp && !h.gettingUp {
		h.attempts++
	}
	if entered || r.Walking || r.Looks || r.Fallen || g.Player(r.Side, r.Number).Penalty != game.NoPenalty {
		h.active = now
	}
	if stay || r.Fallen || h.fallen {
		h.setX, h.setY, h.setTheta = r.X, r.Y, r.Theta
	}
	h.move(t, dt, r, b, entered)
	h.fallen, h.gettingUp = r.Fallen, r.GettingUp
}

// speedOver is the time over which the speed of a robot is judged.
const speedOver = 200 * time.Millisecond

// stillTurn is the largest turn that does not count as movement, rad, as in B-Human's referee; the book has no such rule.
const stillTurn = 0.05

// move remembers how fast a robot is, and since when it stands.
func (h *robotHistory) move(t *Truth, dt time.Duration, r *Robot, b *game.Book, entered bool) {
	if h.placed && dt > 0 {
		k := 1 - math.Exp(-float64(dt)/float64(speedOver))
		h.vx += k * ((r.X-h.x)/dt.Seconds() - h.vx)
		h.vy += k * ((r.Y-h.y)/dt.Seconds() - h.vy)
	}
	h.x, h.y = r.X, r.Y
	turned := math.Abs(math.Remainder(r.Theta-h.stillTheta, 2*math.Pi))
	if entered || !h.placed || math.Hypot(r.X-h.stillX, r.Y-h.stillY) > b.Referee.StillMove.Value || turned > stillTurn {
		h.stillX, h.stillY, h.stillTheta, h.stillSince = r.X, r.Y, r.Theta, t.Time
	}
	if h.stillSince == t.Time || r.Walking || r.distance(t.Ball.X, t.Ball.Y) > b.Stuck.StuckNear.Value {
		h.blocks = t.Time
	}
	h.placed = true
}
