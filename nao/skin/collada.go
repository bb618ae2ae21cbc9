package skin

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// COLLADA returns the mesh as a COLLADA 1.4 document with its materials, as rviz2 and other viewers read it.
func (m *Mesh) COLLADA() string {
	w := &colladaWriter{}
	w.line(`<?xml version="1.0" encoding="utf-8"?>`)
	w.line(`<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">`)
	w.line(`<asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>`)
	w.line(`<library_effects>`)
	for i := range m.Parts {
		w.effect(m.Parts[i].Material)
	}
	w.line(`</library_effects>`)
	w.line(`<library_materials>`)
	for i := range m.Parts {
		name := m.Parts[i].Material.String()
		w.line(`<material id="` + name + `" name="` + name + `"><instance_effect url="#` + name + `_effect"/></material>`)
	}
	w.line(`</library_materials>`)
	w.line(`<library_geometries>`)
	for i := range m.Parts {
		w.geometry(&m.Parts[i])
	}
	w.line(`</library_geometries>`)
	w.line(`<library_visual_scenes><visual_scene id="scene"><node id="link">`)
	for i := range m.Parts {
		name := m.Parts[i].Material.String()
		w.line(`<instance_geometry url="#` + name + `_mesh"><bind_material><technique_common><instance_material symbol="` + name + `" target="#` + name +
			`"/></technique_common></bind_material></instance_geometry>`)
	}
	w.line(`</node></visual_scene></library_visual_scenes>`)
	w.line(`<scene><instance_visual_scene url="#scene"/></scene>`)
	w.line(`</COLLADA>`)
	return w.out.String()
}

type colladaWriter struct{ out strings.Builder }

func (w *colladaWriter) line(text string) {
	w.out.WriteString(text)
	w.out.WriteByte('\n')
}

// effect writes how a material looks.
func (w *colladaWriter) effect(m nao.Material) {
	color, specular, emission := m.Appearance()
	paint := func(element string, share float64) string {
		return `<` + element + `><color>` + short(share*color[0], 4) + " " + short(share*color[1], 4) + " " + short(share*color[2], 4) + ` 1</color></` + element + `>`
	}
	gloss := short(specular, 4)
	w.line(`<effect id="` + m.String() + `_effect"><profile_COMMON><technique sid="common"><phong>` + paint("emission", emission) + paint("ambient", 1) +
		paint("diffuse", 1) + `<specular><color>` + gloss + " " + gloss + " " + gloss +
		` 1</color></specular><shininess><float>30</float></shininess></phong></technique></profile_COMMON></effect>`)
}

// geometry writes the triangles of a part.
func (w *colladaWriter) geometry(p *Part) {
	name := p.Material.String()
	w.line(`<geometry id="` + name + `_mesh"><mesh>`)
	w.source(name+"_places", p.Vertices, 4) // a tenth of a millimetre
	w.source(name+"_normals", p.Normals, 2) // half a degree
	w.line(`<vertices id="` + name + `_vertices"><input semantic="POSITION" source="#` + name + `_places"/><input semantic="NORMAL" source="#` + name + `_normals"/></vertices>`)
	strips := p.strips()
	w.out.WriteString(`<tristrips count="` + strconv.Itoa(len(strips)) + `" material="` + name + `"><input semantic="VERTEX" source="#` + name + `_vertices" offset="0"/>`)
	for _, strip := range strips {
		before := "<p>"
		for _, v := range strip {
			w.out.WriteString(before + strconv.Itoa(v))
			before = " "
		}
		w.out.WriteString("</p>")
	}
	w.line(`</tristrips></mesh></geometry>`)
}

// source writes vectors with so many digits after the point.
func (w *colladaWriter) source(id string, all []r3.Vec, digits int) {
	n := strconv.Itoa(3 * len(all))
	w.out.WriteString(`<source id="` + id + `"><float_array id="` + id + `_array" count="` + n + `">`)
	for i, v := range all {
		if i > 0 {
			w.out.WriteByte(' ')
		}
		w.out.WriteString(short(v.X, digits) + " " + short(v.Y, digits) + " " + short(v.Z, digits))
	}
	w.line(`</float_array><technique_common><accessor source="#` + id + `_array" count="` + strconv.Itoa(len(all)) +
		`" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`)
}

// short returns a number with so many digits after the point at most.
func short(v float64, digits int) string {
	scale := math.Pow10(digits)
	v = math.Round(v*scale) / scale
	if v == 0 {
		return "0" // and not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
