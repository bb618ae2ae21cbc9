package camera

import "fmt"

// 16.16 fixed point factors of BT.601, full range. Each row sums to 65536 or 0, so
// that grey stays grey exactly.
const (
	yr, yg, yb = 19595, 38470, 7471
	ur, ug, ub = -11058, -21710, 32768
	vr, vg, vb = 32768, -27439, -5329
	half       = 1 << 15
)

// toYUYV turns RGB (3 bytes a pixel) into YUYV (2 bytes a pixel). Pixels come in pairs
// of one row, so the image's width must be even.
func toYUYV(yuyv, rgb []byte) error {
	if len(rgb)%6 != 0 || len(yuyv)*3 != len(rgb)*2 {
		return fmt.Errorf("convert to YUYV: %d bytes of RGB into %d: want 6 a pair of pixels into 4", len(rgb), len(yuyv))
	}
	for len(yuyv) >= 4 && len(rgb) >= 6 {
		p, q := rgb[:6:6], yuyv[:4:4]
		r0, g0, b0 := int32(p[0]), int32(p[1]), int32(p[2])
		r1, g1, b1 := int32(p[3]), int32(p[4]), int32(p[5])
		q[0] = byte((yr*r0 + yg*g0 + yb*b0 + half) >> 16)
		q[2] = byte((yr*r1 + yg*g1 + yb*b1 + half) >> 16)
		// Of the mean colour: half the factors on the sum.
		r, g, b := r0+r1, g0+g1, b0+b1
		q[1] = byte(min(255, 128+(ur*r+ug*g+ub*b+1<<16)>>17))
		q[3] = byte(min(255, 128+(vr*r+vg*g+vb*b+1<<16)>>17))
		yuyv, rgb = yuyv[4:], rgb[6:]
	}
	return nil
}
