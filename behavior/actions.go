package behavior

import (
	"math"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/nao"
	"gonao/robot/goals"
)

// Action is an entry of the table of actions: everything about one action. To add an action, add one entry; the executor,
// the robot in one process, the checks, the schema, the documents and the vocabulary read it from here.
type Action struct {
	vocabulary.Action
	// goal returns the goal for the server of Port, see [Caller].
	goal func(args hfsm.Args) any
	// make makes one use of the action; nil: the goal runs it.
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
	return withOutcomes(append(all, otherActions()...))
}

// headActions returns the actions of the head.
func (c *Config) headActions() []Action {
	color := vocabulary.Arg{
		Name: "color", Description: "colour of the ball, one of vision's", Type: hfsm.String, Check: c.expectedColor,
	}
	rests, sets := "the head rests where it is", []string{"ball_age", "ball_azimuth", "ball_elevation"}
	return []Action{
		{
			Action: vocabulary.Action{
				Name: "track", Group: "ball", Args: []vocabulary.Arg{color}, Cancel: rests, Sets: sets,
				Description: "follows the ball of a colour with the head and searches when the ball is lost; needs a state of 50 Hz, or the head moves in jerks",
			},
			make: newTracking,
		},
		{
			Action: vocabulary.Action{
				Name: "search", Group: "ball", Args: []vocabulary.Arg{color}, Cancel: rests, Ends: true, Sets: sets,
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
				Feedback: []vocabulary.Feedback{feedback("look_at", "error", hfsm.Float, "rad", "angle between the optical axis and the point")},
				Port:     portOf("look_at"),
			},
			goal: func(a hfsm.Args) any {
				return &goals.LookAt{
					Frame: a.String("frame"), X: a.Float("x"), Y: a.Float("y"), Z: a.Float("z"),
					Camera: index(a.String("camera"), "top", "bottom"), Speed: a.Float("speed"), Hold: a.Float("hold"),
				}
			},
		},
	}
}

// armActions returns the actions of single joints and of slot motions.
func (c *Config) armActions() []Action {
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
				Feedback: []vocabulary.Feedback{{Field: "positions_reached", Input: vocabulary.Input{
					Name: positionsInput, Type: hfsm.Int, Group: "motion", Source: "action play",
					Description: "positions that the joints reached since the active state's play began",
				}}},
				Port: portOf("play_motion"),
			},
			goal: func(a hfsm.Args) any { return &goals.PlayMotion{Name: a.String("motion")} },
			make: newPlaying,
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
				Port: portOf("move_joints"),
			},
			goal: func(a hfsm.Args) any {
				return &goals.MoveJoints{Names: []string{a.String("joint")}, Positions: []float64{a.Float("angle")}, Speed: a.Float("speed")}
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
				Port:     portOf("move_joints"),
				Feedback: []vocabulary.Feedback{progress("move_joints")},
			},
			goal: jointsGoal,
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
				Feedback: []vocabulary.Feedback{progress("walk_to")},
				Port:     portOf("walk_to"),
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
				Feedback: []vocabulary.Feedback{
					progress("kick"), feedback("kick", "hit", hfsm.Bool, "", "the moment of contact is passed"),
				},
				Port: portOf("kick"),
			},
			goal: func(a hfsm.Args) any {
				x, y := a.Float("x"), a.Float("y")
				return &goals.Kick{
					BallKnown: x != 0 || y != 0, BallX: x, BallY: y, Direction: a.Float("direction"), Distance: a.Float("distance"),
					Foot: index(a.String("foot"), "any", "left", "right"), FromWalk: a.String("from") == "walk",
				}
			},
		},
		saveAction(),
		{
			Action: vocabulary.Action{
				Name: "get_up", Group: "legs", Ends: true, Cancel: "the robot lowers itself softly where it is",
				Description: "gets up from where the robot lies or sits, and stands; a robot that stands has nothing to do",
				Feedback: []vocabulary.Feedback{
					progress("get_up"), feedback("get_up", "attempt", hfsm.Int, "", "number of the attempt, from 1"),
				},
				Port: portOf("get_up"),
			},
			goal: func(hfsm.Args) any { return &goals.GetUp{} },
		},
		{
			Action: vocabulary.Action{
				Name: "set_gait", Group: "legs", Ends: true, Cancel: "the answer is not waited for",
				Description: "selects how the robot walks, for walk and walk_to; refused while it walks",
				Args:        []vocabulary.Arg{vocabulary.Word("gait", "way of walking: the usual one, or one of the paper's", "walk", "cpg", "omni", "tfs")},
				Port:        vocabulary.Port{Kind: vocabulary.ServicePort, Name: "set_gait", Type: "gonao_msgs/srv/SetGait"},
			},
			goal: func(a hfsm.Args) any { return &goals.SetGait{Gait: a.String("gait")} },
		},
		{
			Action: vocabulary.Action{
				Name: "set_posture", Group: "legs", Ends: true, Cancel: "the robot stops on the way and stays as it is",
				Description: "takes a posture: stand; sit, on the ground with soft joints; rest, which squats and goes limp",
				Args:        []vocabulary.Arg{vocabulary.Word("posture", "the posture", "stand", "sit", "rest")},
				Feedback:    []vocabulary.Feedback{progress("set_posture")},
				Port:        portOf("set_posture"),
			},
			goal: func(a hfsm.Args) any { return &goals.SetPosture{Posture: a.String("posture")} },
		},
	}
}

// saveAction returns the action of a goalkeeper's block or dive.
func saveAction() Action {
	return Action{
		Action: vocabulary.Action{
			Name: "save", Group: "legs", Ends: true, Cancel: "a block ends in the stand; a dive that has begun goes on",
			Description: "saves a goal: a block crouches, widens and rises; a dive ends lying. auto waits for the ball and decides by where it will pass: the ball of the arguments, if x and velocity_x are set, otherwise the one that the robot sees",
			Args: []vocabulary.Arg{
				vocabulary.Word("kind", "kind of save; auto: chosen by the ball", "auto", "block", "dive_left", "dive_right"),
				vocabulary.Number("x", "place of the ball, forward", "m", 0, 15).OrNumber(0),
				vocabulary.Number("y", "place of the ball, to the left", "m", -10, 10).OrNumber(0),
				vocabulary.Number("velocity_x", "of the ball, forward; below 0 it comes", "m/s", -10, 10).OrNumber(0),
				vocabulary.Number("velocity_y", "of the ball, to the left", "m/s", -10, 10).OrNumber(0),
			},
			Feedback: []vocabulary.Feedback{progress("save")},
			Port:     portOf("save"),
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
				Port:        portOf("execute_skill"),
			},
			goal: func(a hfsm.Args) any { return &goals.ExecuteSkill{Call: a.String("call")} },
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
				Feedback: []vocabulary.Feedback{feedback("say", "spoken", hfsm.Float, "", "share of the speech that has been said, 0 to 1")},
				Port:     portOf("say"),
			},
			goal: func(a hfsm.Args) any {
				return &goals.Say{Text: a.String("text"), Language: a.String("language"), Volume: float32(a.Float("volume"))}
			},
		},
		{
			Action: vocabulary.Action{
				Name: "play_lights", Group: "lights", Ends: true, Cancel: "the lights return to the next lower animation or the base colour",
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
				Feedback: []vocabulary.Feedback{progress("play_lights")},
				Port:     portOf("play_lights"),
			},
			goal: lightsGoal,
		},
	}
}

// lightsGoal returns the goal of play_lights.
func lightsGoal(a hfsm.Args) any {
	g := &goals.PlayLights{
		Group: a.String("group"), Pattern: index(a.String("pattern"), "color", "blink", "fade", "rotate"),
		Period: a.Float("period"), Duration: a.Float("duration"), Repeats: uint32(a.Int("repeats")), Priority: int32(a.Int("priority")),
	}
	g.Color, _ = parseHex(a.String("color")) // checked, as the other one
	g.SecondColor, _ = parseHex(a.String("second_color"))
	return g
}

// jointsGoal returns the goal of move_joints: the joints in the order of the robot's.
func jointsGoal(a hfsm.Args) any {
	g := &goals.MoveJoints{Speed: a.Float("speed")}
	for j := range nao.Joint(nao.NumJoints) {
		if v, ok := a[jointsArg+j.String()]; ok {
			g.Names, g.Positions = append(g.Names, j.String()), append(g.Positions, v.Float)
		}
	}
	return g
}
