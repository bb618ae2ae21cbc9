package label

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// owner is the object of a geom.
type owner struct {
	class  Class
	object int32 // index in Labeller.objects; −1: none
}

// object is a possible Thing.
type object struct {
	class Class
	name  string
	look  Look
	body  int    // body whose frame is the object's place; −1: at is used
	at    r3.Vec // m in world
	size  float64
	color field.Color
	geoms []int32
}

// Identity identifies a robot of the model.
type Identity struct {
	Prefix string // of its names in the model
	Number int    // jersey number; 0: none
	Team   string // colour of its jersey or waistband; "": none
}

// find fills in the owner of each geom. Package world and package nao have written the names.
func (l *Labeller) find(w *world.World, self string, robots []Identity) error {
	l.owners = make([]owner, l.model.Count(mujoco.Geom))
	for i := range l.owners {
		l.owners[i] = owner{Background, -1}
	}
	if id, err := l.model.ID(mujoco.Geom, "carpet"); err == nil {
		l.owners[id].class = Carpet
	}
	for i, g := range w.Goals {
		l.goal(i, g)
	}
	for i, p := range w.Poles {
		o := object{class: Landmark, name: fmt.Sprintf("pole%d", i), body: -1, at: r3.Vec{X: p.XM, Y: p.YM}, size: p.DiameterM, color: colorOf(p.Upper)}
		l.named(o, o.name+"/0", o.name+"/1")
	}
	for _, b := range w.Balls {
		if err := l.tree(object{class: Ball, name: b.Name, size: b.DiameterM}, b.Name, b.Name); err != nil {
			return err
		}
	}
	for _, c := range w.Carriers {
		if err := l.tree(object{class: Carried, name: c.Name, size: 2 * c.RadiusM}, c.Name+"/arm", c.Name); err != nil {
			return err
		}
	}
	for _, p := range w.Puppets {
		look := Look{Number: p.Number, Team: p.Jersey}
		if err := l.tree(object{class: Robot, name: p.Name, look: look}, p.Name, p.Name); err != nil {
			return err
		}
	}
	l.people(w)
	for _, r := range robots {
		o := object{class: Robot, name: strings.TrimSuffix(r.Prefix, "/"), look: Look{Number: r.Number, Team: r.Team}}
		if r.Prefix == self {
			o.class = Self
		}
		torso := r.Prefix + nao.LinkTorso.String()
		if err := l.tree(o, torso, torso); err != nil {
			return err
		}
	}
	return nil
}

// goal adds the parts of a goal.
func (l *Labeller) goal(i int, g world.Goal) {
	name := fmt.Sprintf("goal%d", i)
	sin, cos := math.Sincos(g.FacingDeg * math.Pi / 180)
	at := func(y, z float64) r3.Vec { return r3.Vec{X: g.XM - sin*y, Y: g.YM + cos*y, Z: z} }
	half := (g.InnerWidthM + g.PostDiameterM) / 2
	part := object{name: name, body: -1, size: g.PostDiameterM, color: colorOf(g.Color)}
	for k, y := range []float64{-half, half} {
		part.class, part.at = Post, at(y, 0)
		part.name = fmt.Sprintf("%s/post%d", name, k)
		l.named(part, part.name)
	}
	part.class, part.at, part.name = Crossbar, at(0, g.HeightM+g.PostDiameterM/2), name+"/crossbar"
	l.named(part, part.name)
	part.class, part.at, part.name, part.size = Goal, at(0, 0), name, 0
	l.named(part, name+"/frame0", name+"/frame1", name+"/frame2", name+"/frame3", name+"/frame4")
}

// people adds the persons beside the field.
func (l *Labeller) people(w *world.World) {
	if w.Hall == nil {
		return
	}
	for i, p := range w.Hall.People {
		o := object{class: Person, name: fmt.Sprintf("person%d", i), body: -1, at: r3.Vec{X: p.XM, Y: p.YM}}
		for k := 0; ; k++ {
			id, err := l.model.ID(mujoco.Geom, fmt.Sprintf("%s/%d", o.name, k))
			if err != nil {
				break
			}
			o.geoms = append(o.geoms, int32(id))
		}
		l.add(o)
	}
}

// named adds an object whose geoms have these names; missing ones are left out.
func (l *Labeller) named(o object, geoms ...string) {
	for _, name := range geoms {
		if id, err := l.model.ID(mujoco.Geom, name); err == nil {
			o.geoms = append(o.geoms, int32(id))
		}
	}
	l.add(o)
}

// tree adds an object that is all that hangs on a body of the world. Its place is that of the body named place.
func (l *Labeller) tree(o object, root, place string) error {
	top, err := l.model.ID(mujoco.Body, root)
	if err != nil {
		return fmt.Errorf("label: %w", err)
	}
	if o.body, err = l.model.ID(mujoco.Body, place); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	for g, body := range l.model.GeomBodies() {
		if int(l.model.BodyRoot[body]) == top {
			o.geoms = append(o.geoms, int32(g))
		}
	}
	l.add(o)
	return nil
}

func (l *Labeller) add(o object) {
	if len(o.geoms) == 0 {
		return
	}
	for _, g := range o.geoms {
		l.owners[g] = owner{o.class, int32(len(l.objects))}
	}
	l.objects = append(l.objects, o)
}

// colorOf returns the name of a colour that the field file may have, "" for another one.
func colorOf(c world.Color) field.Color {
	for _, name := range field.Colors() {
		if named, err := world.ParseColor(string(name)); err == nil && named == c {
			return name
		}
	}
	return ""
}
