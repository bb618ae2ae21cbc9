// The guard prints digests of what gonao does. Each line holds the name of a part and the beginning of a SHA-256 of its
// behavior, which the files beside this one write field by field: machines on the robot in one process, matches,
// motions, images, and recordings of each format. The guard must run in the module's directory. It prints a line as
// soon as it and the lines before it are ready. Arguments are prefixes of names: only these parts run.
//
// Its test builds it with the flags of a release and compares the lines with digests_GOARCH.txt. The digests come from
// a program because a test binary computes other trajectories: the compiler contracts floating-point operations
// differently in it. A change that leaves all digests as they were has not changed what a robot does. After an intended
// change, rewrite the file with
//
//	make guard
//
// and add a line to CHANGELOG.md. Run lengths and seeds are fixed: a line changes only with the code, the processor's
// architecture or the libraries of physics, drawing and mathematics.
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

// settings are environment variables with which all x86-64 processors compute the same bits. Fused multiply-add rounds
// once where separate operations round twice, so Go's mathematics and the C library's are set to do without it.
// llvmpipe, which draws the images, uses neither AVX nor FMA when its vectors have 128 bits.
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

// equalBits returns env with the settings added, and whether env had them already.
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

// printAll runs the parts, as many at a time as there are processors, and prints their lines in order. It returns the
// first error.
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
