package wording

// This part of the package finds the known word that a misspelt one is nearest to.

import (
	"fmt"
	"os"
)

// DidYouMean returns ` (did you mean "x"?)` with the known word that is nearest to the given one, or "" if none is
// near.
func DidYouMean(word string, known []string) string {
	if best := Nearest(word, known); best != "" {
		return fmt.Sprintf(" (did you mean %q?)", best)
	}
	return ""
}

// DidYouMeanFile is DidYouMean for names instead of which a YAML file may be given: it suggests ./x.yaml if that is here.
func DidYouMeanFile(word string, known []string) string {
	if _, err := os.Stat(word + ".yaml"); err == nil {
		return fmt.Sprintf(" (did you mean ./%s.yaml?)", word)
	}
	return DidYouMean(word, known)
}

// Nearest returns the known word that is nearest to the given one, if it is at most two edits away. It returns the
// first of several, and "" if there is none.
func Nearest(word string, known []string) string {
	best, bestDistance := "", 3
	for _, k := range known {
		if d := distance(word, k); d < bestDistance && d < len(k) {
			best, bestDistance = k, d
		}
	}
	return best
}

// maxLength limits the length of compared words, because the work grows with the square of the length.
const maxLength = 200

// distance returns the number of insertions, deletions and replacements of bytes that turn a into b.
func distance(a, b string) int {
	if len(a) > maxLength || len(b) > maxLength {
		return len(a) + len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
