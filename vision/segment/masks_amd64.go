package segment

// maskWords makes the bits of whole words of 64 pixels with SSE2, which every amd64 has. row holds 128 bytes per word.
// Words whose range is empty are not defined: clearEmpty clears them.
func maskWords(row []byte, limits []Limits, green, white []uint64) {
	n := min(len(row)/128, len(limits), len(green), len(white))
	if n > 0 {
		maskWordsSSE2(&row[0], &limits[0], &green[0], &white[0], n)
	}
}

//go:noescape
func maskWordsSSE2(row *byte, limits *Limits, green, white *uint64, words int)
