//go:build !amd64

package vision

// blend is blendPlain.
func blend(columns []uint16, a, b []uint8, share uint32) { blendPlain(columns, a, b, share) }

// add is addPlain.
func (s *sampler) add(n int) { s.addPlain(n) }
