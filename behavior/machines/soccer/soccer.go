// Package soccer holds the soccer team's machines and teams as files. The same files run in the kinematic world, in physics and on robots.
//
// A robot runs four machines in one host, in this order: game, role, body, head. Body and head read the states of game and role.
package soccer

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
	"gonao/internal/yamlread"
)

//go:embed *.yaml teams/*.yaml
var files embed.FS

// Machines are the names of the machines that every robot runs, in the order of their ticks.
func Machines() []string { return []string{"game", "role", "body", "head"} }

var teams = yamlread.Named{Files: files, Dir: "teams", What: "team"}

// Teams returns the names of the teams that come with gonao.
func Teams() []string { return teams.Names() }

// ReadTeam returns the text of a team's file: one of ours by name, or a file when the name has a dot or a slash. For the
// file of a machine it returns a team with its name: our own team, whose field players use that machine as their body.
func ReadTeam(name string) ([]byte, error) {
	text, err := teams.Read(name)
	if err != nil || !isPath(name) {
		return text, err
	}
	if m, _ := chart.ReadYAML(name, text); m != nil && m.Name != "" {
		return teamOf(m.Name, filepath.Base(name))
	}
	return text, nil
}

// Keeper is the key in a team's file for the body machine of the goalkeeper; without it the goalkeeper uses the same as
// all.
const Keeper = "keeper"

// teamOf returns our team with another name, and with a machine as the body of its field players.
func teamOf(name, file string) ([]byte, error) {
	ours, err := files.ReadFile("teams/ours.yaml")
	if err != nil {
		return nil, err
	}
	text := string(ours)
	for _, r := range [][2]string{
		{"team: ours", "team: " + name},
		{"machines: {game: game, body: body, head: head, role: role}", fmt.Sprintf("machines: {game: game, body: %q, %s: body, head: head, role: role}", "./"+file, Keeper)},
	} {
		if !strings.Contains(text, r[0]) {
			return nil, fmt.Errorf("teams/ours.yaml: no %q", r[0])
		}
		text = strings.Replace(text, r[0], r[1], 1)
	}
	return []byte(text), nil
}

// ReadMachine returns the file and the text of a machine of a team: one of ours by name, or a file, from the directory of
// the team's.
func ReadMachine(name, dir string) (file string, text []byte, err error) {
	file = name + ".yaml"
	if isPath(name) {
		file = filepath.Join(dir, name)
		text, err = os.ReadFile(file)
	} else {
		text, err = files.ReadFile(file)
	}
	if err != nil {
		return "", nil, fmt.Errorf("machine %q: %w; expected %s, or a file", name, err, strings.Join(Machines(), ", "))
	}
	return file, text, nil
}

// Reader returns the file and the text of a machine by the name that a team's file has for it.
type Reader func(name string) (file string, text []byte, err error)

// Ours reads the machines that come with gonao.
func Ours(name string) (file string, text []byte, err error) { return ReadMachine(name, "") }

// Load loads and checks a machine that read returns. It may read the states of the team's machines: machines maps their
// names in the host to those in the team's file.
func Load(name string, machines map[string]string, read Reader) (*hfsm.Model, error) {
	file, text, err := read(name)
	if err != nil {
		return nil, err
	}
	return hfsm.Load(file, text, Vocabulary(machines, read))
}

// Whole returns the complete text of a machine: with the machine that it extends, if any.
func Whole(name string, machines map[string]string, read Reader) ([]byte, error) {
	model, err := Load(name, machines, read)
	if err != nil {
		return nil, err
	}
	file, text, err := read(name)
	if err != nil {
		return nil, err
	}
	if c, _ := chart.ReadYAML(file, text); c == nil || c.Extends == nil {
		return text, nil
	}
	var whole bytes.Buffer
	err = model.Chart().WriteYAML(&whole)
	return whole.Bytes(), err
}

// LoadMachine loads and checks a machine that [ReadMachine] names, beside those of gonao.
func LoadMachine(name, dir string) (*hfsm.Model, error) {
	return Load(name, nil, func(name string) (string, []byte, error) { return ReadMachine(name, dir) })
}

// Vocabulary returns the vocabulary of a team's machine, with the team's other machines that it may read. Machines that
// are not in machines come with gonao.
func Vocabulary(machines map[string]string, read Reader) *hfsm.Vocabulary {
	cfg := behavior.DefaultConfig()
	words := cfg.Vocabulary()
	words.Machines = func(name string) (*chart.Machine, error) {
		if !slices.Contains(Machines(), name) {
			return nil, fmt.Errorf("no such machine; expected %s%s", strings.Join(Machines(), ", "), wording.DidYouMean(name, Machines()))
		}
		source := Ours
		if machines[name] != "" {
			source, name = read, machines[name]
		}
		file, text, err := source(name)
		if err != nil {
			return nil, err
		}
		c, findings := behavior.Read(file, text, words)
		if errs := findings.Errors(); len(errs) > 0 {
			return nil, errs
		}
		return c, nil
	}
	words.Extended = func(name string) (*chart.Machine, error) {
		file, text, err := extended(name, read)
		if err != nil {
			return nil, err
		}
		c, findings := behavior.Read(file, text, words)
		if errs := findings.Errors(); len(errs) > 0 {
			return nil, errs
		}
		return c, nil
	}
	return words
}

// extended returns the file and the text of a machine that another one extends: a file of the team's or one of ours.
func extended(name string, read Reader) (file string, text []byte, err error) {
	if read != nil && !slices.Contains(Machines(), name) {
		return read(name + ".yaml")
	}
	return Ours(name)
}

func isPath(name string) bool { return strings.ContainsAny(name, "./") }
