package nao_test

import (
	"encoding/xml"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// meshDirectory is installed with the launch files, as package://gonao_bringup/meshes.
const meshDirectory = "../launch/meshes"

//go:generate env GENERATE=meshes go test -count=1 -run TestTheMeshesAreUpToDate .

// meshes returns the meshes of all links that have a skin.
func meshes() (all []nao.Mesh) {
	for l := range nao.Link(nao.NumLinks) {
		if m := nao.MeshOf(l, nao.Rounded); len(m.Parts) > 0 {
			all = append(all, m)
		}
	}
	return all
}

func TestTheMeshesAreUpToDate(t *testing.T) {
	const most = 900_000 // bytes of all
	sum := 0
	files := map[string]bool{}
	for _, m := range meshes() {
		text := m.COLLADA(nao.RGBA{})
		sum += len(text)
		files[m.FileName()] = true
		file := filepath.Join(meshDirectory, m.FileName())
		if os.Getenv("GENERATE") == "meshes" {
			require.NoError(t, os.MkdirAll(meshDirectory, 0o755))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			require.NoError(t, os.Chmod(file, 0o644))
		}
		is, err := os.ReadFile(file)
		require.NoError(t, err, "make generate writes it")
		require.Equal(t, text, string(is), "%s: make generate writes it", file)
	}
	require.Less(t, sum, most)
	there, err := filepath.Glob(filepath.Join(meshDirectory, "*"))
	require.NoError(t, err)
	for _, f := range there {
		require.True(t, files[filepath.Base(f)], "%s belongs to no link", f)
	}
	t.Logf("%d meshes, %d bytes", len(files), sum)
}

// Every mesh is closed and faces outward, and its normals do.
func TestMeshesAreClosedAndFaceOutward(t *testing.T) {
	for _, look := range []nao.Look{nao.Rounded, nao.Blocks} {
		for l := range nao.Link(nao.NumLinks) {
			m := nao.MeshOf(l, look)
			for i := range m.Parts {
				p := &m.Parts[i]
				require.Len(t, p.Normals, len(p.Vertices))
				volume := 0.0
				edges := map[[2]r3.Vec]int{}
				for _, k := range p.Triangles {
					a, b, c := p.Vertices[k[0]], p.Vertices[k[1]], p.Vertices[k[2]]
					volume += r3.Dot(a, r3.Cross(b, c)) / 6
					face := r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
					require.Greater(t, r3.Norm(face), 1e-12, "%v: a triangle without an area", l)
					for _, n := range k {
						require.InDelta(t, 1, r3.Norm(p.Normals[n]), 1e-9)
						require.Positive(t, r3.Dot(face, p.Normals[n]), "%v: a normal points inward", l)
					}
					for _, e := range [][2]r3.Vec{{a, b}, {b, c}, {c, a}} {
						from, to := grid(e[0]), grid(e[1])
						edges[[2]r3.Vec{from, to}]++
						edges[[2]r3.Vec{to, from}]--
					}
				}
				require.Positive(t, volume, "%v", l)
				for e, n := range edges {
					require.Zero(t, n, "%v: the edge %v belongs to one triangle alone", l, e)
				}
			}
		}
	}
}

// grid rounds a place, so that equal ones are equal.
func grid(v r3.Vec) r3.Vec {
	round := func(x float64) float64 { return math.Round(x*1e7)/1e7 + 0 }
	return r3.Vec{X: round(v.X), Y: round(v.Y), Z: round(v.Z)}
}

// A sphere's mesh lies on the sphere, and its volume is nearly the sphere's.
func TestAMeshHasTheSizeOfItsShapes(t *testing.T) {
	m := nao.MeshOf(nao.LinkLElbow, nao.Rounded) // one ball
	require.Len(t, m.Parts, 1)
	var radius float64
	for _, s := range nao.Shapes(nao.Rounded) {
		if s.Link == nao.LinkLElbow {
			radius = s.Size[0]
		}
	}
	for _, v := range m.Parts[0].Vertices {
		require.InDelta(t, radius, r3.Norm(v), 1e-9)
	}
}

func TestADocumentOfAMeshIsWhole(t *testing.T) {
	m := nao.MeshOf(nao.LinkTorso, nao.Rounded)
	text := m.COLLADA(nao.Red())
	var doc struct {
		Asset struct {
			Up string `xml:"up_axis"`
		} `xml:"asset"`
		Effects []struct {
			Diffuse string `xml:"profile_COMMON>technique>phong>diffuse>color"`
		} `xml:"library_effects>effect"`
		Geometries []struct {
			Sources []struct {
				Array struct {
					Count int    `xml:"count,attr"`
					Text  string `xml:",chardata"`
				} `xml:"float_array"`
			} `xml:"mesh>source"`
			Triangles struct {
				Count int    `xml:"count,attr"`
				Text  string `xml:"p"`
			} `xml:"mesh>triangles"`
		} `xml:"library_geometries>geometry"`
	}
	require.NoError(t, xml.Unmarshal([]byte(text), &doc))
	require.Equal(t, "Z_UP", doc.Asset.Up)
	require.Len(t, doc.Effects, len(m.Parts))
	require.Len(t, doc.Geometries, len(m.Parts))
	for i, g := range doc.Geometries {
		require.Len(t, strings.Fields(g.Triangles.Text), 3*len(m.Parts[i].Triangles))
		require.Equal(t, len(m.Parts[i].Triangles), g.Triangles.Count)
		for _, s := range g.Sources {
			require.Len(t, strings.Fields(s.Array.Text), s.Array.Count)
		}
	}
	require.Contains(t, text, "<diffuse><color>0.8 0.1 0.1 1</color></diffuse>", "the accent's colour")
}

// With meshes each link that has a skin has one visual, whose file is in the directory; collisions stay primitives.
func TestTheURDFNamesTheMeshes(t *testing.T) {
	text := nao.URDF(nao.URDFOptions{Meshes: "package://gonao_bringup/meshes/"})
	require.Equal(t, len(meshes()), strings.Count(text, "<visual>"))
	for _, m := range meshes() {
		require.Equal(t, 1, strings.Count(text, `<mesh filename="package://gonao_bringup/meshes/`+m.FileName()+`"/>`), m.FileName())
		require.FileExists(t, filepath.Join(meshDirectory, m.FileName()))
	}
	shapes := nao.URDF(nao.URDFOptions{})
	require.Equal(t, strings.Count(shapes, "<collision>"), strings.Count(text, "<collision>"))
	for _, visual := range strings.SplitAfter(shapes, "</visual>") {
		if i := strings.Index(visual, "<visual>"); i >= 0 {
			require.Contains(t, visual[i:], `<color rgba="`, "each visual has its colour")
		}
	}
}
