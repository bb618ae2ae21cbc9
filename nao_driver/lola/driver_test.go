package lola_test

import (
	"math"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
)

func TestStatesGoOutAndCommandsGoInCycleByCycle(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	cmd := drivertest.Standing()
	cmd.Position[nao.HeadYaw] = 0.5
	c := &drivertest.Commander{Cmd: cmd}
	d, _, _ := run(t, config(path), c)
	r.accept()
	r.cycles(200)

	require.InDelta(t, 0.5, r.commands.Position[nao.HeadYaw], 1e-6)
	require.InDelta(t, 1, r.commands.Stiffness[nao.HeadYaw], 1e-6)
	require.Equal(t, [2]bool{true, true}, r.commands.Sonar, "or the sonars' distances stay stale")
	require.Len(t, c.States(), 200)
	for i, st := range c.States() {
		require.EqualValues(t, i+1, st.Cycle)
		require.Equal(t, time.Duration(i+1)*nao.CyclePeriod, st.Time)
	}
	require.InDelta(t, 9.81, c.States()[0].Accelerometer[2], 1e-6)

	r.cycle() // the statistics of the 200th are in place
	s := d.Stats()
	require.True(t, s.Connected)
	require.GreaterOrEqual(t, s.Cycles, uint64(200))
	require.Zero(t, s.Missed)
	require.Zero(t, s.Skipped)
	require.Equal(t, safety.Following, s.Mode)
	require.LessOrEqual(t, s.Latency.Quantile(0.5), s.Latency.Quantile(0.99))
	require.LessOrEqual(t, s.Latency.Quantile(0.99), s.Latency.Max())
	state := d.State()
	require.InDelta(t, 0.5, state.Position[nao.HeadYaw], 1e-6)
}

func TestLightsGoOutUntilTheNextWish(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	lights := nao.AllOn(nao.Color{R: 2, G: 0.5})
	lights.LeftEye[3] = nao.Color{B: 0.75}
	run(t, config(path), &drivertest.Commander{Cmd: drivertest.Standing(), Wish: &lights})
	r.accept()
	r.cycles(3)
	require.Equal(t, [3]float32{1, 0.5, 0}, r.commands.Chest, "within 0 to 1")
	require.InDelta(t, 0.75, r.commands.LEye[16+3], 0, "blue")
	require.Zero(t, r.commands.LEye[3])
	var back nao.Lights
	r.commands.Lights(&back)
	lights.Limit()
	require.Equal(t, lights, back)
}

func TestTheDriverWaitsForARobotThatIsNotThereYetOrWentAway(t *testing.T) {
	path := socketPath(t)
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d, _, _ := run(t, config(path), c)
	for range 3 { // it comes, goes, and comes again
		r := listen(t, path)
		r.accept()
		r.cycles(20)
		r.close()
	}
	require.EqualValues(t, 3, d.Stats().Connections)
	require.EqualValues(t, 60, c.States()[59].Cycle, "cycles are counted on")
}

func TestARobotThatCameBackElsewhereIsTakenOverFromThere(t *testing.T) {
	path := socketPath(t)
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	run(t, config(path), c)
	r := listen(t, path)
	r.accept()
	r.cycles(100)
	r.close()

	again := listen(t, path)
	crouch := nao.State{Position: nao.CrouchPosture()}
	again.sensors.SetState(&crouch)
	limp := again.sensors
	again.accept()
	again.cycle()
	for j := range nao.NumJoints {
		require.InDelta(t, limp.Position[j], again.commands.Position[j], 0.02, "no jump")
		require.LessOrEqual(t, again.commands.Stiffness[j], float32(0.025))
	}
}

func TestGarbageIsSkippedAndCounted(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	d, _, _ := run(t, config(path), &drivertest.Commander{Cmd: drivertest.Standing()})
	r.accept()
	r.cycles(5)
	r.send([]byte("no frame at all"))
	r.cycles(5)
	r.send(r.sensors.Append(nil)[:300])
	r.cycles(5)
	broken := r.sensors
	broken.Gyroscope[1] = float32(math.NaN())
	r.send(broken.Append(nil))
	r.cycles(5)

	stream := d.Stats().Stream
	require.EqualValues(t, 315, stream.GarbageBytes)
	require.EqualValues(t, 2, stream.Resyncs)
	require.EqualValues(t, 1, stream.Rejected)
	require.EqualValues(t, 1, d.Stats().Connections, "no need to connect again")
}

func TestGarbageIsCountedBeforeAFrameComes(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	d, _, _ := run(t, config(path), &drivertest.Commander{})
	r.accept()
	r.send([]byte("no frame at all"))
	require.Eventually(t, func() bool { return d.Stats().Stream.GarbageBytes == 15 }, patience, time.Millisecond)
}

func TestASilentConnectionIsReplaced(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	cfg := config(path)
	cfg.SilentFor = 30 * time.Millisecond
	run(t, cfg, &drivertest.Commander{})
	r.accept() // and send nothing
	mute := r.conn
	r.accept()
	for end := time.Now().Add(patience); r.tryCycle() != nil; r.accept() { // a busy test may be silent too
		require.True(t, time.Now().Before(end), "no connection is answered")
	}
	mute.Close()
}

// A simulator that is paused sends no frames, and its time stands: the driver waits, and continues with
// the next frame as if nothing had been.
func TestAPausedSimulationKeepsItsDriver(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	var now, looks atomic.Int64
	cfg := config(path)
	cfg.SilentFor = 30 * time.Millisecond
	cfg.Simulated = func() (time.Duration, bool) {
		looks.Add(1)
		return time.Duration(now.Load()), true
	}
	cmd := drivertest.Standing()
	c := &drivertest.Commander{Cmd: cmd}
	d, _, _ := run(t, cfg, c)
	r.accept()
	for range 200 {
		now.Add(int64(nao.CyclePeriod))
		r.cycle()
	}
	before := r.commands
	seen := looks.Load()
	require.Eventually(t, func() bool { return looks.Load() >= seen+3 }, patience, time.Millisecond, "it was silent three times too long")
	r.cycles(1)
	require.Equal(t, before.Position, r.commands.Position)
	require.Equal(t, before.Stiffness, r.commands.Stiffness, "no taking over")
	require.EqualValues(t, 1, d.Stats().Connections)
	require.EqualValues(t, 201, d.State().Cycle)
	require.Equal(t, safety.Following, d.Stats().Mode)

	old := r.conn
	now.Add(int64(cfg.SilentFor)) // time continues without frames
	r.accept()
	r.cycle()
	old.Close()
}

func TestASecondDriverWaitsUntilTheFirstLeaves(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path) // serves one after the other, as the robot does
	_, cancel, done := run(t, config(path), &drivertest.Commander{Cmd: drivertest.Standing()})
	r.accept()
	second := &drivertest.Commander{Cmd: drivertest.Standing()}
	run(t, config(path), second)
	r.cycles(50)
	require.Empty(t, second.States())
	cancel()
	for limp := false; !limp; {
		r.cycle()
		limp = r.commands.Stiffness == [nao.NumJoints]float32{}
	}
	await(t, done)
	r.accept()
	r.cycles(5)
	require.NotEmpty(t, second.States())
}

func TestALateDriverSkipsOldFrames(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d, _, _ := run(t, config(path), c)
	r.accept()
	r.cycles(5)
	one := r.sensors.Append(nil)
	r.send(append(append(append([]byte{}, one...), one...), one...))
	require.NoError(t, r.reader.Commands(&r.commands))
	r.cycles(2)
	s := d.Stats()
	require.EqualValues(t, 2, s.Skipped)
	require.EqualValues(t, 2, s.Missed)
	require.EqualValues(t, 10, d.State().Cycle, "the gap shows")
}

func TestEndingLetsTheRobotDownWhoeverCommands(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	_, cancel, done := run(t, config(path), &drivertest.Commander{Cmd: drivertest.Standing()})
	r.accept()
	r.cycles(100)
	cancel()
	count, crouched := 0, false
	crouch := nao.CrouchPosture()
	for r.commands.Stiffness[nao.LKneePitch] > 0 {
		r.cycle()
		count++
		require.Less(t, count, 320, "let down within 4 s of the body's time")
		if math.Abs(float64(r.commands.Position[nao.LKneePitch])-crouch[nao.LKneePitch]) < 1e-3 {
			crouched = true
			require.True(t, r.commands.Stiffness[nao.LKneePitch] > 0.5 || count > 160, "stiff until it has arrived")
		}
	}
	require.True(t, crouched)
	require.Equal(t, [nao.NumJoints]float32{}, r.commands.Stiffness)
	await(t, done)
}

func TestEndingWithASilentRobotIsBounded(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	cfg := config(path)
	cfg.EndWithin = 50 * time.Millisecond
	_, cancel, done := run(t, cfg, &drivertest.Commander{Cmd: drivertest.Standing()})
	r.accept()
	r.cycles(10)
	cancel() // and send nothing more
	await(t, done)
}

func TestEndingWithoutARobotIsAtOnce(t *testing.T) {
	cfg := config(socketPath(t))
	cfg.RetryEvery = time.Hour
	_, cancel, done := run(t, cfg, &drivertest.Commander{})
	cancel()
	await(t, done)
}

func TestASilentCommanderIsNotWaitedForAndCounted(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d, _, _ := run(t, config(path), c)
	r.accept()
	r.cycles(10)
	c.SetCommand(nil)
	r.cycles(20)
	require.Equal(t, safety.Holding, d.Stats().Mode)
	c.SetCommand(&nao.Command{Position: nao.Joints{math.NaN()}})
	r.cycles(5)
	r.cycle()
	s := d.Stats()
	require.GreaterOrEqual(t, s.Missed, uint64(20))
	require.GreaterOrEqual(t, s.Rejected, uint64(5))
}

func TestAFileThatIsNoSocketIsWaitedFor(t *testing.T) {
	path := socketPath(t)
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	run(t, config(path), &drivertest.Commander{Cmd: drivertest.Standing()})
	require.NoError(t, os.Remove(path))
	r := listen(t, path)
	r.accept()
	r.cycle()
}
