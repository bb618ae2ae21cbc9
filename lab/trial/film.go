package trial

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strings"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"gonao/sim/mujoco"
)

// FilmOptions set how a film looks. The zero value is not usable; begin with [DefaultFilmOptions].
type FilmOptions struct {
	Width, Height int
	FPS           float64       // pictures a second of the film
	Speed         float64       // of the film: 0.5 is slow motion
	View          string        // see [filmViews]
	From, Until   time.Duration // of simulated time; Until 0: to the end
	Trial         int           // which stage is filmed when there are several, from 1
	Caption       string        // under the time
	Plain         bool          // no time in the corner
	Tolerance     int           // of a colour, 0 to 255, below which a pixel stays as it was
}

// DefaultFilmOptions returns options for a film of some hundred kilobytes for ten seconds.
func DefaultFilmOptions() FilmOptions {
	return FilmOptions{Width: 360, Height: 300, FPS: 12.5, Speed: 1, View: "follow", Trial: 1, Tolerance: 9}
}

// angle is a free camera that follows the robot.
type angle struct {
	azimuth, elevation, distance float64 // °, °, m; azimuth of the view direction, from the robot's heading at the start
}

var angles = map[string]angle{
	"follow": {azimuth: 145, elevation: -14, distance: 1.6},
	"front":  {azimuth: 180, elevation: -8, distance: 1.6},
	"behind": {azimuth: 0, elevation: -14, distance: 1.8},
	"left":   {azimuth: -90, elevation: -6, distance: 1.6},
	"right":  {azimuth: 90, elevation: -6, distance: 1.6},
	"top":    {azimuth: 90, elevation: -75, distance: 2.6},
}

// filmViews returns the names of the views that follow the robot; a world has further ones, which do not move.
func filmViews() string { return "follow, front, behind, left, right, top" }

// Check returns an error that names the option that is out of range.
func (o *FilmOptions) Check() error {
	switch {
	case o.Width < 16 || o.Height < 16 || o.Width > 4096 || o.Height > 4096:
		return fmt.Errorf("film: size %d×%d: expected 16 to 4096 pixels each", o.Width, o.Height)
	case !(o.FPS >= 1 && o.FPS <= 50):
		return fmt.Errorf("film: %g pictures a second: expected 1 to 50", o.FPS)
	case !(o.Speed >= 0.02 && o.Speed <= 50):
		return fmt.Errorf("film: speed %g: expected 0.02 to 50", o.Speed)
	case o.Trial < 1:
		return fmt.Errorf("film: trial %d: expected 1 or more", o.Trial)
	}
	return nil
}

// Film collects pictures. Pass its Watch to a [trial.Setup].
//
// It draws at an even rate of simulated time. A GIF has 256 colours and keeps whole pixels. To stay small, one palette is made of all
// frames (median cut), nothing is dithered, and a pixel that differs from what is shown already by less than the eye sees stays.
type Film struct {
	options  FilmOptions
	stage    *Stage
	seen     int
	renderer *mujoco.Renderer
	view     mujoco.View
	follow   bool
	at       [3]float64 // smoothed: where the camera looks
	pose     mujoco.Pose
	due      float64 // simulated, s
	frames   []*image.RGBA
	err      error
}

// NewFilm makes a film that waits for its stage.
func NewFilm(o FilmOptions) (*Film, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	return &Film{options: o}, nil
}

// Watch draws a cycle, when a picture is due.
func (f *Film) Watch(s *Stage) {
	if f.err != nil || !f.mine(s) {
		return
	}
	now := s.Time().Seconds()
	if now < f.options.From.Seconds() || f.options.Until > 0 && s.Time() > f.options.Until {
		return
	}
	if f.follow {
		f.track(s)
	}
	if now+1e-9 < f.due {
		return
	}
	if f.due == 0 {
		f.due = now
	}
	f.due += f.options.Speed / f.options.FPS
	f.draw(s)
}

// mine reports whether the stage is the filmed one.
func (f *Film) mine(s *Stage) bool {
	if f.stage == s {
		return f.seen == f.options.Trial
	}
	f.stage = s
	if f.seen++; f.seen != f.options.Trial {
		return false
	}
	f.err = f.open(s)
	return f.err == nil
}

// open makes the renderer and the view.
func (f *Film) open(s *Stage) error {
	m := s.Sim.Model()
	if a, ok := angles[f.options.View]; ok {
		f.follow = true
		heading := s.Place().Yaw * 180 / math.Pi
		f.view = mujoco.View{
			Camera: mujoco.FreeCamera, DistanceM: a.distance, AzimuthDeg: a.azimuth + heading,
			ElevationDeg: a.elevation, FovYDeg: 32,
		}
		p := s.Torso().P
		f.at = [3]float64{p.X, p.Y, lookAtM}
	} else {
		id, err := m.ID(mujoco.Camera, "view/"+f.options.View)
		if err != nil {
			return fmt.Errorf("film: view %q: expected %s, or a view of the world: %w", f.options.View, filmViews(), err)
		}
		f.view = mujoco.View{Camera: id}
	}
	r, err := mujoco.NewRenderer(m, mujoco.RenderOptions{
		MaxWidth: f.options.Width, MaxHeight: f.options.Height, Samples: 4, ShadowSize: 2048,
	})
	if err != nil {
		return fmt.Errorf("film: %w", err)
	}
	f.renderer = r
	s.BeforeClose(f.close)
	return nil
}

// lookAtM is the height in the middle of the picture.
const lookAtM = 0.24

func (f *Film) close() {
	if f.renderer != nil {
		f.renderer.Close()
		f.renderer = nil
	}
}

// track moves the camera smoothly with the robot.
func (f *Film) track(s *Stage) {
	const share = 0.05 // a cycle: within about a quarter of a second
	p := s.Torso().P
	f.at[0] += share * (p.X - f.at[0])
	f.at[1] += share * (p.Y - f.at[1])
	f.view.Lookat = f.at
}

func (f *Film) draw(s *Stage) {
	w, h := f.options.Width, f.options.Height
	s.Sim.Data().CopyPose(&f.pose)
	rgb := make([]byte, 3*w*h)
	if f.err = f.renderer.Render(&f.pose, f.view, w, h, rgb); f.err != nil {
		return
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(img.Pix[4*i:4*i+3], rgb[3*i:3*i+3])
		img.Pix[4*i+3] = 255
	}
	if !f.options.Plain {
		f.write(img, s.Time())
	}
	f.frames = append(f.frames, img)
}

// write puts time and caption into the corner.
func (f *Film) write(img *image.RGBA, now time.Duration) {
	lines := []string{fmt.Sprintf("%.1f s", now.Seconds())}
	if f.options.Speed != 1 {
		lines[0] += fmt.Sprintf("  (%g x)", f.options.Speed)
	}
	if f.options.Caption != "" {
		lines = append(strings.Split(f.options.Caption, "\n"), lines...)
	}
	for i, line := range lines {
		for _, layer := range []struct {
			dx, dy int
			c      color.Color
		}{{1, 1, color.Black}, {0, 0, color.White}} {
			d := font.Drawer{
				Dst: img, Src: image.NewUniform(layer.c), Face: basicfont.Face7x13,
				Dot: fixed.P(6+layer.dx, 15+14*i+layer.dy),
			}
			d.DrawString(line)
		}
	}
}

// Frames returns the number of pictures taken so far.
func (f *Film) Frames() int { return len(f.frames) }

// WriteGIF writes the film.
func (f *Film) WriteGIF(w io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	return writeGIF(w, f.frames, f.options.FPS, f.options.Tolerance)
}

// WriteRGB writes the pictures one after the other, three bytes a pixel.
func (f *Film) WriteRGB(w io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	var row []byte
	for _, frame := range f.frames {
		row = row[:0]
		for i := 0; i < len(frame.Pix); i += 4 {
			row = append(row, frame.Pix[i:i+3]...)
		}
		if _, err := w.Write(row); err != nil {
			return fmt.Errorf("film: %w", err)
		}
	}
	return nil
}

// check returns an error if there is no film.
func (f *Film) check() error {
	switch {
	case f.err != nil:
		return f.err
	case len(f.frames) == 0:
		return fmt.Errorf("film: no picture was taken: trial %d, from %v until %v", f.options.Trial, f.options.From, f.options.Until)
	}
	return nil
}
