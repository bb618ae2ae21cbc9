package fuzzn

import "math/rand/v2"

// Mutate returns a damaged copy of good: shortened, lengthened, with some bytes changed, with a huge number, or random
// after the first bytes. The result uses the memory of dst if that is large enough.
func Mutate(rng *rand.Rand, dst, good []byte) []byte {
	data := append(dst[:0], good...)
	switch rng.IntN(6) {
	case 0:
		data = data[:rng.IntN(len(data)+1)]
	case 1:
		for range 1 + rng.IntN(8) {
			data = append(data, byte(rng.Uint32()))
		}
	case 2: // the first bytes stay, because they often name the format
		for i := min(4, len(data)); i < len(data); i++ {
			data[i] = byte(rng.Uint32())
		}
	case 3:
		if len(data) >= 4 {
			at := rng.IntN(len(data) - 3)
			copy(data[at:], [][]byte{{0xff, 0xff, 0xff, 0xff}, {0xff, 0xff, 0xff, 0x7f}, {0, 0, 0, 0}, {0, 1, 0, 0}}[rng.IntN(4)])
		}
	default:
		for range 1 + rng.IntN(4) {
			if len(data) > 0 {
				data[rng.IntN(len(data))] = byte(rng.Uint32())
			}
		}
	}
	return data
}
