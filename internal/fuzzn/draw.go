package fuzzn

import (
	"flag"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Draw checks a property hundreds × 100 times, or a quarter of that with -short. The cases are the same in every run
// unless -rapid.seed changes them.
func Draw(t *testing.T, hundreds int, property func(*rapid.T)) {
	t.Helper()
	if testing.Short() {
		hundreds = max(1, hundreds/4)
	}
	const seed = "rapid.seed"
	own := flag.Lookup(seed).Value.String() == "0"
	set := func(value int) {
		if err := flag.Set(seed, strconv.Itoa(value)); err != nil {
			t.Fatal(err)
		}
	}
	if own {
		defer set(0)
	}
	for i := range hundreds {
		if own {
			set(1 + 1_000_000*i)
		}
		rapid.Check(t, property)
	}
}
