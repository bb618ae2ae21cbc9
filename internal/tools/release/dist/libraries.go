package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// library is a shared library that the release includes.
type library struct {
	name    string // name by which programs need it
	path    string
	packed  string // the copy in the release
	debian  string // Debian package that contains it
	version string
}

// ofSystem are prefixes of the names of libraries that are not packed: the C and C++ runtimes, and libraries that the
// computer keeps up to date. The Debian package depends on them.
var ofSystem = []string{
	"ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libresolv.so", "libstdc++.so", "libgcc_s.so",
	"libssl.so", "libcrypto.so", "libacl.so", "libkrb5", "libk5crypto", "libgssapi_krb5", "libcom_err", "libkeyutils",
}

// depends lists these libraries, with their package names on Debian 12, Debian 13 and Ubuntu 24.04.
var depends = []string{
	"libc6 (>= 2.36)", "libstdc++6 (>= 12)", "libgcc-s1", "libssl3 | libssl3t64", "libacl1 | libacl1t64", "libgssapi-krb5-2",
}

// recommends lists libraries that only some programs use: the simulator's cameras draw with EGL.
var recommends = []string{"libegl1", "libegl-mesa0", "libgl1-mesa-dri", "espeak-ng", "openssh-client"}

// isOfSystem reports whether a library comes from the computer and is not packed.
func isOfSystem(name string) bool {
	return slices.ContainsFunc(ofSystem, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// collect copies the libraries that programs need, and the libraries that these need, to a directory.
func collect(programs []string, dir string) ([]library, error) {
	found := map[string]library{}
	for _, program := range programs {
		if info, err := os.Stat(program); err != nil || info.IsDir() {
			continue
		}
		out, err := exec.Command("ldd", program).CombinedOutput()
		if err != nil && strings.Contains(string(out), "not a dynamic executable") {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("ldd %s: %w: %s", program, err, out)
		}
		for line := range strings.Lines(string(out)) {
			name, path, ok := strings.Cut(strings.TrimSpace(line), " => ")
			path, _, _ = strings.Cut(path, " (")
			switch {
			case !ok || isOfSystem(name):
			case path == "not found":
				return nil, fmt.Errorf("%s needs %s, which is not on this computer", program, name)
			default:
				found[name] = library{name: name, path: path}
			}
		}
	}
	if ddsc, ok := found["libddsc.so.0debian"]; ok { // plug-ins for DDS Security, which the library opens only on demand
		plugins, err := filepath.Glob(filepath.Join(filepath.Dir(ddsc.path), "libddsc0debian", "*.so"))
		if err != nil {
			return nil, err
		}
		for _, path := range plugins {
			found[filepath.Base(path)] = library{name: filepath.Base(path), path: path}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var all []library
	for _, l := range found {
		if err := l.find(); err != nil {
			return nil, err
		}
		l.packed = filepath.Join(dir, l.name)
		if err := copyFile(l.path, l.packed, 0o644); err != nil {
			return nil, err
		}
		if err := inheritPaths(l.packed); err != nil {
			return nil, fmt.Errorf("%s: %w", l.packed, err)
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b library) int { return strings.Compare(a.name, b.name) })
	return all, errors.Join(checkPaths(programs)...)
}

// checkPaths returns an error for each program that needs libraries of the release and has no run path to them.
func checkPaths(programs []string) (errs []error) {
	for _, program := range programs {
		file, err := elf.Open(program)
		if err != nil {
			continue // a link or a directory
		}
		needed, err := file.ImportedLibraries()
		if err != nil {
			errs = append(errs, err)
		}
		paths, err := file.DynString(elf.DT_RPATH)
		if err != nil {
			errs = append(errs, err)
		}
		own := slices.ContainsFunc(needed, func(name string) bool { return !isOfSystem(name) })
		if own && !slices.Contains(paths, "$ORIGIN/libs") {
			errs = append(errs, fmt.Errorf("%s: expected the run path $ORIGIN/libs, got %v", program, paths))
		}
		file.Close() //nolint:errcheck // it was only read
	}
	return errs
}

// inheritPaths changes a library that has its own directories for the libraries it needs (DT_RUNPATH), as Debian's
// Cyclone has. Because of them the loader would ignore the run path of the program. With the tag DT_RPATH it also
// searches that path.
func inheritPaths(path string) error {
	file, err := elf.Open(path)
	if err != nil {
		return err
	}
	section := file.SectionByType(elf.SHT_DYNAMIC)
	file.Close() //nolint:errcheck // it was only read
	if section == nil || file.Class != elf.ELFCLASS64 {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const entry = 16 // size of a tag and its value in bytes
	for at := section.Offset; at+entry <= section.Offset+section.Size; at += entry {
		if elf.DynTag(file.ByteOrder.Uint64(text[at:])) == elf.DT_RUNPATH {
			file.ByteOrder.PutUint64(text[at:], uint64(elf.DT_RPATH))
		}
	}
	return os.WriteFile(path, text, 0o644)
}

// find sets the Debian package that contains the library.
func (l *library) find() error {
	real, err := filepath.EvalSymlinks(l.path)
	if err != nil {
		return err
	}
	for _, path := range []string{real, strings.TrimPrefix(real, "/usr")} {
		out, err := exec.Command("dpkg", "-S", path).Output()
		if err != nil {
			continue
		}
		owner, _, _ := strings.Cut(string(out), ":")
		version, err := exec.Command("dpkg-query", "-W", "-f=${Version}", owner).Output()
		if err != nil {
			return fmt.Errorf("dpkg-query %s: %w", owner, err)
		}
		l.path, l.debian, l.version = real, owner, string(version)
		return nil
	}
	return fmt.Errorf("%s: no Debian package contains it, so its license is not known", l.path)
}

// copyLicences copies the license texts of the libraries, one file per package.
func copyLicences(all []library, dir string) error {
	for _, l := range all {
		to := filepath.Join(dir, "libraries", l.debian, "copyright")
		if err := copyFile(filepath.Join("/usr/share/doc", l.debian, "copyright"), to, 0o644); err != nil {
			return fmt.Errorf("licence of %s: %w", l.debian, err)
		}
	}
	return nil
}

// copyFile copies a file and creates the directories above it.
func copyFile(from, to string, mode os.FileMode) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}
