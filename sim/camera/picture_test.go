package camera

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/mujoco"
)

func TestAPictureShowsTheWorldWithShadows(t *testing.T) {
	m, d := open(t, "spl", "")
	var pose mujoco.Pose
	d.CopyPose(&pose)
	img, err := Picture(m, &pose, "view/main", 320, 240)
	require.NoError(t, err)
	again, err := Picture(m, &pose, "view/main", 320, 240)
	require.NoError(t, err)
	require.Equal(t, img.Pix, again.Pix)

	_, err = Picture(m, &pose, "view/moon", 320, 240)
	require.ErrorContains(t, err, `picture: model: camera "view/moon": no such camera`)
	_, err = Picture(m, &pose, "view/main", 0, 240)
	require.ErrorContains(t, err, "size 0×240")
}

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
