package camera

import "gonao/nao"

// developer converts the light of an image to the sensor's output: tone, vignetting, flicker, chroma.
type developer struct {
	effects Effects
	tones   [nao.NumCameras]*[3]*[256]byte // nil: as drawn
	gains   []uint16                       // per pixel, 1/gainOne; nil: 1
	chroma  *[256]byte                     // nil: unchanged
}

// newDeveloper makes the tables of the options, which have their defaults.
func newDeveloper(o *Options, k *Intrinsics) *developer {
	e := o.Effects
	d := &developer{effects: e}
	for c := range d.tones {
		factor := o.Exposure * o.Exposures[c]
		if factor == 1 && e.Gamma == 1 && e.WhiteBalance == [3]float64{1, 1, 1} {
			continue
		}
		d.tones[c] = &[3]*[256]byte{}
		for i, balance := range e.WhiteBalance {
			d.tones[c][i] = tone(factor*balance, e.Gamma)
		}
	}
	if e.shades() {
		d.gains = e.vignette(k)
	}
	if e.Saturation != 1 {
		d.chroma = &[256]byte{}
		for i := range d.chroma {
			d.chroma[i] = clip(128 + int(e.Saturation*float64(i-128)))
		}
	}
	return d
}

// light applies the effects on the light of an RGB image that was taken at a time, s.
func (d *developer) light(rgb []byte, camera nao.Camera, k *Intrinsics, sec float64) {
	if d.gains != nil {
		d.shade(rgb, k, sec)
	}
	tones := d.tones[camera]
	if tones == nil {
		return
	}
	red, green, blue := tones[0], tones[1], tones[2]
	for len(rgb) >= 3 {
		rgb[0], rgb[1], rgb[2] = red[rgb[0]], green[rgb[1]], blue[rgb[2]]
		rgb = rgb[3:]
	}
}

// shade multiplies each pixel by its vignetting and each row by the lamps' brightness at its time.
func (d *developer) shade(rgb []byte, k *Intrinsics, sec float64) {
	e := &d.effects
	for v := range k.Height {
		at := sec
		if k.Height > 1 {
			at += e.ReadoutSec * (float64(v) - k.CY) / float64(k.Height-1)
		}
		lamp := uint32(gainOne * e.flicker(at))
		gains, row := d.gains[v*k.Width:][:k.Width], rgb[3*v*k.Width:][:3*k.Width]
		for u, g := range gains {
			gain := uint32(g) * lamp
			p := row[3*u:][:3]
			p[0] = byte(min(255, uint32(p[0])*gain>>16))
			p[1] = byte(min(255, uint32(p[1])*gain>>16))
			p[2] = byte(min(255, uint32(p[2])*gain>>16))
		}
	}
}

// color applies the saturation to a YUYV image.
func (d *developer) color(yuyv []byte) {
	if d.chroma == nil {
		return
	}
	for i := 1; i < len(yuyv); i += 2 {
		yuyv[i] = d.chroma[yuyv[i]]
	}
}
