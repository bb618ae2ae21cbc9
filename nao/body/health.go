package body

// This part of the package detects what is broken or about to break in the robot's body: motors that no
// longer answer, hot joints, force cells and a gyroscope that cannot be right, a head that has lost its body, a low battery.
//
// A [HealthMonitor] is stepped once per cycle with the state and the command that was sent last, and
// holds a [HealthReport]. [MotorHealth], [SensorHealth], [ConnectionHealth] and [BatteryHealth] describe it in one line each. A step
// allocates nothing.

import (
	"math"

	"gonao/nao"
	"gonao/nao/sensors"
)

// When a joint or the connection counts as lost.
const (
	lostCycles  = 83                  // consecutive ones: one second
	lostError   = 2.0 * math.Pi / 180 // rad between target and joint; a motor that works would move
	stuckCycles = 83                  // cycles with exactly the same values: a working sensor has noise
	hotCelsius  = 75.0                // where the body's own status begins
	lowCharge   = 0.15                // charge it soon
	emptyCharge = 0.05                // the robot is about to be let down
)

// HealthReport holds what a monitor has detected.
type HealthReport struct {
	Lost      [nao.NumJoints]bool       // draws no current although it is stiff and away from its target
	Suspect   [nao.NumJoints]bool       // as Lost, but uncertain: a wrist or hand, whose currents are small
	Cells     [nao.NumFSR]sensors.Fault // the cells of the soles
	Gyroscope bool                      // cannot be right
	Stuck     bool                      // gyroscope and accelerometer have not changed for a second
}

// HealthMonitor detects what is broken in the body. The zero value is ready. It belongs to one goroutine.
type HealthMonitor struct {
	report HealthReport
	idle   [nao.NumJoints]int
	cells  sensors.Cells
	gyros  sensors.Gyroscope
	same   int // consecutive states with the same values
	seen   bool
	gyro   [3]float64
	accel  [3]float64
}

// Report returns what was detected up to the last step.
func (m *HealthMonitor) Report() HealthReport { return m.report }

// Step reads a state; sent is the command that the body has had for a cycle.
func (m *HealthMonitor) Step(state *nao.State, sent *nao.Command) {
	m.joints(state, sent)
	m.inertial(state)
	m.cells.Step(state)
	m.gyros.Step(state)
	m.report.Cells, m.report.Gyroscope = m.cells.Faults(), m.gyros.Failed()
}

// joints looks for motors that no longer answer. Teams have found that a lost motor or bus has zero current where a
// working motor would act against its position error.
func (m *HealthMonitor) joints(state *nao.State, sent *nao.Command) {
	tells := state.Capabilities.Has(nao.SensesCurrent | nao.CanStiffness)
	for j := range nao.Joint(nao.NumJoints) {
		idle := tells && state.Current[j] == 0 && state.Stiffness[j] > 0 && sent.Stiffness[j] > 0 &&
			math.Abs(sent.Position[j]-state.Position[j]) > lostError
		if m.idle[j]++; !idle {
			m.idle[j] = 0
		}
		lost := m.idle[j] >= lostCycles
		switch j {
		case nao.LWristYaw, nao.RWristYaw, nao.LHand, nao.RHand:
			m.report.Suspect[j] = lost
		default:
			m.report.Lost[j] = lost
		}
	}
}

// inertial looks for an inertial unit whose values no longer change: the head has lost its body.
func (m *HealthMonitor) inertial(state *nao.State) {
	m.same++
	if !m.seen || !state.Capabilities.Has(nao.SensesIMU|nao.EveryCycle) || state.Gyroscope != m.gyro || state.Accelerometer != m.accel {
		m.same = 0
	}
	m.seen, m.gyro, m.accel = true, state.Gyroscope, state.Accelerometer
	m.report.Stuck = m.same >= stuckCycles
}
