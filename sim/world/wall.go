package world

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// wallTexelM is the size of a texel of a wall.
const wallTexelM = 0.02

// wallTexels returns the size of the picture of a wall of a size in m.
func wallTexels(width, height float64) image.Point {
	return image.Pt(max(2, min(1024, int(width/wallTexelM))), max(2, min(512, int(height/wallTexelM))))
}

// paintWall paints a wall of a size in m.
func paintWall(h *Hall, width, height float64, number uint64) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: wallTexels(width, height)})
	r := rand.New(rand.NewPCG(h.Seed, 0x77616c6c<<8|number))
	shade := wallShade(h, r)
	scaleX, scaleY := width/float64(img.Rect.Dx()), height/float64(img.Rect.Dy())
	for j := range img.Rect.Dy() {
		for i := range img.Rect.Dx() {
			x, y := (float64(i)+0.5)*scaleX, height-(float64(j)+0.5)*scaleY
			c := shade(x, y).scaled(1 + 0.03*r.NormFloat64())
			img.SetRGBA(i, j, rgba(c))
		}
	}
	if h.Walls == WallsPosters {
		for range int(width) {
			w, t := between(r, 0.5, 1.6), between(r, 0.5, 1.4)
			x, y := between(r, 0, max(0.1, width-w)), between(r, 0.3, max(0.4, height-t))
			paintPoster(img, r, x/scaleX, (height-y-t)/scaleY, w/scaleX, t/scaleY)
		}
	}
	return img
}

// wallShade returns the colour of a wall at x along it and y above the floor, m.
func wallShade(h *Hall, r *rand.Rand) func(x, y float64) Color {
	phase, wide := between(r, 0, 6), between(r, 0.8, 2.2)
	switch h.Walls {
	case WallsBricks:
		return func(x, y float64) Color {
			const brickX, brickY, joint = 0.5, 0.22, 0.03
			row := math.Floor(y / brickY)
			if math.Mod(row, 2) != 0 {
				x += brickX / 2
			}
			if math.Mod(x, brickX) < joint || math.Mod(y, brickY) < joint {
				return h.Accent
			}
			return h.Color.scaled(0.9 + 0.2*frac(math.Sin(math.Floor(x/brickX)*12.9898+row*78.233)*43758.5453))
		}
	case WallsPanels:
		return func(x, y float64) Color {
			if math.Mod(x+phase, wide) < 0.05 || math.Mod(y, 1.5) < 0.05 {
				return h.Accent
			}
			return h.Color
		}
	case WallsCurtain:
		return func(x, y float64) Color {
			fold := 0.5 + 0.5*math.Sin(2*math.Pi*(x/wide*3+0.2*math.Sin(x*1.3+phase)))
			return blend(h.Accent, h.Color, fold)
		}
	default:
		return func(_, y float64) Color {
			if y < 1.1 {
				return blend(h.Color, h.Accent, 0.5)
			}
			return h.Color
		}
	}
}

func frac(v float64) float64 { return v - math.Floor(v) }

// blend returns the colour at a share from 0 (a) to 1 (b).
func blend(a, b Color, share float64) Color {
	for i := range a {
		a[i] += share * (b[i] - a[i])
	}
	return a
}

func between(r *rand.Rand, low, high float64) float64 { return low + r.Float64()*(high-low) }

// paintPoster paints a rectangle with shapes in it: discs, stripes and rows of marks like writing.
func paintPoster(img *image.RGBA, r *rand.Rand, x, y, w, h float64) {
	fill := func(x, y, w, h float64, c color.RGBA) {
		for j := max(0, int(y)); j < min(img.Rect.Dy(), int(y+h)); j++ {
			for i := max(0, int(x)); i < min(img.Rect.Dx(), int(x+w)); i++ {
				img.SetRGBA(i, j, c)
			}
		}
	}
	any := func() color.RGBA {
		grey := between(r, 0, 1)
		vivid := between(r, 0, 1)
		return rgba(Color{blend1(grey, r.Float64(), vivid), blend1(grey, r.Float64(), vivid), blend1(grey, r.Float64(), vivid)})
	}
	fill(x, y, w, h, any())
	for range 1 + r.IntN(3) {
		radius, cx, cy, c := between(r, 0.1, 0.35)*min(w, h), x+between(r, 0.2, 0.8)*w, y+between(r, 0.2, 0.8)*h, any()
		for j := max(0, int(cy-radius)); j < min(img.Rect.Dy(), int(cy+radius)); j++ {
			for i := max(0, int(cx-radius)); i < min(img.Rect.Dx(), int(cx+radius)); i++ {
				if math.Hypot(float64(i)-cx, float64(j)-cy) < radius {
					img.SetRGBA(i, j, c)
				}
			}
		}
	}
	ink := any()
	for line := range 1 + r.IntN(4) {
		top := y + h*(0.1+0.2*float64(line))
		for at := x + 0.1*w; at < x+0.9*w; {
			letter := between(r, 0.02, 0.07) * w
			if r.Float64() < 0.8 {
				fill(at, top, letter*0.7, 0.08*h, ink)
			}
			at += letter
		}
	}
}

func blend1(a, b, share float64) float64 { return a + share*(b-a) }

// boardTexels is the size of the picture of a board.
var boardTexels = image.Pt(240, 40)

// paintBoard paints an advertising board: one colour, and marks like a name on it.
func paintBoard(h *Hall, number int) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: boardTexels})
	r := rand.New(rand.NewPCG(h.Seed, 0x626f617264<<8|uint64(number)))
	paintPoster(img, r, 0, 0, float64(boardTexels.X), float64(boardTexels.Y))
	if r.Float64() < 0.5 { // many are white
		light := uint8(between(r, 190, 250))
		for i := range boardTexels.X * boardTexels.Y {
			p := img.Pix[4*i:]
			for k := range 3 {
				p[k] = uint8((int(p[k]) + 2*int(light)) / 3)
			}
		}
	}
	return img
}
