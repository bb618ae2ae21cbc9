// Package count writes numbers of things as words of a message.
package count

import "fmt"

// Of returns a number with its noun, such as "1 error" and "2 errors".
func Of[T ~int | ~int64 | ~uint64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
