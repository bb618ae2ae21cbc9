// The guard prints what gonao does, one line a part: its name and the beginning of a SHA-256 over its behaviour, written field by
// field as in the files beside this one: machines on the robot in one process, matches, motions, images, and recordings of each
// format. It must run in the module's directory, and prints each line as soon as those before it are there. Arguments are beginnings
// of names: only these parts run.
//
// Its test builds it with the flags of a release and compares the lines with digests_GOARCH.txt. They are a program's, since a test
// binary takes another trajectory: floating-point numbers are contracted differently in it. A change that moves no digest has changed
// nothing in what a robot does. A change that is meant rewrites the file with
//
//	make guard
//
// and has a line in CHANGELOG.md. Run lengths and seeds are fixed: a line changes only with the code, the processor's architecture
// or the libraries of physics, drawing and mathematics.
package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// A part is one line of the digests.
type part struct {
	name string
	run  func(d *digest) error
}

// settings are the environment in which all x86-64 processors compute the same bits. Fused multiply-add rounds once where others
// round twice, so Go's mathematics and the C library's do without it; llvmpipe, which draws the images, uses neither AVX nor FMA
// for vectors of 128 bits.
var settings = []struct{ name, value, separator string }{
	{"GODEBUG", "cpu.fma=off", ","},
	{"GLIBC_TUNABLES", "glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX", ":"},
	{"LP_NATIVE_VECTOR_WIDTH", "128", ""},
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "guard:", err)
		os.Exit(1)
	}
}

func run() error {
	if env, is := equalBits(os.Environ()); !is {
		program, err := os.Executable()
		if err != nil {
			return fmt.Errorf("the program's own file: %w", err)
		}
		return fmt.Errorf("start again with the same bits for all processors: %w", syscall.Exec(program, os.Args, env))
	}
	parts := slices.Concat(machineParts(), matchParts(), motionParts(), imageParts(), byteParts())
	return printAll(slices.DeleteFunc(parts, func(p part) bool { return !wanted(p.name, os.Args[1:]) }))
}

// wanted reports whether a part's name begins with one of the prefixes, or the list is empty.
func wanted(name string, prefixes []string) bool {
	return len(prefixes) == 0 || slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// equalBits returns an environment with the settings, and whether env has them.
func equalBits(env []string) (with []string, is bool) {
	with, is = slices.Clone(env), true
	if runtime.GOARCH != "amd64" {
		return with, is
	}
	for _, s := range settings {
		at := slices.IndexFunc(with, func(v string) bool { return strings.HasPrefix(v, s.name+"=") })
		switch {
		case at < 0:
			with, is = append(with, s.name+"="+s.value), false
		case strings.Contains(with[at], s.value):
		case s.separator == "":
			with[at], is = s.name+"="+s.value, false
		default:
			with[at], is = with[at]+s.separator+s.value, false
		}
	}
	return with, is
}

// printAll runs the parts, as many at a time as there are processors, and prints their lines in order. It returns the first error.
func printAll(parts []part) error {
	type line struct {
		text string
		err  error
	}
	lines := make([]chan line, len(parts))
	for i := range lines {
		lines[i] = make(chan line, 1)
	}
	next := make(chan int)
	go func() {
		for i := range parts {
			next <- i
		}
	}()
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for i := range next {
				d := newDigest()
				err := parts[i].run(d)
				lines[i] <- line{parts[i].name + " " + d.String(), err}
			}
		}()
	}
	for i := range lines {
		l := <-lines[i]
		if l.err != nil {
			return fmt.Errorf("%s: %w", parts[i].name, l.err)
		}
		fmt.Println(l.text)
	}
	return nil
}
