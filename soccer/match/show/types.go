package show

import "gonao/soccer/match/scene"

// Types of package scene, which the topics and services carry.
type (
	// About holds the constants of a match; see [scene.About].
	About = scene.About
	// Field is the field; see [scene.Field].
	Field = scene.Field
	// Moment is all that is to be seen at one time; see [scene.Moment].
	Moment = scene.Moment
	// Ball is the ball of a moment; see [scene.Ball].
	Ball = scene.Ball
	// Robot is one robot of a moment; see [scene.Robot].
	Robot = scene.Robot
	// Place is a place in the frame world; see [scene.Place].
	Place = scene.Place
	// Belief is a robot's belief; see [scene.Belief].
	Belief = scene.Belief
	// Seen is a robot's estimate of another object's place; see [scene.Seen].
	Seen = scene.Seen
	// Calls holds all calls so far; see [scene.Calls].
	Calls = scene.Calls
	// Call is a decision of the referee; see [scene.Call].
	Call = scene.Call
	// Progress is how the match goes on; see [scene.Progress].
	Progress = scene.Progress
	// ControlRequest is a change of how the match goes on; see [scene.ControlRequest].
	ControlRequest = scene.ControlRequest
	// MomentsRequest is a request for moments that have passed; see [scene.MomentsRequest].
	MomentsRequest = scene.MomentsRequest
	// Moments is moments that have passed; see [scene.Moments].
	Moments = scene.Moments
	// LookRequest selects the camera that is shown; see [scene.LookRequest].
	LookRequest = scene.LookRequest
	// PausedBy is a machine that keeps the match standing; see [scene.PausedBy].
	PausedBy = scene.PausedBy
	// MachinesRequest opens the topics of a robot's machines; see [scene.MachinesRequest].
	MachinesRequest = scene.MachinesRequest
	// MachinesResponse holds their namespaces; see [scene.MachinesResponse].
	MachinesResponse = scene.MachinesResponse
	// RunToRequest has the match go on to a place of a machine; see [scene.RunToRequest].
	RunToRequest = scene.RunToRequest
	// Picture is an image of a camera; see [scene.Picture].
	Picture = scene.Picture
)
