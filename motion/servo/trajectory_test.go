package servo

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
)

const trajectoryCycle = nao.CyclePeriod

func stand() nao.Command {
	command := nao.Command{Position: nao.StandPosture()}
	for j := range command.Stiffness {
		command.Stiffness[j] = 1
	}
	return command
}

func at(sec float64, positions ...float64) TrajectoryPoint {
	return TrajectoryPoint{At: time.Duration(sec * 1e9), Positions: positions}
}

// follow runs a trajectory with joints that follow at once and gives what a joint
// was told, cycle by cycle.
func follow(t *testing.T, tr *Trajectory, j nao.Joint) (told []float64, p *TrajectoryPlayer) {
	require.NoError(t, tr.Check())
	p = &TrajectoryPlayer{}
	command := stand()
	measured := command.Position
	require.NoError(t, p.Start(tr, time.Second, &measured, &command))
	for i := 0; p.Status() == Playing; i++ {
		p.Step(time.Second+time.Duration(i)*trajectoryCycle, &measured, &command)
		measured = command.Position
		told = append(told, command.Position[j])
	}
	return told, p
}

func TestPositionsAloneGoOnStraightWays(t *testing.T) {
	tr := &Trajectory{Joints: []nao.Joint{nao.HeadYaw, nao.HeadPitch}, Points: []TrajectoryPoint{at(0.6, 0.6, 0), at(1.2, 0, 0.3)}}
	told, p := follow(t, tr, nao.HeadYaw)
	require.Equal(t, Finished, p.Status())
	require.Len(t, told, 101)
	for i, v := range told {
		require.InDelta(t, 0.6*(1-math.Abs(float64(i)/50-1)), v, 1e-9, i)
	}
	require.InDelta(t, 1, p.Progress(0), 0)
}

// A cubic passes through its points with their velocities; a quintic with their
// accelerations too.
func TestCurvesMeetWhatTheirPointsSay(t *testing.T) {
	for _, row := range []struct {
		name string
		acc  []float64
	}{{"cubic", nil}, {"quintic", []float64{2}}} {
		t.Run(row.name, func(t *testing.T) {
			mid, end := at(0.6, 0.5), at(1.2, 0.2)
			mid.Velocities, end.Velocities = []float64{-0.7}, []float64{0}
			if row.acc != nil {
				mid.Accelerations, end.Accelerations = row.acc, []float64{0}
			}
			tr := &Trajectory{Joints: []nao.Joint{nao.HeadYaw}, Points: []TrajectoryPoint{mid, end}}
			told, p := follow(t, tr, nao.HeadYaw)
			require.Equal(t, Finished, p.Status())
			require.InDelta(t, 0.5, told[50], 1e-9)
			require.InDelta(t, -0.7, (told[51]-told[49])/0.024, 0.05)
			require.InDelta(t, 0, told[1], 0.003, "from rest")
			require.InDelta(t, 0.2, told[100], 1e-12)
			require.InDelta(t, 0.2, told[99], 0.001, "to rest")
			if row.acc != nil {
				require.InDelta(t, 2, (told[51]-2*told[50]+told[49])/(0.012*0.012), 0.7)
			}
			for i := 1; i < len(told); i++ {
				require.LessOrEqual(t, math.Abs(told[i]-told[i-1]), nao.HeadYaw.MaxSpeed()*0.012)
			}
		})
	}
}

func TestWrongTrajectoriesAreRefused(t *testing.T) {
	vel := func(p TrajectoryPoint, v ...float64) TrajectoryPoint { p.Velocities = v; return p }
	acc := func(p TrajectoryPoint, a ...float64) TrajectoryPoint { p.Accelerations = a; return p }
	yaw := []nao.Joint{nao.HeadYaw}
	for want, tr := range map[string]Trajectory{
		"wrong joints: no joints":                                                  {Points: []TrajectoryPoint{at(1)}},
		"wrong joints: HeadYaw is there twice":                                     {Joints: []nao.Joint{nao.HeadYaw, nao.HeadYaw}, Points: []TrajectoryPoint{at(1, 0, 0)}},
		"no such trajectory: 0 points; expected 1 to 10000":                        {Joints: yaw},
		"points[0]: 2 positions; expected 1":                                       {Joints: yaw, Points: []TrajectoryPoint{at(1, 0, 0)}},
		"points[0]: 2 velocities; expected none or 1":                              {Joints: yaw, Points: []TrajectoryPoint{vel(at(1, 0), 0, 0)}},
		"points[0]: 1 accelerations; expected none, or 1 beside as many":           {Joints: yaw, Points: []TrajectoryPoint{acc(at(1, 0), 0)}},
		"points[1]: time_from_start 1s; expected later than the point before, 1s":  {Joints: yaw, Points: []TrajectoryPoint{at(1, 0), at(1, 0)}},
		"points[0]: time_from_start -1s; expected 0":                               {Joints: yaw, Points: []TrajectoryPoint{at(-1, 0)}},
		"points[0]: joint HeadYaw to NaN; expected -2.086 to 2.086 rad":            {Joints: yaw, Points: []TrajectoryPoint{at(1, math.NaN())}},
		"points[0]: joint HeadYaw to 3; expected -2.086 to 2.086 rad":              {Joints: yaw, Points: []TrajectoryPoint{at(1, 3)}},
		"points[0]: joint HeadYaw at 9 rad/s; expected at most 8.268":              {Joints: yaw, Points: []TrajectoryPoint{vel(at(1, 0), 9)}},
		"points[0]: joint HeadYaw with +Inf rad/s²":                                {Joints: yaw, Points: []TrajectoryPoint{acc(vel(at(1, 0), 0), math.Inf(1))}},
		"joint HeadYaw ends at 1 rad/s; expected 0":                                {Joints: yaw, Points: []TrajectoryPoint{vel(at(1, 0), 1)}},
		"goal tolerances [-1]: expected none, or 1 of at least 0 rad":              {Joints: yaw, Points: []TrajectoryPoint{at(1, 0)}, GoalTolerance: []float64{-1}},
		"path tolerances [1 1]: expected none, or 1":                               {Joints: yaw, Points: []TrajectoryPoint{at(1, 0)}, PathTolerance: []float64{1, 1}},
		"goal time tolerance -1s":                                                  {Joints: yaw, Points: []TrajectoryPoint{at(1, 0)}, GoalTime: -time.Second},
		"points[0]: joint HeadYaw would turn with 20 rad/s; expected at most 8.27": {Joints: yaw, Points: []TrajectoryPoint{at(0.1, 2)}},
		"points[0]: joint HeadYaw would turn with +Inf rad/s":                      {Joints: yaw, Points: []TrajectoryPoint{at(0, 2)}},
		"on the way to points[1]: joint HeadYaw at 2.":                             {Joints: yaw, Points: []TrajectoryPoint{vel(at(1, 2), 4), vel(at(2, 2), 0)}},
	} {
		err := tr.Check()
		if err == nil {
			var p TrajectoryPlayer
			command := stand()
			err = p.Start(&tr, 0, &command.Position, &command)
			require.Equal(t, Idle, p.Status())
		}
		require.ErrorContains(t, err, want)
	}
}

func TestToleranceOnTheWayAndAtTheGoal(t *testing.T) {
	run := func(tr *Trajectory, stuck bool) (*TrajectoryPlayer, int) {
		require.NoError(t, tr.Check())
		var p TrajectoryPlayer
		command := stand()
		measured := command.Position
		require.NoError(t, p.Start(tr, 0, &measured, &command))
		i := 0
		for ; p.Status() == Playing; i++ {
			p.Step(time.Duration(i)*trajectoryCycle, &measured, &command)
			if !stuck {
				measured = command.Position
			}
		}
		return &p, i
	}
	tr := Trajectory{Joints: []nao.Joint{nao.HeadYaw}, Points: []TrajectoryPoint{at(0.6, 0.6)}, PathTolerance: []float64{0.25}}
	p, _ := run(&tr, false)
	require.Equal(t, Finished, p.Status())
	p, i := run(&tr, true)
	require.Equal(t, PathViolated, p.Status())
	require.Equal(t, 23, i, "0.25 rad behind after 21 cycles of 0.012 rad, seen in the next")
	late, by := p.Late()
	require.Equal(t, nao.HeadYaw, late)
	require.InDelta(t, 0.252, by, 1e-9)

	tr.PathTolerance, tr.GoalTolerance, tr.GoalTime = nil, []float64{0.1}, 120*time.Millisecond
	p, i = run(&tr, true)
	require.Equal(t, GoalViolated, p.Status())
	require.Equal(t, 61, i)
	tr.GoalTime = 0
	_, i = run(&tr, true)
	require.Equal(t, 101, i)
}

func TestALimpJointGetsStiffWhereItIs(t *testing.T) {
	tr := &Trajectory{Joints: []nao.Joint{nao.LShoulderPitch}, Points: []TrajectoryPoint{at(0.6, 1)}}
	command := stand()
	measured := command.Position
	command.Stiffness[nao.LShoulderPitch], measured[nao.LShoulderPitch] = 0, -1
	var p TrajectoryPlayer
	require.NoError(t, p.Start(tr, 0, &measured, &command))
	p.Step(trajectoryCycle, &measured, &command)
	require.InDelta(t, -1, command.Position[nao.LShoulderPitch], 0.05)
	require.InDelta(t, 0.096, command.Stiffness[nao.LShoulderPitch], 1e-9)
}

func TestTrajectoryStepAllocatesNothing(t *testing.T) {
	p0, p1 := at(0.5, 0.1, 0.1), at(100, 1, 0.3)
	p0.Velocities, p1.Velocities = []float64{0, 0}, []float64{0, 0}
	tr := &Trajectory{Joints: []nao.Joint{nao.HeadYaw, nao.HeadPitch}, Points: []TrajectoryPoint{p0, p1}, PathTolerance: []float64{1, 1}}
	var p TrajectoryPlayer
	command := stand()
	require.NoError(t, p.Start(tr, 0, &command.Position, &command))
	now := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now += trajectoryCycle
		p.Step(now, &command.Position, &command)
	}))
}

// Whatever is accepted leaves no range, is never faster than the joint, and ends.
func TestRandomTrajectoriesKeepTheLimitsOrAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	accepted := 0
	for range fuzzn.N(t) / 100 {
		tr := random(rng)
		var p TrajectoryPlayer
		command := stand()
		if tr.Check() != nil || p.Start(&tr, 0, &command.Position, &command) != nil {
			continue
		}
		accepted++
		status := Playing
		for i := 0; status == Playing; i++ {
			before := command.Position
			status = p.Step(time.Duration(i)*trajectoryCycle, &before, &command)
			for j := range nao.Joint(nao.NumJoints) {
				a := command.Position[j]
				require.InDelta(t, j.Clamp(a), a, 0)
				require.LessOrEqual(t, math.Abs(a-before[j]), j.MaxSpeed()*0.012*1.1+2*slack)
			}
		}
	}
	require.Positive(t, accepted)
}

func random(rng *rand.Rand) (tr Trajectory) {
	for range 1 + rng.IntN(3) {
		tr.Joints = append(tr.Joints, nao.Joint(rng.IntN(nao.NumJoints)))
	}
	vel, acc, sec := rng.IntN(2) == 0, rng.IntN(3) == 0, 0.0
	n := 1 + rng.IntN(4)
	for i := range n {
		sec += 0.05 + rng.Float64()*0.5
		p := at(sec)
		for _, j := range tr.Joints {
			lo, hi := j.Range()
			p.Positions = append(p.Positions, lo+rng.Float64()*(hi-lo))
			if vel {
				v := rng.NormFloat64()
				if i == n-1 {
					v = 0
				}
				p.Velocities = append(p.Velocities, v)
			}
			if vel && acc {
				p.Accelerations = append(p.Accelerations, 5*rng.NormFloat64())
			}
		}
		tr.Points = append(tr.Points, p)
	}
	return tr
}
