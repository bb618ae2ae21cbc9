package game

import "fmt"

// A Kind is the kind of a referee's action.
type Kind uint8

// The kinds of actions.
const (
	NoAction Kind = iota
	WaitForReady
	StartSetPlay
	WaitForSetPlay
	FreeSetPlay
	FinishSetPlay
	Goal
	Penalize
	Unpenalize
	Warn
	Caution
	Substitution
	FinishHalf
	SwitchHalf
	StartExtraTime
	AddExtraTime
	TakeTimeout
	GlobalGameStuck
	StopPlay
	ResumePlay
	TeamMessage
	StartPenaltyShootout
	SelectPenaltyShotPlayer
	WaitForPenaltyShot
	FreePenaltyShot
	FinishPenaltyShot
	kinds // number of kinds
)

var kindNames = []string{
	"none", "standby", "set_play", "set", "playing", "ball_free", "goal", "penalize", "unpenalize", "warn", "caution",
	"substitute", "finish", "switch_half", "extra_time", "add_minute", "timeout", "global_game_stuck", "stop", "resume",
	"team_message", "penalty_shootout", "select_player", "set_shot", "play_shot", "finish_shot",
}

// Kinds returns the names of all actions, in their order.
func Kinds() []string { return append([]string(nil), kindNames[1:]...) }

// Penalties returns the names of the penalties.
func Penalties() []string { return append([]string(nil), penaltyNames[1:]...) }

// SetPlays returns the names of the set plays.
func SetPlays() []string { return append([]string(nil), setPlayNames[1:]...) }

// String returns the name, such as ball_free.
func (k Kind) String() string { return name(kindNames, k) }

// MarshalText returns the name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k to the kind with a name.
func (k *Kind) UnmarshalText(text []byte) (err error) {
	*k, err = parse[Kind](kindNames, "action", string(text))
	return err
}

// An Action is one thing that a referee does, or a robot's message. Only the fields that its kind names are read.
type Action struct {
	Kind    Kind    `json:"action"`
	Side    Side    `json:"side,omitempty"`    // set_play, goal, penalize, unpenalize, warn, caution, substitute, timeout, team_message, select_player, penalty_shootout (whose goal is used)
	Player  int     `json:"player,omitempty"`  // number from 1; penalize: 0 is the whole team
	Out     int     `json:"out,omitempty"`     // substitute: number of the player who leaves
	Penalty Penalty `json:"penalty,omitempty"` // penalize
	SetPlay SetPlay `json:"setPlay,omitempty"` // set_play; penalize: the restart that follows at once
	Force   bool    `json:"force,omitempty"`   // unpenalize: before the time is over; select_player: as goalkeeper
	Illegal bool    `json:"illegal,omitempty"` // team_message: its form or size is not allowed
}

// String returns the action as a referee would call it.
func (a Action) String() string {
	text := a.Kind.String()
	if a.Kind == StartSetPlay {
		text = a.SetPlay.String()
	}
	if a.Kind == Penalize {
		text += " " + a.Penalty.String()
	}
	if a.Side != NoSide {
		text += " " + a.Side.String()
	}
	if a.Player != 0 {
		text += fmt.Sprintf(" %d", a.Player)
	}
	if a.Kind == Penalize && a.SetPlay != NoSetPlay {
		text += " " + a.SetPlay.String()
	}
	return text
}

// context is one of the two games of a match while an action is judged or performed in it.
type context struct {
	game  *Game
	rules *Rules
	match *Match // nil in the hidden game, and while an action is judged
}
