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
	}
}

// goToOutcomes returns the outcomes of go_to with the codes of its definition.
func goToOutcomes() []vocabulary.Outcome {
	return append(outcomes(301, "bad_goal", "not_localized", "not_ready"), outcomes(305, "canceled", "preempted", "blocked")...)
}
