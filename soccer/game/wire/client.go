package wire

// This part of the package is a robot's side of a game: its phase from the GameController's control messages, and from
// the robot's buttons while no GameController is received.
//
// A [Client] reads no clock: every call has its time, on any monotonic clock.

import (
	"fmt"
	"time"

	"gonao/soccer/game"
)

// A ClientPhase is the phase of a game for one robot.
type ClientPhase uint8

// The phases. The first five can be reached with the chest button.
const (
	Initial   ClientPhase = iota // before a half, or put to rest
	Ready                        // walk to the places
	Set                          // stand and wait
	Playing                      // play
	Penalized                    // stand still
	Standby                      // stand still until the referee shows READY; the head may move
	Finished                     // after a half
	Timeout                      // a timeout
)

var phaseNames = [...]string{"initial", "ready", "set", "playing", "penalized", "standby", "finished", "timeout"}

// String returns the phase's name in lower case.
func (p ClientPhase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase %d", uint8(p))
}

// A Press is a press of the robot's buttons.
type Press uint8

// The presses that mean something.
const (
	Chest       Press = iota // the next phase
	ChestThrice              // back to Initial
	LeftBumper               // in Initial: the team's other colour
	RightBumper              // in Initial: the side with kick-off
)

// A ClientConfig holds the team and number of the robot.
type ClientConfig struct {
	Team        uint8         // number in the league
	Player      uint8         // number in the team, from 1
	Color       uint8         // of the field players, without a GameController
	OtherColor  uint8         // colour that the left bumper changes to
	SilentAfter time.Duration // time without messages after which the buttons apply
	Lock        bool          // see Locked
}

// A Client holds a robot's state of its game. Make one with [NewClient]; it belongs to one goroutine.
type Client struct {
	cfg     ClientConfig
	control Control
	heard   bool // there has been a message
	heardAt time.Duration
	manual  bool // buttons have counted since the last message
	phase   ClientPhase
	kickOff bool
	color   uint8
}

// NewClient returns a client without messages.
func NewClient(cfg ClientConfig) *Client { return &Client{cfg: cfg, color: cfg.Color} }

// Control stores a control message. It returns an error if the message is not for this robot.
func (c *Client) Control(now time.Duration, m Control) error {
	own, ok := c.ownIn(&m)
	if !ok {
		return fmt.Errorf("a GameController of the teams %d and %d: expected team %d", m.Teams[0].Number, m.Teams[1].Number, c.cfg.Team)
	}
	if m.Version == OldestVersion && c.cfg.Player > playersOf14 {
		return fmt.Errorf("player %d: version 14 has %d players", c.cfg.Player, playersOf14)
	}
	if _, ok := m.GameState(); !ok {
		return fmt.Errorf("state %d: version %d has no such state", m.State, m.Version)
	}
	c.control, c.heard, c.heardAt, c.manual = m, true, now, false
	c.color = m.Teams[own].FieldColor
	c.phase = c.phaseOf(own)
	c.kickOff = m.KickingTeam == c.cfg.Team
	return nil
}

// ownIn returns which team of a message is the robot's.
func (c *Client) ownIn(m *Control) (at int, ok bool) {
	for i := range m.Teams {
		if m.Teams[i].Number == c.cfg.Team {
			return i, true
		}
	}
	return 0, false
}

// phaseOf returns the phase of the last message.
func (c *Client) phaseOf(own int) ClientPhase {
	if p, _ := c.control.PenaltyOf(own, int(c.cfg.Player)-1); p != game.NoPenalty {
		return Penalized
	}
	state, _ := c.control.GameState()
	return [...]ClientPhase{
		game.Initial: Initial, game.Standby: Standby, game.Ready: Ready, game.Set: Set, game.Playing: Playing, game.Finished: Finished, game.Timeout: Timeout,
	}[state]
}

// Silent reports whether no GameController speaks.
func (c *Client) Silent(now time.Duration) bool {
	return !c.heard || now-c.heardAt > c.cfg.SilentAfter || now < c.heardAt
}

// SetLock sets Config.Lock.
func (c *Client) SetLock(lock bool) { c.cfg.Lock = lock }

// Locked reports whether the sender of the last message alone is to be obeyed, however long it is silent.
func (c *Client) Locked() bool { return c.cfg.Lock && c.Underway() }

// Underway reports whether the last message was of a game that had begun and not ended. Half-time belongs to the game.
func (c *Client) Underway() bool {
	if !c.heard {
		return false
	}
	firstHalf := c.control.Phase() == game.FirstHalf
	switch state, _ := c.control.GameState(); state {
	case game.Initial:
		return !firstHalf
	case game.Finished:
		return firstHalf
	default:
		return true
	}
}

// Press applies a press and reports whether it has changed anything. While a GameController speaks, no press does.
func (c *Client) Press(now time.Duration, p Press) (changed bool) {
	if !c.Silent(now) {
		return false
	}
	before := *c
	switch {
	case p == ChestThrice:
		c.phase = Initial
	case p == Chest:
		c.phase = next(c.phase)
	case c.phase != Initial:
	case p == LeftBumper && c.color == c.cfg.Color:
		c.color = c.cfg.OtherColor
	case p == LeftBumper:
		c.color = c.cfg.Color
	case p == RightBumper:
		c.kickOff = !c.kickOff
	}
	changed = c.phase != before.phase || c.color != before.color || c.kickOff != before.kickOff
	c.manual = c.manual || changed
	return changed
}

// next returns the phase that a press of the chest button leads to.
func next(p ClientPhase) ClientPhase {
	switch p {
	case Playing:
		return Penalized
	case Penalized:
		return Playing
	case Ready:
		return Set
	case Set:
		return Playing
	default:
		return Ready
	}
}

// A ClientView is a robot's view of its game.
type ClientView struct {
	Phase   ClientPhase
	KickOff bool     // its team has the kick-off, the set play or the penalty shot
	Color   uint8    // of its team's field players
	Control *Control // the last message; nil if there was none. It must not be changed
	Manual  bool     // buttons have counted since then: phase, kick-off and colour are theirs
}

// View returns the robot's view. It is valid until the next call of Control.
func (c *Client) View() ClientView {
	v := ClientView{Phase: c.phase, KickOff: c.kickOff, Color: c.color, Manual: c.manual || !c.heard}
	if c.heard {
		v.Control = &c.control
	}
	return v
}
