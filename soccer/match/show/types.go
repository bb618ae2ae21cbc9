package show

import "gonao/soccer/match/scene"

// The types of package scene, which the topics and services carry.
type (
	About          = scene.About
	Field          = scene.Field
	Moment         = scene.Moment
	Ball           = scene.Ball
	Robot          = scene.Robot
	Place          = scene.Place
	Belief         = scene.Belief
	Seen           = scene.Seen
	Calls          = scene.Calls
	Call           = scene.Call
	Progress       = scene.Progress
	ControlRequest = scene.ControlRequest
	MomentsRequest = scene.MomentsRequest
	Moments        = scene.Moments
	LookRequest    = scene.LookRequest
	Picture        = scene.Picture
)
