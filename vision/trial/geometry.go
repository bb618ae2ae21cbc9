package trial

import (
	"gonum.org/v1/gonum/spatial/r3"
)

var up = r3.Vec{Z: 1}

func scaled(x, y float64) r3.Vec { return r3.Vec{X: x, Y: y} }
