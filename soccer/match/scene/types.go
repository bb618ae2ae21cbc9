package scene

//go:generate env GENERATE=types go test -count=1 -run TestTheTypesOfThePageAreUpToDate .

// About holds the constants of a match. The topic match/about carries it.
type About struct {
	Teams [2]string `json:"teams"` // red, blue
	Rules string    `json:"rules"`
	World string    `json:"world"` // kinematic, physics
	Seed  string    `json:"seed"`
	Field Field     `json:"field"`
}

// Field is the field in the frame world, m.
type Field struct {
	Length    float64      `json:"length"`
	Width     float64      `json:"width"`
	Border    float64      `json:"border"`
	GoalWidth float64      `json:"goal_width"`
	GoalDepth float64      `json:"goal_depth"`
	Circle    float64      `json:"circle"` // radius
	Lines     [][4]float64 `json:"lines"`  // from x, y to x, y
	Marks     [][2]float64 `json:"marks"`
}

// Moment is all that is to be seen of a match at one time. The topic match/moment carries the newest.
type Moment struct {
	Sec       float64 `json:"sec"`   // since the match began
	Clock     float64 `json:"clock"` // s that the half still lasts
	Secondary float64 `json:"secondary"`
	Phase     string  `json:"phase"`
	State     string  `json:"state"`
	SetPlay   string  `json:"set_play"` // "": none
	Kicking   string  `json:"kicking"`  // red, blue, ""
	Stopped   bool    `json:"stopped"`
	Score     [2]int  `json:"score"`
	Messages  [2]int  `json:"messages"` // messages that the teams may still send
	Calls     int     `json:"calls"`    // calls made until then
	Ball      Ball    `json:"ball"`
	Robots    []Robot `json:"robots"`          // red's by number, then blue's
	Plays     *Plays  `json:"plays,omitempty"` // absent where nobody counts
}

// Plays holds what the teams have done since the match began, red first.
type Plays struct {
	Possession [2]float64 `json:"possession"` // share of play, 0 to 1
	Kicks      [2]int     `json:"kicks"`
	Passes     [2]int     `json:"passes"` // that arrived
	Shots      [2]int     `json:"shots"`  // on goal
	Saves      [2]int     `json:"saves"`  // by the goalkeeper
	Falls      [2]int     `json:"falls"`
}

// Ball is the ball in the frame world.
type Ball struct {
	X  float64 `json:"x"`
	Y  float64 `json:"y"`
	Z  float64 `json:"z"`
	VX float64 `json:"vx"`
	VY float64 `json:"vy"`
}

// Robot is one robot: truth, belief, and actions.
type Robot struct {
	Side       string   `json:"side"` // red, blue
	Number     int      `json:"number"`
	X          float64  `json:"x"`
	Y          float64  `json:"y"`
	Theta      float64  `json:"theta"`
	HeadYaw    float64  `json:"head_yaw"`
	Posture    string   `json:"posture"`
	Away       bool     `json:"away"`        // taken from the field
	Penalty    string   `json:"penalty"`     // "": none
	PenaltySec float64  `json:"penalty_sec"` // remaining time of the penalty
	Role       string   `json:"role"`
	Choice     string   `json:"choice"` // what it would do with the ball
	Target     Place    `json:"target"` // target of the choice
	Belief     Belief   `json:"belief"`
	Machines   []string `json:"machines"` // the active state of game, role, body, head; empty for a custom behaviour
	Walked     float64  `json:"walked"`   // m
}

// Place is a place in the frame world, m.
type Place struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Belief is a robot's belief, in the frame world.
type Belief struct {
	X         float64 `json:"x"`
	Y         float64 `json:"y"`
	Theta     float64 `json:"theta"`
	XX        float64 `json:"xx"` // covariance of the place, m²
	XY        float64 `json:"xy"`
	YY        float64 `json:"yy"`
	Localized bool    `json:"localized"`
	Ball      *Seen   `json:"ball,omitempty"`
	Robots    []Seen  `json:"robots"` // others
}

// Seen is a robot's estimate of another object's place.
type Seen struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Age  float64 `json:"age"`  // s since it saw it
	Side string  `json:"side"` // of a robot: own, other, ""; of the ball: own where the robot sees it itself, team
}

// Calls holds all calls so far, the oldest first. The topic match/calls carries it.
type Calls struct {
	Calls []Call `json:"calls"`
}

// Call is a decision of the referee.
type Call struct {
	Sec      float64 `json:"sec"`
	Clock    float64 `json:"clock"`
	Phase    string  `json:"phase"`
	Score    [2]int  `json:"score"`
	Rule     string  `json:"rule"`
	Text     string  `json:"text"`
	Evidence string  `json:"evidence"`
	Source   string  `json:"source"`            // the number of the rule book
	Refused  string  `json:"refused,omitempty"` // why the game did not perform it
	At       *Place  `json:"at,omitempty"`      // where the ball is placed
}

// Progress is how the match goes on. The topic match/progress carries it.
type Progress struct {
	Playing bool    `json:"playing"`
	Speed   float64 `json:"speed"` // requested speed, relative to real time
	Sec     float64 `json:"sec"`   // the newest moment
	Over    bool    `json:"over"`
	// PausedBy is the machine that has paused the match: at a breakpoint, or at a person's request.
	PausedBy *PausedBy `json:"paused_by,omitempty"`
	Result   string    `json:"result,omitempty"` // in words, once it is over
}

// PausedBy is a machine that a debugger has paused, and the match with it.
type PausedBy struct {
	Robot   int    `json:"robot"`   // its place in the moments
	Machine string `json:"machine"` // game, role, body, head
	Path    string `json:"path"`    // the state that is active
}

// Op is an operation of match/control.
type Op string

// The operations.
const (
	Play  Op = "play"
	Pause Op = "pause"
	Step  Op = "step"  // one image, then pause
	Speed Op = "speed" // times real time
)

// ControlRequest changes how the match goes on.
type ControlRequest struct {
	Op    Op      `json:"op"`
	Speed float64 `json:"speed,omitempty"`
}

// MomentsRequest is for moments that have passed.
type MomentsRequest struct {
	From  float64 `json:"from"`  // s
	Until float64 `json:"until"` // s; the moment at from is always among them
}

// Moments are moments that have passed, 96 ms apart, at most 50.
type Moments struct {
	Moments []Moment `json:"moments"`
}

// LookRequest selects the camera that match/camera shows.
type LookRequest struct {
	Robot int `json:"robot"` // index in the moments; -1: none
}

// MachinesRequest opens the topics and services of the machines of a robot, for all viewers.
type MachinesRequest struct {
	Robot int `json:"robot"` // its place in the moments
}

// MachinesResponse holds the namespaces of a robot's machines, in the order in which they tick: "/match/red1/body".
type MachinesResponse struct {
	Namespaces []string `json:"namespaces"`
}

// RunToRequest has the match go on until a machine has come somewhere.
type RunToRequest struct {
	Namespace string `json:"namespace"` // of the machine
	Path      string `json:"path"`      // of a state or a transition; "" for any
	Until     Until  `json:"until"`
}

// Until is where a machine is to come.
type Until string

// Where a machine may be to come.
const (
	Entered Until = "entered" // a state is entered
	Left    Until = "left"    // a state is left
	Taken   Until = "taken"   // a transition is taken
)

// Picture is an image of a robot's camera. The topic match/camera carries it, while there is a subscriber, in worlds with
// cameras.
type Picture struct {
	Robot int     `json:"robot"`
	Sec   float64 `json:"sec"`
	JPEG  string  `json:"jpeg"` // in base 64
}
