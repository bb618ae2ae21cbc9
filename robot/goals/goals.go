// Package goals holds behaviour's requests to motion and other programs: one type per action, with the fields of its
// message in gonao_msgs, and one list of the actions with their outcomes. Over ROS a goal is sent as that message; within
// a process it is passed directly.
package goals

import "slices"

// Words of goals as the messages number them.
const (
	AnyFoot uint8 = iota
	LeftFoot
	RightFoot
)

// Kinds of [Save].
const (
	SaveAuto uint8 = iota
	SaveBlock
	SaveDiveLeft
	SaveDiveRight
)

// The goals; gonao_msgs/action has units, ranges and frames.
type (
	// WalkTo walks to a place seen from the robot.
	WalkTo struct{ X, Y, Theta, Speed float64 }
	// Kick kicks the ball.
	Kick struct {
		BallKnown bool
		BallX     float64
		BallY     float64
		Direction float64
		Distance  float64
		Foot      uint8
		FromWalk  bool
	}
	// Save blocks or dives.
	Save struct {
		Kind          uint8
		BallKnown     bool
		BallX         float64
		BallY         float64
		BallVelocityX float64
		BallVelocityY float64
	}
	// GetUp gets up.
	GetUp struct{}
	// SetPosture requests a posture.
	SetPosture struct{ Posture string }
	// LookAt turns the head to a point of a frame.
	LookAt struct {
		Frame       string // base_footprint, base_link or odom
		X, Y, Z     float64
		Camera      uint8
		Speed, Hold float64
	}
	// PlayMotion plays a slot motion.
	PlayMotion struct{ Name string }
	// MoveJoints moves joints to angles.
	MoveJoints struct {
		Names     []string
		Positions []float64
		Speed     float64
	}
	// SetGait selects how the robot walks; it is a service.
	SetGait struct{ Gait string }
	// GoTo walks to a pose in map.
	GoTo struct{ X, Y, Theta float64 }
	// ExecuteSkill runs skills.
	ExecuteSkill struct{ Call string }
	// Say speaks a text.
	Say struct {
		Text, Language string
		Volume         float32
	}
	// PlayLights plays an animation of the LEDs. Colors are red, green and blue, 0 to 1.
	PlayLights struct {
		Group              string
		Pattern            uint8
		Color, SecondColor [3]float64
		Period, Duration   float64
		Repeats            uint32
		Priority           int32
	}
)

// An Action is an action of gonao_msgs.
type Action struct {
	Name, Type string
	First      int      // error_code of the first outcome
	Outcomes   []string // besides succeeded, in the order of their error codes; "": the code is not used
	instead    map[string]string
}

// notReady is the outcome for reasons without a word of their own.
const notReady = "not_ready"

// actions is the list.
var actions = []Action{
	{Name: "walk_to", Type: "WalkTo", First: 201, Outcomes: []string{"bad_goal", "unreachable", notReady, "fallen", "canceled", "preempted", "blocked"}},
	{Name: "kick", Type: "Kick", First: 201, Outcomes: []string{"bad_goal", "unreachable", notReady, "fallen", "canceled", "preempted"}},
	{Name: "save", Type: "Save", First: 201, Outcomes: []string{"bad_goal", "unreachable", notReady, "fallen", "canceled", "preempted"}},
	{Name: "get_up", Type: "GetUp", First: 201, Outcomes: []string{notReady, "gave_up", "canceled", "preempted"}, instead: map[string]string{"fallen": "gave_up"}},
	{Name: "set_posture", Type: "SetPosture", First: 201, Outcomes: []string{"unknown_posture", notReady, "fallen", "canceled", "not_reached", "preempted"}},
	{
		Name: "look_at", Type: "LookAt", First: 201, Outcomes: []string{"bad_goal", "unreachable", notReady, "head_taken", "canceled", "preempted"},
		instead: map[string]string{"joint_taken": "head_taken", "not_reached": "unreachable"},
	},
	{Name: "play_motion", Type: "PlayMotion", First: 201, Outcomes: []string{"unknown_motion", "joint_taken", "not_reached", "canceled", notReady, "fallen"}},
	{Name: "move_joints", Type: "MoveJoints", First: 201, Outcomes: []string{"bad_goal", "joint_taken", "not_reached", "canceled", notReady, "fallen"}},
	{Name: "go_to", Type: "GoTo", First: 301, Outcomes: []string{"bad_goal", "not_localized", notReady, "", "canceled", "preempted", "blocked"}},
	{
		Name: "execute_skill", Type: "ExecuteSkill", First: 301,
		Outcomes: []string{"invalid_call", "unknown_skill", "not_offered", "busy", notReady, "skill_failed", "canceled", "restarted"},
	},
	{Name: "say", Type: "Say", First: 501, Outcomes: []string{"bad_goal", "unknown_language", "no_engine", "engine_failed", "canceled", "queue_full"}},
	{Name: "play_lights", Type: "PlayLights", First: 601, Outcomes: []string{"bad_goal", "canceled", "too_many"}},
}

// Find returns the action of a name, or nil.
func Find(name string) *Action {
	i := slices.IndexFunc(actions, func(a Action) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &actions[i]
}

// Word returns the action's outcome for a word, or not_ready if the action does not have it.
func (a *Action) Word(word string) string {
	if instead, ok := a.instead[word]; ok {
		return instead
	}
	if !slices.Contains(a.Outcomes, word) {
		return notReady
	}
	return word
}

// Code returns the error_code of a word.
func (a *Action) Code(word string) uint16 {
	return uint16(a.First + slices.Index(a.Outcomes, a.Word(word)))
}
