//go:build !amd64

package patch

func blend(columns []uint16, a, b []uint8, share uint32) { blendPlain(columns, a, b, share) }
