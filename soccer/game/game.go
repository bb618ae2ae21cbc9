package game

import "time"

// MostPlayers is the highest number that a player can have.
const MostPlayers = 20

// A Game is the state of a game. It is a value: it holds no pointers, and two games can be compared with ==.
type Game struct {
	Phase          Phase
	State          State
	SetPlay        SetPlay
	Kicking        Side  // side that may play the ball in the set play or the penalty shot; NoSide in a drop ball
	Stopped        bool  // the referee has stopped play: no timer runs
	HomeOnLeft     bool  // home defends the goal at negative x
	Clock          Timer // remaining time of the half or the penalty shot; negative when it is over
	Secondary      Timer // READY, the set play, the break, the timeout
	TimeoutRewind  Timer // counts the time since the stoppage below zero: a timeout adds it to the clock again
	SwitchHalfTime Timer // until the second half can begin
	Teams          [2]Team
}

// A Team is the state of a team.
type Team struct {
	Goalkeeper           int // number; 0: none
	Score                int
	Removals             int // penalties that make later ones longer
	Timeouts             int // timeouts left
	Messages             int // messages left
	IllegalCommunication bool
	Shot                 int    // index of the shot in the shoot-out, from 1
	ShotsScored          uint16 // bit i: shot i+1 was a goal
	Players              [MostPlayers]Player
}

// A Player is the state of a player.
type Player struct {
	Penalty  Penalty
	Timer    Timer // time until the penalty is over; stopped until it begins to count
	Removals int   // the team's count when the penalty was called, by which it is longer
	Warnings int
	Cautions int
}

// Team returns the team of a side, which must be Home or Away.
func (g *Game) Team(s Side) *Team { return &g.Teams[s-Home] }

// Player returns a player, by its number from 1.
func (g *Game) Player(s Side, number int) *Player { return &g.Team(s).Players[number-1] }

// DefendsLeft reports whether a side defends the goal at negative x.
func (g *Game) DefendsLeft(s Side) bool { return (s == Home) == g.HomeOnLeft }

// OnField counts the players of a side that are neither substitutes, sent off nor penalised.
func (g *Game) OnField(s Side) int {
	count := 0
	for i := range g.Team(s).Players {
		if g.Team(s).Players[i].Penalty == NoPenalty {
			count++
		}
	}
	return count
}

// playsAtAll reports whether a player belongs to the game, penalised or not.
func (p *Player) playsAtAll() bool { return p.Penalty != Substitute && p.Penalty != SentOff }

// timerCount is how many timers a game has.
const timerCount = 4 + 2*MostPlayers

// timer returns one of the timers of the game, from 0; for a penalty's timer also the player.
func (g *Game) timer(i int) (t *Timer, side Side, number int) {
	switch i {
	case 0:
		return &g.Clock, NoSide, 0
	case 1:
		return &g.Secondary, NoSide, 0
	case 2:
		return &g.TimeoutRewind, NoSide, 0
	case 3:
		return &g.SwitchHalfTime, NoSide, 0
	}
	team, player := (i-4)/MostPlayers, (i-4)%MostPlayers
	return &g.Teams[team].Players[player].Timer, Home + Side(team), player + 1
}

// endPenalties ends the time of all penalties; the players stay penalised until the referee lets them in.
func (g *Game) endPenalties() {
	for i := range g.Teams {
		for j := range g.Teams[i].Players {
			if p := &g.Teams[i].Players[j]; p.Penalty != NoPenalty && p.playsAtAll() {
				p.Timer = Timer{On: true, Condition: ReadyOrPlaying}
			}
		}
	}
}

// pardon removes the penalties of all players that belong to the game.
func (g *Game) pardon() {
	for i := range g.Teams {
		for j := range g.Teams[i].Players {
			if p := &g.Teams[i].Players[j]; p.playsAtAll() {
				p.Penalty, p.Timer = NoPenalty, Timer{}
			}
		}
	}
}

// clockOf returns a clock with time on it.
func clockOf(d time.Duration) Timer {
	return Timer{On: true, Remaining: d, Condition: WithClock, Ending: Overflow}
}
