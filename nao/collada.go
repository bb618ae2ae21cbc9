package nao

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// FileName returns the name of the mesh's file: torso.dae, Head.dae.
func (m *Mesh) FileName() string { return m.Link.String() + ".dae" }

// COLLADA returns the mesh as a COLLADA 1.4 document with its materials, as rviz2 and other viewers read it. Accent is the colour of
// the coloured parts; Blue when alpha is 0.
func (m *Mesh) COLLADA(accent RGBA) string {
	if accent[3] == 0 {
		accent = Blue()
	}
	w := &colladaWriter{}
	w.line(`<?xml version="1.0" encoding="utf-8"?>`)
	w.line(`<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">`)
	w.line(`<asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>`)
	w.line(`<library_effects>`)
	for i := range m.Parts {
		w.effect(m.Parts[i].Material, accent)
	}
	w.line(`</library_effects>`)
	w.line(`<library_materials>`)
	for i := range m.Parts {
		name := materials[m.Parts[i].Material].name
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
		name := materials[m.Parts[i].Material].name
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
func (w *colladaWriter) effect(m Material, accent RGBA) {
	f := &materials[m]
	color := f.color
	if m == Accent {
		color = accent
	}
	paint := func(element string, share float64) string {
		return `<` + element + `><color>` + numsText([]float64{fourDigits(share * color[0]), fourDigits(share * color[1]), fourDigits(share * color[2]), 1}) + `</color></` + element + `>`
	}
	w.line(`<effect id="` + f.name + `_effect"><profile_COMMON><technique sid="common"><phong>` + paint("emission", f.emission) + paint("ambient", 1) +
		paint("diffuse", 1) + `<specular><color>` + numsText([]float64{f.specular, f.specular, f.specular, 1}) +
		`</color></specular><shininess><float>30</float></shininess></phong></technique></profile_COMMON></effect>`)
}

// geometry writes the triangles of a part.
func (w *colladaWriter) geometry(p *MeshPart) {
	name := materials[p.Material].name
	w.line(`<geometry id="` + name + `_mesh"><mesh>`)
	w.source(name+"_places", p.Vertices)
	w.source(name+"_normals", p.Normals)
	w.line(`<vertices id="` + name + `_vertices"><input semantic="POSITION" source="#` + name + `_places"/><input semantic="NORMAL" source="#` + name + `_normals"/></vertices>`)
	w.line(`<triangles count="` + strconv.Itoa(len(p.Triangles)) + `" material="` + name + `"><input semantic="VERTEX" source="#` + name + `_vertices" offset="0"/><p>`)
	for i, t := range p.Triangles {
		if i > 0 {
			w.out.WriteByte(' ')
		}
		w.out.WriteString(strconv.Itoa(t[0]) + " " + strconv.Itoa(t[1]) + " " + strconv.Itoa(t[2]))
	}
	w.line(`</p></triangles></mesh></geometry>`)
}

// source writes vectors, to a hundredth of a millimetre or of a degree.
func (w *colladaWriter) source(id string, all []r3.Vec) {
	n := strconv.Itoa(3 * len(all))
	w.out.WriteString(`<source id="` + id + `"><float_array id="` + id + `_array" count="` + n + `">`)
	for i, v := range all {
		if i > 0 {
			w.out.WriteByte(' ')
		}
		w.out.WriteString(short(v.X) + " " + short(v.Y) + " " + short(v.Z))
	}
	w.line(`</float_array><technique_common><accessor source="#` + id + `_array" count="` + strconv.Itoa(len(all)) +
		`" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`)
}

// fourDigits keeps four digits after the point.
func fourDigits(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// short returns a number with five digits after the point at most.
func short(v float64) string {
	v = math.Round(v*1e5) / 1e5
	if v == 0 {
		return "0" // and not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
