package graph

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/tool/cli"
)

// Resolve completes a short name, and checks that it is known.
func (l *Library) Resolve(name string) (string, error) {
	if strings.Count(name, "/") == 1 {
		for _, word := range []string{"topic", "service", "action"} {
			if full := FullType(name, word); slices.Contains(l.Names(), full) {
				return full, nil
			}
		}
	}
	return name, l.Need(name)
}

// Proto is the YAML of what is sent of an interface.
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

// Refuse says what is wrong with a message before anybody is looked for. A type that
// is not known may be described by others, unless it is a slip of a known one.
func Refuse(lib *Library, typeName, text string) error {
	if err := lib.Need(typeName); err != nil {
		if strings.Contains(err.Error(), "did you mean") || strings.Count(typeName, "/") != 2 {
			return err
		}
		return nil
	}
	m, err := lib.Message(typeName)
	if err != nil {
		return err
	}
	return m.SetText(text, time.Now())
}

// Library knows definitions: those that the program carries, those of --definitions,
// which replace them, and those of a ROS 2 installation once one is not found.
type Library struct {
	*dynamic.Library
	installed []string // AMENT_PREFIX_PATH, as long as not looked into
}

// Types reads what was given with --definitions.
func (t Access) Types() (*Library, error) {
	lib := &Library{Library: dynamic.Compiled(), installed: filepath.SplitList(os.Getenv("AMENT_PREFIX_PATH"))}
	for _, dir := range *t.Definitions {
		if err := lib.AddDir(dir); err != nil {
			return nil, cli.Usagef("--%w", err)
		}
	}
	return lib, nil
}

// AddInstalled adds the definitions of a ROS 2 installation; the first prefix counts most.
func (l *Library) AddInstalled() {
	for _, prefix := range slices.Backward(l.installed) {
		_ = l.AddDir(filepath.Join(prefix, "share")) // what is not there defines nothing
	}
	l.installed = nil
}

// Need checks that an interface and all it contains is known, in an installation at last.
func (l *Library) Need(name string) error {
	_, err := l.Hash(name)
	if err != nil && len(l.installed) > 0 {
		l.AddInstalled()
		_, err = l.Hash(name)
	}
	return err
}

// Decode makes a message of bytes.
func Decode(example *dynamic.Message, data []byte) (*dynamic.Message, error) {
	m := example.New()
	return m, cdr.Unmarshal(data, m)
}
