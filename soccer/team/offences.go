package team

// Names of the offences that a plan may have its robots commit, to test a referee.
const (
	Pushes      = "push"          // walks into the nearest opponent
	Leaves      = "leave"         // walks over the touchline and off the carpet
	Inactive    = "inactive"      // stands with its head turned away
	MovesInSet  = "motion_in_set" // walks in SET
	StandsWrong = "wrong_half"    // waits for SET in the opponents' half
	Holds       = "stand_at_ball" // stands at the ball and does nothing with it
)

// Offences returns the names in the order in which a robot considers them.
func Offences() []string { return []string{Pushes, Leaves, Inactive, MovesInSet, StandsWrong, Holds} }
