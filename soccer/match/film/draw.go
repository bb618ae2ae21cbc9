package film

import (
	"fmt"
	"image"
	"math"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"gonao/robot/percepts/field"
	"gonao/sim/kinematic"
	"gonao/soccer/game"
)

// scale is pixels per metre; the bars above and below are barHeight high.
const (
	scale     = 56
	barHeight = 22
)

// geometry is the field in pixels, drawn once.
type geometry struct {
	lines  []field.Line
	x, y   float64 // half the carpet, m
	ground *image.Paletted
}

// geometryOf draws the empty field.
func geometryOf(m *field.Map, b *game.Book) geometry {
	g := geometry{lines: m.Lines, x: m.Length/2 + m.Border, y: m.Width/2 + m.Border}
	w, h := int(2*g.x*scale), int(2*g.y*scale)+2*barHeight
	p := image.NewPaletted(image.Rect(0, 0, w, h), palette)
	fill(p, p.Rect, carpet)
	ax, ay := g.at(-m.Length/2, m.Width/2)
	bx, by := g.at(m.Length/2, -m.Width/2)
	fill(p, image.Rect(int(ax), int(ay), int(bx), int(by)), grass)
	depth := 0.5
	for _, s := range []float64{1, -1} {
		nx, ny := g.at(s*m.GoalX, m.GoalWidth/2)
		fx, fy := g.at(s*(m.GoalX+depth), -m.GoalWidth/2)
		fill(p, image.Rect(int(min(nx, fx)), int(ny), int(max(nx, fx)), int(fy)), goalNet)
	}
	for _, l := range m.Lines {
		ax, ay := g.at(l.FromX, l.FromY)
		bx, by := g.at(l.ToX, l.ToY)
		line(p, ax, ay, bx, by, 2.2, white)
	}
	if m.CircleRadius > 0 {
		for a := range 360 {
			s, c := math.Sincos(float64(a) * math.Pi / 180)
			x, y := g.at(m.CircleRadius*c, m.CircleRadius*s)
			disc(p, x, y, 1.3, white)
		}
	}
	for _, l := range m.Points {
		x, y := g.at(l.X, l.Y)
		switch l.Kind {
		case field.Mark:
			disc(p, x, y, 2.5, white)
		case field.Post:
			disc(p, x, y, 3, white)
		case field.CornerL, field.CornerT, field.CrossX, field.Center, field.Pole:
		}
	}
	fill(p, image.Rect(0, 0, w, barHeight), bar)
	fill(p, image.Rect(0, h-barHeight, w, h), bar)
	g.ground = p
	return g
}

// at returns the pixel of a place.
func (g *geometry) at(x, y float64) (float64, float64) {
	return (x + g.x) * scale, (g.y-y)*scale + barHeight
}

// picture returns a copy of the empty field.
func (g *geometry) picture() *image.Paletted {
	p := image.NewPaletted(g.ground.Rect, palette)
	copy(p.Pix, g.ground.Pix)
	return p
}

// draw draws a moment.
func (f *Film) draw(p *image.Paletted, i int) {
	now, g := &f.frames[i], &f.field
	for k := max(0, i-18); k < i; k++ {
		x, y := g.at(f.frames[k].ball[0], f.frames[k].ball[1])
		disc(p, x, y, 1.2, trail)
	}
	for k := range now.robots {
		if r := &now.robots[k]; !r.away {
			f.drawRobot(p, r)
		}
	}
	x, y := g.at(now.ball[0], now.ball[1])
	disc(p, x, y, 4.6, black)
	disc(p, x, y, 3.6, ballColor)
	w := p.Rect.Dx()
	score := fmt.Sprintf("%d : %d", now.score[0], now.score[1])
	write(p, w/2-7*len(score)/2, 15, score, text)
	write(p, w/2-7*len(score)/2-14-7*len(f.names[0]), 15, f.names[0], red)
	write(p, w/2+7*len(score)/2+14, 15, f.names[1], blue)
	write(p, 8, 15, clockText(now.clock)+"  "+now.state, text)
	write(p, w-7*8-8, 15, "t "+clockText(now.now), faded)
	write(p, 8, p.Rect.Dy()-7, now.call, callColor)
}

// drawRobot draws one robot with its number, heading, posture and belief.
func (f *Film) drawRobot(p *image.Paletted, r *robot) {
	g := &f.field
	x, y := g.at(r.pose.X, r.pose.Y)
	c, dark := uint8(red), uint8(darkRed)
	if r.side == game.Away {
		c, dark = blue, darkBlue
	}
	if r.penalty {
		c = faded
	}
	if r.sees {
		bx, by := g.at(r.ball[0], r.ball[1])
		disc(p, bx, by, 1.6, c)
	}
	sin, cos := math.Sincos(r.pose.Theta)
	half := 0.14 * scale // of the shoulders
	switch r.posture {
	case kinematic.Fallen, kinematic.GettingUp:
		line(p, x-16*cos, y+16*sin, x+16*cos, y-16*sin, 9, dark)
		line(p, x-13*cos, y+13*sin, x+13*cos, y-13*sin, 6, c)
	case kinematic.Blocking:
		line(p, x-18*sin, y-18*cos, x+18*sin, y+18*cos, 9, c)
	case kinematic.Upright, kinematic.Kicking, kinematic.Diving:
		line(p, x-half*sin, y-half*cos, x+half*sin, y+half*cos, 12, dark)
		line(p, x-half*sin, y-half*cos, x+half*sin, y+half*cos, 9, c)
		line(p, x, y, x+14*cos, y-14*sin, 2, white)
		if r.posture == kinematic.Kicking {
			line(p, x, y, x+20*cos, y-20*sin, 4, callColor)
		}
	}
	write(p, int(x)-3, int(y)+4, fmt.Sprint(r.number), text)
	if r.role == "striker" || r.role == "keeper" {
		write(p, int(x)+10, int(y)-8, r.role[:1], text)
	}
}

func clockText(d time.Duration) string {
	s := int(math.Floor(d.Seconds()))
	if s < 0 {
		return fmt.Sprintf("-%d:%02d", -s/60, -s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

func fill(p *image.Paletted, r image.Rectangle, c uint8) {
	r = r.Intersect(p.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p.SetColorIndex(x, y, c)
		}
	}
}

func disc(p *image.Paletted, x, y, r float64, c uint8) {
	for py := int(y - r); py <= int(y+r+1); py++ {
		for px := int(x - r); px <= int(x+r+1); px++ {
			if dx, dy := float64(px)-x, float64(py)-y; dx*dx+dy*dy <= r*r {
				p.SetColorIndex(px, py, c)
			}
		}
	}
}

// line draws a line with a width; its ends are cut straight.
func line(p *image.Paletted, ax, ay, bx, by, width float64, c uint8) {
	length := math.Hypot(bx-ax, by-ay)
	if length == 0 {
		return
	}
	ux, uy := (bx-ax)/length, (by-ay)/length
	pad := width
	for y := int(min(ay, by) - pad); y <= int(max(ay, by)+pad); y++ {
		for x := int(min(ax, bx) - pad); x <= int(max(ax, bx)+pad); x++ {
			dx, dy := float64(x)-ax, float64(y)-ay
			along, across := dx*ux+dy*uy, math.Abs(dx*uy-dy*ux)
			if along >= 0 && along <= length && across <= width/2 {
				p.SetColorIndex(x, y, c)
			}
		}
	}
}

func write(p *image.Paletted, x, y int, s string, c uint8) {
	d := font.Drawer{Dst: p, Src: image.NewUniform(palette[c]), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(s)
}
