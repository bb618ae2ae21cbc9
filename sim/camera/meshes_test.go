package camera

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/nao/skin"
	"gonao/sim/mujoco"
)

// standing returns a world in which the robot stands, drawn from the meshes of its links alone.
func standing() string {
	var assets, body strings.Builder
	colors := [nao.NumMaterials]string{
		nao.White: "0.88 0.88 0.88 1", nao.Grey: "0.3 0.3 0.32 1", nao.Black: "0.03 0.03 0.03 1", nao.Accent: "0.1 0.25 0.75 1", nao.Eye: "0.45 0.75 1 1", nao.Button: "0.75 0.8 0.85 1",
	}
	for m, color := range colors {
		fmt.Fprintf(&assets, `<material name="m%d" rgba="%s" specular="0.3" shininess="0.3"/>`, m, color)
	}
	stand := nao.StandPosture()
	sole := nao.SoleInTorso(nao.LeftLeg, &stand).P
	var all [nao.NumLinks]nao.Pose
	nao.LinkPoses(&stand, &all)
	for l := range nao.Link(nao.NumLinks) {
		m := skin.Of(l)
		for i := range m.Parts {
			p := &m.Parts[i]
			name := fmt.Sprintf("%v_%d", l, i)
			var vertices, normals, faces strings.Builder
			for k := range p.Vertices {
				v, n := all[l].Apply(p.Vertices[k]), r3.Sub(all[l].Apply(p.Normals[k]), all[l].P)
				fmt.Fprintf(&vertices, "%.6f %.6f %.6f ", v.X, v.Y, v.Z-sole.Z)
				fmt.Fprintf(&normals, "%.6f %.6f %.6f ", n.X, n.Y, n.Z)
			}
			for _, t := range p.Triangles {
				fmt.Fprintf(&faces, "%d %d %d ", t[0], t[1], t[2])
			}
			fmt.Fprintf(&assets, `<mesh name="%s" vertex="%s" normal="%s" face="%s"/>`, name, vertices.String(), normals.String(), faces.String())
			fmt.Fprintf(&body, `<geom type="mesh" mesh="%s" material="m%d" contype="0" conaffinity="0"/>`, name, p.Material)
		}
	}
	view := func(name string, degrees float64) string {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		const away, height, look = 1.15, 0.42, 0.29
		// x to the right of the picture, y up.
		pitch := math.Atan2(height-look, away)
		return fmt.Sprintf(`<camera name="%s" fovy="32" pos="%g %g %g" xyaxes="%g %g 0 %g %g %g"/>`, name, away*cos, away*sin, height,
			-sin, cos, -math.Sin(pitch)*cos, -math.Sin(pitch)*sin, math.Cos(pitch))
	}
	return `<mujoco><asset><texture name="sky" type="skybox" builtin="gradient" rgb1="0.86 0.88 0.9" rgb2="0.62 0.66 0.7" width="64" height="384"/>` + assets.String() +
		`</asset><visual><headlight ambient="0.45 0.45 0.45" diffuse="0.35 0.35 0.35"/></visual><worldbody><light pos="1.5 1 2.5" dir="-0.5 -0.35 -0.8" diffuse="0.55 0.55 0.55"/>` +
		`<geom type="plane" size="0 0 0.1" rgba="0.55 0.57 0.6 1"/>` + view("front", 20) + view("side", 115) + body.String() + `</worldbody></mujoco>`
}

// The meshes are drawn as a robot that stands: PICTURES=directory keeps the picture that docs/tools.md shows.
func TestTheMeshesAreARobot(t *testing.T) {
	if testing.Short() && os.Getenv("PICTURES") == "" {
		t.Skip("draws two large pictures: 2 s of processor time")
	}
	m, err := mujoco.Load(standing(), nil, nil)
	require.NoError(t, err)
	defer m.Close()
	d, err := mujoco.NewData(m)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Forward())
	var pose mujoco.Pose
	d.CopyPose(&pose)
	const width, height = 400, 480
	r, err := mujoco.NewRenderer(m, mujoco.RenderOptions{MaxWidth: width, MaxHeight: height, Samples: 4, ShadowSize: 4096})
	require.NoError(t, err)
	defer r.Close()
	both := image.NewRGBA(image.Rect(0, 0, 2*width, height))
	for i, view := range []string{"front", "side"} {
		id, err := m.ID(mujoco.Camera, view)
		require.NoError(t, err)
		rgb := make([]byte, 3*width*height)
		require.NoError(t, r.Render(&pose, mujoco.View{Camera: id}, width, height, rgb))
		img := image.NewRGBA(image.Rect(0, 0, width, height))
		for k := range width * height {
			copy(img.Pix[4*k:], append(rgb[3*k:3*k+3:3*k+3], 255))
		}
		white, blue := 0, 0
		for y := range height {
			for x := range width {
				c := img.RGBAAt(x, y)
				if y > height/4 && c.B > 60 && int(c.B) > int(c.R)+40 {
					blue++
				}
				if c.R > 200 && c.G > 200 && c.B > 200 {
					white++
				}
			}
		}
		require.Greater(t, white, 2000, "%s: the skin", view)
		require.Greater(t, blue, 300, "%s: the coloured parts", view)
		draw.Draw(both, image.Rect(i*width, 0, (i+1)*width, height), img, image.Point{}, draw.Src)
	}
	if dir := os.Getenv("PICTURES"); dir != "" {
		f, err := os.Create(filepath.Join(dir, "robot.png"))
		require.NoError(t, err)
		require.NoError(t, png.Encode(f, both))
		require.NoError(t, f.Close())
	}
}
