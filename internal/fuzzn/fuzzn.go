// Package fuzzn tells tests how much fuzzing is asked for.
package fuzzn

import (
	"os"
	"strconv"
	"testing"
)

// few is the effort of a bare `go test`; make test and make fuzz set FUZZ_N.
const few = 1000

// N gives the number of random inputs a fuzzing test shall try: the environment
// variable FUZZ_N, or a few.
func N(tb testing.TB) int {
	tb.Helper()
	text := os.Getenv("FUZZ_N")
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		tb.Fatalf("FUZZ_N=%q: expected a number of inputs, such as 100000", text)
	}
	return n
}
