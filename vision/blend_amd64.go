package vision

//go:noescape
func blendSSE2(columns *uint16, a, b *uint8, eights, share int)

//go:noescape
func addSSE2(s *sampler, fours int)

// add is addPlain with SSE2. n is a multiple of 4.
func (s *sampler) add(n int) { addSSE2(s, n/4) }

// blend is blendPlain with SSE2.
func blend(columns []uint16, a, b []uint8, share uint32) {
	// The last columns are left to Go: sixteen bytes may not be read there.
	whole := (len(columns) - 1) &^ 7
	if whole > 0 {
		blendSSE2(&columns[0], &a[0], &b[0], whole/8, int(share))
	}
	blendPlain(columns[whole:], a[2*whole:], b[2*whole:], share)
}
