// Package server finds an installed Gazebo: its generation, its version, and how to start its server. It connects
// to nothing, and runs the tool only to read its version.
package server

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"

	"gonao/nao"
)

// Server is an installed Gazebo.
type Server struct {
	Program    string // path of the tool
	Generation nao.Gazebo
	Version    Version

	word string // subcommand of the tool that starts the simulator: gazebo or sim
}

// Version is a version of Gazebo. Major is 6 for Fortress and 8 for Harmonic.
type Version struct{ Major, Minor, Patch int }

// String returns the version as Gazebo writes it.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// before reports whether v is older.
func (v Version) before(w Version) bool {
	if v.Major != w.Major {
		return v.Major < w.Major
	}
	if v.Minor != w.Minor {
		return v.Minor < w.Minor
	}
	return v.Patch < w.Patch
}

// oldest is the first version whose position controllers reach their targets.
var oldest = Version{6, 16, 0}

// ErrNone is returned if no Gazebo is installed.
var ErrNone = errors.New("no Gazebo is installed: neither `gz sim` nor `ign gazebo` answers; " +
	"install ignition-fortress (Ubuntu 22.04) or gz-harmonic (Ubuntu 22.04, 24.04) as docs/gazebo.md says, " +
	"or start the embedded simulator with simulator:=mujoco")

// tools lists the programs that start a Gazebo, the newest first.
var tools = []struct {
	name, word string
}{{"gz", "sim"}, {"ign", "gazebo"}}

// Find returns the Gazebo in PATH. A gz without `gz sim`, as that of Gazebo classic, is left out.
func Find(ctx context.Context) (Server, error) {
	for _, t := range tools {
		program, err := exec.LookPath(t.name)
		if err != nil {
			continue
		}
		out, err := exec.CommandContext(ctx, program, t.word, "--versions").Output()
		if ctx.Err() != nil {
			return Server{}, fmt.Errorf("ask %s %s for its version: %w", t.name, t.word, ctx.Err())
		}
		version, ok := newest(string(out))
		if err != nil || !ok {
			continue
		}
		s := Server{Program: program, Version: version, word: t.word}
		if version.Major >= 7 {
			s.Generation = nao.Harmonic // Garden and all later ones have the same names of systems
		}
		return s, nil
	}
	return Server{}, ErrNone
}

var versionLine = regexp.MustCompile(`(?m)^\s*(\d+)\.(\d+)\.(\d+)`)

// newest returns the newest of the versions that a tool lists, one per line.
func newest(text string) (best Version, ok bool) {
	for _, m := range versionLine.FindAllStringSubmatch(text, -1) {
		var v Version
		for i, part := range []*int{&v.Major, &v.Minor, &v.Patch} {
			n, err := strconv.Atoi(m[i+1])
			if err != nil {
				return Version{}, false
			}
			*part = n
		}
		if !ok || best.before(v) {
			best, ok = v, true
		}
	}
	return best, ok
}

// String returns a description of the server: "Gazebo 6.16.0 (fortress), /usr/bin/ign gazebo".
func (s Server) String() string {
	return fmt.Sprintf("Gazebo %s (%s), %s %s", s.Version, s.Generation, s.Program, s.word)
}

// Warning returns what is wrong with this version; empty when nothing is.
func (s Server) Warning() string {
	if s.Version.before(oldest) {
		return fmt.Sprintf("Gazebo %s is older than %s: its joints creep towards their targets and the robot may fall; update it",
			s.Version, oldest)
	}
	return ""
}

// Command returns the program and arguments that serve a world's file, with the simulator's window
// when gui is set.
func (s Server) Command(file string, gui bool) []string {
	args := []string{s.Program, s.word, "-r", "-v", "2"}
	if !gui {
		args = append(args, "-s")
	}
	return append(args, file)
}
