package world_test

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// build makes a world with its robot; the robot is at rest in its standing pose.
func build(t testing.TB, name, look string) (*mujoco.Model, *mujoco.Data) {
	t.Helper()
	w, err := world.Load(name)
	require.NoError(t, err)
	if look != "" {
		w.Robot.Look = look
	}
	scene, err := w.MJCF(nao.MJCF(w.Robot.Options()))
	require.NoError(t, err)
	m, err := mujoco.Load(scene.XML, scene.Files, scene.Pictures)
	require.NoError(t, err)
	d, err := mujoco.NewData(m)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close(); m.Close() })
	return m, d
}

// setJoint puts one joint of the robot somewhere.
func setJoint(t testing.TB, d *mujoco.Data, name string, position float64) {
	t.Helper()
	id, err := d.Model().ID(mujoco.Joint, name)
	require.NoError(t, err)
	d.QPos[d.Model().JointQPos[id]] = position
}

// picture renders a camera and, when PICTURES names a directory, writes it there.
func picture(t testing.TB, r *mujoco.Renderer, d *mujoco.Data, camera, file string, width, height int) *image.RGBA {
	t.Helper()
	id, err := d.Model().ID(mujoco.Camera, camera)
	require.NoError(t, err)
	var pose mujoco.Pose
	d.CopyPose(&pose)
	rgb := make([]byte, width*height*3)
	require.NoError(t, r.Render(&pose, mujoco.View{Camera: id}, width, height, rgb))
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		copy(img.Pix[4*i:], rgb[3*i:3*i+3])
		img.Pix[4*i+3] = 255
	}
	if dir := os.Getenv("PICTURES"); dir != "" {
		require.NoError(t, os.MkdirAll(dir, 0o755))
		f, err := os.Create(filepath.Join(dir, file+".png"))
		require.NoError(t, err)
		require.NoError(t, png.Encode(f, img))
		require.NoError(t, f.Close())
	}
	return img
}

// colors counts how many of a grid of pixels differ from each other.
func colors(img *image.RGBA) int {
	seen := map[[3]byte]bool{}
	for i := 0; i < len(img.Pix); i += 4 * 97 {
		seen[[3]byte(img.Pix[i:i+3])] = true
	}
	return len(seen)
}

func TestEveryWorldShowsItsRobotInBothLooks(t *testing.T) {
	width, height, shadow := 320, 240, 512
	if os.Getenv("PICTURES") != "" {
		width, height, shadow = 1280, 960, 4096
	}
	for _, name := range world.Names() {
		for _, look := range []string{world.LookSkin, world.LookBlocks} {
			if testing.Short() && look == world.LookBlocks && name != "spl" {
				continue
			}
			t.Run(name+" "+look, func(t *testing.T) {
				m, d := build(t, name, look)
				setJoint(t, d, "LShoulderPitch", 1.5)
				setJoint(t, d, "RShoulderPitch", 1.5)
				setJoint(t, d, "LShoulderRoll", 0.15)
				setJoint(t, d, "RShoulderRoll", -0.15)
				r, err := mujoco.NewRenderer(m, mujoco.RenderOptions{MaxWidth: width, MaxHeight: height, Samples: 4, ShadowSize: shadow})
				require.NoError(t, err)
				defer r.Close()
				for _, view := range []string{"main", "robot", "behind", "field"} {
					img := picture(t, r, d, "view/"+view, name+"_"+look+"_"+view, width, height)
					require.Greater(t, colors(img), 60, view)
				}
				plain, err := mujoco.NewRenderer(m, mujoco.RenderOptions{})
				require.NoError(t, err)
				defer plain.Close()
				for _, camera := range []nao.Camera{nao.TopCamera, nao.BottomCamera} {
					img := picture(t, plain, d, camera.OpticalFrame(), name+"_"+look+"_"+camera.String(), 640, 480)
					require.Greater(t, colors(img), 20, camera.String())
				}
			})
		}
	}
}
