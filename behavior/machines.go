package behavior

import (
	"embed"
	"fmt"
	"os"
	"path"
	"strings"

	"gonao/hfsm"
	"gonao/internal/wording"
)

//go:embed machines
var machines embed.FS

// Machines returns the names of the machines that come with the package.
func Machines() []string { return embedded("machines") }

// Skills returns the names of the skills that come with the package: machines that
// others call, and that execute_skill runs.
func Skills() []string { return embedded("machines/skills") }

// Agents returns the names of the agents that come with the package: machines that have
// skills executed.
func Agents() []string { return embedded("machines/agents") }

// embedded returns the names of the machines of a directory of ours.
func embedded(dir string) []string {
	entries, err := machines.ReadDir(dir)
	if err != nil {
		panic(err) // they are embedded
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, strings.TrimSuffix(e.Name(), path.Ext(e.Name())))
		}
	}
	return names
}

// ReadSkill returns one of [Skills]: its file's name and text.
func ReadSkill(name string) (file string, src []byte, err error) { return readMachine(name) }

// LoadMachine loads and checks a machine; see [Loader.Load].
func LoadMachine(machine string, cfg *Config) (*hfsm.Model, error) {
	l := Loader{Config: cfg}
	return l.Load(machine)
}

func readMachine(machine string) (file string, src []byte, err error) {
	if isPath(machine) {
		src, err = os.ReadFile(machine)
		if err != nil {
			return "", nil, fmt.Errorf("machine %q: %w", machine, err)
		}
		return machine, src, nil
	}
	for _, dir := range []string{"machines", "machines/agents", "machines/skills", "machines/soccer"} {
		for _, end := range endings {
			src, err = machines.ReadFile(path.Join(dir, machine+end))
			if err == nil {
				return machine + end, src, nil
			}
		}
	}
	return "", nil, fmt.Errorf("machine %q: no such machine; expected %s, or the path of a file%s",
		machine, strings.Join(Machines(), ", "), wording.DidYouMeanFile(machine, Machines()))
}
