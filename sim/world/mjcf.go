package world

import (
	"cmp"
	"fmt"
	"image"
	"maps"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Scene is a model for mujoco.Load.
type Scene struct {
	XML      string
	Files    map[string][]byte             // files that the text refers to
	Pictures map[string]func() *image.RGBA // painted on a texture, by its name, when it is drawn
}

// maxLiftM is the largest height of a carried ball, m.
const maxLiftM = 3.0

// Options returns how a robot starts and looks; the caller adds the rest.
func (r *Robot) Options() nao.MJCFOptions {
	base := nao.Rotation(r3.Vec{Z: 1}, r.YawDeg*math.Pi/180)
	base.P = r3.Vec{X: r.XM, Y: r.YM, Z: nao.StandHeight}
	o := nao.MJCFOptions{Accent: opaque(r.Color), Base: &base}
	if r.Look == LookBlocks {
		o.Look = nao.Blocks
	}
	if r.Waistband != "" && r.Waistband != WaistbandNone {
		if c, err := ParseColor(r.Waistband); err == nil { // Validate has seen it
			o.Waistband = opaque(c)
		}
	}
	if r.Jersey != "" && r.Jersey != WaistbandNone {
		if c, err := ParseColor(r.Jersey); err == nil {
			o.Jersey, o.Number = opaque(c), r.Number
		}
	}
	return o
}

func opaque(c Color) nao.RGBA { return nao.RGBA{c[0], c[1], c[2], 1} }

// MJCF joins the world and the robots into one model.
func (w *World) MJCF(robots ...nao.MJCFParts) (Scene, error) {
	if err := w.Validate(); err != nil {
		return Scene{}, fmt.Errorf("write world: %w", err)
	}
	b := &builder{files: map[string][]byte{}, pictures: map[string]func() *image.RGBA{}}
	b.floor(w)
	for i, g := range w.Goals {
		b.goal(i, g)
	}
	for i, p := range w.Poles {
		b.pole(i, p)
	}
	for _, ball := range w.Balls {
		b.ball(ball)
	}
	for _, c := range w.Carriers {
		b.carrier(c)
	}
	b.light(w.Light)
	b.hall(w)
	for _, p := range w.Puppets {
		b.puppet(p)
	}
	for _, v := range w.Views {
		b.view(v)
	}
	for _, r := range robots {
		b.asset.WriteString(r.Asset)
		b.body.WriteString(r.Body)
		b.contact.WriteString(r.Contact)
		b.equality.WriteString(r.Equality)
		b.actuator.WriteString(r.Actuator)
		b.sensor.WriteString(r.Sensor)
		maps.Copy(b.files, r.Files)
	}
	return Scene{XML: b.text(w, len(robots)), Files: b.files, Pictures: b.pictures}, nil
}

type builder struct {
	asset, body, contact, equality, actuator, sensor strings.Builder
	files                                            map[string][]byte
	pictures                                         map[string]func() *image.RGBA
}

// text joins the parts. Contacts and constraints have room for every robot lying on the
// ground with all its joints at their limits: MuJoCo drops those that do not fit.
func (b *builder) text(w *World, robots int) string {
	var out strings.Builder
	room := max(1, robots)
	clip, scale := w.shadowMap()
	ambient, quads := w.Light.Ambient, 4
	ambient = cmp.Or(ambient, 0.34)
	if len(w.Light.Lamps) > 0 {
		quads = 24 // light is computed at the corners of the squares of a plane
	}
	fmt.Fprintf(&out, `<mujoco model="gonao">
<compiler angle="radian" autolimits="false"/>
<size nconmax="%d" njmax="%d"/>
<option timestep="%g" cone="elliptic" impratio="450" iterations="50" solver="Newton" gravity="0 0 -9.81"/>
<statistic extent="%g" center="0 0 0.3"/>
<visual>
 <quality numslices="32" numstacks="20" numquads="%d"/>
 <map znear="0.0025" zfar="12" shadowclip="%g" shadowscale="%g"/>
 <headlight ambient="%s" diffuse="%s" specular="0.04 0.04 0.04"/>
</visual>
`, 100+150*room, 300+700*room, w.TimestepSec, extentM, quads, clip, scale, grey(ambient*w.Light.Brightness), grey(0.16*w.Light.Brightness))
	for _, part := range []struct{ name, text string }{
		{"asset", b.asset.String()},
		{"worldbody", b.body.String()},
		{"contact", b.contact.String()},
		{"equality", b.equality.String()},
		{"actuator", b.actuator.String()},
		{"sensor", b.sensor.String()},
	} {
		fmt.Fprintf(&out, "<%s>\n%s</%s>\n", part.name, part.text, part.name)
	}
	out.WriteString("</mujoco>\n")
	return out.String()
}

func (b *builder) floor(w *World) {
	const ground = `contype="1" conaffinity="3" condim="3" friction="0.4 0.005 0.0001" solref="0.005 1"`
	fmt.Fprintf(&b.asset, `<material name="hall" rgba="%s" specular="0" shininess="0"/>`+"\n", w.Floor.Color.rgba())
	material, below := "hall", 0.0
	if s := w.Floor.CheckerM; s > 0 {
		contrast := cmp.Or(w.Floor.Contrast, 0.06)
		fmt.Fprintf(&b.asset, `<texture name="checker" type="2d" builtin="checker" width="512" height="512" rgb1="%s" rgb2="%s"/>`+"\n",
			w.Floor.Color.scaled(1+contrast).rgb(), w.Floor.Color.scaled(1-contrast).rgb())
		fmt.Fprintf(&b.asset, `<material name="checker" texture="checker" texuniform="true" texrepeat="%g %g" specular="0" shininess="0"/>`+"\n",
			0.5/s, 0.5/s)
		material = "checker"
	}
	if f := w.Field; f != nil {
		b.texture("field", "2d", func() *image.RGBA { return paintField(f) })
		b.asset.WriteString(`<material name="field" texture="field" specular="0" shininess="0"/>` + "\n")
		// Feet touch the carpet; the hall's floor lies just below and carries nothing.
		fmt.Fprintf(&b.body, `<geom name="carpet" type="plane" pos="0 0 0" size="%g %g 0.5" material="field" contype="0" conaffinity="0"/>`+"\n",
			f.LengthM/2+f.BorderM, f.WidthM/2+f.BorderM)
		below = -0.004
	}
	fmt.Fprintf(&b.body, `<geom name="hall" type="plane" pos="0 0 %g" size="%g %g 2" material="%s" contype="0" conaffinity="0"/>`+"\n",
		below, w.Floor.SizeM[0]/2, w.Floor.SizeM[1]/2, material)
	fmt.Fprintf(&b.body, `<geom name="floor" type="plane" size="0 0 1" group="3" rgba="0 0 0 0" %s/>`+"\n", ground)
}

// texture writes a texture of a type, which is painted, and gets its size, when it is first drawn.
func (b *builder) texture(name, kind string, paint func() *image.RGBA) {
	b.pictures[name] = paint
	fmt.Fprintf(&b.asset, `<texture name="%s" type="%s" builtin="flat" width="1" height="1"/>`+"\n", name, kind)
}

func (b *builder) light(l Light) {
	fmt.Fprintf(&b.asset, `<texture name="sky" type="skybox" builtin="gradient" rgb1="%s" rgb2="%s" width="128" height="768"/>`+"\n",
		l.SkyHorizon.rgb(), l.SkyTop.rgb())
	b.lamps(l)
}

func (b *builder) view(v View) {
	from, to := vec(v.FromM), vec(v.ToM)
	forward := r3.Unit(r3.Sub(to, from))
	right := r3.Unit(r3.Cross(forward, r3.Vec{Z: 1}))
	up := r3.Cross(right, forward)
	fmt.Fprintf(&b.body, `<camera name="view/%s" pos="%s" xyaxes="%s %s" fovy="%g"/>`+"\n",
		v.Name, text(from), text(right), text(up), v.FovYDeg)
}

func vec(p [3]float64) r3.Vec { return r3.Vec{X: p[0], Y: p[1], Z: p[2]} }

func text(v r3.Vec) string { return fmt.Sprintf("%.6g %.6g %.6g", v.X, v.Y, v.Z) }

func grey(v float64) string { return fmt.Sprintf("%.4g %.4g %.4g", v, v, v) }
