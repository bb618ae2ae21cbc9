package nao

import "time"

// State is everything the robot's body reports in one 12 ms cycle, in SI units
// and in ROS's conventions: x forward, y left, z up (REP 103).
type State struct {
	Time  time.Duration // when the sensors were read, on the clock of the robot or of the simulation
	Cycle uint64        // counts the body's cycles; a gap means missed cycles

	Capabilities Capabilities // which of these values the body has, and what it can do
	Guard        Guard        // what the driver's guard did with the last command

	Position    Joints // rad; hands 0 closed to 1 open
	Stiffness   Joints // 0 to 1, as applied
	Current     Joints // A
	Temperature Joints // °C
	Status      [NumJoints]JointStatus

	Accelerometer [3]float64 // specific force, m/s², torso axes: (0, 0, +9.81) upright at rest (REP 145)
	Gyroscope     [3]float64 // body rates, rad/s, torso axes
	Angles        [2]float64 // roll, pitch of the torso from the body's own filter, rad; pitch > 0 leans forward

	FSR     [NumFSR]float64 // force on each sole sensor, N
	Sonar   [2]float64      // left, right distance, m; SonarNothing without an echo, NaN when not measured
	Touch   [NumTouch]bool  // buttons, bumpers, touch pads
	Battery Battery         //
}

// JointStatus is the body's own rating of a motor's temperature.
type JointStatus uint8

// The ratings, with LoLA's numbers.
const (
	StatusNormal        JointStatus = iota
	StatusHot                       // getting hot
	StatusVeryHot                   // stiffness is cut by more than 30 %
	StatusCriticallyHot             // stiffness is 0
)

// Battery is the state of the robot's battery.
type Battery struct {
	Charge      float64 // 0 to 1
	Charging    bool
	Current     float64 // A, negative while discharging
	Temperature float64 // °C
}

// FSR numbers the force sensors under the soles, in LoLA's order.
type FSR uint8

// The force sensors.
const (
	LFrontLeft FSR = iota
	LFrontRight
	LRearLeft
	LRearRight
	RFrontLeft
	RFrontRight
	RRearLeft
	RRearRight

	NumFSR = 8
)

// Touch numbers the robot's buttons, bumpers and touch pads, in LoLA's order.
type Touch uint8

// The touch sensors.
const (
	ChestButton Touch = iota
	HeadFront
	HeadMiddle
	HeadRear
	LFootBumperLeft
	LFootBumperRight
	LHandBack
	LHandLeft
	LHandRight
	RFootBumperLeft
	RFootBumperRight
	RHandBack
	RHandLeft
	RHandRight

	NumTouch = 14
)

// Command is the command of one cycle: a target for every joint. It is always complete; to leave a joint unchanged,
// repeat its last target.
type Command struct {
	Cycle     uint64 // the State.Cycle that it answers; 0 for none
	Position  Joints // rad; hands 0 closed to 1 open
	Stiffness Joints // 0 (limp) to 1 (full torque)
}

// Finite reports whether the command has no NaN or Inf.
func (c *Command) Finite() bool {
	sum := 0.0
	for j := range NumJoints {
		sum += 0*c.Position[j] + 0*c.Stiffness[j] // 0 for a finite number, NaN otherwise
	}
	return sum == 0
}

// CyclePeriod is the period of the body's control loop.
const CyclePeriod = 12 * time.Millisecond
