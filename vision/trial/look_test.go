package trial

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/vision/lines"
)

// TestLook writes pictures with detections drawn on them into the directory LOOK, for people.
func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip("LOOK=dir writes pictures with detections into dir")
	}
	for i, world := range []string{"spl", "spl", "hsl_small", "field2010"} {
		s, err := Open(Setup{World: world, Profile: sim.Real, Seed: uint64(1001 + i), Camera: camera.Options{Noise: 4, Exposure: []float64{1, 0.6, 1.5, 1}[i]}})
		require.NoError(t, err)
		fd, err := field.Load(world)
		require.NoError(t, err)
		finders := [2]*lines.Finder{lines.New(fd), lines.New(fd)}
		var out percepts.FieldFeatures
		require.NoError(t, s.Run(3*time.Second))
		for n := range 16 {
			require.NoError(t, s.Run(600*time.Millisecond))
			s.Sim.State(&s.State)
			cam := nao.Camera(0)
			if n%4 == 3 {
				cam = 1
			}
			v, err := s.TrueView(cam)
			require.NoError(t, err)
			require.NoError(t, s.Look(cam))
			img := s.Picture()
			_, err = finders[cam].Find(img, &v, &out)
			require.NoError(t, err)
			pic := draw(&s.Image, &v, finders[cam].Boundary(), &out)
			f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%d_%s_%02d.png", i, world, n)))
			require.NoError(t, err)
			require.NoError(t, png.Encode(f, pic))
			require.NoError(t, f.Close())
		}
		s.Close()
	}
}
