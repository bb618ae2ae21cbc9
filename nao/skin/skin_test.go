package skin

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// meshDirectory is installed with the launch files, as package://gonao_bringup/meshes.
const meshDirectory = "../../launch/meshes"

//go:generate env GENERATE=meshes go test -count=1 -run TestTheFilesOfTheMeshesAreUpToDate .

// links returns the links that a test makes: all of them take 2 s of processor time.
func links() (all []nao.Link) {
	for l := range nao.Link(nao.NumLinks) {
		switch l {
		case nao.LinkNeck, nao.LinkLElbow, nao.LinkLAnkle, nao.LinkRWrist, nao.LinkRHand:
			all = append(all, l)
		default:
			if !testing.Short() {
				all = append(all, l)
			}
		}
	}
	return all
}

func TestTheFilesOfTheMeshesAreUpToDate(t *testing.T) {
	for _, l := range links() {
		text, ok := File(l.MeshFile())
		require.True(t, ok)
		file := filepath.Join(meshDirectory, l.MeshFile())
		if os.Getenv("GENERATE") == "meshes" {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			require.NoError(t, os.Chmod(file, 0o644))
		}
		is, err := os.ReadFile(file)
		require.NoError(t, err, "make generate writes it")
		if runtime.GOARCH != "amd64" {
			t.Skip("the files were written on amd64; others may round differently")
		}
		require.Equal(t, text, string(is), "%s: make generate writes it", file)
	}
}

// All files together are small enough for a page.
func TestTheFilesOfTheMeshesAreSmall(t *testing.T) {
	const most = 120_000 // bytes, gzipped
	sum := 0
	files, err := filepath.Glob(filepath.Join(meshDirectory, "*"))
	require.NoError(t, err)
	require.Len(t, files, nao.NumLinks)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err = w.Write(text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		sum += packed.Len()
	}
	require.Less(t, sum, most)
	t.Logf("%d bytes", sum)
}

// The parts of a link are one closed surface, which faces outward as its normals do.
func TestASurfaceIsClosedAndFacesOutward(t *testing.T) {
	for _, l := range links() {
		edges := map[[2]r3.Vec]int{}
		volume, area, inward := 0.0, 0.0, 0.0
		for _, p := range Of(l).Parts {
			require.Len(t, p.Normals, len(p.Vertices))
			for _, k := range p.Triangles {
				a, b, c := p.Vertices[k[0]], p.Vertices[k[1]], p.Vertices[k[2]]
				volume += r3.Dot(a, r3.Cross(b, c)) / 6
				face := r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
				area += r3.Norm(face)
				for _, n := range k {
					require.InDelta(t, 1, r3.Norm(p.Normals[n]), 1e-9)
					if r3.Dot(face, p.Normals[n]) < 0 {
						inward += r3.Norm(face) / 3
					}
				}
				for _, e := range [][2]r3.Vec{{a, b}, {b, c}, {c, a}} {
					edges[e]++
					edges[[2]r3.Vec{e[1], e[0]}]--
				}
			}
		}
		require.Positive(t, volume, "%v", l)
		require.Less(t, inward, 0.002*area, "%v: triangles that face inward", l)
		for e, n := range edges {
			require.Zero(t, n, "%v: the edge %v belongs to one triangle alone", l, e)
		}
	}
}

// Each corner of a surface lies on the link's shapes, to the width of a seam that melted, and has the material of the nearest.
func TestASurfaceIsThatOfTheShapes(t *testing.T) {
	for _, l := range links() {
		for _, p := range Of(l).Parts {
			for _, v := range p.Vertices {
				nearest, own := 1.0, 1.0
				for _, s := range nao.Shapes(nao.Rounded) {
					if s.Link != l {
						continue
					}
					part := newPart(s)
					part.edge = 0
					d := part.at(v)
					nearest = min(nearest, d)
					if s.Material == p.Material {
						own = min(own, d)
					}
				}
				require.InDelta(t, 0, nearest, 0.0035, "%v: %v", l, v)
				require.Less(t, own, thinnest, "%v: %v is not %v", l, v, p.Material) // a rim stands over what is beside it
			}
		}
	}
}

// A net over a ball lies on the ball.
func TestABallIsABall(t *testing.T) {
	m := Of(nao.LinkLElbow) // one ball
	require.Len(t, m.Parts, 1)
	var radius float64
	for _, s := range nao.Shapes(nao.Rounded) {
		if s.Link == nao.LinkLElbow {
			radius = s.Size[0]
		}
	}
	for i, v := range m.Parts[0].Vertices {
		require.InDelta(t, radius, r3.Norm(v), 1e-5)
		require.InDelta(t, 1, r3.Dot(r3.Unit(v), m.Parts[0].Normals[i]), 1e-6)
	}
}

// Strips are the triangles of a part, each once and the same way round.
func TestStripsAreTheTriangles(t *testing.T) {
	for _, p := range Of(nao.LinkRWrist).Parts {
		want := map[[3]int]bool{}
		for _, k := range p.Triangles {
			want[turned(k)] = true
		}
		count := 0
		for _, strip := range p.strips() {
			for i := range len(strip) - 2 {
				k := [3]int{strip[i+i%2], strip[i+1-i%2], strip[i+2]}
				require.True(t, want[turned(k)], "%v", k)
				delete(want, turned(k))
				count++
			}
		}
		require.Len(t, p.Triangles, count)
		require.Empty(t, want)
	}
}

// turned turns a triangle so that its least index comes first.
func turned(k [3]int) [3]int {
	for k[0] > k[1] || k[0] > k[2] {
		k = [3]int{k[1], k[2], k[0]}
	}
	return k
}

func TestADocumentOfAMeshIsWhole(t *testing.T) {
	m := Of(nao.LinkRWrist)
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
			Strips struct {
				Count int      `xml:"count,attr"`
				Text  []string `xml:"p"`
			} `xml:"mesh>tristrips"`
		} `xml:"library_geometries>geometry"`
	}
	require.NoError(t, xml.Unmarshal([]byte(m.COLLADA()), &doc))
	require.Equal(t, "Z_UP", doc.Asset.Up)
	require.Len(t, doc.Effects, len(m.Parts))
	require.Equal(t, "0.88 0.88 0.88 1", doc.Effects[0].Diffuse)
	require.Len(t, doc.Geometries, len(m.Parts))
	for i, g := range doc.Geometries {
		require.Equal(t, len(g.Strips.Text), g.Strips.Count)
		triangles := 0
		for _, text := range g.Strips.Text {
			triangles += len(strings.Fields(text)) - 2
		}
		require.Len(t, m.Parts[i].Triangles, triangles)
		for _, s := range g.Sources {
			require.Equal(t, 3*len(m.Parts[i].Vertices), s.Array.Count)
			require.Len(t, strings.Fields(s.Array.Text), s.Array.Count)
		}
	}
}

// With meshes each link has one visual, whose file is in the directory; what collides stays primitives.
func TestTheURDFNamesTheMeshes(t *testing.T) {
	text := nao.URDF(nao.URDFOptions{Meshes: "package://gonao_bringup/meshes/"})
	require.Equal(t, nao.NumLinks, strings.Count(text, "<visual>"))
	for l := range nao.Link(nao.NumLinks) {
		require.Equal(t, 1, strings.Count(text, `<mesh filename="package://gonao_bringup/meshes/`+l.MeshFile()+`"/>`), l)
		require.FileExists(t, filepath.Join(meshDirectory, l.MeshFile()))
	}
	blocks := nao.URDF(nao.URDFOptions{})
	require.Equal(t, strings.Count(blocks, "<collision>"), strings.Count(text, "<collision>"))
	for _, visual := range strings.SplitAfter(blocks, "</visual>") {
		if i := strings.Index(visual, "<visual>"); i >= 0 {
			require.Contains(t, visual[i:], `<color rgba="`, "each visual has its colour")
		}
	}
}

// The smooth minimum is the minimum away from a seam, and a quarter of the seam's width less in it.
func TestShapesMeltAtTheirSeam(t *testing.T) {
	require.InDelta(t, 0.01, smoothMin(0.01, 0.03, 0.008), 1e-12)
	require.InDelta(t, 0.01-0.002, smoothMin(0.01, 0.01, 0.008), 1e-12)
	require.False(t, math.Signbit(smoothMin(0.004, 0.004, 0.008)))
}
