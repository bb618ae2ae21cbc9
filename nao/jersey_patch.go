package nao

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// A number on a jersey is a patch that follows the shell of the torso: the corners of a flat plate would be 16 mm off the
// shell, and hide a part of the lower camera's view.

// Dimensions of a patch.
const (
	patchHalfM   = 0.036 // half its side
	patchOverM   = 0.001 // its height over the shell
	patchSquares = 8     // along a side
)

// patchNames are the names of the patches on chest and back.
var patchNames = [2]string{"number_front", "number_back"}

// writePatches writes the meshes of both patches.
func writePatches(out *strings.Builder, prefix string) {
	shell := jerseyShapes()[0]
	for i, name := range patchNames {
		side := 1 - 2*float64(i)
		m := newPatch(shell, side)
		writeLine(out, prefix, `<mesh name="%n%s" vertex="%s" normal="%s" texcoord="%s" face="%s"/>`,
			name, m.vertices, m.normals, m.texels, m.faces)
	}
}

// patch is a mesh as text: a curved square, closed by a fan to a point below it, since a mesh must have a volume.
type patch struct{ vertices, normals, texels, faces string }

// newPatch returns the patch on an ellipsoid's front, for side 1, or back, for side −1.
func newPatch(shell Shape, side float64) patch {
	var vertices, normals, texels, faces []float64
	c, r := shell.Pose.P, r3.Vec{X: shell.Size[0], Y: shell.Size[1], Z: shell.Size[2]}
	add := func(v, n [3]float64, s, t float64) {
		vertices, normals, texels = append(vertices, v[:]...), append(normals, n[:]...), append(texels, s, t)
	}
	const row = patchSquares + 1
	for j := range row {
		for i := range row {
			u, v := 2*float64(i)/patchSquares-1, 2*float64(j)/patchSquares-1
			y, z := u*patchHalfM, v*patchHalfM
			x := side * (r.X*math.Sqrt(1-y*y/(r.Y*r.Y)-z*z/(r.Z*r.Z)) + patchOverM)
			n := [3]float64{x / (r.X * r.X), y / (r.Y * r.Y), z / (r.Z * r.Z)}
			length := math.Sqrt(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])
			add([3]float64{c.X + x, c.Y + y, c.Z + z}, [3]float64{n[0] / length, n[1] / length, n[2] / length}, (1+side*u)/2, (1-v)/2)
		}
	}
	add([3]float64{c.X, c.Y, c.Z}, [3]float64{-side, 0, 0}, 0, 0)
	// Corners are in counter-clockwise order seen from outside.
	triangle := func(a, b, c int) {
		if side < 0 {
			b, c = c, b
		}
		faces = append(faces, float64(a), float64(b), float64(c))
	}
	for j := range patchSquares {
		for i := range patchSquares {
			a := j*row + i
			triangle(a, a+1, a+row+1)
			triangle(a, a+row+1, a+row)
		}
	}
	last, middle := patchSquares*row, row*row
	for i := range patchSquares {
		triangle(i+1, i, middle)
		triangle(last+i, last+i+1, middle)
		triangle(i*row, (i+1)*row, middle)
		triangle((i+1)*row+patchSquares, i*row+patchSquares, middle)
	}
	return patch{numsText(vertices), numsText(normals), numsText(texels), numsText(faces)}
}
