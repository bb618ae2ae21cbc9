package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// robotAt returns a robot of a name that starts somewhere.
func robotAt(name string, xM, yM, yawDeg float64) RobotConfig {
	r := DefaultRobot()
	r.Name, r.Noise = name, Noise{}
	r.Robot = &world.Robot{XM: xM, YM: yM, YawDeg: yawDeg, Look: world.LookSkin, Color: world.Color{0.2, 0.4, 0.8}, Waistband: world.WaistbandNone}
	return r
}

// team returns n robots in two rows, a metre from each other, with seeds of their own.
func team(n int) []RobotConfig {
	robots := make([]RobotConfig, n)
	for i := range robots {
		robots[i] = robotAt(fmt.Sprintf("nao%d", i+1), float64(i%5)-2, float64(i/5)-0.5, 0)
		robots[i].Seed, robots[i].Noise = uint64(i+1), defaultNoise()
	}
	return robots
}

// crowd builds a world with several robots.
func crowd(t testing.TB, worldName string, robots ...RobotConfig) *World {
	t.Helper()
	ground, err := world.Load(worldName)
	require.NoError(t, err)
	cfg := DefaultConfig(ground)
	cfg.Robots = robots
	if worldName == "empty" {
		cfg.World.Carriers = nil // the sonars would hear these balls too
	}
	w, err := NewWorld(cfg)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	return w
}

// stepAll steps a world some cycles, all robots under one command.
func stepAll(t testing.TB, w *World, c *nao.Command, cycles int) {
	t.Helper()
	for range cycles {
		for _, b := range w.Bodies() {
			b.Command(c)
		}
		require.NoError(t, w.Step())
	}
}

func (w *World) place(robot int) r3.Vec {
	var truth Truth
	w.Truth(robot, &truth)
	return truth.Torso.P
}

func TestTwoRobotsStandInOneWorldAndHearEachOther(t *testing.T) {
	const gap = 0.6
	w := crowd(t, "empty", robotAt("nao1", 0, 0, 0), robotAt("nao2", gap, 0, 180))
	stepAll(t, w, stand(), seconds(2))
	for i, b := range w.Bodies() {
		require.Equal(t, fmt.Sprintf("nao%d", i+1), b.Name())
		require.Greater(t, w.place(i).Z, 0.29, "it stands")
		require.InDelta(t, float64(i)*gap, w.place(i).X, 0.03)
		var state nao.State
		b.State(&state)
		for _, m := range state.Sonar {
			require.InDelta(t, gap-0.06, m, 0.05, "from one chest to the other")
		}
	}
	require.NoError(t, w.Place(1, Placement{X: gap, Y: 0, Yaw: math.Pi / 2, Posture: nao.StandPosture()}))
	stepAll(t, w, stand(), seconds(0.5))
	var states [2]nao.State
	for i, b := range w.Bodies() {
		b.State(&states[i])
	}
	require.Less(t, states[0].Sonar[0], 0.6, "nao2's side")
	require.Equal(t, [2]float64{sonarNothing, sonarNothing}, states[1].Sonar, "nao1 is beside it, and its own arms are not heard")
}

func TestARobotIsHeardAsFarAsItIsAway(t *testing.T) {
	for _, row := range []struct {
		x, y    float64
		hearing [2]bool // left, right
	}{
		{1, 0, [2]bool{true, true}},
		{0.7, 0.7, [2]bool{true, false}},
		{0.7, -0.7, [2]bool{false, true}},
		{-1, 0, [2]bool{}},
		{6, 0, [2]bool{}},
	} {
		w := crowd(t, "empty", robotAt("nao1", 0, 0, 0), robotAt("nao2", row.x, row.y, 90))
		var state nao.State
		w.Bodies()[0].State(&state)
		for side, heard := range row.hearing {
			at := fmt.Sprintf("(%g, %g), sonar %d", row.x, row.y, side)
			if heard {
				require.InDelta(t, math.Hypot(row.x, row.y)-0.06, state.Sonar[side], 0.12, at)
			} else {
				require.InDelta(t, sonarNothing, state.Sonar[side], 0, at)
			}
		}
	}
}

// A push throws the first robot against the second, which falls with it.
func TestRobotsPushEachOther(t *testing.T) {
	for _, profile := range Profiles() {
		if testing.Short() && profile != Real {
			continue
		}
		first, second := robotAt("nao1", 0, 0, 0), robotAt("nao2", 0.35, 0, 180)
		first.Profile, second.Profile = profile, profile
		w := crowd(t, "empty", first, second)
		stepAll(t, w, stand(), seconds(0.5))
		require.Empty(t, w.Contacts(nil), profile)
		require.NoError(t, w.PushObject("nao1", r3.Vec{X: 8}, 100*time.Millisecond))
		before, pushed := w.place(1), 0.0
		links := map[nao.Link]bool{}
		for range seconds(1.5) {
			stepAll(t, w, stand(), 1)
			for _, c := range w.Contacts(nil) {
				require.Equal(t, [2]int{0, 1}, c.Robots)
				links[c.Links[1]] = true
				pushed = max(pushed, c.F_W.X)
			}
		}
		require.NotEmpty(t, links, "%s: they touch", profile)
		require.Greater(t, pushed, 5.0, "%s: nao1 pushes nao2 forward", profile)
		require.Greater(t, w.place(1).X, before.X+0.05, "%s: and moves it", profile)
	}
}

// A robot in a world of several behaves as one alone: same posture, weight and truth.
func TestRobotsThatAreFarApartDoNotDisturbEachOther(t *testing.T) {
	w := crowd(t, "spl", team(4)...)
	alone := simulate(t, "empty", exact)
	command := stand()
	for n := range seconds(1) {
		squat(command, float64(n)*0.012)
		stepAll(t, w, command, 1)
		step(t, alone, command, 1)
	}
	var state, want nao.State
	alone.State(&want)
	for i, b := range w.Bodies() {
		b.State(&state)
		for j := range nao.Joint(nao.NumJoints) {
			require.InDelta(t, want.Position[j], state.Position[j], 0.01, "%s of %s", j, b.Name())
		}
		sum := 0.0
		for _, f := range state.FSR {
			sum += f
		}
		require.InDelta(t, nao.TotalMass()*9.81, sum, 0.2*nao.TotalMass()*9.81)
		require.InDelta(t, float64(i%5)-2, w.place(i).X, 0.03)
		require.InDelta(t, float64(i/5)-0.5, w.place(i).Y, 0.03)
	}
	require.False(t, w.data.Warnings().Any())
}

// digest runs robots with different commands, some of which fall, and returns a
// digest of everything they measured and of the physics.
func digest(t *testing.T, seed uint64, robotCount, cycles int) (sum [sha256.Size]byte) {
	robots := team(robotCount)
	for i := range robots {
		robots[i].Profile, robots[i].Seed = Profiles()[i%3], seed+uint64(i)
	}
	last := robotCount - 1
	robots[last].Robot.XM = robots[last-1].Robot.XM - 0.35 // these two touch
	w := crowd(t, "spl", robots...)
	h := sha256.New()
	command := stand()
	var state nao.State
	for n := range cycles {
		for i, b := range w.Bodies() {
			squat(command, float64(n)*0.012+float64(i)/10)
			if i == last {
				command.Position[nao.LAnklePitch] -= 0.3
			}
			b.Command(command)
		}
		require.NoError(t, w.Step())
		for _, b := range w.Bodies() {
			b.State(&state)
			require.NoError(t, binary.Write(h, binary.LittleEndian, &state))
		}
		require.NoError(t, binary.Write(h, binary.LittleEndian, w.data.QPos))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func TestTenRobotsRepeatToTheByte(t *testing.T) {
	robots, cycles := 10, 100
	if testing.Short() {
		robots, cycles = 4, 50
	}
	first := digest(t, 1, robots, cycles)
	require.Equal(t, first, digest(t, 1, robots, cycles))
	require.NotEqual(t, first, digest(t, 2, robots, cycles))
}

func TestAWorldThatIsResetBeginsAgainAsNew(t *testing.T) {
	w := crowd(t, "empty", team(3)...)
	record := func() (states []nao.State) {
		for range 30 {
			stepAll(t, w, stand(), 1)
			for _, b := range w.Bodies() {
				var state nao.State
				b.State(&state)
				states = append(states, state)
			}
		}
		return states
	}
	first := record()
	stepAll(t, w, &nao.Command{}, 50) // limp: they fall
	require.NoError(t, w.Reset())
	require.Equal(t, first, record())
	require.NoError(t, w.Restart())
	require.Equal(t, 30*nao.CyclePeriod, w.Time(), "time goes on")
}

func TestSteppingTenRobotsDoesNotAllocate(t *testing.T) {
	robots := team(10)
	robots[1].Robot.XM = robots[0].Robot.XM + 0.35
	w := crowd(t, "spl", robots...)
	command := stand()
	command.Position[nao.RShoulderPitch] = 0 // towards the next one
	stepAll(t, w, command, seconds(0.5))
	var state nao.State
	var truth Truth
	w.Truth(0, &truth)
	contacts := make([]Contact, 0, 100)
	require.Zero(t, testing.AllocsPerRun(sonarEvery+1, func() {
		for i, b := range w.Bodies() {
			b.Command(command)
			b.State(&state)
			w.Truth(i, &truth)
		}
		if err := w.Step(); err != nil {
			t.Error(err)
		}
		contacts = w.Contacts(contacts[:0])
	}))
}

func TestEachRobotShinesForItself(t *testing.T) {
	w := crowd(t, "empty", team(2)...)
	geoms := func() map[int32]bool {
		found := map[int32]bool{}
		for _, g := range w.Data().Glow {
			found[g.Geom] = true
		}
		return found
	}
	w.Bodies()[1].SetLights(&nao.Lights{Chest: nao.Color{R: 1}})
	chest := func(i int) int32 {
		id, err := w.model.ID(mujoco.Geom, w.Bodies()[i].Prefix()+nao.ChestLED.String())
		require.NoError(t, err)
		return int32(id)
	}
	require.True(t, geoms()[chest(1)])
	require.False(t, geoms()[chest(0)], "nobody has lit nao1's")
	w.Bodies()[0].SetLights(&nao.Lights{Chest: nao.Color{G: 1}})
	require.True(t, geoms()[chest(0)])
	require.True(t, geoms()[chest(1)], "and nao2's still shine")
	require.NoError(t, w.Reset())
	require.Empty(t, geoms())
}

func TestObjectsOfSeveralRobotsCarryTheirNames(t *testing.T) {
	w := crowd(t, "spl", team(2)...)
	require.Contains(t, w.Objects(), "nao1")
	require.Contains(t, w.Objects(), "nao2/Head")
	require.NotContains(t, w.Objects(), "robot")
	require.NoError(t, w.PushObject("nao2/head", r3.Vec{Y: 1}, 0))
	require.NoError(t, w.Pull("nao1", r3.Vec{Z: 0.8}, 100, time.Second))
	require.ErrorContains(t, w.PushObject("Head", r3.Vec{Y: 1}, 0), `object "Head": no such object (there are nao1, nao1/torso, `)
	require.ErrorContains(t, w.PlaceBall("nao1", r3.Vec{}), "a part of the robot")
	require.NoError(t, w.Place(1, Placement{X: 3, Y: 1, Lie: OnBack, Posture: nao.StandPosture()}))
	require.InDelta(t, 0, lowest(w.model, w.data, "nao2/"), 1e-9)
	require.InDelta(t, 3, w.place(1).X, 0.1)
	require.InDelta(t, -2, w.place(0).X, 1e-9, "the other one is where it was")
}

func TestEachRobotSlidesWithItsOwnFriction(t *testing.T) {
	robots := team(2)
	for i, friction := range []float64{0.3, 0.9} {
		traits := exactTraits(Ideal)
		traits.Friction = friction
		robots[i].Traits = &traits
	}
	w := crowd(t, "empty", robots...)
	stepAll(t, w, stand(), 50)
	start := [2]r3.Vec{w.place(0), w.place(1)}
	for _, b := range w.Bodies() {
		for _, foot := range b.limbs.feet {
			w.data.AppliedWrench[6*foot+1] = 0.6 * nao.TotalMass() * 9.81 / 2
		}
	}
	stepAll(t, w, stand(), 15)
	require.Greater(t, w.place(0).Y-start[0].Y, 0.004)
	require.Less(t, w.place(1).Y-start[1].Y, 0.004)
}

func TestWrongTeamsAreRefused(t *testing.T) {
	ground, err := world.Load("spl")
	require.NoError(t, err)
	for name, row := range map[string]struct {
		robots []RobotConfig
		says   string
	}{
		"without a name":  {[]RobotConfig{robotAt("nao1", 0, 0, 0), robotAt("", 1, 0, 0)}, "robot 1: it has no name"},
		"one name twice":  {[]RobotConfig{robotAt("nao1", 0, 0, 0), robotAt("nao1", 1, 0, 0)}, `robot "nao1": a robot has that name already`},
		"a ball's name":   {[]RobotConfig{robotAt("ball", 0, 0, 0)}, `robot "ball": a ball has that name already`},
		"no name":         {[]RobotConfig{robotAt("Nao 1", 0, 0, 0)}, "lower_snake_case"},
		"too near":        {[]RobotConfig{robotAt("nao1", 0, 0, 0), robotAt("nao2", 0.1, 0, 0)}, "at least 0.3 m between them"},
		"too many":        {team(maxRobots + 1), "expected 22 at most"},
		"a wrong profile": {[]RobotConfig{{Name: "nao1", Profile: "weak"}}, `robot "nao1": profile: "weak": expected`},
	} {
		cfg := DefaultConfig(ground)
		cfg.Robots = row.robots
		_, err := NewWorld(cfg)
		require.ErrorContains(t, err, row.says, name)
	}
}
