package wording

// This part of the package writes numbers of things as words of a message.

import "fmt"

// Count returns a number with its noun, such as "1 error" and "2 errors".
func Count[T ~int | ~int64 | ~uint64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
