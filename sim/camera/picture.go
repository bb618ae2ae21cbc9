package camera

import (
	"fmt"
	"image"

	"gonao/sim/mujoco"
)

// Picture draws the world for people, with shadows and smooth edges, from one of the
// model's cameras: "view/main", "view/robot" and so on (see package world), or one of
// the robot's. It costs some tenths of a second of CPU time: not for live use.
func Picture(m *mujoco.Model, pose *mujoco.Pose, camera string, width, height int) (*image.RGBA, error) {
	id, err := m.ID(mujoco.Camera, camera)
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	r, err := mujoco.NewRenderer(m, mujoco.RenderOptions{
		MaxWidth: width, MaxHeight: height, Samples: 4, ShadowSize: 4096,
	})
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	defer r.Close()
	rgb := make([]byte, 3*width*height)
	if err := r.Render(pose, mujoco.View{Camera: id}, width, height, rgb); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return toRGBA(rgb, width, height), nil
}

// toRGBA packs RGB bytes as an opaque image.
func toRGBA(rgb []byte, width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		copy(img.Pix[4*i:4*i+3], rgb[3*i:3*i+3])
		img.Pix[4*i+3] = 255
	}
	return img
}

// ToRGBA turns a camera image back into an ordinary one, for pictures and tests.
func ToRGBA(img *Image) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, img.Width, img.Height))
	for i := range img.Width * img.Height {
		pair := img.YUYV[4*(i/2):][:4]
		y, u, v := float64(pair[2*(i%2)]), float64(pair[1])-128, float64(pair[3])-128
		part := func(x float64) uint8 { return uint8(min(255, max(0, x)) + 0.5) }
		p := out.Pix[4*i:][:4]
		p[0], p[1], p[2], p[3] = part(y+1.402*v), part(y-0.344136*u-0.714136*v), part(y+1.772*u), 255
	}
	return out
}
