package camera

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// There and back again a pixel keeps its brightness, and its colour where its
// neighbour has the same.
func TestAnImageSurvivesTheWayToYUYVAndBack(t *testing.T) {
	m, d := open(t, "spl", "")
	r := newRenderer(t, m, "", Options{Width: 320, Height: 240})
	var pose mujoco.Pose
	var img Image
	d.CopyPose(&pose)
	require.NoError(t, r.Image(nao.TopCamera, &pose, &img))
	back := ToRGBA(&img)
	far := 0
	for i := 0; i+1 < 320*240; i += 2 {
		for k := range 3 {
			a, b := int(r.rgb[3*i+k]), int(back.Pix[4*i+k])
			if r.rgb[3*i+k] == r.rgb[3*i+3+k] && (a-b > 12 || b-a > 12) {
				far++
			}
		}
	}
	require.Less(t, far, 320*240/200)
}
