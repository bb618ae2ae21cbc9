package sim

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/sim/mujoco"
)

// TestEachJointsTopSpeedIsItsNoLoadSpeed hangs the robot into the air, removes
// gravity, contacts and the joints' limits, and makes each joint in turn follow a
// target it cannot reach.
func TestEachJointsTopSpeedIsItsNoLoadSpeed(t *testing.T) {
	for _, profile := range []Profile{Ideal, Real, Paper} {
		s := simulate(t, "empty", exact, func(c *Config) { c.Fixed, c.Profile, c.Charge = true, profile, 1 })
		for i := range s.model.JointRange {
			s.model.JointRange[i] = 100 * math.Copysign(1, float64(i%2)-0.5)
		}
		s.model.Gravity()[2] = 0
		s.model.PassThrough() // a leg that turns on and on meets the other one
		for j := range nao.Joint(nao.NumJoints) {
			wanted := j.MaxSpeed()
			if profile == Paper {
				wanted = max(wanted, paperSpeed)
			}
			for _, direction := range []float64{1, -1} {
				require.NoError(t, s.Reset())
				require.InDelta(t, wanted, topSpeed(t, s, j, direction), 0.04*wanted, "%s, %s", profile, j)
			}
		}
	}
}

// topSpeed returns the speed at which a joint settles under full torque, rad/s, without the
// ranges to which commands are clamped.
func topSpeed(t *testing.T, s *Simulation, j nao.Joint, direction float64) float64 {
	c := nao.Command{Position: s.cfg.Start}
	c.Position[j] = direction * 1000
	fastest := 0.0
	for range 150 {
		s.body.active = &c
		s.body.drive(s.data, s.stepSec)
		require.NoError(t, s.data.Step(1))
		fastest = max(fastest, direction*s.data.QVel[s.body.limbs.dof[j]])
	}
	return fastest
}

// The same, as a client sees it: the head swings from one side to the other.
func TestTheHeadSwingsAtItsNoLoadSpeed(t *testing.T) {
	s := simulate(t, "empty", exact)
	command := stand()
	command.Position[nao.HeadYaw] = -1.8
	step(t, s, command, seconds(1.5))
	command.Position[nao.HeadYaw] = 1.8
	var was, now nao.State
	fastest := 0.0
	s.State(&was)
	for range seconds(1) {
		step(t, s, command, 1)
		s.State(&now)
		fastest = max(fastest, (now.Position[nao.HeadYaw]-was.Position[nao.HeadYaw])/nao.CyclePeriod.Seconds())
		was = now
	}
	require.InDelta(t, nao.HeadYaw.MaxSpeed(), fastest, 0.1*nao.HeadYaw.MaxSpeed())
	require.InDelta(t, 1.8, now.Position[nao.HeadYaw], 0.02)
}

func TestHalfStiffnessIsHalfAsFast(t *testing.T) {
	s := simulate(t, "empty", exact, func(c *Config) { c.Fixed = true })
	command := stand()
	command.Position[nao.HeadYaw] = -1.8
	step(t, s, command, seconds(1.5))
	command.Position[nao.HeadYaw] = 1.8
	command.Stiffness[nao.HeadYaw] = 0.5
	fastest := 0.0
	for range seconds(1) {
		step(t, s, command, 1)
		fastest = max(fastest, s.data.QVel[s.body.limbs.dof[nao.HeadYaw]])
	}
	require.InDelta(t, 0.5*nao.HeadYaw.MaxSpeed(), fastest, 0.1*nao.HeadYaw.MaxSpeed())
}

func TestBothHipsTurnWithTheOneMotor(t *testing.T) {
	s := simulate(t, "empty", exact, func(c *Config) { c.Fixed = true })
	command := stand()
	command.Position[nao.LHipYawPitch] = -0.5
	step(t, s, command, seconds(1))
	require.InDelta(t, -0.5, s.data.QPos[s.body.limbs.qpos[nao.LHipYawPitch]], 0.06)
	require.InDelta(t, s.data.QPos[s.body.limbs.qpos[nao.LHipYawPitch]], s.data.QPos[s.body.limbs.followQPos], 0.01)
}

// Everything in the air falls with 9.81 m/s²: what the soles do not feel, the
// accelerometer does not either.
func TestAFallingRobotFeelsNoWeight(t *testing.T) {
	s := simulate(t, "empty", exact)
	s.data.QPos[s.body.limbs.rootQPos+2] += 1
	step(t, s, stand(), 20)
	var state nao.State
	s.State(&state)
	require.InDelta(t, 0, state.Accelerometer[2], 0.3)
	require.Equal(t, [nao.NumFSR]float64{}, state.FSR)
}

func TestLeaningForwardIsPositivePitchAndLoadsTheToes(t *testing.T) {
	s := simulate(t, "empty", exact)
	command := stand()
	command.Position[nao.LAnklePitch] -= 0.06 // the trunk goes forward
	command.Position[nao.RAnklePitch] -= 0.06
	step(t, s, command, seconds(2))
	var state nao.State
	s.State(&state)
	front := state.FSR[nao.LFrontLeft] + state.FSR[nao.LFrontRight] + state.FSR[nao.RFrontLeft] + state.FSR[nao.RFrontRight]
	rear := state.FSR[nao.LRearLeft] + state.FSR[nao.LRearRight] + state.FSR[nao.RRearLeft] + state.FSR[nao.RRearRight]
	require.Greater(t, state.Angles[1], 0.02)
	require.Less(t, state.Accelerometer[0], -0.1, "gravity pulls forward, so the specific force points back")
	require.Greater(t, front, rear)
}

func TestTheSonarMeasuresTheWallAndHearsNothingElsewhere(t *testing.T) {
	s := simulate(t, "empty", exact)
	step(t, s, stand(), sonarEvery)
	var state nao.State
	s.State(&state)
	for _, m := range state.Sonar {
		require.InDelta(t, sonarNothing, m, 0, "the ground before the feet sends the sound away")
	}

	scene, err := sceneOf(&s.cfg)
	require.NoError(t, err)
	wall := `<geom name="wall" type="box" pos="0.55 0 0.5" size="0.05 2 0.5"/>`
	withWall := strings.Replace(scene.XML, "</worldbody>", wall+"</worldbody>", 1)
	m, err := mujoco.Load(withWall, scene.Files, nil)
	require.NoError(t, err)
	defer m.Close()
	d, err := mujoco.NewData(m)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Forward())
	var heard [2]float64
	s.body.sonars.listen(d, s.body.limbs.torso, &heard)
	for _, got := range heard {
		require.InDelta(t, 0.5, got, 0.03, "half a metre, a little more along the beam's middle")
	}
}

func TestASonarHearsWhatStandsInItsConeAndTheGroundUnderItWhenItBows(t *testing.T) {
	s := simulate(t, "empty", exact)
	scene, err := sceneOf(&s.cfg)
	require.NoError(t, err)
	listen := func(post r3.Vec, bow float64) (heard [2]float64) {
		text := fmt.Sprintf(`<geom type="cylinder" size="0.05 0.4" pos="%g %g 0.4"/></worldbody>`, post.X, post.Y)
		m, err := mujoco.Load(strings.Replace(scene.XML, "</worldbody>", text, 1), scene.Files, nil)
		require.NoError(t, err)
		defer m.Close()
		d, err := mujoco.NewData(m)
		require.NoError(t, err)
		defer d.Close()
		q := nao.FromQuat(r3.Vec{}, nao.Rotation(r3.Vec{Y: 1}, bow).Quat()).Quat()
		copy(d.QPos[s.body.limbs.rootQPos+3:], []float64{q.Real, q.Imag, q.Jmag, q.Kmag})
		require.NoError(t, d.Forward())
		s.body.sonars.listen(d, s.body.limbs.torso, &heard)
		return heard
	}
	far := r3.Vec{X: 30}
	at := func(deg, m float64) r3.Vec {
		sin, cos := math.Sincos(deg * si.Degree)
		return r3.Vec{X: m * cos, Y: m * sin}
	}
	require.Equal(t, [2]float64{sonarNothing, sonarNothing}, listen(far, 0))
	for deg := -7.0; deg <= 52; deg++ { // the cone is 60° wide about 22.5° to the left
		left := listen(at(deg, 0.6), 0)[0]
		require.InDelta(t, 0.55, left, 0.05, "a goal post at %g°", deg)
	}
	require.InDelta(t, sonarNothing, listen(at(65, 0.6), 0)[0], 0)
	require.InDelta(t, sonarNothing, listen(at(-20, 0.6), 0)[0], 0)
	require.InDelta(t, 0.54, listen(at(-22.5, 0.6), 0)[1], 0.02)
	for _, m := range listen(far, 1.2) {
		require.InDelta(t, 0.4, m, 0.06, "the ground")
	}
	for _, m := range listen(far, -1.2) {
		require.InDelta(t, sonarNothing, m, 0, "the sky")
	}
}

func TestButtonsArePressedAndReleased(t *testing.T) {
	s := simulate(t, "empty")
	var state nao.State
	s.Press(nao.ChestButton)
	step(t, s, stand(), 1)
	s.State(&state)
	require.True(t, state.Touch[nao.ChestButton])
	require.False(t, state.Touch[nao.HeadFront])
	s.Release(nao.ChestButton)
	step(t, s, stand(), 1)
	s.State(&state)
	require.False(t, state.Touch[nao.ChestButton])

	s.body.PressTimes(nao.LFootBumperLeft, 2*nao.CyclePeriod, 2)
	var down []bool
	for range 8 {
		step(t, s, stand(), 1)
		s.State(&state)
		down = append(down, state.Touch[nao.LFootBumperLeft])
	}
	require.Equal(t, []bool{true, true, false, false, true, true, false, false}, down)
}

func TestFSRSharesAddUpAndFollowTheForce(t *testing.T) {
	f := newSoles()
	for _, leg := range []nao.Leg{nao.LeftLeg, nao.RightLeg} {
		first := nao.FSR(4 * leg)
		for i := range nao.FSR(4) {
			shares := f.shares(first, (first + i).InFoot())
			require.InDelta(t, 1, shares[i], 0.05, "on a pad, that pad bears it")
		}
		for _, x := range []float64{-0.1, 0, 0.02, 0.2} {
			sum := 0.0
			p := first.InFoot()
			p.X = x
			for _, s := range f.shares(first, p) {
				require.GreaterOrEqual(t, s, 0.0)
				sum += s
			}
			require.InDelta(t, 1, sum, 1e-12)
		}
	}
}
