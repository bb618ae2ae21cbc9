package studio

//go:generate env GENERATE=types go test -count=1 -run TestTheTypesOfThePageAreUpToDate .

import "encoding/json"

// Role is what a browser may do; each role includes those before it.
type Role string

// The roles.
const (
	Viewer Role = "viewer"
	Editor Role = "editor"
	Driver Role = "driver"
)

// Session is the studio's description of the reading browser. The topic studio/session carries it.
type Session struct {
	Number uint32   `json:"number"`
	Name   string   `json:"name"` // of the browser
	Author string   `json:"author"`
	Role   Role     `json:"role"`
	Driver bool     `json:"driver"` // it has the lease of a robot: renew it by studio/drive
	Drives []string `json:"drives"` // the robots whose lease it has
	Robots []Robot  `json:"robots"`
}

// Robot is a robot of the graph.
type Robot struct {
	Name   string `json:"name"`             // its namespace: "/nao1", "" for the root
	Driver string `json:"driver,omitempty"` // name of its driver
}

// Presence lists the viewers. The topic studio/presence carries it.
type Presence struct {
	Sessions []Visitor `json:"sessions"`
}

// Visitor is a browser, or a program that looks on.
type Visitor struct {
	Name   string   `json:"name"`
	Role   Role     `json:"role"`
	Drives []string `json:"drives"`
}

// Actions holds the actions of the graph and the goals that browsers have sent, the newest last. The topic
// studio/actions carries it.
type Actions struct {
	Actions []Action `json:"actions"`
	Goals   []Goal   `json:"goals"`
}

// Action is an action of the graph.
type Action struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Schema string `json:"schema"` // of the goal, as ros2msg
}

// GoalStatus is how far a goal is.
type GoalStatus string

// The statuses of a goal.
const (
	GoalSent      GoalStatus = "sent"
	GoalExecuting GoalStatus = "executing"
	GoalCanceling GoalStatus = "canceling"
	GoalSucceeded GoalStatus = "succeeded"
	GoalCanceled  GoalStatus = "canceled"
	GoalAborted   GoalStatus = "aborted"
	GoalRejected  GoalStatus = "rejected"
	GoalLost      GoalStatus = "lost" // the server went away
)

// Goal is a goal that a browser sent.
type Goal struct {
	ID        string          `json:"id"`
	Action    string          `json:"action"`
	Robot     string          `json:"robot"`
	Status    GoalStatus      `json:"status"`
	Author    string          `json:"author"`
	Mine      bool            `json:"mine"`
	KeepGoing bool            `json:"keep_going"`
	Goal      json.RawMessage `json:"goal"`
	Feedback  json.RawMessage `json:"feedback,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Message   string          `json:"message,omitempty"` // why it failed
}

// ActionOp is an operation of studio/action.
type ActionOp string

// The operations of studio/action.
const (
	SendGoal   ActionOp = "send"
	CancelGoal ActionOp = "cancel"
)

// ActionRequest sends a goal to an action, or cancels one. It is answered once the goal was sent; studio/actions shows
// its outcome. Sending takes the lease of the robot, which must be renewed, except with KeepGoing.
type ActionRequest struct {
	Op        ActionOp        `json:"op"`
	Action    string          `json:"action,omitempty"` // "/nao1/walk_to"
	Goal      json.RawMessage `json:"goal,omitempty"`
	KeepGoing bool            `json:"keep_going,omitempty"` // the goal survives this browser
	ID        string          `json:"id,omitempty"`         // of the goal to cancel
}

// ActionResponse holds the goal's id.
type ActionResponse struct {
	ID string `json:"id"`
}

// DriveOp is an operation of studio/drive.
type DriveOp string

// The operations of studio/drive.
const (
	TakeLease    DriveOp = "take"
	RenewLease   DriveOp = "renew" // all that the browser has
	ReleaseLease DriveOp = "release"
)

// DriveRequest takes, renews or releases the lease of a robot. A lease that is not renewed for half a second is lost:
// the robot stops, and the goals of its driver are canceled.
type DriveRequest struct {
	Op    DriveOp `json:"op"`
	Robot string  `json:"robot,omitempty"`
}

// TwistRequest moves a robot whose lease the browser has, for half a second. It renews the lease.
type TwistRequest struct {
	Robot string  `json:"robot"`
	X     float64 `json:"x"`              // m/s, forward
	Y     float64 `json:"y"`              // m/s, to the left
	Yaw   float64 `json:"yaw"`            // rad/s, to the left
	Legs  bool    `json:"legs,omitempty"` // take the legs from the machine that drives, by pausing it
	Head  *Head   `json:"head,omitempty"`
}

// Head is where the head is to look.
type Head struct {
	Yaw   float64 `json:"yaw"`   // rad, to the left
	Pitch float64 `json:"pitch"` // rad, down
}

// RobotRequest is a request about a robot: studio/stop and studio/let_down.
type RobotRequest struct {
	Robot string `json:"robot"`
}

// Said is one sentence about the result.
type Said struct {
	Said string `json:"said"`
}

// Match is the match that the studio plays, or has played last. The topic studio/match carries it; the match itself is on the
// socket of the page with ?match.
type Match struct {
	State   MatchState `json:"state"`
	Number  int        `json:"number"` // counts the matches
	Red     string     `json:"red"`
	Blue    string     `json:"blue"`
	Seed    uint32     `json:"seed"`
	World   string     `json:"world"`
	By      string     `json:"by"`                // name of the person who started it
	Problem string     `json:"problem,omitempty"` // why it has ended before its end
	Teams   []string   `json:"teams"`             // that come with gonao

	Progress string        `json:"progress,omitempty"` // of a series that is played, in words
	Series   []seriesTable `json:"series"`             // tables of the series that were played, the newest first
}

// seriesTable is the table of a series of matches, in series/NAME of the studio's directory.
type seriesTable struct {
	Name      string           `json:"name"`
	Standings []seriesStanding `json:"standings"`
	Problem   string           `json:"problem,omitempty"` // why the table cannot be read
}

// seriesStanding is the line of a team.
type seriesStanding struct {
	Stage      string   `json:"stage"` // all against all, or a group or round
	Team       string   `json:"team"`
	Played     int      `json:"played"`
	Won        int      `json:"won"`
	Drawn      int      `json:"drawn"`
	Lost       int      `json:"lost"`
	For        int      `json:"for"`     // goals
	Against    int      `json:"against"` // goals
	Points     int      `json:"points"`
	Difference *float64 `json:"difference,omitempty"` // goals less those against, per match
	Low        *float64 `json:"low,omitempty"`        // of the 95 % interval; absent for one pair of matches
	High       *float64 `json:"high,omitempty"`
}

// MatchState is how far a match is.
type MatchState string

// The states of a match.
const (
	NoMatch      MatchState = "none"
	MatchPlaying MatchState = "playing" // or over, and still visible
	MatchEnded   MatchState = "ended"   // its program has ended
	// seriesPlaying is a series of matches, which is not visible.
	seriesPlaying MatchState = "series"
)

// MatchOp is an operation of studio/play.
type MatchOp string

// The operations of studio/play.
const (
	StartMatch  MatchOp = "start"
	StopMatch   MatchOp = "stop"
	startSeries MatchOp = "series"
)

// MatchRequest starts a match or a series of matches, replacing the present one, or stops it.
type MatchRequest struct {
	Op    MatchOp `json:"op"`
	Red   string  `json:"red,omitempty"`   // a team that comes with gonao, or the path of a file of the studio: a team or a machine
	Blue  string  `json:"blue,omitempty"`  // the same
	Seed  uint32  `json:"seed,omitempty"`  // of the match
	World string  `json:"world,omitempty"` // kinematic, physics
	Speed float64 `json:"speed,omitempty"` // times real time

	Teams []string `json:"teams,omitempty"` // of a series: each two of them play against each other
	Seeds int      `json:"seeds,omitempty"` // of a series: number of seeds, each played twice with swapped sides
}

// DryRuns lists the machines that run without a robot. The topic studio/dry_runs carries it.
type DryRuns struct {
	Runs []DryRun `json:"runs"`
}

// DryRun is a machine that runs without a robot.
type DryRun struct {
	ID        string `json:"id"`        // of the document
	Namespace string `json:"namespace"` // of the machine's topics and services
}

// DryRunOp is an operation of studio/dry_run.
type DryRunOp string

// The operations of studio/dry_run.
const (
	StartDryRun DryRunOp = "start"
	StopDryRun  DryRunOp = "stop"
	EndActivity DryRunOp = "end_activity"
	RunDryTo    DryRunOp = "run_to"
)

// DryRunRequest starts the machine of a document without a robot, again if it runs, or controls it. Everything else is done by the
// services of the machine.
type DryRunRequest struct {
	Op       DryRunOp `json:"op"`
	ID       string   `json:"id"`                 // of the document
	Path     string   `json:"path,omitempty"`     // end_activity: state of the activity; run_to: state or transition, "" for any
	Activity string   `json:"activity,omitempty"` // name of the activity to end
	Failed   bool     `json:"failed,omitempty"`   // it fails; otherwise it succeeds
	Until    string   `json:"until,omitempty"`    // run_to: entered, left or taken
}
