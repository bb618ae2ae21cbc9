//go:build !amd64

package segment

func maskWords(row []byte, limits []Limits, green, white []uint64) {
	maskWordsPlain(row, limits, green, white)
}
