package trial

import (
	"time"

	"gonao/nao"
	"gonao/sim"
)

// sensorFault is a fault of the sensors: it changes a state that is as old as the trial.
type sensorFault func(state *nao.State)

// deadFoot makes all force cells of a foot read nothing.
func deadFoot(seed uint64) sensorFault {
	first := nao.FSR(4 * (seed % nao.NumLegs))
	return func(state *nao.State) {
		for i := first; i < first+4; i++ {
			state.FSR[i] = 0
		}
	}
}

// deadFeet makes all force cells read nothing.
func deadFeet(uint64) sensorFault {
	return func(state *nao.State) { state.FSR = [nao.NumFSR]float64{} }
}

// spoiledCells makes one cell dead, another one stuck, and a third one of the other foot biased.
func spoiledCells(seed uint64) sensorFault {
	const stuckN, biasN = 14, 8
	dead := nao.FSR(seed % nao.NumFSR)
	stuck := (dead + 4) % nao.NumFSR
	biased := stuck ^ 1
	return func(state *nao.State) {
		state.FSR[dead], state.FSR[stuck] = 0, stuckN
		state.FSR[biased] += biasN
	}
}

// deadGyroscope makes the gyroscope repeat its reading from a given time on.
func deadGyroscope(at time.Duration) func(uint64) sensorFault {
	return func(uint64) sensorFault {
		var held [3]float64
		return func(state *nao.State) {
			if state.Time < at {
				held = state.Gyroscope
			}
			state.Gyroscope = held
		}
	}
}

// sensorCourse is walked with faulty sensors: 40 s.
var sensorCourse = []struct {
	v   Place
	sec float64
}{
	{Place{X: 0.25}, 12}, {Place{X: 0.15, Yaw: 0.5}, 6}, {Place{Y: 0.1}, 6}, {Place{Y: -0.1}, 4}, {Place{Yaw: -0.8}, 4}, {Place{X: -0.1}, 4}, {}, {Place{X: 0.3}, 4},
}

// sensorRow makes a row: whether a robot with faulty sensors walks 40 s without a fall.
func sensorRow(name, title string, fault func(seed uint64) sensorFault) Row {
	return Row{
		Name: name, Title: title, Paper: "–", Profiles: []sim.Profile{sim.Real}, Fields: walkFields,
		Figures: []Figure{
			{Name: "no fall in 40 s", Over: Share, Must: 1, Goal: 1},
			{Name: "way of the course of 8.6 m", Unit: "m", Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			setup.Spoil = fault(setup.Seed)
			s, err := onFeet(setup, newWalker)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
			pathM := 0.0
			for _, leg := range sensorCourse {
				w, err := s.walk(leg.v, leg.sec, nil)
				pathM += w.PathM
				if err != nil || w.fell {
					return Result{Values: []float64{0, pathM}}, err
				}
			}
			return Result{Values: []float64{1, pathM}}, nil
		},
	}
}

// gyroscopeRow makes a row: whether a robot whose gyroscope fails at full speed comes to a stand.
func gyroscopeRow() Row {
	const failsSec, atMostSec = 5, 5
	return Row{
		Name: "sensors_gyroscope", Title: "gyroscope fails at 0.3 m/s", Paper: "–", Profiles: []sim.Profile{sim.Real}, Fields: walkFields,
		Figures: []Figure{
			{Name: "stands after 5 s", Over: Share, Must: 1, Goal: 1},
			{Name: "time to stand", Unit: "s", Less: true, Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			setup.Spoil = deadGyroscope(failsSec * time.Second)(setup.Seed)
			s, err := onFeet(setup, newWalker)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
			stands := func() bool {
				_, both := s.gait.(walker).SupportLeg()
				return both && s.Time() > failsSec*time.Second
			}
			fell, rested := false, time.Duration(0)
			if err := s.gait.Velocity(Place{X: 0.3}); err != nil {
				return Result{}, err
			}
			_, err = s.RunUntil(s.gait, (failsSec+atMostSec)*time.Second-s.Time(), func() bool {
				if rested == 0 && stands() {
					rested = s.Time()
				}
				fell = fell || s.Fallen()
				return fell
			})
			if err != nil || fell || rested == 0 || !stands() {
				return Result{Values: []float64{0, none}}, err
			}
			return Result{Values: []float64{1, (rested - failsSec*time.Second).Seconds()}}, nil
		},
	}
}

// sensorRows are the rows about faulty sensors.
func sensorRows() []Row {
	return []Row{
		sensorRow("sensors_foot", "one foot's force cells dead", deadFoot),
		sensorRow("sensors_feet", "all force cells dead", deadFeet),
		sensorRow("sensors_cells", "three force cells dead, stuck and biased", spoiledCells),
		gyroscopeRow(),
	}
}
