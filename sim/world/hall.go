package world

import (
	"fmt"
	"image"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Hall is the surroundings of a field: walls, windows in one of them, boards, people, other fields. Nothing collides with
// them.
type Hall struct {
	HeightM    float64     `yaml:"height_m"` // of the walls, which stand round the floor; 0: no walls
	Walls      string      `yaml:"walls"`    // plain, bricks, panels, posters, curtain
	Color      Color       `yaml:"color"`    // of the walls
	Accent     Color       `yaml:"accent"`   // of joints, frames and folds
	Seed       uint64      `yaml:"seed"`     // of what is on walls and boards
	Windows    int         `yaml:"windows"`  // in the wall at +y, 0 to 8; the sun shines through them
	WindowM    [2]float64  `yaml:"window_m"` // width, height
	SillM      float64     `yaml:"sill_m"`   // height of the windows above the floor
	BoardM     float64     `yaml:"board_m"`  // height of the boards round the carpet; 0: none
	People     []Person    `yaml:"people"`
	Neighbours []Neighbour `yaml:"neighbours"`
}

// Person is a person who stands beside the field.
type Person struct {
	XM       float64 `yaml:"x_m"`
	YM       float64 `yaml:"y_m"`
	YawDeg   float64 `yaml:"yaw_deg"`
	HeightM  float64 `yaml:"height_m"`
	Trousers Color   `yaml:"trousers"`
	Shirt    Color   `yaml:"shirt"`
	Shoes    Color   `yaml:"shoes"`
	Skin     Color   `yaml:"skin"`
	StrideM  float64 `yaml:"stride_m"` // between the feet, along yaw
}

// Neighbour is another field like this one, beside it.
type Neighbour struct {
	XM     float64 `yaml:"x_m"` // of its centre
	YM     float64 `yaml:"y_m"`
	YawDeg float64 `yaml:"yaw_deg"`
}

// The walls a world file may name.
const (
	WallsPlain   = "plain"
	WallsBricks  = "bricks"
	WallsPanels  = "panels"
	WallsPosters = "posters"
	WallsCurtain = "curtain"
)

// wallThicknessM is that of walls, m.
const wallThicknessM = 0.1

// hall writes everything of the hall.
func (b *builder) hall(w *World) {
	h := w.Hall
	if h == nil {
		return
	}
	if h.HeightM > 0 {
		b.walls(w)
	}
	if h.BoardM > 0 && w.Field != nil {
		b.boards(w)
	}
	for i, p := range h.People {
		b.person(i, p)
	}
	for i, n := range h.Neighbours {
		if f := w.Field; f != nil {
			fmt.Fprintf(&b.body, `<geom name="neighbour%d" type="plane" pos="%g %g -0.002" euler="0 0 %g" size="%g %g 0.5" material="field" contype="0" conaffinity="0"/>`+"\n",
				i, n.XM, n.YM, n.YawDeg*math.Pi/180, f.LengthM/2+f.BorderM, f.WidthM/2+f.BorderM)
		}
	}
}

// picture adds a texture and a material that shows it once on each piece.
func (b *builder) picture(name string, paint func() *image.RGBA) {
	b.texture(name, "2d", paint)
	fmt.Fprintf(&b.asset, `<material name="%s" texture="%s" specular="0.05" shininess="0.1"/>`+"\n", name, name)
}

// walls writes the four walls; the one at +y has the windows.
func (b *builder) walls(w *World) {
	h := w.Hall
	x, y := w.Floor.SizeM[0]/2, w.Floor.SizeM[1]/2
	for i, wall := range []struct {
		name  string
		width float64
	}{{"wall_long", 2 * x}, {"wall_short", 2 * y}} {
		b.picture(wall.name, func() *image.RGBA {
			return paintWall(h, wall.width, h.HeightM, uint64(i))
		})
	}
	b.wall("wall0", "wall_short", r3.Vec{X: x}, math.Pi, -y, y, 0, h.HeightM)
	b.wall("wall1", "wall_short", r3.Vec{X: -x}, 0, -y, y, 0, h.HeightM)
	b.wall("wall2", "wall_long", r3.Vec{Y: -y}, math.Pi/2, -x, x, 0, h.HeightM)
	b.windows("wall3", r3.Vec{Y: y}, -math.Pi/2, 2*x, h)
}

// windows writes a wall of a length with windows in it.
func (b *builder) windows(name string, at r3.Vec, yaw, length float64, h *Hall) {
	n := h.Windows
	top := min(h.HeightM, h.SillM+h.WindowM[1])
	width := min(h.WindowM[0], 0.9*length/float64(max(1, n)))
	if n == 0 {
		b.wall(name, "wall_long", at, yaw, -length/2, length/2, 0, h.HeightM)
		return
	}
	b.wall(name+"/below", "wall_long", at, yaw, -length/2, length/2, 0, h.SillM)
	if top < h.HeightM {
		b.wall(name+"/above", "wall_long", at, yaw, -length/2, length/2, top, h.HeightM)
	}
	left := -length / 2
	for i := range n {
		middle := length * ((float64(i)+0.5)/float64(n) - 0.5)
		b.wall(fmt.Sprintf("%s/pier%d", name, i), "wall_long", at, yaw, left, middle-width/2, h.SillM, top)
		// A bar in the middle of the window.
		b.wall(fmt.Sprintf("%s/bar%d", name, i), "wall_long", at, yaw, middle-0.03, middle+0.03, h.SillM, top)
		left = middle + width/2
	}
	b.wall(fmt.Sprintf("%s/pier%d", name, n), "wall_long", at, yaw, left, length/2, h.SillM, top)
}

// wall writes a rectangle of a wall: from left to right along it, from bottom to top; yaw is its direction. A box shows a
// texture on the faces across its z axis, so this one faces the hall.
func (b *builder) wall(name, material string, at r3.Vec, yaw, left, right, bottom, top float64) {
	sin, cos := math.Sincos(yaw)
	// Seen from the hall x of the box is to the right, y up and z towards the viewer.
	middle := r3.Add(at, r3.Vec{X: -sin * (left + right) / 2, Y: cos * (left + right) / 2, Z: (bottom + top) / 2})
	middle = r3.Sub(middle, r3.Scale(wallThicknessM/2, r3.Vec{X: cos, Y: sin}))
	fmt.Fprintf(&b.body, `<geom name="%s" type="box" pos="%s" xyaxes="%g %g 0 0 0 1" size="%g %g %g" material="%s" contype="0" conaffinity="0"/>`+"\n",
		name, text(middle), -sin, cos, (right-left)/2, (top-bottom)/2, wallThicknessM/2, material)
}

// boards writes boards round the carpet, with gaps at the corners.
func (b *builder) boards(w *World) {
	h, f := w.Hall, w.Field
	const away, piece = 0.25, 2.4 // m
	x, y := f.LengthM/2+f.BorderM+away, f.WidthM/2+f.BorderM+away
	for k := range 4 {
		b.picture(fmt.Sprintf("board%d", k), func() *image.RGBA { return paintBoard(h, k) })
	}
	number := 0
	side := func(at r3.Vec, yaw, half float64) {
		n := int(2 * half / piece)
		for i := range n {
			left := -half + (float64(i)+0.5)*2*half/float64(n) - piece/2
			if (uint64(i)*7+uint64(number)+h.Seed)%5 == 0 {
				continue // a gap, for people
			}
			b.wall(fmt.Sprintf("board%d", number), fmt.Sprintf("board%d", (number+i)%4), at, yaw, left, left+piece-0.02, 0, h.BoardM)
			number++
		}
	}
	side(r3.Vec{X: x}, math.Pi, y)
	side(r3.Vec{X: -x}, 0, y)
	side(r3.Vec{Y: -y}, math.Pi/2, x)
	side(r3.Vec{Y: y}, -math.Pi/2, x)
}

// person writes a person from capsules and boxes: mostly legs, which is what a robot sees.
func (b *builder) person(i int, p Person) {
	k := p.HeightM / 1.75
	sin, cos := math.Sincos(p.YawDeg * math.Pi / 180)
	number := 0
	geom := func(format string, args ...any) {
		fmt.Fprintf(&b.body, `<geom name="person%d/%d" contype="0" conaffinity="0" %s/>`+"\n", i, number, fmt.Sprintf(format, args...))
		number++
	}
	at := func(x, y, z float64) r3.Vec {
		return r3.Vec{X: p.XM + k*(cos*x-sin*y), Y: p.YM + k*(sin*x+cos*y), Z: k * z}
	}
	limb := func(c Color, radius float64, from, to r3.Vec) {
		geom(`type="capsule" size="%.4g" fromto="%s %s" rgba="%s"`, k*radius, text(from), text(to), c.rgba())
	}
	for _, side := range []float64{1, -1} {
		x := side * p.StrideM / 2 / k
		limb(p.Trousers, 0.062, at(x, side*0.10, 0.12), at(0.3*x+0.02, side*0.10, 0.48))
		limb(p.Trousers, 0.080, at(0.3*x+0.02, side*0.10, 0.48), at(0, side*0.09, 0.86))
		shoe := at(x+0.06, side*0.10, 0.045)
		geom(`type="box" pos="%s" euler="0 0 %.5g" size="%.4g %.4g %.4g" rgba="%s"`, text(shoe), p.YawDeg*math.Pi/180, k*0.14, k*0.05, k*0.045, p.Shoes.rgba())
		limb(p.Shirt, 0.05, at(0, side*0.22, 1.40), at(0.05-0.3*x, side*0.26, 1.10))
		limb(p.Skin, 0.04, at(0.05-0.3*x, side*0.26, 1.10), at(0.16-0.5*x, side*0.24, 0.86))
	}
	limb(p.Shirt, 0.15, at(0, 0.05, 0.98), at(0, 0.05, 1.36))
	limb(p.Shirt, 0.15, at(0, -0.05, 0.98), at(0, -0.05, 1.36))
	geom(`type="sphere" pos="%s" size="%.4g" rgba="%s"`, text(at(0.01, 0, 1.64)), k*0.11, p.Skin.rgba())
}

func (c *checker) hall(h *Hall) {
	c.within("hall.height_m", h.HeightM, 0, 20)
	c.oneOf("hall.walls", h.Walls, WallsPlain, WallsBricks, WallsPanels, WallsPosters, WallsCurtain)
	c.within("hall.windows", float64(h.Windows), 0, 8)
	if h.Windows > 0 {
		c.within("hall.window_m", h.WindowM[0], 0.1, 20)
		c.within("hall.window_m", h.WindowM[1], 0.1, 20)
		c.within("hall.sill_m", h.SillM, 0, h.HeightM)
	}
	c.within("hall.board_m", h.BoardM, 0, 2)
	for i, p := range h.People {
		at := fmt.Sprintf("hall.people[%d]", i)
		c.within(at+".x_m", p.XM, -50, 50)
		c.within(at+".y_m", p.YM, -50, 50)
		c.within(at+".yaw_deg", p.YawDeg, -360, 360)
		c.within(at+".height_m", p.HeightM, 0.5, 2.5)
		c.within(at+".stride_m", p.StrideM, 0, 1)
	}
	for i, n := range h.Neighbours {
		at := fmt.Sprintf("hall.neighbours[%d]", i)
		c.within(at+".x_m", n.XM, -50, 50)
		c.within(at+".y_m", n.YM, -50, 50)
		c.within(at+".yaw_deg", n.YawDeg, -360, 360)
	}
}
