package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const some = `goos: linux
pkg: gonao/motion
BenchmarkStep-2   	 7907394	       150.7 ns/op	       0 B/op	       0 allocs/op
PASS
pkg: gonao/ros/cyclone
BenchmarkImages
    bench_test.go:20: a word
BenchmarkImages-2 	       8	 141607869 ns/op	1000 MB/s	      2000 C-MB/s
BenchmarkImages-2 	       8	 141607869 ns/op	3000 MB/s	      2000 C-MB/s
BenchmarkImages-2 	       8	 141607869 ns/op	1500 MB/s	      2000 C-MB/s
pkg: gonao/internal/bench/dds
BenchmarkRoundTrip-2         	       1	        40.0 C-p50-µs	        70.0 C-p99-µs	        80.0 p50-µs	        98.73 p99-µs
`

func TestReadsTheLinesOfGoTest(t *testing.T) {
	r, err := parse(strings.NewReader(some))
	require.NoError(t, err)
	require.Len(t, r, 3)
	require.Equal(t, map[string][]float64{"ns/op": {150.7}, "B/op": {0}, "allocs/op": {0}}, r["motion Step"])
	v, ok := r.value("ros/cyclone Images", "MB/s")
	require.True(t, ok)
	require.InDelta(t, 1500, v, 0, "the median of several")
	_, ok = r.value("ros/cyclone Images", "parsecs")
	require.False(t, ok)

	_, err = parse(strings.NewReader("pkg: gonao/motion\nBenchmarkStep 10 many ns/op\n"))
	require.ErrorContains(t, err, `motion Step: "many": expected a number before "ns/op"`)
}

func TestPrintsALineForEachFigureWithItsPeerAndTarget(t *testing.T) {
	r, err := parse(strings.NewReader(some))
	require.NoError(t, err)
	var out bytes.Buffer
	writeTable(&out, r)
	for _, line := range []string{
		`back to back, median +80\.0 +µs +C 40\.0 +0\.50 +≤ 1\.3 × C +missed$`,
		`throughput, reliable +1500 +MB/s +C 2000 +0\.75 +≥ 0\.9 of C +missed$`,
		`lost of 90 at 30 Hz, best effort +not measured +0$`,
		`step +151 +ns$`,
		`its allocations +0 +0 +met$`,
	} {
		require.Regexp(t, `(?m)^  `+line, out.String())
	}
	require.NotContains(t, out.String(), "vision", "no figure of this section was measured")

	out.Reset()
	writeTable(&out, nil)
	require.Equal(t, "Nothing was measured that the table shows.\n", out.String())
}

func TestARatioIsHowManyTimesAsGood(t *testing.T) {
	require.InDelta(t, 2, times(10, 20, false), 0, "half the time")
	require.InDelta(t, 0.5, times(10, 20, true), 0, "half the rate")
	require.InDelta(t, 0, times(0, 20, false), 0)
}

func TestFindsThePackagesWithBenchmarks(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(root, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("a/a_test.go", "package a\n\nfunc BenchmarkA(b *testing.B) {}\n")
	write("a/b_test.go", "package a\n\nfunc BenchmarkB(b *testing.B) {}\n")
	write("b/b_test.go", "package b\n\nfunc TestB(t *testing.T) {}\n")
	write("build/c_test.go", "package c\n\nfunc BenchmarkC(b *testing.B) {}\n")
	t.Chdir(root)
	packages, err := withBenchmarks(".")
	require.NoError(t, err)
	require.Equal(t, []string{"./a"}, packages)

	_, err = withBenchmarks("b")
	require.ErrorContains(t, err, "b: no benchmarks here")
}

// A benchmark that is renamed must not disappear from the table.
func TestEveryFigureNamesABenchmarkThatIsThere(t *testing.T) {
	for _, s := range sections {
		for _, f := range s.figures {
			pkg, name, ok := strings.Cut(f.benchmark, " ")
			require.True(t, ok, f.benchmark)
			name, _, _ = strings.Cut(name, "/")
			sources, err := filepath.Glob(filepath.Join("../..", pkg, "*_test.go"))
			require.NoError(t, err)
			var all []byte
			for _, path := range sources {
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				all = append(all, text...)
			}
			require.Contains(t, string(all), "\nfunc Benchmark"+name+"(", f.benchmark)
			require.Positive(t, f.scale, f.text)
		}
	}
}

func TestProgressNamesPackagesAndWhatFailed(t *testing.T) {
	var out bytes.Buffer
	p := &progress{to: &out}
	for _, piece := range []string{"goos: linux\npkg: gonao/", "motion\nBenchmarkStep-2 1 2 ns/op\n", "--- FAIL: BenchmarkStep\n", "    a_test.go:1: why\n"} {
		_, err := p.Write([]byte(piece))
		require.NoError(t, err)
	}
	require.Equal(t, "  measuring motion\n--- FAIL: BenchmarkStep\n    a_test.go:1: why\n", out.String())
}
