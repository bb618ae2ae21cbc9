package camera

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// gridPx is the distance between the columns for which the warp is computed exactly; between them it is interpolated
// linearly.
const gridPx = 16

// maxBlurs is the largest number of moments of the exposure that are added up.
const maxBlurs = 9

// warper computes a camera image from the image of a pinhole camera.
type warper struct {
	optics *Optics
	sum    []uint16 // sum over all moments, 3 values per pixel
}

func newWarper(o *Optics) *warper {
	return &warper{optics: o, sum: make([]uint16, 3*o.Image.Width*o.Image.Height)}
}

// moments returns how many moments of the exposure are drawn: one for each pixel by which the image moves in that time.
func (w *warper) moments(turning r3.Vec) int {
	px := r3.Norm(turning) * w.optics.Blur * w.optics.Image.FX
	if !(px > 0.5) {
		return 1
	}
	return int(min(maxBlurs, 1+math.Ceil(px)))
}

// draw computes the image from the pinhole camera's image; both have 3 bytes per pixel.
func (w *warper) draw(pinhole, image []byte, turning r3.Vec) {
	n := w.moments(turning)
	if n == 1 {
		warp := w.optics.warp(turning, 0)
		w.moment(&warp, pinhole, func(i int, r, g, b uint32) {
			image[i], image[i+1], image[i+2] = byte(r), byte(g), byte(b)
		})
		return
	}
	clear(w.sum)
	for k := range n {
		warp := w.optics.warp(turning, w.optics.Blur*((float64(k)+0.5)/float64(n)-0.5))
		w.moment(&warp, pinhole, func(i int, r, g, b uint32) {
			w.sum[i] += uint16(r)
			w.sum[i+1] += uint16(g)
			w.sum[i+2] += uint16(b)
		})
	}
	for i, s := range w.sum {
		image[i] = byte((int(s) + n/2) / n)
	}
}

// moment computes every pixel for one moment, by interpolation between the four nearest pixels of the pinhole image.
func (w *warper) moment(warp *Warp, pinhole []byte, put func(i int, r, g, b uint32)) {
	const one = 1 << 16
	image, from := &w.optics.Image, &w.optics.Pinhole
	mostX, mostY := int64(from.Width-1)*one-1, int64(from.Height-1)*one-1
	i := 0
	for v := range image.Height {
		turned := warp.turned(float64(v))
		nextX, nextY := warp.source(&turned, 0, float64(v))
		for u := 0; u < image.Width; u += gridPx {
			lastX, lastY := nextX, nextY
			nextX, nextY = warp.source(&turned, float64(u+gridPx), float64(v))
			x, y := int64(lastX*one), int64(lastY*one)
			dx, dy := int64((nextX-lastX)*one/gridPx), int64((nextY-lastY)*one/gridPx)
			for range min(gridPx, image.Width-u) {
				cx, cy := min(max(x, 0), mostX), min(max(y, 0), mostY)
				p := pinhole[3*(int(cy>>16)*from.Width+int(cx>>16)):]
				q := p[3*from.Width:]
				fx, fy := uint32(cx>>8)&255, uint32(cy>>8)&255
				a, b, c, d := (256-fx)*(256-fy), fx*(256-fy), (256-fx)*fy, fx*fy
				_, _ = p[5], q[5]
				put(i,
					(a*uint32(p[0])+b*uint32(p[3])+c*uint32(q[0])+d*uint32(q[3])+1<<15)>>16,
					(a*uint32(p[1])+b*uint32(p[4])+c*uint32(q[1])+d*uint32(q[4])+1<<15)>>16,
					(a*uint32(p[2])+b*uint32(p[5])+c*uint32(q[2])+d*uint32(q[5])+1<<15)>>16)
				i += 3
				x, y = x+dx, y+dy
			}
		}
	}
}
