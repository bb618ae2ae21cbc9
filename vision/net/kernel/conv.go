package kernel

// Conv is the description of a 3×3 layer in 16-bit integers, for [Lanes] of its outputs: D = Bias + Scale·(A·B) for each
// pixel, in blocks of 2×2 pixels, with sums of 32 bits. If Pool is set, only the largest of the four is written, or 0 if
// all are negative. A is an image with a border of one pixel. B holds, for each pair of terms, two weights of each output
// side by side, pair after pair and row after row of the three. Strides are counted in numbers, not bytes. Memory is not
// checked, and a sum that exceeds 32 bits wraps.
type Conv struct {
	A, B           []int16
	Scale, Bias, D []float32 // Scale, not negative, and Bias have a number for each output

	AStep, ARow int            // strides in A: between pixels, rows
	DStep, DRow int            // strides in D: between pixels of the result, rows
	Pairs       int            // of terms of three pixels side by side, at least 1
	Columns     int            // of blocks, at least 1
	Rows        int            // of blocks, at least 1
	Pool        bool           // the result has a pixel for each block
	Peak        [Lanes]float32 // set to the largest result in each lane, if it is larger than the present value

	aNext, dMove, dNext int // strides from block to block, and from the last one of a row to the first of the next
}

// prepare computes how far it is from block to block.
func (c *Conv) prepare() {
	c.aNext = 2*c.ARow - 2*c.Columns*c.AStep
	c.dMove, c.dNext = 2*c.DStep, 2*c.DRow-2*c.Columns*c.DStep
	if c.Pool {
		c.dMove, c.dNext = c.DStep, c.DRow-c.Columns*c.DStep
	}
}

// Largest returns the largest number of Peak.
func (c *Conv) Largest() float32 {
	most := float32(0)
	for _, v := range c.Peak {
		most = larger(most, v)
	}
	return most
}

// Plain computes D in Go.
func (c *Conv) Plain() {
	for y := range c.Rows {
		for x := range c.Columns {
			a := c.A[2*y*c.ARow+2*x*c.AStep:]
			var sums [4][Lanes]int32
			for p := range sums {
				c.sum(&sums[p], a[p/2*c.ARow+p%2*c.AStep:])
			}
			if c.Pool {
				c.pool(c.D[y*c.DRow+x*c.DStep:], &sums)
				continue
			}
			d := c.D[2*y*c.DRow+2*x*c.DStep:]
			for p := range sums {
				c.write(d[p/2*c.DRow+p%2*c.DStep:], &sums[p])
			}
		}
	}
}

// sum adds the products of a pixel.
func (c *Conv) sum(acc *[Lanes]int32, a []int16) {
	b := c.B
	for s := range 3 {
		line := a[s*c.ARow:][:2*c.Pairs]
		for ; len(line) > 0; line, b = line[2:], b[2*Lanes:] {
			x, y, w := int32(line[0]), int32(line[1]), (*[2 * Lanes]int16)(b)
			for i := range acc {
				acc[i] += x*int32(w[2*i]) + y*int32(w[2*i+1])
			}
		}
	}
}

// write writes the results of a pixel.
func (c *Conv) write(d []float32, acc *[Lanes]int32) {
	for i := range acc {
		d[i] = float32(float32(acc[i])*c.Scale[i]) + c.Bias[i]
		c.Peak[i] = larger(c.Peak[i], d[i])
	}
}

// pool writes the largest results of a block.
func (c *Conv) pool(d []float32, sums *[4][Lanes]int32) {
	for i := range c.Peak {
		most := larger(larger(larger(float32(sums[0][i]), float32(sums[1][i])), float32(sums[2][i])), float32(sums[3][i]))
		d[i] = larger(float32(most*c.Scale[i])+c.Bias[i], 0)
		c.Peak[i] = larger(c.Peak[i], d[i])
	}
}
