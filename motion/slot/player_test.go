package slot

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

const cycle = nao.CyclePeriod

func parse(tb testing.TB, text string) *Motion {
	m, err := Parse("test.xml", []byte(text))
	require.NoError(tb, err)
	return m
}

// stiff is the command of a stiff robot.
func stiff(at nao.Joints) nao.Command {
	command := nao.Command{Position: at}
	for j := range command.Stiffness {
		command.Stiffness[j] = 1
	}
	return command
}

// play runs a motion with joints that follow at once; it gives the commanded
// angle of a joint, cycle by cycle, and the cycles in which a slot was reached.
func play(p *Player, m *Motion, at nao.Joints, joint nao.Joint) (angles []float64, reached []int) {
	begin := 7 * time.Second
	measured, command := at, stiff(at)
	p.Start(m, begin, &measured, &command)
	for i := 0; ; i++ {
		before := p.slot
		status := p.Step(begin+time.Duration(i)*cycle, &measured, &command)
		measured = command.Position
		angles = append(angles, command.Position[joint])
		if status != Playing || p.slot != before {
			reached = append(reached, i)
		}
		if status != Playing {
			return angles, reached
		}
	}
}

func TestEverySlotEndsInItsCycle(t *testing.T) {
	for _, row := range []struct {
		name      string
		durations []string
		ends      []int // cycles after the motion's begin
	}{
		{"a multiple of the cycle", []string{"0.48", "0.24", "0.6"}, []int{40, 60, 110}},
		{"between two cycles: the next one", []string{"0.45", "0.45"}, []int{38, 76}},
		{"one cycle", []string{"0.5", "0.012", "0.5"}, []int{42, 43, 85}},
	} {
		t.Run(row.name, func(t *testing.T) {
			text := `<motion name="m">`
			angle := []string{"10", "10.5", "0"}
			for i, d := range row.durations {
				text += `<slot duration="` + d + `"><joint name="HeadYaw" angle_deg="` + angle[i] + `"/></slot>`
			}
			m := parse(t, text+`</motion>`)
			var p Player
			angles, ends := play(&p, m, nao.Joints{}, nao.HeadYaw)
			require.Equal(t, row.ends, ends)
			for i, end := range ends {
				require.InDelta(t, m.Slots[i].Targets[0].Angle, angles[end], 0, "exactly at the target")
			}
			require.Equal(t, Finished, p.Status())
			require.Equal(t, len(row.durations), p.Reached())
			require.InDelta(t, 1, p.Progress(0), 0)
		})
	}
}

func TestTheWayIsAHalfCosineFromTheCommandedAngle(t *testing.T) {
	m := parse(t, `<motion name="m"><slot duration="0.6"><joint name="HeadYaw" angle_deg="60"/></slot></motion>`)
	var command nao.Joints
	command[nao.HeadYaw] = -0.2
	var p Player
	angles, _ := play(&p, m, command, nao.HeadYaw)
	to := math.Pi / 3
	for i, got := range angles {
		want := -0.2 + (to+0.2)*(1-math.Cos(math.Pi*float64(i)/50))/2
		require.InDelta(t, want, got, 1e-12, i)
	}
	// No speed at both ends, the highest in the middle.
	n := len(angles) - 1
	top := angles[n/2+1] - angles[n/2]
	require.Less(t, angles[1]-angles[0], top/15)
	require.Less(t, angles[n]-angles[n-1], top/15)
	require.InDelta(t, (to+0.2)*math.Pi/2/0.6, top/cycle.Seconds(), 0.01)
}

func TestASlotRestsAfterItWasReached(t *testing.T) {
	m := parse(t, `<motion name="m">
		<slot duration="0.12" wait="0.06"><joint name="HeadYaw" angle_deg="2"/></slot>
		<slot duration="0.12"><joint name="HeadYaw" angle_deg="0"/></slot></motion>`)
	var p Player
	_, ends := play(&p, m, nao.Joints{}, nao.HeadYaw)
	require.Equal(t, []int{15, 25}, ends)
}

func TestTheFirstSlotTakesLongerFromFarAway(t *testing.T) {
	m := parse(t, `<motion name="m"><slot duration="0.12"><joint name="HeadYaw" angle_deg="119"/></slot></motion>`)
	var command nao.Joints
	command[nao.HeadYaw] = -2
	var p Player
	angles, _ := play(&p, m, command, nao.HeadYaw)
	for i := 1; i < len(angles); i++ {
		require.LessOrEqual(t, (angles[i]-angles[i-1])/cycle.Seconds(), nao.HeadYaw.MaxSpeed()+1e-9)
	}
}

func TestASlotWaitsForItsJointsUntilItsTimeout(t *testing.T) {
	m := parse(t, `<motion name="m" tolerance_deg="2" timeout="0.12">
		<slot duration="0.12"><joint name="HeadYaw" angle_deg="5"/><joint name="HeadPitch" angle_deg="3"/></slot></motion>`)
	run := func(arriveAt int) (Status, int, *Player) {
		var p Player
		var measured nao.Joints
		command := stiff(measured)
		p.Start(m, 0, &measured, &command)
		for i := 0; ; i++ {
			if i >= arriveAt {
				measured = command.Position
			}
			if s := p.Step(time.Duration(i)*cycle, &measured, &command); s != Playing {
				return s, i, &p
			}
		}
	}
	status, at, p := run(15)
	require.Equal(t, Finished, status)
	require.Equal(t, 15, at)
	require.Equal(t, 1, p.Reached())

	status, at, p = run(1000)
	require.Equal(t, NotReached, status)
	require.Equal(t, 20, at)
	require.Zero(t, p.Reached())
	joint, rad := p.Late()
	require.Equal(t, nao.HeadYaw, joint)
	require.InDelta(t, 5*math.Pi/180, rad, 1e-9)
}

func TestAJointThatIsNotANumberNeverArrives(t *testing.T) {
	m := parse(t, `<motion name="m" timeout="0.1"><slot duration="0.1">
		<joint name="HeadYaw" angle_deg="0"/><joint name="HeadPitch" angle_deg="0"/></slot></motion>`)
	var p Player
	var measured nao.Joints
	measured[nao.HeadYaw] = math.NaN()
	command := stiff(nao.Joints{})
	p.Start(m, 0, &measured, &command)
	var status Status
	for i := range 100 {
		status = p.Step(time.Duration(i)*cycle, &measured, &command)
	}
	require.Equal(t, NotReached, status)
}

func TestStepAllocatesNothing(t *testing.T) {
	m := parse(t, `<motion name="m"><slot duration="100"><joint name="HeadYaw" angle_deg="5"/></slot></motion>`)
	var p Player
	var command nao.Command
	p.Start(m, 0, &command.Position, &command)
	now := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now += cycle
		p.Step(now, &command.Position, &command)
	}))
}

// Time is the body's, so a lost cycle costs nothing but its own step.
func TestLostCyclesDoNotStretchASlot(t *testing.T) {
	m := parse(t, `<motion name="m"><slot duration="0.48"><joint name="HeadYaw" angle_deg="30"/></slot></motion>`)
	var p Player
	var measured nao.Joints
	command := stiff(measured)
	p.Start(m, 0, &measured, &command)
	for _, i := range []int{0, 1, 2, 9, 10, 25} {
		require.Equal(t, Playing, p.Step(time.Duration(i)*cycle, &measured, &command))
		want := m.Slots[0].Targets[0].Angle * Ease(float64(i)/40)
		require.InDelta(t, want, command.Position[nao.HeadYaw], 1e-12, i)
	}
	measured[nao.HeadYaw] = m.Slots[0].Targets[0].Angle
	require.Equal(t, Finished, p.Step(40*cycle, &measured, &command))
}
