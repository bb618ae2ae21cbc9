package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// An Identity holds everything besides its job on which a match's bytes depend.
type Identity struct {
	Build string // the program, by its hash
	Class string // the machine: processor, whether FMA is off, libraries of mathematics and physics by their hashes
}

// noFMA are the settings that have Go and the C library compute without fused multiply-add, which rounds once where others
// round twice: with them all x86-64 processors return the same bits.
var noFMA = map[string]string{
	"GODEBUG":        "cpu.fma=off",
	"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX",
}

// EqualBits returns an environment with which a program computes the same bits on every x86-64, and whether env already
// is one. If not, the program executes itself again with it.
func EqualBits(env []string) (with []string, is bool) {
	if runtime.GOARCH != "amd64" {
		return env, true
	}
	with, is = slices.Clone(env), true
	for name, setting := range noFMA {
		separator := map[string]string{"GODEBUG": ",", "GLIBC_TUNABLES": ":"}[name]
		at := slices.IndexFunc(with, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		switch {
		case at < 0:
			with, is = append(with, name+"="+setting), false
		case !strings.Contains(with[at], setting):
			with[at] += separator + setting
			is = false
		}
	}
	return with, is
}

// Identify returns the identity of this process.
func Identify() (Identity, error) {
	program, err := os.Executable()
	if err != nil {
		return Identity{}, fmt.Errorf("the program's own file: %w", err)
	}
	build, err := fileHash(program)
	if err != nil {
		return Identity{}, fmt.Errorf("the program's own file: %w", err)
	}
	class := runtime.GOOS + "-" + runtime.GOARCH
	if _, is := EqualBits(os.Environ()); !is {
		class += "-fma"
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return Identity{}, fmt.Errorf("the libraries of this process: %w", err)
	}
	for _, library := range libraries(string(maps)) {
		h, err := fileHash(library)
		if err != nil {
			return Identity{}, fmt.Errorf("the libraries of this process: %w", err)
		}
		name, _, _ := strings.Cut(filepath.Base(library), ".")
		class += "-" + name + h[:8]
	}
	return Identity{Build: build[:16], Class: class}, nil
}

// libraries returns the libraries of a process whose code affects the bits of a match.
func libraries(maps string) []string {
	var found []string
	for line := range strings.Lines(maps) {
		fields := strings.Fields(line)
		file := fields[len(fields)-1]
		base := filepath.Base(file)
		if (strings.HasPrefix(base, "libm.so") || strings.HasPrefix(base, "libm-") || strings.HasPrefix(base, "libmujoco")) && !slices.Contains(found, file) {
			found = append(found, file)
		}
	}
	slices.Sort(found)
	return found
}

func fileHash(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// refuse returns why a worker with this identity must not play a job with another one; nil if it may.
func (i Identity) refuse(want Identity) error {
	switch {
	case i.Build != want.Build:
		return &RefusedError{fmt.Sprintf("this program is build %s, the matches are of build %s: copy the program match from the coordinator's computer", i.Build, want.Build)}
	case i.Class != want.Class:
		return &RefusedError{fmt.Sprintf("this machine is of class %s, the matches are of class %s: their bytes would differ", i.Class, want.Class)}
	}
	return nil
}

// A RefusedError holds the reason why a worker cannot play the matches of a coordinator.
type RefusedError struct{ reason string }

func (e *RefusedError) Error() string { return "refused: " + e.reason }
