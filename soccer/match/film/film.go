// Package film draws a match from above and writes it as an animated picture.
//
// A Film observes a match: it stores pictures at a constant rate, and writes clips around moments or all of it. Robots
// have their team's colour, a number and a line ahead; a dot is the robot's estimate of the ball, the trail is the
// ball's. Above the field are score, clock and state, below it the last call.
package film

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"strings"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/game"
	"gonao/soccer/match"
	"gonao/soccer/match/scene"
)

// Every is the simulated time between two pictures.
const Every = 96 * time.Millisecond

// A Film stores the pictures of a match.
type Film struct {
	frames []frame
	names  [2]string
	field  geometry
}

// frame is one moment.
type frame struct {
	now    time.Duration
	clock  time.Duration
	score  [2]int
	state  string
	call   string
	ball   [2]float64
	robots []robot
}

// robot is a robot at a moment.
type robot struct {
	pose    plane.Pose
	posture kinematic.Posture
	away    bool
	penalty bool
	number  int
	side    game.Side
	role    string
	ball    [2]float64 // its estimate of the ball, in world
	sees    bool
}

// New returns an empty film.
func New() *Film { return &Film{} }

// Observe keeps the moment of a match; it is a match.Config's Observe.
func (f *Film) Observe(m *match.Match) {
	if f.frames == nil {
		f.names = [2]string{m.Sides[0].Name, m.Sides[1].Name}
		f.field = geometryOf(m.World.Field, m.Book())
	}
	g := &m.Game.Game
	now := frame{
		now: m.Now(), clock: g.Clock.Remaining, score: [2]int{g.Teams[0].Score, g.Teams[1].Score}, state: state(g),
		ball: [2]float64{m.World.Ball.X, m.World.Ball.Y}, robots: make([]robot, len(m.Players)),
	}
	for i := len(m.Calls) - 1; i >= 0 && m.Now()-m.Calls[i].Time < 4*time.Second; i-- {
		if c := &m.Calls[i]; c.Refuse == "" {
			now.call = strings.ReplaceAll(c.Rule, "_", " ") + ": " + c.Words()
			break
		}
	}
	for i, p := range m.Players {
		r := &m.World.Robots[i]
		side, number := m.Number(i)
		v := &p.View
		ball := plane.Convert(p.Attack(), plane.Pose{X: v.Ball.X, Y: v.Ball.Y})
		now.robots[i] = robot{
			pose: r.Pose, posture: r.Posture, away: r.Away, penalty: g.Player(side, number).Penalty != game.NoPenalty, number: number, side: side,
			role: v.Role.String(), ball: [2]float64{ball.X, ball.Y}, sees: v.Ball.Own,
		}
	}
	f.frames = append(f.frames, now)
}

// state returns the state of the game in words.
func state(g *game.Game) string {
	text := g.State.String()
	if g.SetPlay != game.NoSetPlay {
		text += " " + strings.ReplaceAll(g.SetPlay.String(), "_", " ")
		if g.Kicking != game.NoSide {
			text += " " + scene.InColors(g.Kicking.String())
		}
	}
	return text
}

// Between returns the number of pictures between two times.
func (f *Film) Between(from, until time.Duration) int {
	a, b := f.cut(from, until)
	return b - a
}

func (f *Film) cut(from, until time.Duration) (int, int) {
	a := max(0, min(len(f.frames), int(from/Every)))
	b := max(a, min(len(f.frames), int(until/Every)+1))
	return a, b
}

// WriteGIF writes the pictures between two times. speed 2 is twice as fast as the match, with every second picture.
func (f *Film) WriteGIF(w io.Writer, from, until time.Duration, speed int) error {
	a, b := f.cut(from, until)
	if a == b {
		return fmt.Errorf("film: no picture between %v and %v", from, until)
	}
	speed = max(1, speed)
	out := &gif.GIF{}
	var shown *image.Paletted
	for i := a; i < b; i += speed {
		p := f.field.picture()
		f.draw(p, i)
		if shown == nil {
			out.Config = image.Config{ColorModel: palette, Width: p.Rect.Dx(), Height: p.Rect.Dy()}
			out.Image = append(out.Image, p)
		} else {
			out.Image = append(out.Image, changed(shown, p))
		}
		out.Delay = append(out.Delay, 10)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		shown = p
	}
	if err := gif.EncodeAll(w, out); err != nil {
		return fmt.Errorf("film: %w", err)
	}
	return nil
}

// Size returns width and height of a picture, and pictures per second of the match. At least one moment must be kept.
func (f *Film) Size() (width, height int, rate float64) {
	r := f.field.ground.Rect
	return r.Dx(), r.Dy(), 1 / Every.Seconds()
}

// WriteRGB writes the pictures between two times without compression, three bytes a pixel, as ffmpeg's rawvideo reads them.
func (f *Film) WriteRGB(w io.Writer, from, until time.Duration) error {
	a, b := f.cut(from, until)
	var line []byte
	for i := a; i < b; i++ {
		p := f.field.picture()
		f.draw(p, i)
		line = line[:0]
		for _, k := range p.Pix {
			c := palette[k].(color.RGBA)
			line = append(line, c.R, c.G, c.B)
		}
		if _, err := w.Write(line); err != nil {
			return fmt.Errorf("film: %w", err)
		}
	}
	return nil
}

// changed returns the difference to the last picture: the smallest rectangle, transparent where nothing changes.
func changed(before, now *image.Paletted) *image.Paletted {
	box := image.Rectangle{Min: now.Rect.Max, Max: now.Rect.Min}
	for y := now.Rect.Min.Y; y < now.Rect.Max.Y; y++ {
		row := y * now.Stride
		for x := range now.Rect.Dx() {
			if now.Pix[row+x] != before.Pix[row+x] {
				box.Min.X, box.Max.X = min(box.Min.X, x), max(box.Max.X, x+1)
				box.Min.Y, box.Max.Y = min(box.Min.Y, y), max(box.Max.Y, y+1)
			}
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a GIF has no empty pictures
	}
	cut := image.NewPaletted(box, palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := now.Pix[y*now.Stride+x]
			if c == before.Pix[y*now.Stride+x] {
				c = clear
			}
			cut.SetColorIndex(x, y, c)
		}
	}
	return cut
}

// Colours of the palette, by their places in it.
const (
	clear = iota
	grass
	carpet
	white
	red
	darkRed
	blue
	darkBlue
	black
	ballColor
	trail
	bar
	text
	callColor
	goalNet
	faded
)

var palette = color.Palette{
	color.RGBA{},
	color.RGBA{58, 125, 68, 255},
	color.RGBA{48, 106, 58, 255},
	color.RGBA{240, 240, 240, 255},
	color.RGBA{214, 48, 49, 255},
	color.RGBA{125, 25, 28, 255},
	color.RGBA{41, 98, 255, 255},
	color.RGBA{20, 48, 130, 255},
	color.RGBA{18, 18, 18, 255},
	color.RGBA{255, 235, 120, 255},
	color.RGBA{196, 206, 128, 255},
	color.RGBA{28, 32, 38, 255},
	color.RGBA{230, 232, 235, 255},
	color.RGBA{255, 196, 64, 255},
	color.RGBA{150, 160, 150, 255},
	color.RGBA{120, 128, 122, 255},
}
