package train

import "math"

// jpegCosines are the cosines of the transform of 8 numbers: row k is the k-th wave.
var jpegCosines = func() (c [8][8]float64) {
	for k := range 8 {
		for i := range 8 {
			c[k][i] = math.Cos(math.Pi/8*(float64(i)+0.5)*float64(k)) / 2
			if k == 0 {
				c[k][i] /= math.Sqrt2
			}
		}
	}
	return c
}()

// compress rounds the waves in blocks of 8 × 8 pixels, as JPEG does: the high ones more. Step is that of the lowest wave,
// in grey levels; a block begins at (left, top) modulo 8.
func compress(pix []uint8, width, height, left, top int, step float64) {
	for y := top%8 - 8; y < height; y += 8 {
		for x := left%8 - 8; x < width; x += 8 {
			compressBlock(pix, width, height, x, y, step)
		}
	}
}

// compressBlock rounds the waves of one block. Pixels outside the image continue its border.
func compressBlock(pix []uint8, width, height, left, top int, step float64) {
	var block, waves [8][8]float64
	for j := range 8 {
		for i := range 8 {
			x, y := min(max(left+i, 0), width-1), min(max(top+j, 0), height-1)
			block[j][i] = float64(pix[y*width+x]) - 128
		}
	}
	for a := range 8 {
		for b := range 8 {
			sum := 0.0
			for j := range 8 {
				for i := range 8 {
					sum += block[j][i] * jpegCosines[a][j] * jpegCosines[b][i]
				}
			}
			q := step * (1 + 0.5*float64(a+b))
			waves[a][b] = math.Round(sum/q) * q
		}
	}
	for j := max(0, -top); j < min(8, height-top); j++ {
		for i := max(0, -left); i < min(8, width-left); i++ {
			sum := 128.0
			for a := range 8 {
				for b := range 8 {
					if waves[a][b] != 0 {
						sum += waves[a][b] * jpegCosines[a][j] * jpegCosines[b][i]
					}
				}
			}
			pix[(top+j)*width+left+i] = uint8(min(max(math.Round(sum), 0), 255))
		}
	}
}
