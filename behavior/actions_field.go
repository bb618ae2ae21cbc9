package behavior

import (
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/robot/goals"
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
				Feedback: []vocabulary.Feedback{
					feedback("go_to", "distance", hfsm.Float, "m", "way that is left to the goal of go_to"),
					feedback("go_to", "blocked", hfsm.Bool, "", "no way round the obstacles is known"),
				},
				Port: portOf("go_to"),
			},
			goal: func(a hfsm.Args) any {
				return &goals.GoTo{X: a.Float("x"), Y: a.Float("y"), Theta: a.Float("theta")}
			},
		},
	}
}
