package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// portrait draws the robot's head and chest from the front.
func portrait(t *testing.T, s *Simulation, r *mujoco.Renderer) []byte {
	t.Helper()
	var pose mujoco.Pose
	s.Data().CopyPose(&pose)
	rgb := make([]byte, 3*320*320)
	view := mujoco.View{Camera: mujoco.FreeCamera, Lookat: [3]float64{0, 0, 0.43}, DistanceM: 0.6, AzimuthDeg: 180, FovYDeg: 30}
	require.NoError(t, r.Render(&pose, view, 320, 320, rgb))
	return rgb
}

// reds counts the pixels that shine red.
func reds(rgb []byte) (n int) {
	for i := 0; i < len(rgb); i += 3 {
		if rgb[i] > 150 && rgb[i+1] < 100 && rgb[i+2] < 100 {
			n++
		}
	}
	return n
}

func TestThePictureShowsTheLEDs(t *testing.T) {
	s, err := New(DefaultConfig(emptyWorld(t)))
	require.NoError(t, err)
	defer s.Close()
	r, err := mujoco.NewRenderer(s.Model(), mujoco.RenderOptions{MaxWidth: 320, MaxHeight: 320, Slices: 20})
	require.NoError(t, err)
	defer r.Close()

	before := portrait(t, s, r)
	s.SetLights(&nao.Lights{})
	require.Equal(t, before, portrait(t, s, r), "nobody has lit one: as after the start")
	red := nao.Color{R: 1}
	lights := nao.Lights{Chest: red}
	s.SetLights(&lights)
	chest := reds(portrait(t, s, r))
	require.Greater(t, chest, 100)
	for i := range lights.LeftEye {
		lights.LeftEye[i], lights.RightEye[i] = red, red
	}
	s.SetLights(&lights)
	require.Greater(t, reds(portrait(t, s, r)), chest+100, "the eyes too")
	s.SetLights(&nao.Lights{})
	off := portrait(t, s, r)
	require.Zero(t, reds(off))
	require.NotEqual(t, before, off, "and dark when they are put out")
	require.NoError(t, s.Reset())
	require.Equal(t, before, portrait(t, s, r))
	require.Zero(t, testing.AllocsPerRun(100, func() { s.SetLights(&lights) }))
}

func emptyWorld(t *testing.T) world.World {
	t.Helper()
	w, err := world.Load("empty")
	require.NoError(t, err)
	return w
}
