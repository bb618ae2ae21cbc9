//go:build !amd64

package vision

// blend does what blendPlain does.
func blend(columns []uint16, a, b []uint8, share uint32) { blendPlain(columns, a, b, share) }

// add does what addPlain does.
func (s *sampler) add(n int) { s.addPlain(n) }
