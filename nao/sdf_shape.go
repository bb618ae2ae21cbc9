package nao

import "fmt"

// sdfPose writes a pose, in the frame of the element's parent or in a named one.
func sdfPose(x Pose, relativeTo string) string {
	roll, pitch, yaw := x.RollPitchYaw()
	in := ""
	if relativeTo != "" {
		in = ` relative_to="` + relativeTo + `"`
	}
	return "<pose" + in + ">" + vecText(x.P) + " " + numsText([]float64{roll, pitch, yaw}) + "</pose>"
}

// sdfGeometry writes a primitive's geometry.
func sdfGeometry(s Shape) string {
	var text string
	switch s.Kind {
	case Box:
		size := s.Size
		for i := range size {
			size[i] *= 2
		}
		text = `<box><size>` + numsText(size[:]) + `</size></box>`
	case Ellipsoid:
		text = `<ellipsoid><radii>` + numsText(s.Size[:]) + `</radii></ellipsoid>`
	case Sphere:
		text = `<sphere><radius>` + numText(s.Size[0]) + `</radius></sphere>`
	case Cylinder, Capsule:
		kind := "cylinder"
		if s.Kind == Capsule {
			kind = "capsule"
		}
		text = fmt.Sprintf(`<%s><radius>%s</radius><length>%s</length></%s>`, kind, numText(s.Size[0]), numText(2*s.Size[1]), kind)
	}
	return `<geometry>` + text + `</geometry>`
}

// visual writes the visible geometry of a shape.
func (w *sdfWriter) visual(name string, s Shape, color RGBA) {
	m := &materials[s.Material]
	var glow RGBA
	for i := range 3 {
		glow[i] = m.emission * color[i]
	}
	glow[3] = 1
	w.printf(`<visual name="%s">%s%s`, name, sdfPose(s.Pose, ""), sdfGeometry(s))
	w.printf(`<material><ambient>%s</ambient><diffuse>%s</diffuse><specular>%s</specular><emissive>%s</emissive></material></visual>`,
		numsText(color[:]), numsText(color[:]), numsText([]float64{m.specular, m.specular, m.specular, 1}), numsText(glow[:]))
}

// collision writes the colliding geometry of a shape.
func (w *sdfWriter) collision(name string, s Shape) {
	w.printf(`<collision name="%s">%s%s%s</collision>`, name, sdfPose(s.Pose, ""), sdfGeometry(s), sdfSurface)
}

// sdfSurface is the friction of everything that touches the ground.
const sdfSurface = `<surface><friction><ode><mu>0.8</mu><mu2>0.8</mu2></ode></friction></surface>`
