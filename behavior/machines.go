package behavior

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"gonao/hfsm"
)

//go:embed machines/*.yaml
var machines embed.FS

// Machines gives the names of the machines that come with the package.
func Machines() []string {
	entries, err := machines.ReadDir("machines")
	if err != nil {
		panic(err) // they are embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

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
	file = machine + ".yaml"
	src, err = machines.ReadFile(path.Join("machines", file))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return "", nil, fmt.Errorf("machine %q: no such machine; expected %s, or the path of a file", machine, strings.Join(Machines(), ", "))
	}
	return file, src, err
}
