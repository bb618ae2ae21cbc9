package behavior

import (
	"math"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/nao"
)

// Action is an entry of the table of actions: all there is to say about one action.
// A new action is one entry more; the executor, the robot in one process, the checks,
// the schema, the documents and the vocabulary read it from here.
type Action struct {
	vocabulary.Action
	// fields returns the goal for the action server of Port.
	fields func(args hfsm.Args) []Field
	// make makes one use of the action; nil: a goal with fields runs it.
	make func(b *Brain, m *hfsm.Machine, a *Action, args hfsm.Args) (hfsm.Activity, error)
}

// Actions returns the table of actions.
func (c *Config) Actions() []Action {
	return append(c.ownActions(), c.externalActions()...)
}

// ownActions returns the actions of the robot.
func (c *Config) ownActions() []Action {
	all := c.headActions()
	all = append(all, c.armActions()...)
	all = append(all, legActions()...)
	all = append(all, fieldActions()...)
	all = append(all, playActions()...)
	return append(all, otherActions()...)
}

// headActions returns the actions of the head.
func (c *Config) headActions() []Action {
	color := vocabulary.Arg{
		Name: "color", Description: "colour of the ball, one of vision's", Type: hfsm.String, Check: c.expectedColor,
	}
	rests := "the head rests where it is"
	return []Action{
		{
			Action: vocabulary.Action{
				Name: "track", Group: "ball", Args: []vocabulary.Arg{color}, Cancel: rests,
				Description: "follows the ball of a colour with the head and searches when the ball is lost; needs a state of 50 Hz, or the head moves in jerks",
			},
			make: newTracking,
		},
		{
			Action: vocabulary.Action{
				Name: "search", Group: "ball", Args: []vocabulary.Arg{color}, Cancel: rests, Ends: true,
				Description: "turns the head until the ball of a colour is seen",
			},
			make: newSearching,
		},
		{
			Action: vocabulary.Action{
				Name: "look_at", Group: "head", Ends: true, Cancel: "the head stops where it is",
				Description: "turns the head until a point is on the optical axis of a camera, and keeps it there",
				Args: []vocabulary.Arg{
					vocabulary.Number("x", "forward", "m", -100, 100),
					vocabulary.Number("y", "to the left", "m", -100, 100),
					vocabulary.Number("z", "up", "m", -100, 100).OrNumber(0),
					vocabulary.Word("frame", "frame of the point", "base_footprint", "base_link", "odom"),
					vocabulary.Word("camera", "camera that looks", "top", "bottom"),
					vocabulary.Number("speed", "share of the neck's top speed; 0 is the usual one", "", 0, 1).OrNumber(0),
					vocabulary.Number("hold", "time to keep the head on the point; -1 is until the state is left", "s", -1, 3600).OrNumber(0),
				},
				Outcomes: outcomes(201, "bad_goal", "unreachable", "not_ready", "head_taken", "canceled", "preempted"),
				Feedback: []vocabulary.Feedback{feedback("look_at", "error", hfsm.Float, "rad", "angle between the optical axis and the point")},
				Port:     action("look_at", "LookAt"),
			},
			fields: func(a hfsm.Args) []Field {
				return []Field{
					text("target.header.frame_id", a.String("frame")),
					number("target.point.x", a.Float("x")), number("target.point.y", a.Float("y")), number("target.point.z", a.Float("z")),
					whole("camera", index(a.String("camera"), "top", "bottom")), number("speed", a.Float("speed")), number("hold", a.Float("hold")),
				}
			},
		},
	}
}

// armActions returns the actions of single joints and of slot motions.
func (c *Config) armActions() []Action {
	moved := outcomes(201, "bad_goal", "joint_taken", "not_reached", "canceled", "not_ready", "fallen")
	stops := "the joints stop where they are, without a jump"
	return []Action{
		{
			Action: vocabulary.Action{
				Name: "play", Group: "motion", Ends: true, Cancel: stops,
				Description: "plays a slot motion a number of times; 0 is again and again. A resumed state goes on with the count",
				Args: []vocabulary.Arg{
					c.motionArg(),
					vocabulary.Whole("times", "how often; 0 is again and again", 0, 1000).Or(hfsm.IntValue(0)),
				},
				Outcomes: outcomes(201, "unknown_motion", "joint_taken", "not_reached", "canceled", "not_ready", "fallen"),
				Feedback: []vocabulary.Feedback{{Field: "positions_reached", Input: vocabulary.Input{
					Name: positionsInput, Type: hfsm.Int, Group: "motion", Source: "action play",
					Description: "positions that the joints reached since the active state's play began",
				}}},
				Port: action("play_motion", "PlayMotion"),
			},
			fields: func(a hfsm.Args) []Field { return []Field{text("name", a.String("motion"))} },
			make:   newPlaying,
		},
		{
			Action: vocabulary.Action{
				Name: "servo", Group: "motion", Ends: true, Cancel: stops,
				Description: "moves one joint to an angle",
				Args: []vocabulary.Arg{
					{Name: "joint", Description: "joint as on the NAO: HeadYaw, LShoulderPitch, …", Type: hfsm.String, Check: expectedJoint},
					vocabulary.Number("angle", "angle to move to; hands 0 closed to 1 open", "rad", -math.Pi, math.Pi),
					vocabulary.Number("speed", "share of the joint's top speed", "", 0.01, 1).OrNumber(0.2),
				},
				Outcomes: moved, Port: action("move_joints", "MoveJoints"),
			},
			fields: func(a hfsm.Args) []Field {
				return []Field{text("names[0]", a.String("joint")), number("positions[0]", a.Float("angle")), number("speed", a.Float("speed"))}
			},
		},
		{
			Action: vocabulary.Action{
				Name: "move_joints", Group: "motion", Ends: true, Cancel: stops,
				Description: "moves joints to angles, all at once: {joints: {LElbowRoll: -0.5, RElbowRoll: =x}}",
				Args: []vocabulary.Arg{
					vocabulary.Number("speed", "peak of the longest way, share of the joint's top speed; 0 is the usual one", "", 0, 1).OrNumber(0),
				},
				Nested: "joints", Find: findJoint,
				Outcomes: moved, Port: action("move_joints", "MoveJoints"),
				Feedback: []vocabulary.Feedback{progress("move_joints")},
			},
			fields: jointFields,
		},
	}
}

// legActions returns the actions of the whole body: walking, kicks, postures.
func legActions() []Action {
	distance := func(name, description string) vocabulary.Arg {
		return vocabulary.Number(name, description, "m", -50, 50)
	}
	return []Action{
		{
			Action: vocabulary.Action{
				Name: "walk", Group: "legs", Cancel: "the robot walks to a stand",
				Description: "walks with a velocity",
				Args: []vocabulary.Arg{
					vocabulary.Number("x", "forward", "m/s", -0.3, 0.3).OrNumber(0),
					vocabulary.Number("y", "to the left", "m/s", -0.3, 0.3).OrNumber(0),
					vocabulary.Number("turn", "counterclockwise", "rad/s", -2, 2).OrNumber(0),
				},
			},
			make: newWalking,
		},
		{
			Action: vocabulary.Action{
				Name: "walk_to", Group: "legs", Ends: true, Cancel: "the robot walks to a stand with the next steps",
				Description: "walks to a place seen from where the robot stands at the beginning; a resumed state walks to the same place, where there is odometry",
				Args: []vocabulary.Arg{
					distance("x", "forward"), distance("y", "to the left"),
					vocabulary.Number("theta", "heading at the end, counterclockwise", "rad", -10, 10).OrNumber(0),
					vocabulary.Number("speed", "share of the walk's top speed; 0 is the usual one", "", 0, 1).OrNumber(0),
				},
				Outcomes: outcomes(201, "bad_goal", "unreachable", "not_ready", "fallen", "canceled", "preempted", "blocked"),
				Feedback: []vocabulary.Feedback{progress("walk_to")},
				Port:     action("walk_to", "WalkTo"),
			},
			make: newWalkTo,
		},
		{
			Action: vocabulary.Action{
				Name: "kick", Group: "legs", Ends: true, Cancel: "the foot returns to the ground and the robot stands",
				Description: "kicks a ball; a robot that walks stops first",
				Args: []vocabulary.Arg{
					vocabulary.Number("x", "place of the ball, forward; with y 0 as well it lies in front of the foot", "m", -1, 1).OrNumber(0),
					vocabulary.Number("y", "place of the ball, to the left", "m", -1, 1).OrNumber(0),
					vocabulary.Number("direction", "where the ball shall roll, counterclockwise from forward", "rad", -math.Pi, math.Pi).OrNumber(0),
					vocabulary.Number("distance", "how far the ball shall roll; 0 is as far as it goes", "m", 0, 20).OrNumber(0),
					vocabulary.Word("foot", "foot that kicks", "any", "left", "right"),
					vocabulary.Word("from", "stand: some steps before the ball if need be, then a kick; walk: a step of the walk towards the ball kicks it", "stand", "walk"),
				},
				Outcomes: outcomes(201, "bad_goal", "unreachable", "not_ready", "fallen", "canceled", "preempted"),
				Feedback: []vocabulary.Feedback{
					progress("kick"), feedback("kick", "hit", hfsm.Bool, "", "the moment of contact is passed"),
				},
				Port: action("kick", "Kick"),
			},
			fields: func(a hfsm.Args) []Field {
				x, y := a.Float("x"), a.Float("y")
				return []Field{
					truth("ball_known", x != 0 || y != 0), number("ball_x", x), number("ball_y", y),
					number("direction", a.Float("direction")), number("distance", a.Float("distance")),
					whole("foot", index(a.String("foot"), "any", "left", "right")), truth("from_walk", a.String("from") == "walk"),
				}
			},
		},
		saveAction(),
		{
			Action: vocabulary.Action{
				Name: "get_up", Group: "legs", Ends: true, Cancel: "the robot lets itself down softly where it is",
				Description: "gets up from where the robot lies or sits, and stands; a robot that stands has nothing to do",
				Outcomes:    outcomes(201, "not_ready", "gave_up", "canceled", "preempted"),
				Feedback: []vocabulary.Feedback{
					progress("get_up"), feedback("get_up", "attempt", hfsm.Int, "", "number of the attempt, from 1"),
				},
				Port: action("get_up", "GetUp"),
			},
			fields: func(hfsm.Args) []Field { return nil },
		},
		{
			Action: vocabulary.Action{
				Name: "set_gait", Group: "legs", Ends: true, Cancel: "the answer is not waited for",
				Description: "selects how the robot walks, for walk and walk_to; refused while it walks",
				Args:        []vocabulary.Arg{vocabulary.Word("gait", "way of walking: the usual one, or one of the paper's", "walk", "cpg", "omni", "tfs")},
				Port:        vocabulary.Port{Kind: vocabulary.ServicePort, Name: "set_gait", Type: "gonao_msgs/srv/SetGait"},
			},
			fields: func(a hfsm.Args) []Field { return []Field{text("gait", a.String("gait"))} },
		},
		{
			Action: vocabulary.Action{
				Name: "set_posture", Group: "legs", Ends: true, Cancel: "the robot stops on the way and stays as it is",
				Description: "takes a posture: stand; sit, on the ground with soft joints; rest, which squats and lets go",
				Args:        []vocabulary.Arg{vocabulary.Word("posture", "posture to take", "stand", "sit", "rest")},
				Outcomes:    outcomes(201, "unknown_posture", "not_ready", "fallen", "canceled", "not_reached", "preempted"),
				Feedback:    []vocabulary.Feedback{progress("set_posture")},
				Port:        action("set_posture", "SetPosture"),
			},
			fields: func(a hfsm.Args) []Field { return []Field{text("posture", a.String("posture"))} },
		},
	}
}

// saveAction returns the action of a goalkeeper's block or dive.
func saveAction() Action {
	return Action{
		Action: vocabulary.Action{
			Name: "save", Group: "legs", Ends: true, Cancel: "a block ends in the stand; a dive that has begun goes on",
			Description: "saves a goal: a block crouches, widens and rises; a dive ends lying. auto waits for the ball and decides by where it will pass: that of the arguments, if x and velocity_x say that there is one, or else the one that the robot sees",
			Args: []vocabulary.Arg{
				vocabulary.Word("kind", "what to do; auto: by the ball", "auto", "block", "dive_left", "dive_right"),
				vocabulary.Number("x", "place of the ball, forward", "m", 0, 15).OrNumber(0),
				vocabulary.Number("y", "place of the ball, to the left", "m", -10, 10).OrNumber(0),
				vocabulary.Number("velocity_x", "of the ball, forward; below 0 it comes", "m/s", -10, 10).OrNumber(0),
				vocabulary.Number("velocity_y", "of the ball, to the left", "m/s", -10, 10).OrNumber(0),
			},
			Outcomes: outcomes(201, "bad_goal", "unreachable", "not_ready", "fallen", "canceled", "preempted"),
			Feedback: []vocabulary.Feedback{progress("save")},
			Port:     action("save", "Save"),
		},
		make: newPlayed,
	}
}

// otherActions returns the actions of skills, the voice and the lights.
func otherActions() []Action {
	return []Action{
		{
			Action: vocabulary.Action{
				Name: "skill", Ends: true, Cancel: "the skill that runs is left, and the robot is safe",
				Description: "runs skills one after the other, such as goto{x=1.0, y=0.5}; getup(). For agents: skills themselves do not",
				Args:        []vocabulary.Arg{vocabulary.Text("call", "a call such as stand_up(), or several with ; between them")},
				Outcomes: outcomes(301, "invalid_call", "unknown_skill", "not_offered", "busy", "not_ready",
					"skill_failed", "canceled", "restarted"),
				Port: action("execute_skill", "ExecuteSkill"),
			},
			fields: func(a hfsm.Args) []Field { return []Field{text("call", a.String("call"))} },
		},
		{
			Action: vocabulary.Action{
				Name: "say", Group: "voice", Ends: true, Cancel: "the robot stops speaking at once",
				Description: "speaks a text; texts wait in line",
				Args: []vocabulary.Arg{
					vocabulary.Text("text", "a text to speak"),
					vocabulary.Arg{Name: "language", Description: "such as en, fr, pt-br; empty is that of the node speech", Type: hfsm.String}.Or(hfsm.StringValue("")),
					vocabulary.Number("volume", "0 is that of the node speech", "", 0, 1).OrNumber(0),
				},
				Outcomes: outcomes(501, "bad_goal", "unknown_language", "no_engine", "engine_failed", "canceled", "queue_full"),
				Feedback: []vocabulary.Feedback{feedback("say", "spoken", hfsm.Float, "", "share of the speech that has been said, 0 to 1")},
				Port:     action("say", "Say"),
			},
			fields: func(a hfsm.Args) []Field {
				return []Field{text("text", a.String("text")), text("language", a.String("language")), number("volume", a.Float("volume"))}
			},
		},
		{
			Action: vocabulary.Action{
				Name: "play_lights", Group: "lights", Ends: true, Cancel: "the lights return to what lies below the animation",
				Description: "plays an animation of the LEDs; without duration and repeats it has no end",
				Args: []vocabulary.Arg{
					vocabulary.Text("group", "all, eyes, left_eye, right_eye, ears, left_ear, right_ear, chest, feet, skull, or several with commas").Or(hfsm.StringValue("all")),
					vocabulary.Word("pattern", "the colour all the time; half of each period; softly on and off; a light that goes round", "color", "blink", "fade", "rotate"),
					{Name: "color", Description: "colour as #rrggbb", Type: hfsm.String, Check: expectedHex},
					vocabulary.Arg{Name: "second_color", Description: "colour of the other half, as #rrggbb", Type: hfsm.String, Check: expectedHex}.Or(hfsm.StringValue("#000000")),
					vocabulary.Number("period", "of a blink, a fade or a round; 0 is 1", "s", 0, 3600).OrNumber(0),
					vocabulary.Number("duration", "time until the end; 0: repeats count", "s", 0, 86400).OrNumber(0),
					vocabulary.Whole("repeats", "periods until the end; 0: duration counts", 0, 1_000_000).Or(hfsm.IntValue(0)),
					vocabulary.Whole("priority", "0 is usual; speech and alarms have more", -1000, 1000).Or(hfsm.IntValue(0)),
				},
				Outcomes: outcomes(601, "bad_goal", "canceled", "too_many"),
				Feedback: []vocabulary.Feedback{progress("play_lights")},
				Port:     action("play_lights", "PlayLights"),
			},
			fields: lightFields,
		},
	}
}

// lightFields returns the goal of play_lights.
func lightFields(a hfsm.Args) []Field {
	fields := []Field{
		text("group", a.String("group")), whole("pattern", index(a.String("pattern"), "color", "blink", "fade", "rotate")),
		number("period", a.Float("period")), number("duration", a.Float("duration")),
		whole("repeats", a.Int("repeats")), whole("priority", a.Int("priority")),
	}
	for _, name := range []string{"color", "second_color"} {
		rgb, _ := parseHex(a.String(name)) // checked
		for i, part := range []string{"r", "g", "b"} {
			fields = append(fields, number(name+"."+part, rgb[i]))
		}
		fields = append(fields, number(name+".a", 1))
	}
	return fields
}

// jointFields returns the goal of move_joints: the joints in the order of the robot's.
func jointFields(a hfsm.Args) []Field {
	fields := []Field{number("speed", a.Float("speed"))}
	n := int64(0)
	for j := range nao.Joint(nao.NumJoints) {
		v, ok := a[jointsArg+j.String()]
		if !ok {
			continue
		}
		fields = append(fields, text(element("names", n), j.String()), Field{element("positions", n), v})
		n++
	}
	return fields
}
