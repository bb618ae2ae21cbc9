package behavior

import (
	"errors"
	"time"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

// playActions returns the actions of a player of a team: they need the game, the team and its plan. A player of gonao/soccer/player
// does them; in the executor and in the robot in one process they end as unsupported.
func playActions() []Action {
	stands, rests := "the robot stands", "the head rests where it is"
	do := func(group, name, cancel, about string, ends bool, args ...vocabulary.Arg) Action {
		return Action{
			Action: vocabulary.Action{
				Name: name, Description: about, Group: group, Ends: ends, Args: args, Cancel: cancel,
			},
			make: newUnsupported,
		}
	}
	return []Action{
		do("play", "stand", "nothing", "stands, and holds the legs", false),
		do("play", "position", stands, "walks to a place of the team's file, round others, and stays there; moves aside as far as the rules want", false,
			vocabulary.Word("place", "that of the robot's role, or of its number before SET", "role", "kick_off")),
		do("play", "guard", stands, "stands between the ball and the middle of its goal, and steps into the way of a ball where the plan has it", false),
		do("play", "keep_off", stands, "stands between the ball and its goal, as far off as the rules want", false),
		do("play", "return_to_field", stands, "walks from the touchline straight onto the field", true),
		do("play", "dive", "a dive that has begun goes on", "falls to a side before a ball", true, vocabulary.Word("side", "to which", "left", "right")),
		do("play", "search_ball", stands, "turns the robot on the spot: players with odd numbers to the left, the others to the right", false),
		do("play", "line_up", stands, "makes the last steps to where the kick begins: first heading and side, then ahead", false),
		do("play", "dribble", stands, "walks the ball towards the target of the plan", false),
		do("play", "kick_to", "the foot returns to the ground and the robot stands", "kicks the ball towards the target of the plan", true),
		do("head", "look_ahead", rests, "the head looks ahead", false),
		do("head", "look_for_place", rests, "looks where the robot's place is seen best", false),
		do("head", "scan", rests, "the head searches the ball of the field, from where it was seen last", false),
	}
}

// playInputs are written for a player of a team.
var playInputs = []input{
	playInput("game_state", "", "as robots see the game: initial, standby, ready, set, playing, finished or timeout", "game", hfsm.String),
	playInput("penalized", "", "the robot has a penalty", "game", hfsm.Bool),
	playInput("returns", "", "the robot comes back from a penalty and is not on the field yet", "game", hfsm.Bool),
	playInput("may_play", "", "the rules let the robot play the ball now", "game", hfsm.Bool),
	playInput("best_role", "", "role that the assignment returns: keeper, striker, supporter, defender or wing", "game", hfsm.String),
	playInput("comes_out", "", "the keeper may leave its place to play the ball", "game", hfsm.Bool),
	playInput("fallen", "", "the robot falls, lies or gets up", "body", hfsm.Bool),
	playInput("game_ball_known", "", "the robot or its team knows where the ball is", "play", hfsm.Bool),
	playInput("game_ball_distance", "m", "distance to the ball as the robot or its team knows it; 99 when not known", "play", hfsm.Float),
	playInput("game_ball_x", "m", "place of the ball as the robot or its team knows it, forward", "play", hfsm.Float),
	playInput("game_ball_y", "m", "place of the ball as the robot or its team knows it, to the left", "play", hfsm.Float),
	playInput("game_ball_field_x", "m", "place of the ball as the robot or its team knows it, in map", "play", hfsm.Float),
	playInput("game_ball_field_y", "m", "place of the ball as the robot or its team knows it, in map", "play", hfsm.Float),
	playInput("behind_ball", "", "the robot stands where the last part of the way to the kick begins", "play", hfsm.Bool),
	playInput("lined_up", "", "the ball lies where the kick hits it, and the kick has the right direction", "play", hfsm.Bool),
	playInput("choice", "", "what is done with the ball: shoot, pass, dribble or clear", "play", hfsm.String),
	playInput("rolls_by", "", "the ball rolls and comes near enough to be stopped", "play", hfsm.Bool),
	playInput("threat", "s", "time until the ball crosses the line on which the robot stands, on its way into the own goal; 99: it does not", "play", hfsm.Float),
	playInput("threat_side", "m", "where it passes the robot, to its left", "play", hfsm.Float),
}

func playInput(name, unit, about, group string, t hfsm.Type) input {
	return input{Input: vocabulary.Input{Name: name, Type: t, Unit: unit, Description: about, Group: group, Source: "player"}}
}

// unsupported is an action that this robot cannot do.
type unsupported struct {
	brain   *Brain
	machine *hfsm.Machine
	name    string
}

var errUnsupported = errors.New("this robot has no game and no team: expected a player of a match")

func newUnsupported(b *Brain, m *hfsm.Machine, a *Action, _ hfsm.Args) (hfsm.Activity, error) {
	return &unsupported{b, m, a.Name}, nil
}

// Start does nothing.
func (*unsupported) Start(time.Duration, hfsm.Entry) {}

// Step ends the action.
func (u *unsupported) Step(time.Duration) (hfsm.Status, error) {
	return u.brain.ended(u.machine, u.name, vocabulary.Unsupported, errUnsupported)
}

// Stop does nothing.
func (*unsupported) Stop(time.Duration) {}
