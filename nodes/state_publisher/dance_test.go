package statepublisher

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/nao"
	"gonao/ros/tf"
	"gonao/sim"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// dancer is a simulated robot that dances with one arm and looks around.
type dancer struct {
	sim     *sim.Simulation
	motion  *motion.Motion
	state   nao.State
	command nao.Command
}

func newDancer(t *testing.T) *dancer {
	t.Helper()
	w, err := world.Load("empty")
	require.NoError(t, err)
	cfg := sim.DefaultConfig(w)
	cfg.Noise = sim.Noise{} // the test compares poses, not encoders
	d := &dancer{}
	d.sim, err = sim.New(cfg)
	require.NoError(t, err)
	t.Cleanup(d.sim.Close)
	library, err := motion.Builtin()
	require.NoError(t, err)
	d.motion, err = motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	for !d.motion.Standing() {
		d.step(t)
	}
	for _, name := range []string{"dance_right", "dance_left"} {
		_, err = d.motion.Play(name)
		require.NoError(t, err)
	}
	return d
}

func (d *dancer) step(t *testing.T) {
	t.Helper()
	d.sim.State(&d.state)
	d.motion.Step(&d.state, &d.command)
	d.command.Position[nao.HeadYaw] = 0.8 * math.Sin(d.sim.Time().Seconds())
	require.NoError(t, d.sim.Step(&d.command))
	d.sim.State(&d.state)
}

// truth returns X_TL of a link as computed by MuJoCo.
func (d *dancer) truth(t *testing.T, link string) nao.Pose {
	t.Helper()
	pose := func(name string) nao.Pose {
		id, err := d.sim.Model().ID(mujoco.Body, name)
		require.NoError(t, err)
		p := d.sim.Data().BodyPosition[3*id:]
		x := nao.Translation(r3.Vec{X: p[0], Y: p[1], Z: p[2]})
		copy(x.R[:], d.sim.Data().BodyMatrix[9*id:])
		return x
	}
	return pose("torso").Inverse().Mul(pose(link))
}

// rviz draws the links at these poses.
func TestFramesAreWhereKinematicsAndPhysicsHaveTheLinks(t *testing.T) {
	d := newDancer(t)
	cfg := DefaultConfig()
	cfg.PublishFrequency = 100
	var names []string
	for j := range nao.Joint(nao.NumJoints) {
		names = append(names, j.String())
	}
	var worstKinematics, worstPhysics, worstTurn, way float64
	onBus(t, cfg, nil, func(t *testing.T, b *bench) {
		for range 250 { // 3 s
			d.step(t)
			when := d.sim.Time()
			require.Len(t, b.move(t, when, names, d.state.Position[:]...), nao.NumJoints+1)
			var want [nao.NumLinks]nao.Pose
			nao.LinkPoses(&d.state.Position, &want)
			for l := range nao.Link(nao.NumLinks) {
				got, real := b.pose(t, "base_link", l.String(), when), d.truth(t, l.String())
				worstKinematics = max(worstKinematics, r3.Norm(r3.Sub(got.P, want[l].P)), turn(got, want[l]))
				worstPhysics = max(worstPhysics, r3.Norm(r3.Sub(got.P, real.P)))
				worstTurn = max(worstTurn, turn(got, real))
			}
			for cam := range nao.Camera(nao.NumCameras) {
				got, want := b.pose(t, "base_link", cam.OpticalFrame(), when), nao.CameraInTorso(cam, &d.state.Position)
				worstKinematics = max(worstKinematics, r3.Norm(r3.Sub(got.P, want.P)), turn(got, want))
			}
			sole := b.pose(t, "torso", "l_sole", when)
			worstKinematics = max(worstKinematics, r3.Norm(r3.Sub(sole.P, nao.SoleInTorso(nao.LeftLeg, &d.state.Position).P)))
		}
		hand := b.pose(t, "torso", "r_wrist", d.sim.Time()-1500*time.Millisecond)
		way = r3.Norm(r3.Sub(hand.P, b.pose(t, "torso", "r_wrist", d.sim.Time()).P))
	})
	t.Logf("farthest off: %.2g m or rad from the kinematics, %.2g m and %.2g rad from MuJoCo", worstKinematics, worstPhysics, worstTurn)
	require.Greater(t, way, 0.02, "it danced")
	require.Less(t, worstKinematics, 1e-6)
	require.Less(t, worstPhysics, 1e-3)
	require.Less(t, worstTurn, 0.01)
}

// turn returns the angle between two rotations, rad.
func turn(a tf.Transform, b nao.Pose) float64 {
	q := quat.Mul(quat.Conj(a.Q), b.Quat())
	return 2 * math.Atan2(math.Sqrt(q.Imag*q.Imag+q.Jmag*q.Jmag+q.Kmag*q.Kmag), math.Abs(q.Real))
}
