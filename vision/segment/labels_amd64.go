package segment

// labelEights writes the classes of the first pixels of a row, a multiple of eight of them, and returns their number.
func labelEights(t *Table, row, labels []byte) int {
	n := min(len(row)/16, len(labels)/8)
	if n > 0 {
		labelSSE2(&t.Of[0], &row[0], &labels[0], n)
	}
	return 8 * n
}

//go:noescape
func labelSSE2(table, row, labels *byte, eights int)

// changes writes a bit for each pixel whose label differs from that of the next one, 64 pixels per word, and returns the
// number of words. It needs one pixel after each whole word, and leaves out the rest.
func changes(labels []byte, words []uint64) int {
	n := min((len(labels)-1)/64, len(words))
	if n > 0 {
		changesSSE2(&labels[0], &words[0], n)
	}
	return max(n, 0)
}

//go:noescape
func changesSSE2(labels *byte, words *uint64, n int)
