package game

import (
	"math"
	"time"
)

// A Number is a number of a rule book with the document that it comes from.
type Number struct {
	Value   float64
	From    string // a document of the book's sources and the place in it
	Differs string // the value in another document that disagrees; the program's number counts
}

// Sec returns a number of seconds as a duration.
func (n Number) Sec() time.Duration { return time.Duration(math.Round(n.Value * float64(time.Second))) }

// Int returns a count.
func (n Number) Int() int { return int(math.Round(n.Value)) }

// A Book holds the rules of a league. It is read from a file and must not be changed afterwards.
type Book struct {
	Name      string                 `yaml:"name"`
	Title     string                 `yaml:"title"`
	World     string                 `yaml:"world"` // world with its field
	Version   int                    `yaml:"version"`
	Sources   map[string]string      `yaml:"sources"`
	Match     MatchRules             `yaml:"match"`
	Penalties map[string]PenaltyRule `yaml:"penalties"`
	SetPlays  map[string]SetPlayRule `yaml:"set_plays"`
	Messages  MessageRules           `yaml:"messages"`
	ShootOut  ShootOutRules          `yaml:"shoot_out"`
	Field     FieldRules             `yaml:"field"`
	Referee   RefereeRules           `yaml:"referee"`
	Positions PositionRules          `yaml:"positions"`
	Robots    RobotRules             `yaml:"robots"`
	Holding   HoldingRules           `yaml:"holding"`
	Pushing   PushingRules           `yaml:"pushing"`
	Stuck     StuckRules             `yaml:"stuck"`
}

// MatchRules hold the structure of a game.
type MatchRules struct {
	Players            Number `yaml:"players" unit:"1" min:"1" max:"11"`
	MostPlayers        Number `yaml:"most_players" unit:"1" min:"1" max:"20"`
	Half               Number `yaml:"half" unit:"s" min:"1" max:"7200"`
	HalfTime           Number `yaml:"half_time" unit:"s" min:"0" max:"7200"`
	ExtraHalf          Number `yaml:"extra_half" unit:"s" min:"0" max:"7200"`
	Timeout            Number `yaml:"timeout" unit:"s" min:"0" max:"7200"`
	Timeouts           Number `yaml:"timeouts" unit:"1" min:"0" max:"20"`
	RefereeTimeout     Number `yaml:"referee_timeout" unit:"s" min:"0" max:"7200"`
	Mercy              Number `yaml:"mercy" unit:"1" min:"1" max:"100"`
	DelayAfterGoal     Number `yaml:"delay_after_goal" unit:"s" min:"0" max:"120"`
	DelayAfterPlaying  Number `yaml:"delay_after_playing" unit:"s" min:"0" max:"120"`
	DelayAfterReady    Number `yaml:"delay_after_ready" unit:"s" min:"0" max:"120"`
	PenaltyIncrement   Number `yaml:"penalty_increment" unit:"s" min:"0" max:"600"`
	Warnings           Number `yaml:"warnings" unit:"1" min:"0" max:"20"` // warnings that make a caution; 0: no warnings
	Cautions           Number `yaml:"cautions" unit:"1" min:"0" max:"20"` // cautions that send a player off; 0: no cautions
	Standby            bool   `yaml:"standby"`                            // STANDBY comes before READY
	HideKickingSide    bool   `yaml:"hide_kicking_side"`                  // robots are not informed of the side of a set play
	StopBeforeSetPlay  bool   `yaml:"stop_before_set_play"`               // the referee stops play before set plays without READY
	CountFromPlacement bool   `yaml:"count_from_placement"`               // a penalty counts once the robot stands at the touchline
	IncrementAll       bool   `yaml:"increment_all"`                      // every penalty is longer after earlier ones, not only those that count
	LongStopsClock     bool   `yaml:"long_stops_clock"`                   // in finals the clock stops in READY and SET
}

// A PenaltyRule holds the time of a penalty.
type PenaltyRule struct {
	Duration    Number `yaml:"duration" unit:"s" min:"0" max:"7200"`
	Incremental bool   `yaml:"incremental"` // later penalties of the team are longer
}

// A SetPlayRule holds the times of a set play.
type SetPlayRule struct {
	Duration Number `yaml:"duration" unit:"s" min:"0" max:"600"` // time for which the ball belongs to one team; 0: none
	Ready    Number `yaml:"ready" unit:"s" min:"0" max:"600"`    // 0: it has no READY
}

// MessageRules hold the limits of team messages.
type MessageRules struct {
	PerGame        Number `yaml:"per_game" unit:"1" min:"0" max:"65535"`
	PerExtraMinute Number `yaml:"per_extra_minute" unit:"1" min:"0" max:"65535"`
	Bytes          Number `yaml:"bytes" unit:"B" min:"1" max:"65507"`
}

// ShootOutRules hold the structure of a penalty shoot-out.
type ShootOutRules struct {
	Shots            Number `yaml:"shots" unit:"1" min:"1" max:"16"`
	SuddenDeathShots Number `yaml:"sudden_death_shots" unit:"1" min:"0" max:"16"`
	Shot             Number `yaml:"shot" unit:"s" min:"1" max:"600"`
}

// FieldRules hold the dimensions that referees judge by.
type FieldRules struct {
	LinesToCentres    bool   `yaml:"lines_to_centres"` // measured to the middle of the lines, not to their outside
	Length            Number `yaml:"length" unit:"m" min:"1" max:"200"`
	Width             Number `yaml:"width" unit:"m" min:"1" max:"200"`
	Line              Number `yaml:"line" unit:"m" min:"0.01" max:"0.5"`
	Border            Number `yaml:"border" unit:"m" min:"0.1" max:"10"`
	GoalWidth         Number `yaml:"goal_width" unit:"m" min:"0.3" max:"10"`
	GoalHeight        Number `yaml:"goal_height" unit:"m" min:"0.3" max:"5"`
	GoalAreaLength    Number `yaml:"goal_area_length" unit:"m" min:"0" max:"20"`
	GoalAreaWidth     Number `yaml:"goal_area_width" unit:"m" min:"0" max:"50"`
	PenaltyAreaLength Number `yaml:"penalty_area_length" unit:"m" min:"0" max:"40"`
	PenaltyAreaWidth  Number `yaml:"penalty_area_width" unit:"m" min:"0" max:"80"`
	PenaltyMark       Number `yaml:"penalty_mark" unit:"m" min:"0.1" max:"20"`
	CircleDiameter    Number `yaml:"circle_diameter" unit:"m" min:"0.1" max:"40"`
	BallRadius        Number `yaml:"ball_radius" unit:"m" min:"0.01" max:"0.2"`
}

// RefereeRules hold when the referee begins and ends phases.
type RefereeRules struct {
	Indirect           []string `yaml:"indirect"`                                                  // restarts after which two robots of a team must play the ball before it scores
	PenaltyEndsAtTouch bool     `yaml:"penalty_ends_at_touch"`                                     // a penalty kick; otherwise when the ball stops or its kicker touches it again
	AloneBelow         Number   `yaml:"alone_below" unit:"1" min:"1" max:"20" optional:"true"`     // a team with fewer robots may score from the kick-off by one play outside the circle
	ClearMove          Number   `yaml:"clear_move" unit:"m" min:"0.001" max:"2"`                   // distance after which the ball has clearly moved
	BallStops          Number   `yaml:"ball_stops" unit:"m/s" min:"0.001" max:"1" optional:"true"` // slower, it lies
	Still              Number   `yaml:"still" unit:"s" min:"0" max:"60"`                           // READY ends when no robot has moved for this time
	StillMove          Number   `yaml:"still_move" unit:"m" min:"0.0001" max:"0.5"`                // a smaller movement does not count
	SetLasts           Number   `yaml:"set_lasts" unit:"s" min:"0" max:"60"`                       // time from SET to the whistle
	SetMotion          Number   `yaml:"set_motion" unit:"m" min:"0.0001" max:"0.5"`                // more is motion
	KickInDistance     Number   `yaml:"kick_in_distance" unit:"m" min:"0" max:"3"`                 // from the touchline into the field
	RemovalDistance    Number   `yaml:"removal_distance" unit:"m" min:"0" max:"3"`                 // from the touchline
	HalfEndsAnyway     Number   `yaml:"half_ends_anyway" unit:"s" min:"0" max:"120"`               // longest wait for the ball to stop
}

// PositionRules hold where robots may stand.
type PositionRules struct {
	KickersAcross   Number `yaml:"kickers_across" unit:"1" min:"0" max:"1"`     // players of the kicking team in the circle's other half at SET
	FreeKickRadius  Number `yaml:"free_kick_radius" unit:"m" min:"0" max:"5"`   // defenders stay outside
	FreeKickClear   Number `yaml:"free_kick_clear" unit:"s" min:"0" max:"60"`   // time in which they must have gone
	GoalAreaPlayers Number `yaml:"goal_area_players" unit:"1" min:"1" max:"20"` // players of the own team
	PushedOut       Number `yaml:"pushed_out" unit:"s" min:"0" max:"60"`        // time to leave a place into which an opponent has pushed the robot
}

// RobotRules hold the duties of a robot.
type RobotRules struct {
	FallenStart Number `yaml:"fallen_start" unit:"s" min:"0" max:"120"`  // time until a get-up must begin
	GetUps      Number `yaml:"get_ups" unit:"1" min:"1" max:"20"`        // attempts; one more when disturbed
	Inactive    Number `yaml:"inactive" unit:"s" min:"1" max:"120"`      // time without activity
	Stance      Number `yaml:"stance" unit:"s" min:"0.1" max:"60"`       // wider than allowed
	StanceWidth Number `yaml:"stance_width" unit:"m" min:"0.05" max:"1"` // between the outer edges of the feet
	Post        Number `yaml:"post" unit:"s" min:"0.1" max:"60"`         // walking into a post or the net
}

// HoldingRules hold how long a robot may keep the ball.
type HoldingRules struct {
	Hold        Number `yaml:"hold" unit:"s" min:"0.1" max:"60"`                          // field players
	HoldKeeper  Number `yaml:"hold_keeper" unit:"s" min:"0.1" max:"60"`                   // the goalkeeper in its area
	HoldCover   Number `yaml:"hold_cover" unit:"ratio" min:"0.01" max:"1"`                // share of the ball under the hull
	BallBlocked Number `yaml:"ball_blocked" unit:"s" min:"0.1" max:"120" optional:"true"` // still beside the ball
}

// PushingRules hold which contact between robots is an offence.
type PushingRules struct {
	PushNear       Number `yaml:"push_near" unit:"m" min:"0" max:"5"`         // distance to the ball for a free kick
	PushContact    Number `yaml:"push_contact" unit:"s" min:"0" max:"60"`     // time after which a contact is pushing; 0: only when it destabilises
	PushSpeed      Number `yaml:"push_speed" unit:"m/s" min:"0" max:"2"`      // slower is stationary
	CollisionSpeed Number `yaml:"collision_speed" unit:"m/s" min:"0" max:"2"` // faster than the other by so much: responsible
}

// StuckRules hold when a game makes no progress.
type StuckRules struct {
	LocalStuck  Number `yaml:"local_stuck" unit:"s" min:"1" max:"600"`  // ball unmoved with robots near
	StuckMove   Number `yaml:"stuck_move" unit:"m" min:"0.01" max:"2"`  // less is no progress of the ball
	StuckNear   Number `yaml:"stuck_near" unit:"m" min:"0.1" max:"5"`   // near the ball
	GlobalStuck Number `yaml:"global_stuck" unit:"s" min:"1" max:"600"` // no robot is near the ball
}
