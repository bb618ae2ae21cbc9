package nao

import "fmt"

// Guard is what the rules between a commander and the motors, package nao/body/safety, did in the cycle before a state.
type Guard uint8

// The values, as gonao_msgs/GuardState numbers them.
const (
	GuardUnknown     Guard = iota // the driver has no guard
	GuardWaiting                  // no command has come yet: the robot stays as it was found
	GuardFollowing                // the commander commands
	GuardHolding                  // the commander is late: the posture is held
	GuardLettingDown              // commands have stopped: the robot goes to the crouch and becomes limp
	GuardLimp                     // the motors are off
	GuardRefusing                 // commands arrive and are refused
)

// String returns the value's name in lower case.
func (g Guard) String() string {
	names := [...]string{"unknown", "waiting", "following", "holding", "letting_down", "limp", "refusing"}
	if int(g) >= len(names) {
		return fmt.Sprintf("Guard(%d)", uint8(g))
	}
	return names[g]
}
