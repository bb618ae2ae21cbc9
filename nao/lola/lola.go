// Package lola encodes and decodes LoLA, the NAO v6's own protocol: MessagePack maps, one after the
// other, over a Unix stream socket. Every 12 ms the robot sends one map of sensors and receives one
// map of actuators.
//
// [Sensors] and [Commands] are the maps on the wire, in LoLA's own units and signs; State, SetState,
// Command and SetCommand convert them from and to gonao's. [Reader] splits a byte stream into maps
// and skips garbage. Reading and writing allocate nothing in steady state.
package lola

import "gonao/nao"

const (
	// SocketPath is where the robot listens.
	SocketPath = "/tmp/robocup"
	// SensorFrameSize is the constant size of a sensor frame, bytes; some clients rely on it.
	SensorFrameSize = 896
	// MaxFrameSize is the largest map that a [Reader] accepts, bytes.
	MaxFrameSize = 4096
)

// Capabilities are those of a body whose frames hold every key; see [Sensors.State].
const Capabilities = nao.CanPosition | nao.CanStiffness | nao.CanLimp | nao.CanHands | nao.CanLights |
	nao.SensesCurrent | nao.SensesTemperature | nao.SensesFSR | nao.SensesIMU | nao.SensesSonar |
	nao.SensesTouch | nao.SensesBattery | nao.EveryCycle

// Sensors is one sensor frame, which the robot sends. Per-joint arrays are in the
// order of [nao.Joint].
type Sensors struct {
	RobotConfig   [4]string  // body id (20 characters), body version (5), head id (20), head version (5)
	Accelerometer [3]float32 // m/s², the direction of gravity: (0, 0, −9.81) upright at rest
	Angles        [2]float32 // roll, pitch, rad
	Battery       [4]float32 // charge 0 to 1, status, current in A, temperature in °C
	Current       [nao.NumJoints]float32
	FSR           [nao.NumFSR]float32 // kg
	Gyroscope     [3]float32          // rad/s
	Position      [nao.NumJoints]float32
	Sonar         [2]float32 // left, right, m
	Stiffness     [nao.NumJoints]float32
	Temperature   [nao.NumJoints]float32 // °C
	Touch         [nao.NumTouch]float32  // 0 or 1
	Status        [nao.NumJoints]uint8   // 0 normal to 3 critically hot

	Seen Keys // keys that Decode has read so far; set it to 0 for another robot
}

// SimulatedRobotConfig returns the ids of a simulated robot, with the lengths that clients expect.
func SimulatedRobotConfig() [4]string {
	return [4]string{"GONAO000000000000001", "6.0.0", "GONAO000000000000002", "6.0.0"}
}

// Commands is one command frame, which the robot receives. Lights go from 0 to 1.
type Commands struct {
	Position  [nao.NumJoints]float32 // rad; hands 0 closed to 1 open
	Stiffness [nao.NumJoints]float32 // 0 to 1; −1 switches the motor off
	REar      [10]float32            // at 324°, 288° … 0°
	LEar      [10]float32            // at 0°, 36° … 324°
	Chest     [3]float32             // red, green, blue
	LEye      [24]float32            // 8 red, 8 green, 8 blue, at 45°, 0°, 315° … 90°
	REye      [24]float32            // 8 red, 8 green, 8 blue, at 0°, 45° … 315°
	LFoot     [3]float32             // red, green, blue
	RFoot     [3]float32             // red, green, blue
	Skull     [12]float32            // front left 1, 0, middle left, rear left 0 to 2, then right backwards
	Sonar     [2]bool                // transmit left, right; without it the distances stay old
}
