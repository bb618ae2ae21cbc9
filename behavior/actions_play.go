package behavior

import (
	"fmt"
	"slices"

	"gonao/behavior/play"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

const (
	robotStands = "the robot stands"
	headRests   = "the head rests where it is"
)

// intentionArgs returns the arguments of the intention.
func intentionArgs() []vocabulary.Arg {
	return []vocabulary.Arg{
		vocabulary.Word("target", "where to: the middle of the goal that the robot attacks, its corner near to or far from the ball, a quarter of its width inside the post, the teammate with the best pass, out of the own half, or a point; plan: as the team's plan has it",
			"plan", "goal", "near_corner", "far_corner", "mate", "clear", "point"),
		vocabulary.Number("x", "of a point in map; without a target, the point is meant unless both are 0", "m", -20, 20).OrNumber(0),
		vocabulary.Number("y", "of that point", "m", -20, 20).OrNumber(0),
		vocabulary.Number("strength", "share of the kick's longest way; 0 is as far as the plan has it", "", 0, 1).OrNumber(0),
		vocabulary.Word("kick", "which one; best: that out of the stand that is reached soonest; from_walk: a step of the walk", "best", "straight", "side", "from_walk"),
	}
}

// pointArgs returns the arguments of a point in map.
func pointArgs() []vocabulary.Arg {
	return []vocabulary.Arg{
		vocabulary.Number("x", "of a point in map", "m", -20, 20).OrNumber(0),
		vocabulary.Number("y", "of that point", "m", -20, 20).OrNumber(0),
	}
}

// goToBallArgs returns the arguments of go_to_ball.
func goToBallArgs() []vocabulary.Arg {
	return append(intentionArgs(),
		vocabulary.Number("distance", "from the middle of the feet to the ball at the end, forward; 0 is where the kick begins", "m", 0, 2).OrNumber(0),
		vocabulary.Number("behind", "how far behind where the kick begins the way ends, without a distance", "m", 0, 2).OrNumber(0),
		aside(),
		vocabulary.Word("side", "foot in front of which the ball lies at the end; any: by the way", "any", "left", "right"),
		vocabulary.Number("patience", "time after which a ball that no robot of the team sees is lost", "s", 0.1, 60).OrNumber(4),
	)
}

// aside returns how far the ball lies to a side.
func aside() vocabulary.Arg {
	a := vocabulary.Number("aside", "how far the ball lies to a side at the end; -1 is as the kick wants it", "m", -1, 0.15).OrNumber(-1)
	a.Check = func(v hfsm.Value) string {
		if v.Float < 0 && v.Float != -1 {
			return "0 to 0.15 m, or -1"
		}
		return ""
	}
	return a
}

// pitch returns how far the head looks down.
func pitch() vocabulary.Arg {
	return vocabulary.Number("pitch", "how far the head looks down", "rad", -0.6, 0.5).OrNumber(play.HeadPitch)
}

// playActions returns the actions of the groups play and head that a robot on the field has.
func playActions() []Action {
	kicks := append(outcomes(0, "ball_lost", "no_target", "unsupported"), outcomes(0, "unreachable", "not_ready", "fallen")...)
	return []Action{
		playAction("play", "aim", "the previous intention applies again",
			"sets the intention with the ball, and moves nothing: for a state around others, whose go_to_ball, line_up and kick_to follow it", false, nil, intentionArgs()...),
		playAction("play", "play_ball", "as the part that runs: go_to_ball, line_up or kick_to",
			"goes to the ball, lines up and kicks; dribbles where the plan is to dribble. Ends when it has kicked", true, kicks, intentionArgs()...),
		playAction("play", "stand", "nothing", "stands, and holds the legs", false, nil),
		playAction("play", "position", robotStands, "walks to a place, round others, and stays there; moves aside as far as the rules want", false, nil,
			append([]vocabulary.Arg{vocabulary.Word("place", "the place of the robot's role, that of its number before SET, or a point", "role", "kick_off", "point")},
				append(pointArgs(),
					vocabulary.Word("facing", "where it looks; place: as the team's file has it, which is the ball for a role and for a point", "place", "ball", "goal", "own_goal", "heading"),
					vocabulary.Number("theta", "heading in map, counterclockwise; 0 looks towards the goal that the robot attacks", "rad", -10, 10).OrNumber(0))...)...),
		playAction("play", "guard", robotStands, "stands between the ball and the middle of its goal, and steps into the path of a ball if the plan says so", false, nil,
			vocabulary.Number("depth", "before the goal line; -1 is the plan's", "m", -1, 3).OrNumber(-1)),
		playAction("play", "keep_off", robotStands, "stands between the ball and its goal", false, outcomes(0, "ball_lost"),
			vocabulary.Number("distance", "from the ball, 0.3 or more; 0 is 1.1, which is more than the rules of the leagues want", "m", 0, 5).OrNumber(0)),
		playAction("play", "return_to_field", robotStands, "walks from the touchline straight onto the field", true, outcomes(0, "blocked"),
			vocabulary.Number("inside", "how far from the touchline it ends; within 0.2 counts as there", "m", 0.3, 3).OrNumber(0.8)),
		playAction("play", "dive", "a dive that has begun goes on", "falls to a side before a ball, and ends lying", true,
			outcomes(0, "missed", "unsupported", "not_ready", "fallen"), vocabulary.Word("side", "to which; auto: where the ball passes", "auto", "left", "right")),
		playAction("play", "search_ball", robotStands, "turns the robot on the spot until the ball is seen", true, nil,
			vocabulary.Number("turn", "how fast; 0 is 60 % of the fastest", "rad/s", 0, 2).OrNumber(0),
			vocabulary.Word("direction", "number: players with odd numbers to the left, the others to the right; ball: to the side on which it was last", "number", "ball", "left", "right")),
		playAction("play", "line_up", robotStands, "makes the last steps to where the kick begins: first heading and side, then ahead; ends there", true,
			outcomes(0, "ball_lost", "no_target", "unsupported"), intentionArgs()...),
		playAction("play", "dribble", robotStands, "walks the ball towards a target", false, outcomes(0, "ball_lost"),
			append([]vocabulary.Arg{vocabulary.Word("towards", "plan: the target of the intention", "plan", "goal", "point")},
				append(pointArgs(), vocabulary.Number("speed", "share of the walk's top speed forward; 0 is all of it", "", 0, 1).OrNumber(0))...)...),
		playAction("play", "kick_to", "the foot returns to the ground and the robot stands", "kicks the ball towards a target, with the foot that the robot has lined up for", true,
			kicks, intentionArgs()...),
		playAction("field", "go_to_ball", "the robot stands",
			"walks round the ball, robots and posts to where the kick begins, for where the ball comes to rest, and looks at the ball unless another machine moves the head; ends when the robot stands there",
			true, outcomes(0, "ball_lost", "no_target", "unsupported"), goToBallArgs()...),
		playAction("field", "intercept_ball", robotStands,
			"walks into the way of a ball that rolls and looks at it unless another machine moves the head; ends when the ball is at the feet. It needs no pose, and does not go round obstacles",
			true, outcomes(0, "ball_lost", "missed")),
		playAction("field", "look_around", headRests, "turns the head from side to side, beginning in the middle; every second sweep looks farther down", true, nil,
			vocabulary.Whole("times", "sweeps until the end; 0 is again and again", 0, 1000).Or(hfsm.IntValue(0)),
			vocabulary.Number("sweep", "time of a sweep to the left, to the right and back", "s", 0.5, 60).OrNumber(4),
			vocabulary.Number("yaw", "how far the head turns to either side", "rad", 0.1, 2).OrNumber(1.05),
			vocabulary.Number("pitch", "how far the head looks down", "rad", -0.6, 0.5).OrNumber(0.05)),
		playAction("field", "look_at_ball", headRests, "looks at the ball of the field that the robot or its team sees; without one the head stays where it is", false, nil),
		playAction("head", "look_ahead", headRests, "turns the head to two angles and leaves it there", false, nil,
			vocabulary.Number("yaw", "to the left", "rad", -2, 2).OrNumber(0), pitch()),
		playAction("head", "look_for_place", headRests, "turns the head where the robot's place is seen best", false, nil,
			vocabulary.Number("yaw", "how far to a side at most", "rad", 0.1, 2).OrNumber(1.5), pitch()),
		playAction("head", "scan", headRests, "the head searches the ball of the field from side to side", false, nil,
			vocabulary.Word("from", "the middle: where the ball was last, at most 0.8 rad to a side, or ahead", "ball", "ahead"),
			vocabulary.Number("yaw", "how far to either side of it", "rad", 0.1, 2).OrNumber(1.1),
			vocabulary.Number("sweep", "time of a sweep there and back", "s", 0.5, 60).OrNumber(2.5), pitch()),
	}
}

// unusedArgs returns why an argument of a machine has no effect, given its other constant arguments; "" if it has an effect.
func unusedArgs(args hfsm.Args, name string) string {
	for _, by := range []struct {
		arg    string
		of     []string
		values []string
	}{
		{"target", []string{"x", "y"}, []string{"plan", "point"}},
		{"place", []string{"x", "y"}, []string{"point"}},
		{"towards", []string{"x", "y"}, []string{"point"}},
		{"facing", []string{"theta"}, []string{"heading"}},
	} {
		v, given := args[by.arg]
		if !given || !slices.Contains(by.of, name) || slices.Contains(by.values, v.String) {
			continue
		}
		return fmt.Sprintf("no effect with %s: %s; expected %s: %s", by.arg, v.String, by.arg, by.values[len(by.values)-1])
	}
	if d, given := args["distance"]; given && name == "behind" && d.Float > 0 {
		return "no effect beside a distance; expected one of the two"
	}
	return ""
}

// playInputs are of the game, the team and its plan, and how the ball is played.
var playInputs = []input{
	playText("game_state", "as robots see the game: initial, standby, ready, set, playing, finished or timeout; playing without a game", "game", func(s *play.Skills) string { return s.View.Game.State }),
	playBool("penalized", "the robot has a penalty", "game", func(s *play.Skills) bool { return s.View.Game.Penalized }),
	playBool("returns", "the robot comes back from a penalty and is not on the field yet", "game", func(s *play.Skills) bool { return s.View.Game.Returns }),
	playBool("may_play", "the rules let the robot play the ball now", "game", func(s *play.Skills) bool { return s.View.Rules.MayPlay }),
	playText("best_role", "role that the assignment returns: keeper, striker, supporter, defender or wing; striker without a team", "game", func(s *play.Skills) string { return s.View.Game.BestRole }),
	playBool("comes_out", "the keeper may leave its place to play the ball", "game", func(s *play.Skills) bool { return s.View.Game.ComesOut }),
	playBool("fallen", "the robot falls, lies or gets up", "body", func(s *play.Skills) bool { return s.View.Fallen }),
	playBool("game_ball_known", "the robot or its team knows where the ball is", "play", func(s *play.Skills) bool { return s.View.Ball.Known }),
	playFloat("game_ball_distance", "m", "distance to the ball that the robot or its team sees; 99 when unknown", func(s *play.Skills) float64 { return s.View.Ball.Distance }),
	playFloat("game_ball_x", "m", "place of the ball that the robot or its team sees, forward", func(s *play.Skills) float64 { return s.View.Ball.LocalX }),
	playFloat("game_ball_y", "m", "place of the ball that the robot or its team sees, to the left", func(s *play.Skills) float64 { return s.View.Ball.LocalY }),
	playFloat("game_ball_field_x", "m", "place of the ball that the robot or its team sees, in map", func(s *play.Skills) float64 { return s.View.Ball.X }),
	playFloat("game_ball_field_y", "m", "place of the ball that the robot or its team sees, in map", func(s *play.Skills) float64 { return s.View.Ball.Y }),
	playBool("behind_ball", "the robot stands where the last part of the way to the kick begins", "play", (*play.Skills).Behind),
	playBool("lined_up", "the ball lies where the kick hits it, and the kick has the right direction", "play", (*play.Skills).LinedUp),
	playText("choice", "what is done with the ball: shoot, pass, dribble, clear, or place for a target that is a point", "play", (*play.Skills).Choice),
	playBool("rolls_by", "the ball rolls and comes near enough to be stopped", "play", func(s *play.Skills) bool { return s.View.Ball.RollsBy() }),
	playFloat("threat", "s", "time until the ball crosses the line on which the robot stands, on its way into the own goal; 99: it does not", func(s *play.Skills) float64 {
		seconds, _ := s.Threat()
		return seconds
	}),
	playFloat("threat_side", "m", "where it passes the robot, to its left", func(s *play.Skills) float64 {
		_, side := s.Threat()
		return side
	}),
}

func playInput(name, unit, about, group string, t hfsm.Type, read func(*play.Skills) hfsm.Value) input {
	return input{Input: vocabulary.Input{Name: name, Type: t, Unit: unit, Description: about, Group: group, Source: "player"}, play: read}
}

func playText(name, about, group string, read func(*play.Skills) string) input {
	return playInput(name, "", about, group, hfsm.String, func(s *play.Skills) hfsm.Value { return hfsm.StringValue(read(s)) })
}

func playBool(name, about, group string, read func(*play.Skills) bool) input {
	return playInput(name, "", about, group, hfsm.Bool, func(s *play.Skills) hfsm.Value { return hfsm.BoolValue(read(s)) })
}

func playFloat(name, unit, about string, read func(*play.Skills) float64) input {
	return playInput(name, unit, about, "play", hfsm.Float, func(s *play.Skills) hfsm.Value { return hfsm.FloatValue(read(s)) })
}
