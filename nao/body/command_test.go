package body_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body"
)

const cycle = nao.CyclePeriod

func TestTheFirstCommandsUntilItIsSilent(t *testing.T) {
	var a body.CommandArbiter
	following := true
	claim := func(who body.CommandSource, now time.Duration) (commands, began bool) {
		return a.Claim(who, now, func() bool { return !following })
	}
	yes := func(who body.CommandSource, now time.Duration, first bool, why string) {
		t.Helper()
		commands, began := claim(who, now)
		require.True(t, commands, why)
		require.Equal(t, first, began, why)
		require.Equal(t, who, a.Owner(now), why)
	}
	no := func(who body.CommandSource, now time.Duration, why string) {
		t.Helper()
		commands, _ := claim(who, now)
		require.False(t, commands, why)
	}
	require.Equal(t, body.Nobody, a.Owner(0))
	yes(body.Effectors, cycle, true, "nobody else commanded yet")
	yes(body.Effectors, 2*cycle, false, "and goes on")
	no(body.JointCommand, 3*cycle, "a second one is not heard")
	no(body.JointAngles, 2*cycle+body.CommandSilence-1, "however long the first is silent, if not long enough")
	no(body.JointCommand, 2*cycle+body.CommandSilence, "the robot still follows its last command")
	require.Equal(t, body.Nobody, a.Owner(2*cycle+body.CommandSilence))
	following = false
	yes(body.JointCommand, 3*cycle+body.CommandSilence, true, "now the robot is free")
	require.Equal(t, uint64(2), a.Refused(body.JointCommand))
	require.Equal(t, uint64(1), a.Refused(body.JointAngles))

	following = true
	yes(body.JointCommand, 4*cycle+2*body.CommandSilence, true, "a source that was silent begins anew")
	yes(body.JointCommand, cycle, true, "also when time began anew")
	a.Release()
	yes(body.JointAngles, 2*cycle, true, "the robot was away")
}

func TestAStreamOfJointAnglesYieldsToACommanderOfAllJoints(t *testing.T) {
	var a body.CommandArbiter
	busy := func() bool { return false }
	now := time.Duration(0)
	commands, _ := a.Claim(body.JointAngles, now, busy)
	require.True(t, commands)
	now += cycle
	commands, began := a.Claim(body.JointCommand, now, busy)
	require.True(t, commands)
	require.True(t, began)
	commands, _ = a.Claim(body.JointAngles, now, busy)
	require.False(t, commands)
	a.Release()
	commands, _ = a.Claim(body.Effectors, now, busy)
	require.True(t, commands)
	commands, _ = a.Claim(body.JointCommand, now, busy)
	require.False(t, commands, "a walk by effectors is not interrupted")
}

func TestJointsThatNoMessageNamesStayAsTheyAre(t *testing.T) {
	var p body.PartialCommand
	position, stiffness := nao.StandPosture(), nao.Joints{nao.LKneePitch: 0.5}
	p.Begin(&position, &stiffness)
	p.SetPositions([]uint8{uint8(nao.HeadYaw), uint8(nao.RHand)}, []float32{0.5, 1})
	p.SetStiffnesses([]uint8{uint8(nao.HeadYaw), uint8(nao.HeadPitch)}, []float32{0.75, -1})
	var cmd nao.Command
	p.Command(&cmd)
	position[nao.HeadYaw], position[nao.RHand] = 0.5, 1
	stiffness[nao.HeadYaw] = 0.75
	require.Equal(t, nao.Command{Position: position, Stiffness: stiffness}, cmd)

	p.SetPositions([]uint8{uint8(nao.HeadPitch)}, []float32{0.25})
	p.Command(&cmd)
	require.InDelta(t, 0.5, cmd.Position[nao.HeadYaw], 0, "the joint keeps what it was told")
}

func TestNumbersOfJointsAreChecked(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	require.NoError(t, body.CheckJoints(nil, nil))
	require.NoError(t, body.CheckJoints([]uint8{0, 24}, []float32{1, 2}))
	require.ErrorContains(t, body.CheckJoints([]uint8{0}, nil), "1 indexes and 0 values: expected as many")
	require.ErrorContains(t, body.CheckJoints([]uint8{0, 25}, []float32{1, 2}), "indexes[1] is 25: expected a joint, 0 (HeadYaw) to 24 (RHand)")
	require.ErrorContains(t, body.CheckJoints([]uint8{3}, []float32{nan}), "the value of LShoulderRoll is NaN: expected a finite number")
	require.ErrorContains(t, body.CheckJoints([]uint8{3}, []float32{inf}), "-Inf")
}

func TestJointsGoToTheirAnglesWithAPartOfTheirSpeed(t *testing.T) {
	var m body.JointMover
	position, stiffness := nao.Joints{nao.HeadYaw: 0.5}, nao.Joints{nao.RKneePitch: 0.25}
	m.Begin(&position, &stiffness)
	require.False(t, m.Moving())
	goal, err := body.MakeCommandGoal([]string{"HeadYaw", "HeadPitch"}, []float32{1, 9}, 0.5, false)
	require.NoError(t, err)
	m.Go(&goal)
	var cmd nao.Command
	steps := 0
	for last := cmd; m.Moving(); steps++ {
		m.Step(cycle.Seconds(), &cmd)
		if steps > 0 {
			require.LessOrEqual(t, cmd.Position[nao.HeadYaw]-last.Position[nao.HeadYaw], 0.5*nao.HeadYaw.MaxSpeed()*cycle.Seconds()+1e-12)
		}
		last = cmd
	}
	_, most := nao.HeadPitch.Range()
	require.InDelta(t, 1, cmd.Position[nao.HeadYaw], 1e-6)
	require.InDelta(t, most, cmd.Position[nao.HeadPitch], 0, "as far as it goes")
	require.Equal(t, int(math.Ceil(most/(0.5*nao.HeadPitch.MaxSpeed()*cycle.Seconds()))), steps, "the longest way decides")
	require.Equal(t, nao.Joints{nao.HeadYaw: 1, nao.HeadPitch: 1, nao.RKneePitch: 0.25}, cmd.Stiffness)

	back, err := body.MakeCommandGoal([]string{"HeadYaw"}, []float32{-0.25}, 1, true)
	require.NoError(t, err)
	m.Go(&back)
	for m.Moving() {
		m.Step(cycle.Seconds(), &cmd)
	}
	require.InDelta(t, 0.75, cmd.Position[nao.HeadYaw], 1e-6, "relative to the target")
}

func TestAGroupOfJointsHasOneName(t *testing.T) {
	rad := make([]float32, 26)
	rad[8], rad[14], rad[15] = 0.125, 0.5, 0.25
	goal, err := body.MakeCommandGoal([]string{"Body"}, rad, 0.1, false)
	require.NoError(t, err)
	require.Len(t, goal.Joints, 25)
	at := map[nao.Joint]float64{}
	for i, j := range goal.Joints {
		at[j] = goal.Rad[i]
	}
	require.InDelta(t, 0.125, at[nao.LHipYawPitch], 0, "the first of both hips counts")
	require.InDelta(t, 0.25, at[nao.RHipRoll], 0)
}

func TestErrorsOfGoalsNameWhatWasExpected(t *testing.T) {
	nan := float32(math.NaN())
	for want, row := range map[string]struct {
		names []string
		rad   []float32
		speed float64
	}{
		"speed 0: expected a part of the top speed":            {[]string{"HeadYaw"}, []float32{1}, 0},
		"speed 1.5: expected":                                  {[]string{"HeadYaw"}, []float32{1}, 1.5},
		"speed NaN: expected":                                  {[]string{"HeadYaw"}, []float32{1}, math.NaN()},
		"no joint_names: expected one for each angle":          {nil, []float32{1}, 1},
		`joint "HeadJaw": no such joint (did you mean HeadYaw`: {[]string{"HeadJaw"}, []float32{1}, 1},
		"1 joint_angles for 2 joints: expected as many":        {[]string{"Head"}, []float32{1}, 1},
		"3 joint_angles for 1 joints":                          {[]string{"HeadYaw"}, []float32{1, 2, 3}, 1},
		"the angle of HeadPitch is NaN":                        {[]string{"Head"}, []float32{1, nan}, 1},
	} {
		_, err := body.MakeCommandGoal(row.names, row.rad, row.speed, false)
		require.ErrorContains(t, err, want)
	}
}

func TestCommandACycleAllocatesNothing(t *testing.T) {
	var a body.CommandArbiter
	var p body.PartialCommand
	var m body.JointMover
	var cmd nao.Command
	position := nao.StandPosture()
	goal, err := body.MakeCommandGoal([]string{"Head"}, []float32{1, 0}, 0.01, false)
	require.NoError(t, err)
	joints, values := []uint8{1, 2}, []float32{0, 1}
	free := func() bool { return true }
	now := time.Duration(0)
	m.Begin(&position, &position)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now += cycle
		a.Claim(body.Effectors, now, free)
		a.Claim(body.JointAngles, now, free)
		if body.CheckJoints(joints, values) == nil {
			p.SetPositions(joints, values)
		}
		p.Command(&cmd)
		m.Go(&goal)
		m.Step(0.012, &cmd)
	}))
}
