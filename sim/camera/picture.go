package camera

import "image"

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
