// Package fuzzn holds what fuzzing tests share: the number of random inputs, random values and damaged bytes.
package fuzzn

import (
	"os"
	"strconv"
	"testing"
)

// few is the number of inputs of a plain `go test`; make test and make nightly STEPS=fuzz set FUZZ_N.
const few = 1000

// N returns the number of random inputs that a fuzzing test tries: the environment variable
// FUZZ_N, or few.
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
