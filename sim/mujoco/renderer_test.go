package mujoco

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Looks along +x from the origin: a red ball straight ahead, left of it a blue wall,
// below a green floor.
const lookWorld = `<mujoco>
<worldbody>
 <light pos="0 0 3"/>
 <geom type="plane" size="20 20 1" pos="0 0 -.5" rgba="0 .6 0 1"/>
 <geom type="box" size=".1 .5 1" pos="2 1.4 .5" rgba="0 0 1 1"/>
 <body name="ball" pos="2 0 0"><joint name="lift" type="slide" axis="0 0 1"/><geom type="sphere" size=".2" rgba="1 0 0 1"/></body>
 <body name="cart" mocap="true" pos="-9 0 0"><geom type="sphere" size=".2" rgba="1 1 0 1" contype="0" conaffinity="0"/></body>
 <camera name="eye" pos="0 0 0" xyaxes="0 -1 0 0 0 1" fovy="45"/>
</worldbody></mujoco>`

func look(t testing.TB, o RenderOptions) (*Data, *Renderer, *Pose) {
	t.Helper()
	m, err := Load(lookWorld, nil, nil)
	require.NoError(t, err)
	d, err := NewData(m)
	require.NoError(t, err)
	r, err := NewRenderer(m, o)
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); d.Close(); m.Close() })
	var p Pose
	d.CopyPose(&p)
	return d, r, &p
}

func pixel(rgb []byte, width, x, y int) [3]byte {
	i := (y*width + x) * 3
	return [3]byte(rgb[i : i+3])
}

func strongest(p [3]byte) string {
	r, g, b := int(p[0]), int(p[1]), int(p[2])
	switch {
	case r > 2*max(g, b):
		return "red"
	case g > 2*max(r, b):
		return "green"
	case b > 2*max(r, g):
		return "blue"
	}
	return "other"
}

func TestTheImageIsUprightAndNotMirrored(t *testing.T) {
	_, r, p := look(t, RenderOptions{})
	rgb := make([]byte, 320*240*3)
	require.NoError(t, r.Render(p, View{}, 320, 240, rgb))
	require.Equal(t, "red", strongest(pixel(rgb, 320, 160, 120)))
	require.Equal(t, "green", strongest(pixel(rgb, 320, 160, 230)), "the floor is below")
	require.Equal(t, "other", strongest(pixel(rgb, 320, 160, 10)), "the void is above")
	require.Equal(t, "blue", strongest(pixel(rgb, 320, 10, 100)), "the wall is on the left")
}

func TestTheImageShowsThePoseItIsGiven(t *testing.T) {
	_, r, p := look(t, RenderOptions{})
	rgb := make([]byte, 320*240*3)
	p.QPos[0] = 1.0
	require.NoError(t, r.Render(p, View{}, 320, 240, rgb))
	require.NotEqual(t, "red", strongest(pixel(rgb, 320, 160, 120)))
	p.QPos[0] = 0.4 // a fifth of the distance: 240/2/tan(22.5°) · 0.2 px above the middle
	require.NoError(t, r.Render(p, View{}, 320, 240, rgb))
	require.Equal(t, "red", strongest(pixel(rgb, 320, 160, 120-58)))
	p.Mocap[0] = 1
	require.NoError(t, r.Render(p, View{}, 320, 240, rgb))
	require.Equal(t, "other", strongest(pixel(rgb, 320, 160, 120)), "the yellow cart stands in the middle")
}

func TestAWiderLensShowsTheBallSmaller(t *testing.T) {
	_, r, p := look(t, RenderOptions{})
	rgb := make([]byte, 320*240*3)
	var red [2]int
	for i, fovY := range []float64{0, 90} {
		require.NoError(t, r.Render(p, View{FovYDeg: fovY}, 320, 240, rgb))
		for j := 0; j < len(rgb); j += 3 {
			if strongest([3]byte(rgb[j:j+3])) == "red" {
				red[i]++
			}
		}
	}
	require.InDelta(t, 5.83, float64(red[0])/float64(red[1]), 0.6) // (tan 45° / tan 22.5°)²
}

func TestTheSamePoseGivesTheSameBytes(t *testing.T) {
	for name, o := range map[string]RenderOptions{
		"camera": {}, "picture": {Samples: 4, ShadowSize: 1024}, "nice": {Nice: 10}, "idle": {Nice: 20},
	} {
		t.Run(name, func(t *testing.T) {
			_, r, p := look(t, o)
			_, other, _ := look(t, o)
			a, b, c := make([]byte, 320*240*3), make([]byte, 320*240*3), make([]byte, 320*240*3)
			require.NoError(t, r.Render(p, View{}, 320, 240, a))
			require.NoError(t, r.Render(p, View{Camera: FreeCamera, DistanceM: 3}, 320, 240, b))
			require.NoError(t, r.Render(p, View{}, 320, 240, b))
			require.NoError(t, other.Render(p, View{}, 320, 240, c))
			require.True(t, bytes.Equal(a, b))
			require.True(t, bytes.Equal(a, c))
		})
	}
}

func TestLeavingOutWhatIsOutOfSightDoesNotShow(t *testing.T) {
	_, r, p := look(t, RenderOptions{})
	_, all, _ := look(t, RenderOptions{drawAll: true})
	a, b := make([]byte, 160*120*3), make([]byte, 160*120*3)
	for lift := -2.0; lift < 2; lift += 0.07 {
		p.QPos[0], p.Mocap[0] = lift, 3*lift
		for _, view := range []View{{}, {FovYDeg: 100}, {Camera: FreeCamera, DistanceM: 1, AzimuthDeg: 90 * lift}} {
			require.NoError(t, r.Render(p, view, 160, 120, a))
			require.NoError(t, all.Render(p, view, 160, 120, b))
			require.True(t, bytes.Equal(a, b), "lift %g, view %+v", lift, view)
		}
	}
}

func TestWrongRequestsAreRefused(t *testing.T) {
	_, r, p := look(t, RenderOptions{MaxWidth: 320, MaxHeight: 240})
	small := make([]byte, 4*4*3)
	require.ErrorContains(t, r.Render(p, View{}, 640, 480, small), "at most 320×240")
	require.ErrorContains(t, r.Render(p, View{}, 4, 5, small), "4×5 pixels need 60")
	require.ErrorContains(t, r.Render(p, View{Camera: 1}, 4, 4, small), "camera 1: the model has 1")
	require.ErrorContains(t, r.Render(&Pose{}, View{}, 4, 4, small), "0 positions, the model 1")
	require.NoError(t, r.Render(p, View{}, 4, 4, small))
	r.Close()
	require.ErrorContains(t, r.Render(p, View{}, 4, 4, small), "closed")
	_, err := NewRenderer(r.model, RenderOptions{MaxWidth: -1, MaxHeight: 3})
	require.ErrorContains(t, err, "size -1×3")
}

func TestAnImageAllocatesNothing(t *testing.T) {
	d, r, p := look(t, RenderOptions{})
	rgb := make([]byte, 64*48*3)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		d.CopyPose(p)
		_ = r.Render(p, View{}, 64, 48, rgb)
	}))
}

func BenchmarkRender(b *testing.B) {
	for _, row := range []struct {
		name          string
		width, height int
		options       RenderOptions
	}{
		{"320x240", 320, 240, RenderOptions{}},
		{"640x480", 640, 480, RenderOptions{}},
		{"640x480 full look", 640, 480, RenderOptions{Samples: 4, ShadowSize: 2048}},
	} {
		b.Run(row.name, func(b *testing.B) {
			_, r, p := look(b, row.options)
			rgb := make([]byte, row.width*row.height*3)
			b.ReportAllocs()
			for b.Loop() {
				_ = r.Render(p, View{}, row.width, row.height, rgb)
			}
		})
	}
}

func TestATextureIsPaintedWhenItIsDrawn(t *testing.T) {
	const wall = `<mujoco>
<asset><texture name="wall" type="2d" builtin="flat" width="1" height="1"/><texture name="sides" type="cube" builtin="flat" width="1" height="1"/><material name="wall" texture="wall"/></asset>
<worldbody><light pos="0 0 3"/><geom type="box" size=".1 9 9" pos="2 0 0" material="wall"/>
<camera name="eye" pos="0 0 0" xyaxes="0 -1 0 0 0 1" fovy="45"/></worldbody></mujoco>`
	painted := 0
	load := func(texture string, width int) *Model {
		m, err := Load(wall, nil, map[string]func() *image.RGBA{texture: func() *image.RGBA {
			painted++
			img := image.NewRGBA(image.Rect(0, 0, width, 1))
			for x := range width {
				img.SetRGBA(x, 0, color.RGBA{R: 200, A: 255})
			}
			return img
		}})
		require.NoError(t, err)
		t.Cleanup(m.Close)
		return m
	}
	m := load("wall", 2)
	d, err := NewData(m)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Step(1))
	require.Zero(t, painted)
	var p Pose
	d.CopyPose(&p)
	for range 2 {
		r, err := NewRenderer(m, RenderOptions{})
		require.NoError(t, err)
		rgb := make([]byte, 32*24*3)
		require.NoError(t, r.Render(&p, View{}, 32, 24, rgb))
		r.Close()
		require.Equal(t, "red", strongest(pixel(rgb, 32, 16, 12)))
		require.Equal(t, 1, painted)
	}
	_, err = NewRenderer(load("sides", 3), RenderOptions{})
	require.ErrorContains(t, err, `texture "sides" is painted with 3×1 pixels; expected six squares below each other`)
}

// A test binary with an unusable libEGL in front of the real one stands for a machine
// without EGL: it simulates, and drawing is an error that names what to install.
func TestWithoutEGLTheErrorSaysWhatToInstall(t *testing.T) {
	if os.Getenv("GONAO_TEST_WITHOUT_EGL") != "" {
		m, err := Load(lookWorld, nil, nil)
		require.NoError(t, err)
		defer m.Close()
		_, err = NewRenderer(m, RenderOptions{})
		require.ErrorContains(t, err, "open renderer: no OpenGL without a display")
		require.ErrorContains(t, err, "apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri")
		return
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "libEGL.so.1"), []byte("nothing"), 0o600))
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), "GONAO_TEST_WITHOUT_EGL=1", "LD_LIBRARY_PATH="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "PASS: "+t.Name())
}

// A process waits for Mesa's threads when it ends, for those of the lowest priority as well.
func TestMesaWritesNoShadersToTheDisk(t *testing.T) {
	const again = "GONAO_TEST_SHADERS"
	if os.Getenv(again) == "" { // in a process that has drawn nothing, without what the run of the tests has chosen
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		cmd.Env = slices.DeleteFunc(append(os.Environ(), again+"=1"), func(v string) bool { return strings.HasPrefix(v, shaderCache+"=") })
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "PASS: "+t.Name())
		return
	}
	_, r, p := look(t, RenderOptions{})
	require.NoError(t, r.Render(p, View{}, 320, 240, make([]byte, 320*240*3)))
	names, err := filepath.Glob("/proc/self/task/*/comm")
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil { // it may have ended
			require.NotContains(t, string(text), ":disk$")
		}
	}
}
