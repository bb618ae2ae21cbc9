package gamestate

import (
	"math"
	"time"

	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	hsl "gonao/msgs/game_controller_hsl_interfaces"
	spl "gonao/msgs/game_controller_spl_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/soccer/game"
	"gonao/soccer/game/wire"
)

// FromView returns what a robot knows of its game: the last control message, or what its buttons have led to. own is the
// number of its team, player its number.
func FromView(stamp builtininterfaces.Time, v *wire.ClientView, own, player uint8) msgs.GameState {
	m := msgs.GameState{
		Stamp: stamp, HomeOnLeft: true, Home: msgs.GameTeam{Number: own, Players: make([]msgs.GamePlayer, wire.MostPlayers)},
		Away: msgs.GameTeam{Players: make([]msgs.GamePlayer, wire.MostPlayers)},
	}
	if v.Control != nil {
		m, _ = FromControl(stamp, v.Control, own)
	}
	if !v.Manual {
		return m
	}
	m.State, m.SetPlay, m.Kicking, m.Stopped = stateOf(v.Phase), msgs.GameStateSetPlayNone, msgs.GameStateKickingAway, false
	if m.State == msgs.GameStateStateReady || m.State == msgs.GameStateStateSet {
		m.SetPlay = msgs.GameStateSetPlayKickOff
	}
	if v.KickOff {
		m.Kicking = msgs.GameStateKickingHome
	}
	m.Home.FieldColor = v.Color
	own1 := &m.Home.Players[player-1]
	*own1 = msgs.GamePlayer{}
	if v.Phase == wire.Penalized {
		own1.Penalty = msgs.GamePlayerPenaltyPickedUp
	}
	return m
}

// stateOf returns the state of a game in which a robot has a phase.
func stateOf(p wire.ClientPhase) uint8 {
	switch p {
	case wire.Ready:
		return msgs.GameStateStateReady
	case wire.Set:
		return msgs.GameStateStateSet
	case wire.Playing, wire.Penalized:
		return msgs.GameStateStatePlaying
	case wire.Standby:
		return msgs.GameStateStateStandby
	case wire.Finished:
		return msgs.GameStateStateFinished
	case wire.Timeout:
		return msgs.GameStateStateTimeout
	default:
		return msgs.GameStateStateInitial
	}
}

// SPL14 returns a control message of version 14 as game_controller_spl publishes it.
func SPL14(c *wire.Control) spl.RCGCD14 {
	m := spl.RCGCD14{
		PacketNumber: c.Packet, PlayersPerTeam: c.PlayersPerTeam, CompetitionPhase: c.CompetitionPhase, CompetitionType: c.CompetitionType,
		GamePhase: c.GamePhase, State: c.State, SetPlay: c.SetPlay, FirstHalf: bit(c.FirstHalf), KickingTeam: c.KickingTeam,
		SecsRemaining: c.SecsRemaining, SecondaryTime: c.SecondaryTime,
	}
	for i := range c.Teams {
		from, to := &c.Teams[i], &m.Teams[i]
		*to = spl.TeamInfo14{
			TeamNumber: from.Number, TeamColour: from.FieldColor, Score: from.Score, PenaltyShot: from.PenaltyShot,
			SingleShots: from.SingleShots, MessageBudget: from.MessageBudget,
		}
		for j := range to.Players {
			to.Players[j] = spl.RobotInfo14{Penalty: from.Players[j].Penalty, SecsTillUnpenalised: from.Players[j].Secs}
		}
	}
	return m
}

// SPL15 returns a control message of versions 15 to 18 as game_controller_spl publishes it.
func SPL15(c *wire.Control) spl.RCGCD15 {
	m := spl.RCGCD15{
		PacketNumber: c.Packet, PlayersPerTeam: c.PlayersPerTeam, CompetitionPhase: c.CompetitionPhase, CompetitionType: c.CompetitionType,
		GamePhase: c.GamePhase, State: c.State, SetPlay: c.SetPlay, FirstHalf: bit(c.FirstHalf), KickingTeam: c.KickingTeam,
		SecsRemaining: c.SecsRemaining, SecondaryTime: c.SecondaryTime,
	}
	for i := range c.Teams {
		from, to := &c.Teams[i], &m.Teams[i]
		*to = spl.TeamInfo15{
			TeamNumber: from.Number, FieldPlayerColour: from.FieldColor, GoalkeeperColour: from.GoalkeeperColor, Goalkeeper: from.Goalkeeper,
			TeamColour: from.FieldColor, Score: from.Score, PenaltyShot: from.PenaltyShot, SingleShots: from.SingleShots, MessageBudget: from.MessageBudget,
		}
		for j := range to.Players {
			to.Players[j] = spl.RobotInfo15{Penalty: from.Players[j].Penalty, SecsTillUnpenalised: from.Players[j].Secs}
		}
	}
	return m
}

// HSL returns a control message of versions 19 and 20 as game_controller_hsl publishes it for a robot. It reports false
// when the team is not one of the two. Penalties have the numbers of version 20.
func HSL(stamp builtininterfaces.Time, c *wire.Control, own, player uint8) (hsl.GameState, bool) {
	at := 0
	if c.Teams[1].Number == own {
		at = 1
	}
	if c.Teams[at].Number != own {
		return hsl.GameState{}, false
	}
	us, them := &c.Teams[at], &c.Teams[1-at]
	m := hsl.GameState{
		PlayersPerTeam: c.PlayersPerTeam, CompetitionType: c.CompetitionType, GamePhase: c.GamePhase, MainState: c.State, SetPlay: c.SetPlay,
		FirstHalf: c.FirstHalf, Stopped: c.Stopped, KickingTeam: c.KickingTeam, OwnScore: us.Score, RivalScore: them.Score,
		SecondsRemaining: c.SecsRemaining, SecondaryTime: c.SecondaryTime, OwnPlayerColor: us.FieldColor, OwnGoalieColor: us.GoalkeeperColor,
		RivalPlayerColor: them.FieldColor, RivalGoalieColor: them.GoalkeeperColor, PenaltyShot: us.PenaltyShot, SingleShots: us.SingleShots,
		MessageBudget: us.MessageBudget,
	}
	m.Header.Stamp = stamp
	for i, p := range us.Players {
		penalty, _ := c.PenaltyOf(at, i)
		m.TeamMatesWithPenalty = append(m.TeamMatesWithPenalty, penalty != game.NoPenalty)
		m.TeamMatesWithYellowCard = append(m.TeamMatesWithYellowCard, p.Cautions > 0)
		m.TeamMatesWithRedCard = append(m.TeamMatesWithRedCard, penalty == game.SentOff)
		if i != int(player)-1 {
			continue
		}
		m.Penalty, m.Penalized = wire.PenaltyNumber(penalty, wire.NewestVersion), penalty != game.NoPenalty
		m.PenalizedInPlace = penalty == game.MotionInSet || penalty == game.MotionInStop
		m.SecondsTillUnpenalized, m.Cautions = p.Secs, p.Cautions
		m.HasYellowCard, m.HasRedCard = p.Cautions > 0, penalty == game.SentOff
	}
	return m, true
}

// StatusOfSPL returns the status message that another program published for game_controller_spl.
func StatusOfSPL(m *spl.RCGCRD4) wire.Status {
	return wire.Status{Player: m.PlayerNum, Team: m.TeamNum, Fallen: m.Fallen != 0, Pose: m.Pose, BallAge: m.BallAge, Ball: m.Ball}
}

// StatusOfHSL returns the status message that another program published for game_controller_hsl. A ball without
// a stamp was never seen.
func StatusOfHSL(now time.Time, m *hsl.PlayerStateResponse, own, player uint8) wire.Status {
	s := wire.Status{
		Player: player, Team: own, Fallen: m.Fallen, Pose: PoseOf(&m.Pose.Pose), BallAge: -1,
		Ball: [2]float32{float32(1000 * m.Ball.Point.X), float32(1000 * m.Ball.Point.Y)},
	}
	if at := m.Ball.Header.Stamp; at.Sec != 0 || at.Nanosec != 0 {
		s.BallAge = float32(max(now.Sub(time.Unix(int64(at.Sec), int64(at.Nanosec))).Seconds(), 0))
	}
	return s
}

// PoseOf returns a pose on the field as status messages have it: mm, mm, rad.
func PoseOf(p *geometrymsgs.Pose) [3]float32 {
	q := p.Orientation
	yaw := math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))
	return [3]float32{float32(1000 * p.Position.X), float32(1000 * p.Position.Y), float32(yaw)}
}

func bit(on bool) uint8 {
	if on {
		return 1
	}
	return 0
}
