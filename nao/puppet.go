package nao

import "fmt"

// PuppetOptions holds the options of Puppet.
type PuppetOptions struct {
	Prefix string // put before every name
	Accent RGBA   // colour of the coloured parts; Blue when alpha is 0
	Joints Joints // its posture
	Jersey RGBA   // colour of a jersey; none when alpha is 0
	Number int    // on the jersey; 0: none
	Other  bool   // a robot of another make: OtherHeight instead of StandHeight, dark, with plain straight limbs
}

// OtherHeight is the height of the torso's origin of a puppet of another make over its soles, m.
const OtherHeight = 0.48

// Puppet returns the shapes of a robot in one posture, without joints: Asset and Files, and in Body the geoms for a body
// whose frame is the torso. Visible geoms are in group 1, colliding ones in group 3, as those of MJCF.
func Puppet(o PuppetOptions) MJCFParts {
	if o.Accent[3] == 0 {
		o.Accent = Blue()
	}
	w := &mjcfWriter{opts: MJCFOptions{Prefix: o.Prefix, Accent: o.Accent, Jersey: o.Jersey, Number: o.Number}}
	parts := MJCFParts{Asset: w.assets()}
	shown, solid, clothes := Shapes(Rounded), Collisions(), jerseyShapes()
	if o.Other {
		shown, clothes = otherShapes(), otherJersey()
		solid = shown
	}
	still := func(shapes []Shape, look func(s *Shape) string) {
		for _, s := range shapes {
			if !o.Other {
				s.Pose = s.Link.InTorso(&o.Joints).Mul(s.Pose)
			}
			w.printf(`<geom %s %s/>`, geomText(s), look(&s))
		}
	}
	still(shown, func(s *Shape) string {
		return fmt.Sprintf(`group="1" contype="0" conaffinity="0" material="%s%s"`, o.Prefix, materials[s.Material].name)
	})
	still(solid, func(*Shape) string { return `group="3" contype="1" conaffinity="1" condim="3"` })
	if o.Jersey[3] != 0 {
		still(clothes, func(*Shape) string {
			return `group="1" contype="0" conaffinity="0" rgba="` + numsText(o.Jersey[:]) + `"`
		})
		if o.Other {
			w.otherNumber()
		} else {
			w.numberPatches()
		}
	}
	parts.Body, parts.Files = w.out.String(), w.files
	return parts
}

// otherShapes is our own drawing of a robot of some other make, all in the torso's frame: longer limbs, square feet, a
// camera bar for a head.
func otherShapes() []Shape {
	return bothSidesY([]Shape{
		box(LinkTorso, Grey, at(0, 0, 0.05), 0.06, 0.085, 0.12),
		box(LinkTorso, Black, at(-0.07, 0, 0.06), 0.03, 0.06, 0.08),
		box(LinkTorso, Black, at(0, 0, -0.10), 0.05, 0.07, 0.035),
		rod(LinkTorso, Black, at(0, 0, 0.17), at(0, 0, 0.21), 0.022),
		box(LinkTorso, Grey, at(0.01, 0, 0.245), 0.045, 0.055, 0.04),
		rod(LinkTorso, Black, at(0.05, 0.03, 0.25), at(0.062, 0.03, 0.25), 0.014),
		box(LinkTorso, Accent, at(0.056, 0, 0.25), 0.002, 0.012, 0.02),
	}, []Shape{
		ball(LinkTorso, Black, at(0, 0.115, 0.14), 0.04),
		pill(LinkTorso, Grey, at(0, 0.135, 0.13), at(0.01, 0.15, -0.03), 0.028),
		pill(LinkTorso, Black, at(0.01, 0.15, -0.03), at(0.13, 0.14, -0.10), 0.024),
		ball(LinkTorso, Black, at(0, 0.065, -0.13), 0.045),
		pill(LinkTorso, Grey, at(0, 0.068, -0.14), at(0.04, 0.07, -0.28), 0.040),
		box(LinkTorso, Black, at(0.04, 0.07, -0.29), 0.035, 0.035, 0.03),
		pill(LinkTorso, Grey, at(0.04, 0.07, -0.29), at(0, 0.07, -0.43), 0.034),
		box(LinkTorso, Black, at(0.025, 0.072, -0.465), 0.085, 0.048, 0.015),
		box(LinkTorso, Accent, at(0.058, 0.07, -0.36), 0.006, 0.02, 0.04),
	})
}

func otherJersey() []Shape {
	return []Shape{box(LinkTorso, White, at(0, 0, 0.055), 0.066, 0.091, 0.105)}
}

// otherNumber writes the flat plates that show the number on that robot's chest and back.
func (w *mjcfWriter) otherNumber() {
	if w.opts.Number < 1 {
		return
	}
	front := Pose{R: [9]float64{0, 0, 1, 1, 0, 0, 0, 1, 0}, P: at(0.068, 0, 0.06)} // z towards the reader, y up
	back := Pose{R: [9]float64{0, 0, -1, -1, 0, 0, 0, 1, 0}, P: at(-0.102, 0, 0.06)}
	for _, x := range [2]Pose{front, back} {
		w.printf(`<geom type="box" size="%s" pos="%s" quat="%s" group="1" contype="0" conaffinity="0" material="%nnumber"/>`,
			numsText([]float64{patchHalfM, patchHalfM, 0.0015}), vecText(x.P), quatText(x))
	}
}

// bothSidesY appends to the middle shapes the left ones, and the left ones' mirror images.
func bothSidesY(middle, left []Shape) []Shape {
	middle = append(middle, left...)
	for _, s := range left {
		s.Pose = mirrored(s.Pose)
		middle = append(middle, s)
	}
	return middle
}
