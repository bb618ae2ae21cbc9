package behavior

import (
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

// fieldActions returns the actions on the field: they need localization, world_model and planner.
func fieldActions() []Action {
	return []Action{
		{
			Action: vocabulary.Action{
				Name: "go_to", Group: "field", Ends: true, Cancel: "the robot walks to a stand with the next steps",
				Description: "walks to a pose on the field, round robots and posts; map has its origin at the centre and +x towards the goal that the robot attacks",
				Args: []vocabulary.Arg{
					vocabulary.Number("x", "from the centre towards the goal that the robot attacks", "m", -20, 20),
					vocabulary.Number("y", "to the left of that direction", "m", -20, 20),
					vocabulary.Number("theta", "heading at the end, counterclockwise; 0 looks towards that goal", "rad", -10, 10).OrNumber(0),
				},
				Outcomes: goToOutcomes(),
				Feedback: []vocabulary.Feedback{
					feedback("go_to", "distance", hfsm.Float, "m", "way that is left to the goal of go_to"),
					feedback("go_to", "blocked", hfsm.Bool, "", "no way round the obstacles is known"),
				},
				Port: action("go_to", "GoTo"),
			},
			fields: func(a hfsm.Args) []Field {
				return []Field{number("x", a.Float("x")), number("y", a.Float("y")), number("theta", a.Float("theta"))}
			},
		},
		{
			Action: vocabulary.Action{
				Name: "go_to_ball", Group: "field", Ends: true, Cancel: "the robot stands within half a second",
				Description: "walks round the ball, robots and posts to where the kick begins, and looks at the ball unless another machine moves the head; ends when the robot stands there",
				Args:        goToBallArgs(), Unused: unusedArgs,
				Outcomes: outcomes(0, "no_belief", "ball_lost", "no_field", "no_target", "unsupported"),
			},
			make: newGoToBall,
		},
		{
			Action: vocabulary.Action{
				Name: "intercept_ball", Group: "field", Ends: true, Cancel: "the robot walks to a stand",
				Description: "walks into the way of a ball that rolls and looks at it; ends when the ball is at the feet. It needs no pose, and does not go round obstacles",
				Outcomes:    outcomes(0, "no_belief", "ball_lost", "missed"),
			},
			make: newInterceptBall,
		},
		{
			Action: vocabulary.Action{
				Name: "look_around", Group: "field", Ends: true, Cancel: "the head rests where it is",
				Description: "turns the head from side to side; every second sweep looks farther down",
				Args: []vocabulary.Arg{
					vocabulary.Whole("times", "sweeps until the end; 0 is again and again", 0, 1000).Or(hfsm.IntValue(0)),
					vocabulary.Number("sweep", "time of a sweep to the left, to the right and back", "s", 0.5, 60).OrNumber(4),
					vocabulary.Number("yaw", "how far the head turns to either side", "rad", 0.1, 2).OrNumber(1.05),
					vocabulary.Number("pitch", "how far the head looks down", "rad", -0.6, 0.5).OrNumber(0.05),
				},
			},
			make: newLookAround,
		},
		{
			Action: vocabulary.Action{
				Name: "look_at_ball", Group: "field", Cancel: "the head rests where it is",
				Description: "looks at the ball of the world model; without one the head stays where it is",
			},
			make: newLookAtBall,
		},
	}
}

// goToOutcomes returns the outcomes of go_to with the codes of its definition.
func goToOutcomes() []vocabulary.Outcome {
	return append(outcomes(301, "bad_goal", "not_localized", "not_ready"), outcomes(305, "canceled", "preempted", "blocked")...)
}
