package graph

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// Resolve returns the full name of an interface, which must be known.
func (l *Library) Resolve(name string) (string, error) {
	if strings.Count(name, "/") == 1 {
		for _, word := range []string{"topic", "service", "action"} {
			if full := fullType(name, word); slices.Contains(l.Names(), full) {
				return full, nil
			}
		}
	}
	return name, l.Need(name)
}

// Proto returns the YAML, with the defaults, of the message that a user sends of an
// interface: of a service the request, of an action the goal.
func (l *Library) Proto(name string, style dynamic.Style) (string, error) {
	if parts := strings.Split(name, "/"); len(parts) == 3 && !strings.Contains(parts[2], "_") {
		name += map[string]string{"srv": "_Request", "action": "_Goal"}[parts[1]]
	}
	m, err := l.Message(name)
	if err != nil {
		return "", err
	}
	return string(m.YAML(style)), nil
}

// Library holds definitions: those that are compiled in, those of --definitions, which
// replace them, and those of a ROS 2 installation as soon as one is not found.
type Library struct {
	*dynamic.Library
	installed []string // prefixes of AMENT_PREFIX_PATH that have not been read yet
}

// Types returns the compiled definitions and those of --definitions.
func (t Access) Types() (*Library, error) {
	lib := &Library{Library: dynamic.Compiled(), installed: filepath.SplitList(os.Getenv("AMENT_PREFIX_PATH"))}
	for _, dir := range *t.Definitions {
		if err := lib.AddDir(dir); err != nil {
			return nil, cli.Usagef("--%w", err)
		}
	}
	return lib, nil
}

// AddInstalled adds the definitions of a ROS 2 installation. Of one that several prefixes
// have, the first counts.
func (l *Library) AddInstalled() {
	for _, prefix := range slices.Backward(l.installed) {
		_ = l.AddDir(filepath.Join(prefix, "share")) // a directory that is not there defines nothing
	}
	l.installed = nil
}

// Need returns an error if an interface, or one that it contains, is not defined. It reads
// the ROS 2 installation if it has to.
func (l *Library) Need(name string) error {
	_, err := l.Hash(name)
	if err != nil && len(l.installed) > 0 {
		l.AddInstalled()
		_, err = l.Hash(name)
	}
	return err
}

// decode returns a new message of the type of example, decoded from data.
func decode(example *dynamic.Message, data []byte) (*dynamic.Message, error) {
	m := example.New()
	return m, cdr.Unmarshal(data, m)
}
