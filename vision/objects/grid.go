package objects

import "math"

// sharedEdge is how near to a cell's edge, in cells, a robot stands that both cells answer for.
const sharedEdge = 0.15

// RobotGrid holds the desired outputs of the net in each cell. Places are in cells from the image's corner.
type RobotGrid [CellsX * CellsY * 4]float32

// Put sets that a robot stands at a place. A place beside the image belongs to the cell at the edge.
func (g *RobotGrid) Put(x, y float64, fallen bool) {
	i, j := cellOf(x, CellsX), cellOf(y, CellsY)
	for b := cellOf(y-sharedEdge, CellsY); b <= cellOf(y+sharedEdge, CellsY); b++ {
		for a := cellOf(x-sharedEdge, CellsX); a <= cellOf(x+sharedEdge, CellsX); a++ {
			t := g.cell(a, b)
			if t[0] == 1 && (a != i || b != j) {
				continue // another robot's own cell
			}
			down := float32(0)
			if fallen {
				down = 1
			}
			copy(t, []float32{1, down, float32(x - float64(a) - 0.5), float32(y - float64(b) - 0.5)})
		}
	}
}

// Skip sets that either answer is right in the cell of a place, unless a robot is in it.
func (g *RobotGrid) Skip(x, y float64) {
	if t := g.cell(cellOf(x, CellsX), cellOf(y, CellsY)); t[0] == 0 {
		t[0] = 0.5
	}
}

// Target returns the outputs of all cells.
func (g *RobotGrid) Target() []float32 { return append([]float32(nil), g[:]...) }

func (g *RobotGrid) cell(x, y int) []float32 {
	at := (y*CellsX + x) * len(robotsOutputs)
	return g[at : at+len(robotsOutputs)]
}

func cellOf(at float64, cells int) int { return min(max(int(math.Floor(at)), 0), cells-1) }

// Moved returns the target of an image that was moved by a number of cells. A robot that leaves the image by more than a
// cell is dropped.
func Moved(target []float32, dx, dy float64) []float32 {
	var g RobotGrid
	n := len(robotsOutputs)
	for pass := range 2 { // robots first: they count more than cells without an answer
		for y := range CellsY {
			for x := range CellsX {
				t := target[(y*CellsX+x)*n:][:n]
				switch {
				case t[0] > 0.5 && pass == 0:
					u, v := float64(x)+0.5+float64(t[2])+dx, float64(y)+0.5+float64(t[3])+dy
					if u > -1 && v > -1 && u < CellsX+1 && v < CellsY+1 {
						g.Put(u, v, t[1] > 0.5)
					}
				case t[0] == 0.5 && pass == 1:
					for k := range 4 {
						g.Skip(float64(x)+dx+float64(k%2), float64(y)+dy+float64(k/2))
					}
				}
			}
		}
	}
	return g.Target()
}
