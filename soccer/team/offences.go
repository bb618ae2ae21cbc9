package team

// Names of the offences that a plan may have its robots commit, to test a referee.
const (
	Pushes         = "push"              // walks into the nearest opponent
	Leaves         = "leave"             // walks over the touchline and off the carpet
	Inactive       = "inactive"          // stands with its head turned away
	MovesInSet     = "motion_in_set"     // walks in SET
	MovesInStandby = "motion_in_standby" // walks in STANDBY
	StandsWrong    = "wrong_half"        // waits for SET in the opponents' half
	Stands         = "stand_at_ball"     // stands at the ball and does nothing with it
	HoldsBall      = "hold_ball"         // keeps the ball between its feet
	UsesArm        = "arms"              // plays the ball with an arm
	StandsWide     = "wide_stance"       // stands with its feet far apart
	Crowds         = "crowd"             // with its whole team: goes into the own goal area
	Chatters       = "chatter"           // sends a message at each image
	Lies           = "lie"               // does not get up after a fall
)

// Offences returns the names in the order in which a robot considers them.
func Offences() []string {
	return []string{
		Pushes, Leaves, Inactive, MovesInSet, StandsWrong, Stands, MovesInStandby, HoldsBall, UsesArm, StandsWide, Crowds, Chatters, Lies,
	}
}
