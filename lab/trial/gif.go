package trial

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"slices"
)

// mostStale is how many frames a pixel may keep a colour that is similar to its own. Without this limit, edges that move over the
// ground leave streaks behind them.
const mostStale = 4

// colours of a film's palette; one more is the transparent one.
const colours = 127

// writeGIF writes frames that loop for ever.
func writeGIF(w io.Writer, frames []*image.RGBA, fps float64, tolerance int) error {
	palette := medianCut(sample(frames), colours)
	clear := uint8(len(palette))
	palette = append(palette, color.RGBA{})
	nearest := newNearest(palette[:clear])

	bounds := frames[0].Bounds()
	shown := image.NewRGBA(bounds)                   // what a viewer sees
	colors := make([]uint8, bounds.Dx()*bounds.Dy()) // index in the palette of each shown pixel
	stale := make([]uint8, len(colors))              // frames since a pixel has the wrong colour
	out := &gif.GIF{Config: image.Config{ColorModel: palette, Width: bounds.Dx(), Height: bounds.Dy()}}
	for k, frame := range frames {
		p := image.NewPaletted(bounds, palette)
		for i := range len(p.Pix) {
			is, want := shown.Pix[4*i:4*i+3], frame.Pix[4*i:4*i+3]
			index := nearest.find(want)
			if index == colors[i] {
				stale[i] = 0
			} else {
				stale[i]++
			}
			if k > 0 && (stale[i] == 0 || stale[i] < mostStale && similar(is, want, tolerance)) {
				p.Pix[i] = clear
				continue
			}
			p.Pix[i], colors[i], stale[i] = index, index, 0
			c, _ := palette[index].(color.RGBA)
			is[0], is[1], is[2] = c.R, c.G, c.B
		}
		cut := changed(p, clear)
		out.Image = append(out.Image, cut)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		// The delay is in hundredths of a second; rounding does not add up.
		out.Delay = append(out.Delay, hundredths(k+1, fps)-hundredths(k, fps))
	}
	if err := gif.EncodeAll(w, out); err != nil {
		return fmt.Errorf("film: %w", err)
	}
	return nil
}

func hundredths(k int, fps float64) int { return int(math.Round(100 * float64(k) / fps)) }

// similar reports whether two colours look the same.
func similar(a, b []uint8, tolerance int) bool {
	for i := range 3 {
		if d := int(a[i]) - int(b[i]); d > tolerance || -d > tolerance {
			return false
		}
	}
	return true
}

// changed crops a picture to the rectangle that it changes.
func changed(p *image.Paletted, clear uint8) *image.Paletted {
	b := p.Bounds()
	box := image.Rectangle{Min: b.Max, Max: b.Min}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if p.Pix[p.PixOffset(x, y)] != clear {
				box.Min.X, box.Min.Y = min(box.Min.X, x), min(box.Min.Y, y)
				box.Max.X, box.Max.Y = max(box.Max.X, x+1), max(box.Max.Y, y+1)
			}
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a GIF has no empty pictures
	}
	cut, _ := p.SubImage(box).(*image.Paletted)
	return cut
}

// sample returns a part of the pixels of all frames.
func sample(frames []*image.RGBA) [][3]uint8 {
	total := len(frames) * len(frames[0].Pix) / 4
	step := max(1, total/60_000) | 1
	var out [][3]uint8
	for i := 0; i < total; i += step {
		pix := frames[i/(len(frames[0].Pix)/4)].Pix
		k := 4 * (i % (len(pix) / 4))
		out = append(out, [3]uint8{pix[k], pix[k+1], pix[k+2]})
	}
	return out
}

// medianCut returns at most n colours for the samples: the box with the largest spread
// times the root of its size is cut at its median (after P. Heckbert, 1982), until there
// are enough.
func medianCut(samples [][3]uint8, n int) color.Palette {
	type box struct {
		colors [][3]uint8
		axis   int
		worth  float64
	}
	measure := func(colors [][3]uint8) box {
		low, high := [3]uint8{255, 255, 255}, [3]uint8{}
		for _, c := range colors {
			for i, v := range c {
				low[i], high[i] = min(low[i], v), max(high[i], v)
			}
		}
		b := box{colors: colors}
		for i := range 3 {
			if spread := float64(high[i] - low[i]); spread > b.worth {
				b.axis, b.worth = i, spread
			}
		}
		b.worth *= math.Pow(float64(len(colors)), 0.3)
		return b
	}
	boxes := []box{measure(samples)}
	for len(boxes) < n {
		i := 0
		for k := range boxes {
			if boxes[k].worth > boxes[i].worth {
				i = k
			}
		}
		b := boxes[i]
		if b.worth == 0 {
			break // as many colours as there are
		}
		slices.SortFunc(b.colors, func(p, q [3]uint8) int {
			return cmp.Or(cmp.Compare(p[b.axis], q[b.axis]), slices.Compare(p[:], q[:]))
		})
		at := len(b.colors) / 2
		for at < len(b.colors)-1 && b.colors[at][b.axis] == b.colors[0][b.axis] {
			at++
		}
		boxes[i] = measure(b.colors[:at])
		boxes = append(boxes, measure(b.colors[at:]))
	}
	var palette color.Palette
	for _, b := range boxes {
		sum := [3]int{}
		for _, c := range b.colors {
			for i, v := range c {
				sum[i] += int(v)
			}
		}
		if k := len(b.colors); k > 0 {
			palette = append(palette, color.RGBA{R: uint8(sum[0] / k), G: uint8(sum[1] / k), B: uint8(sum[2] / k), A: 255})
		}
	}
	return palette
}

// nearest finds the nearest colour of a palette, and remembers it for colours that
// share their upper bits.
type nearest struct {
	colors [][3]int
	known  []int16
}

func newNearest(p color.Palette) *nearest {
	n := &nearest{known: make([]int16, 1<<18)}
	for _, c := range p {
		r, g, b, _ := c.RGBA()
		n.colors = append(n.colors, [3]int{int(r >> 8), int(g >> 8), int(b >> 8)})
	}
	for i := range n.known {
		n.known[i] = -1
	}
	return n
}

func (n *nearest) find(c []uint8) uint8 {
	key := int(c[0]>>2)<<12 | int(c[1]>>2)<<6 | int(c[2]>>2)
	if k := n.known[key]; k >= 0 {
		return uint8(k)
	}
	best, least := 0, math.MaxInt
	for i, p := range n.colors {
		dr, dg, db := p[0]-int(c[0]), p[1]-int(c[1]), p[2]-int(c[2])
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < least {
			best, least = i, d
		}
	}
	n.known[key] = int16(best)
	return uint8(best)
}
