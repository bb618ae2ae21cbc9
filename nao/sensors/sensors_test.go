package sensors_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/sensors"
)

// robot makes the states of a robot that steps on the spot or stands.
type robot struct {
	state nao.State
	cycle int
	steps bool // lifts its feet in turn
	air   bool // somebody has lifted it
	spoil func(*nao.State)
}

func newRobot() *robot {
	r := &robot{}
	r.state.Capabilities = nao.SensesFSR | nao.SensesIMU | nao.EveryCycle
	r.state.Position = nao.StandPosture()
	return r
}

// next returns the state of the next cycle: a step of 20 cycles on each foot, the other one up by 2 cm.
func (r *robot) next() *nao.State {
	s := r.state
	s.Time = time.Duration(r.cycle) * nao.CyclePeriod
	share := [nao.NumLegs]float64{0.5, 0.5}
	if r.steps {
		swing := nao.Leg(r.cycle / 20 % 2)
		if up := r.cycle % 20; up > 3 && up < 17 {
			share[swing], share[1-swing] = 0, 1
			knee, hip, ankle := nao.LKneePitch, nao.LHipPitch, nao.LAnklePitch
			if swing == nao.RightLeg {
				knee, hip, ankle = nao.RKneePitch, nao.RHipPitch, nao.RAnklePitch
			}
			s.Position[knee] += 0.5
			s.Position[hip] -= 0.25
			s.Position[ankle] -= 0.25
		}
	}
	weight := 9.81 * nao.TotalMass() * (1 + 0.1*math.Sin(float64(r.cycle)))
	if r.air {
		weight = 0
	}
	for i := range s.FSR {
		s.FSR[i] = share[i/4] * weight / 4 * (1 + 0.2*math.Sin(float64(r.cycle+7*i)/9))
	}
	for i := range 3 {
		s.Gyroscope[i] = 0.1 * math.Sin(float64(r.cycle+i)/5)
		s.Accelerometer[i] = 0.1 * math.Sin(float64(r.cycle+i))
	}
	r.cycle++
	if r.spoil != nil {
		r.spoil(&s)
	}
	return &s
}

func (r *robot) run(m *sensors.Cells, sec float64) {
	for range int(sec / nao.CyclePeriod.Seconds()) {
		m.Step(r.next())
	}
}

func TestSoundCellsStaySound(t *testing.T) {
	var m sensors.Cells
	r := newRobot()
	for _, steps := range []bool{false, true, false} {
		r.steps = steps
		r.run(&m, 10)
		require.Equal(t, [nao.NumFSR]sensors.Fault{}, m.Faults())
		require.True(t, m.Weighs())
		require.Equal(t, r.next().FSR[0] > 0, m.Forces()[0] > 0)
	}
}

func TestFaultyCellsAreNoticedAndTakenBack(t *testing.T) {
	left := [nao.NumFSR]sensors.Fault{sensors.Dead, sensors.Dead, sensors.Dead, sensors.Dead}
	one := func(i nao.FSR, f sensors.Fault) (all [nao.NumFSR]sensors.Fault) { all[i] = f; return all }
	for _, row := range []struct {
		name  string
		steps bool
		sec   float64
		spoil func(*nao.State)
		want  [nao.NumFSR]sensors.Fault
	}{
		{"a foot reads nothing, standing", false, 0.5, func(s *nao.State) { clear(s.FSR[:4]) }, left},
		{"a foot reads nothing, stepping", true, 1.5, func(s *nao.State) { clear(s.FSR[:4]) }, left},
		{"a cell reads nothing", true, 2, func(s *nao.State) { s.FSR[5] = 0 }, one(5, sensors.Dead)},
		{"a cell is stuck", true, 2, func(s *nao.State) { s.FSR[2] = 11 }, one(2, sensors.Stuck)},
		{"a cell is not a number", false, 0.1, func(s *nao.State) { s.FSR[7] = math.NaN() }, one(7, sensors.Stuck)},
		{"a cell reads too much", true, 2, func(s *nao.State) { s.FSR[6] += 6 }, one(6, sensors.Biased)},
	} {
		t.Run(row.name, func(t *testing.T) {
			var m sensors.Cells
			r := newRobot()
			r.run(&m, 2)
			r.steps, r.spoil = row.steps, row.spoil
			r.run(&m, row.sec)
			require.Equal(t, row.want, m.Faults())
			sum := 0.0
			for _, f := range m.Forces() {
				require.GreaterOrEqual(t, f, 0.0)
				sum += f
			}
			require.InDelta(t, 9.81*nao.TotalMass(), sum, 25, "the rest makes up for them")
			r.spoil, r.steps = nil, true
			r.run(&m, 3)
			require.Equal(t, [nao.NumFSR]sensors.Fault{}, m.Faults(), "taken back")
		})
	}
}

// A robot that is lifted reads nothing, as one whose cells are all dead. When it is put down its cells count again.
func TestALiftedRobotHasItsCellsBackOnTheGround(t *testing.T) {
	var m sensors.Cells
	r := newRobot()
	r.run(&m, 1)
	r.air = true
	r.run(&m, 1)
	require.Equal(t, [nao.NumFSR]sensors.Fault{}, m.Faults())
	require.False(t, m.Weighs())
	r.run(&m, 2)
	require.NotEqual(t, [nao.NumFSR]sensors.Fault{}, m.Faults())
	r.air = false
	r.run(&m, 0.2)
	require.Equal(t, [nao.NumFSR]sensors.Fault{}, m.Faults())
	require.True(t, m.Weighs())
}

func TestNothingIsConcludedOfARobotThatLies(t *testing.T) {
	var m sensors.Cells
	r := newRobot()
	r.state.Angles[1], r.air = 1.5, true
	r.run(&m, 10)
	require.Equal(t, [nao.NumFSR]sensors.Fault{}, m.Faults())
}

func TestAFailedGyroscopeIsNoticedAndTakenBack(t *testing.T) {
	held := [3]float64{0.3, -0.1, 0.2}
	for _, row := range []struct {
		name   string
		spoil  func(*nao.State)
		failed bool
	}{
		{"sound", func(*nao.State) {}, false},
		{"it repeats itself", func(s *nao.State) { s.Gyroscope = held }, true},
		{"one axis repeats itself", func(s *nao.State) { s.Gyroscope[1] = 0 }, true},
		{"no number", func(s *nao.State) { s.Gyroscope[2] = math.NaN() }, true},
		{"too much", func(s *nao.State) { s.Gyroscope[0] = 1e6 + s.Gyroscope[0] }, true},
		{"it drifts away from the body's angles", func(s *nao.State) { s.Gyroscope[0] += 1 }, true},
		{"a body that repeats its states", func(s *nao.State) { s.Gyroscope = held; s.Capabilities &^= nao.EveryCycle }, false},
		{"nothing changes", func(s *nao.State) { s.Gyroscope, s.Accelerometer = held, held }, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			var m sensors.Gyroscope
			r := newRobot()
			for range 100 {
				m.Step(r.next())
			}
			require.False(t, m.Failed())
			r.spoil = row.spoil
			for range 60 {
				m.Step(r.next())
			}
			require.Equal(t, row.failed, m.Failed())
			r.spoil = nil
			for range 300 {
				m.Step(r.next())
			}
			require.False(t, m.Failed(), "taken back")
		})
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	var cells sensors.Cells
	var gyroscope sensors.Gyroscope
	r := newRobot()
	r.steps = true
	s := r.next()
	require.Zero(t, testing.AllocsPerRun(100, func() { cells.Step(s); gyroscope.Step(s) }))
}
