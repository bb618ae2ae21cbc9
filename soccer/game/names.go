package game

import (
	"fmt"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// name returns the name of a value in a list, or its number.
func name[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%d", v)
}

// parse returns the value with a name. what is the noun of the error.
func parse[T ~uint8](names []string, what, text string) (T, error) {
	for i, n := range names {
		if n == text {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("%s %q: no such %s%s", what, text, what, wording.DidYouMean(text, names))
}

// A Side is one of the two teams: home is listed first in the schedule. It does not change at half-time.
type Side uint8

// The sides. NoSide is the zero value.
const (
	NoSide Side = iota
	Home
	Away
)

var sideNames = []string{"none", "home", "away"}

// String returns the name, such as home.
func (s Side) String() string { return name(sideNames, s) }

// MarshalText returns the name.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the side with a name.
func (s *Side) UnmarshalText(text []byte) (err error) {
	*s, err = parse[Side](sideNames, "side", string(text))
	return err
}

// Other returns the opponents of a side, and NoSide for NoSide.
func (s Side) Other() Side {
	switch s {
	case Home:
		return Away
	case Away:
		return Home
	default:
		return NoSide
	}
}

// A Phase is a part of the game.
type Phase uint8

// The phases.
const (
	FirstHalf Phase = iota
	SecondHalf
	FirstExtraHalf
	SecondExtraHalf
	PenaltyShootout
)

var phaseNames = []string{"first_half", "second_half", "first_extra_half", "second_extra_half", "penalty_shootout"}

// String returns the name, such as first_half.
func (p Phase) String() string { return name(phaseNames, p) }

// MarshalText returns the name.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the phase with a name.
func (p *Phase) UnmarshalText(text []byte) (err error) {
	*p, err = parse[Phase](phaseNames, "phase", string(text))
	return err
}

// A State is the state of a game for all robots.
type State uint8

// The states.
const (
	Initial  State = iota // before each half, and before a penalty shoot-out
	Standby               // the referee is about to show that READY begins
	Ready                 // robots walk to their places
	Set                   // robots stand still
	Playing               // robots play; a set play may be continuing
	Finished              // after a half, and after a penalty shot
	Timeout               // a team or the referee has requested time
)

var stateNames = []string{"initial", "standby", "ready", "set", "playing", "finished", "timeout"}

// String returns the name, such as ready.
func (s State) String() string { return name(stateNames, s) }

// MarshalText returns the name.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the state with a name.
func (s *State) UnmarshalText(text []byte) (err error) {
	*s, err = parse[State](stateNames, "state", string(text))
	return err
}

// A SetPlay is a restart that belongs to one team, or to none for a drop ball.
type SetPlay uint8

// The set plays of all leagues. A book holds the duration of those in its league.
const (
	NoSetPlay SetPlay = iota
	KickOff
	KickIn // over the touchline; a throw-in in HSL's words
	GoalKick
	CornerKick
	PushingFreeKick
	DirectFreeKick
	IndirectFreeKick
	PenaltyKick
	setPlays // number of set plays
)

var setPlayNames = []string{
	"none", "kick_off", "kick_in", "goal_kick", "corner_kick", "pushing_free_kick", "direct_free_kick",
	"indirect_free_kick", "penalty_kick",
}

// String returns the name, such as kick_off.
func (s SetPlay) String() string { return name(setPlayNames, s) }

// MarshalText returns the name.
func (s SetPlay) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the set play with a name.
func (s *SetPlay) UnmarshalText(text []byte) (err error) {
	*s, err = parse[SetPlay](setPlayNames, "set play", string(text))
	return err
}

// A Penalty is why a robot does not play.
type Penalty uint8

// The penalties of all leagues. A book holds those of its league.
const (
	NoPenalty Penalty = iota
	Substitute
	PickedUp // at its team's request
	IllegalPositionInSet
	IllegalPosition
	MotionInStandby
	MotionInSet
	MotionInStop // while the referee has stopped play
	Inactive     // fallen, or without activity
	LocalGameStuck
	BallHolding
	PlayerStance
	Pushing
	ArmsHands // played the ball with arms or hands
	LeavingTheField
	Cautioned
	SentOff
	Collision    // responsible for a collision, in the document's own match
	BlockingBall // stands at the ball and does not play it, in the document's own match
	penalties    // number of penalties
)

var penaltyNames = []string{
	"none", "substitute", "picked_up", "illegal_position_in_set", "illegal_position", "motion_in_standby", "motion_in_set",
	"motion_in_stop", "inactive", "local_game_stuck", "ball_holding", "player_stance", "pushing", "arms_hands",
	"leaving_the_field", "cautioned", "sent_off", "collision", "blocking_ball",
}

// String returns the name, such as pushing.
func (p Penalty) String() string { return name(penaltyNames, p) }

// MarshalText returns the name.
func (p Penalty) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the penalty with a name.
func (p *Penalty) UnmarshalText(text []byte) (err error) {
	*p, err = parse[Penalty](penaltyNames, "penalty", string(text))
	return err
}

// colors are the names of the teams' colours in the protocol, from 0 on.
var colors = []string{"blue", "red", "yellow", "black", "white", "green", "orange", "purple", "brown", "grey"}

// ParseColor returns the number that a team's colour has in the protocol.
func ParseColor(name string) (int, error) {
	if i := slices.Index(colors, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("colour %q: expected one of %s", name, strings.Join(colors, ", "))
}
