package wire

import (
	"math"
	"slices"
	"time"

	"gonao/soccer/game"
)

// Numbers of game states in control messages. Standby exists from v17 to v18.
const (
	stateInitial = iota
	stateReady
	stateSet
	statePlaying
	stateFinished
	stateStandby
)

// Numbers of game phases in control messages.
const (
	phaseNormal = iota
	phaseShootout
	phaseExtra
	phaseTimeout
)

// splSetPlays and hslSetPlays are the set plays in the order of their numbers.
var (
	splSetPlays = []game.SetPlay{game.NoSetPlay, game.GoalKick, game.PushingFreeKick, game.CornerKick, game.KickIn, game.PenaltyKick}
	hslSetPlays = []game.SetPlay{
		game.NoSetPlay, game.DirectFreeKick, game.IndirectFreeKick, game.PenaltyKick, game.KickIn, game.GoalKick, game.CornerKick,
	}
)

// unused stands at numbers of penalties that mean nothing.
const unused = game.Penalty(255)

// Penalties in the order of their numbers. Arms and hands share a number with ball holding in SPL.
var (
	splPenalties = []game.Penalty{
		game.NoPenalty, game.BallHolding, game.Pushing, game.MotionInSet, game.Inactive, game.IllegalPosition, game.LeavingTheField,
		game.PickedUp, game.LocalGameStuck, game.IllegalPositionInSet, game.PlayerStance, game.MotionInStandby, unused, unused, game.Substitute,
	}
	penalties19 = []game.Penalty{
		game.NoPenalty, game.IllegalPosition, game.MotionInSet, game.LocalGameStuck, game.Inactive, game.PickedUp, game.BallHolding,
		game.LeavingTheField, game.ArmsHands, game.Pushing, game.SentOff, game.Substitute,
	}
	penalties20 = []game.Penalty{
		game.NoPenalty, game.IllegalPosition, game.MotionInSet, game.MotionInStop, game.LocalGameStuck, game.Inactive, game.PickedUp,
		game.BallHolding, game.LeavingTheField, game.ArmsHands, game.Pushing, game.Cautioned, game.SentOff, game.Substitute,
	}
)

func penaltiesOf(version uint8) []game.Penalty {
	switch {
	case version >= 20:
		return penalties20
	case version == 19:
		return penalties19
	default:
		return splPenalties
	}
}

func setPlaysOf(version uint8) []game.SetPlay {
	if version >= 19 {
		return hslSetPlays
	}
	return splSetPlays
}

// nearest returns the most similar penalty of a version that lacks one: robots have to stand still in any case.
func nearest(p game.Penalty, version uint8) game.Penalty {
	hsl := version >= 19
	switch p {
	case game.ArmsHands, game.BlockingBall, game.PlayerStance:
		return game.BallHolding
	case game.Collision, game.SentOff, game.Cautioned:
		if !hsl && p != game.Collision {
			return game.Substitute
		}
		return game.Pushing
	case game.MotionInStop, game.MotionInStandby:
		return game.MotionInSet
	case game.IllegalPositionInSet:
		return game.IllegalPosition
	default:
		return game.PickedUp
	}
}

// PenaltyNumber returns the number of a penalty in a version, or of the nearest that it has.
func PenaltyNumber(p game.Penalty, version uint8) uint8 {
	list := penaltiesOf(version)
	if i := slices.Index(list, p); i >= 0 {
		return uint8(i)
	}
	return uint8(slices.Index(list, nearest(p, version)))
}

// FromGame returns the control message of one view of a match: of the truth for monitors, of [game.Match.View] for
// robots. The kicking side is hidden from robots if the book says so.
func FromGame(m *game.Match, version, packet uint8, toMonitor bool) Control {
	g, r := m.View(), m.Rules
	if toMonitor {
		g = &m.Game
	}
	c := Control{
		Version: version, ToMonitor: toMonitor, Packet: packet, PlayersPerTeam: uint8(r.Setup.Players),
		State: stateNumber(g.State, version), GamePhase: phaseNumber(g), SetPlay: setPlayNumber(g.SetPlay, version),
		FirstHalf: g.Phase == game.FirstHalf || g.Phase == game.FirstExtraHalf, KickingTeam: NoTeam,
		SecsRemaining: int16(secs(g.Clock.Remaining, math.MinInt16, math.MaxInt16)),
		SecondaryTime: int16(secs(g.Secondary.Remaining, math.MinInt16, math.MaxInt16)),
	}
	if version < 19 {
		c.CompetitionPhase = bit(r.Setup.Long)
	} else {
		c.Stopped = g.Stopped
	}
	if g.Kicking != game.NoSide && (toMonitor || !hidden(g, r)) {
		c.KickingTeam = uint8(r.Setup.Teams[g.Kicking-game.Home].Number)
	}
	sides := [2]game.Side{game.Home, game.Away}
	if !g.HomeOnLeft {
		sides = [2]game.Side{game.Away, game.Home}
	}
	for i, s := range sides {
		c.Teams[i] = teamOf(g, r, s, version)
	}
	return c
}

// hidden reports whether robots have to read the kicking side from the referee's gesture.
func hidden(g *game.Game, r *game.Rules) bool {
	return r.Book.Match.HideKickingSide && g.Phase != game.PenaltyShootout && g.SetPlay != game.KickOff &&
		(g.State == game.Ready || g.State == game.Set || g.State == game.Playing)
}

func teamOf(g *game.Game, r *game.Rules, s game.Side, version uint8) Team {
	t, setup := g.Team(s), r.Setup.Teams[s-game.Home]
	w := Team{
		Number: uint8(setup.Number), FieldColor: uint8(setup.FieldColor), Score: uint8(min(t.Score, 255)),
		PenaltyShot: uint8(min(t.Shot, 255)), SingleShots: t.ShotsScored, MessageBudget: uint16(t.Messages),
	}
	players := 7
	if version > 14 {
		w.GoalkeeperColor, w.Goalkeeper = uint8(setup.GoalkeeperColor), uint8(t.Goalkeeper)
		players = MostPlayers
	}
	for i := range t.Players[:players] {
		p := &t.Players[i]
		w.Players[i] = Player{Penalty: PenaltyNumber(p.Penalty, version), Secs: uint8(secs(p.Timer.Remaining, 0, 255))}
		if version == 19 {
			w.Players[i].Warnings = uint8(min(p.Warnings, 255))
		}
		if version >= 19 {
			w.Players[i].Cautions = uint8(min(p.Cautions, 255))
		}
	}
	return w
}

func stateNumber(s game.State, version uint8) uint8 {
	switch s {
	case game.Ready:
		return stateReady
	case game.Set:
		return stateSet
	case game.Playing:
		return statePlaying
	case game.Finished:
		return stateFinished
	case game.Standby:
		if version == 17 || version == 18 {
			return stateStandby
		}
		return stateInitial
	default:
		return stateInitial
	}
}

func phaseNumber(g *game.Game) uint8 {
	switch {
	case g.State == game.Timeout:
		return phaseTimeout
	case g.Phase == game.PenaltyShootout:
		return phaseShootout
	case g.Phase == game.FirstExtraHalf || g.Phase == game.SecondExtraHalf:
		return phaseExtra
	}
	return phaseNormal
}

func setPlayNumber(s game.SetPlay, version uint8) uint8 {
	list := setPlaysOf(version)
	if i := slices.Index(list, s); i >= 0 {
		return uint8(i)
	}
	if s == game.KickOff {
		return 0 // known by its state
	}
	return uint8(max(slices.Index(list, game.PushingFreeKick), slices.Index(list, game.DirectFreeKick)))
}

// secs returns a duration in whole seconds, rounded up and limited.
func secs(d time.Duration, low, high int64) int64 {
	whole := int64(d / time.Second)
	if d > 0 && d%time.Second != 0 {
		whole++
	}
	return min(max(whole, low), high)
}

// GameState returns the state of the game, and false for a number that its version does not have.
func (c *Control) GameState() (game.State, bool) {
	switch c.State {
	case stateInitial:
		if c.GamePhase == phaseTimeout {
			return game.Timeout, true
		}
		return game.Initial, true
	case stateReady:
		return game.Ready, true
	case stateSet:
		return game.Set, true
	case statePlaying:
		return game.Playing, true
	case stateFinished:
		return game.Finished, true
	case stateStandby:
		return game.Standby, c.Version == 17 || c.Version == 18
	default:
		return game.Initial, false
	}
}

// Phase returns the phase of the game. A timeout is not a phase: it counts as the half.
func (c *Control) Phase() game.Phase {
	switch {
	case c.GamePhase == phaseShootout:
		return game.PenaltyShootout
	case c.GamePhase == phaseExtra && c.FirstHalf:
		return game.FirstExtraHalf
	case c.GamePhase == phaseExtra:
		return game.SecondExtraHalf
	case c.FirstHalf:
		return game.FirstHalf
	default:
		return game.SecondHalf
	}
}

// SetPlayOf returns the set play, and false for a number that its version does not have. A kick-off has no number: it is
// a set play 0 in READY, SET and PLAYING with a secondary time.
func (c *Control) SetPlayOf() (game.SetPlay, bool) {
	list := setPlaysOf(c.Version)
	if int(c.SetPlay) >= len(list) {
		return game.NoSetPlay, false
	}
	s := list[c.SetPlay]
	if s == game.NoSetPlay && c.GamePhase != phaseShootout &&
		(c.State == stateReady || c.State == stateSet || c.State == statePlaying && c.SecondaryTime > 0) {
		return game.KickOff, true
	}
	return s, true
}

// PenaltyOf returns a player's penalty, and false for a number that the version does not have. Manual penalties of older
// versions are pick-ups.
func (c *Control) PenaltyOf(team, player int) (game.Penalty, bool) {
	n, list := int(c.Teams[team].Players[player].Penalty), penaltiesOf(c.Version)
	if n < len(list) && list[n] != unused {
		return list[n], true
	}
	return game.PickedUp, false // the robot has to stand still in any case
}
