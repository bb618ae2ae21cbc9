package world

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/suggest"
	"gonao/internal/yamlfault"
)

//go:embed worlds/*.yaml
var ours embed.FS

// Names returns the names of the worlds that come with gonao.
func Names() []string {
	files, err := fs.Glob(ours, "worlds/*.yaml")
	if err != nil {
		panic(err) // the pattern is constant
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(strings.TrimPrefix(f, "worlds/"), ".yaml")
	}
	sort.Strings(names)
	return names
}

// Load reads a world: one of ours by name, or a file when the name has a dot or a
// slash. Errors name the file, the line, the key and the choices.
func Load(nameOrPath string) (World, error) {
	var text []byte
	var err error
	if strings.ContainsAny(nameOrPath, "./") {
		text, err = os.ReadFile(nameOrPath)
	} else if text, err = ours.ReadFile("worlds/" + nameOrPath + ".yaml"); err != nil {
		return World{}, fmt.Errorf("world %q: no such world; want one of %s, or the path of a .yaml file%s",
			nameOrPath, strings.Join(Names(), ", "), suggest.DidYouMean(nameOrPath, Names()))
	}
	if err != nil {
		return World{}, fmt.Errorf("load world: %w", err)
	}
	dir := ""
	if strings.ContainsAny(nameOrPath, "./") {
		dir = filepath.Dir(nameOrPath)
	}
	w, err := parse(text, dir)
	if err != nil {
		return World{}, fmt.Errorf("load world %s: %w", nameOrPath, err)
	}
	return w, nil
}

// Parse reads a world from YAML text.
func Parse(text []byte) (World, error) { return parse(text, "") }

// parse reads a world; the path of its field's file is relative to dir.
func parse(text []byte, dir string) (World, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return World{}, yamlfault.Error(text, err)
	}
	if len(doc.Content) == 0 {
		return World{}, errors.New("the file is empty")
	}
	if err := checkKeys(doc.Content[0], reflect.TypeFor[World](), ""); err != nil {
		return World{}, err
	}
	w := World{
		TimestepSec: 0.002,
		Robot:       Robot{Look: LookSkin, Color: namedColors()["blue"], Waistband: WaistbandNone},
		Light:       Light{Brightness: 1},
		Carpet:      Carpet{Color: Color{0.165, 0.385, 0.20}, Noise: 0.16, Lines: Color{0.93, 0.93, 0.92}},
	}
	if err := doc.Decode(&w); err != nil {
		return World{}, plain(err)
	}
	if err := w.readField(dir); err != nil {
		return World{}, fmt.Errorf("field: %w", err)
	}
	if err := w.Validate(); err != nil {
		return World{}, err
	}
	return w, nil
}

// wrongType is the form of the parser's error for a value of a wrong type.
var wrongType = regexp.MustCompile("cannot unmarshal !!\\w+ (`[^`]*`) into (\\w+)")

// plain strips the parser's name and line breaks from an error.
func plain(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	text = strings.TrimPrefix(text, "unmarshal errors:\n")
	text = wrongType.ReplaceAllStringFunc(text, func(s string) string {
		m := wrongType.FindStringSubmatch(s)
		if want, ok := map[string]string{"float64": "a number", "int": "a whole number", "string": "a text", "bool": "true or false"}[m[2]]; ok {
			return m[1] + ": want " + want
		}
		return s
	})
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return errors.New(strings.Join(lines, "; "))
}

// checkKeys finds keys that the type does not have, and keys given twice. Path is the
// dotted way to the node, for the message.
func checkKeys(node *yaml.Node, t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Slice && node.Kind == yaml.SequenceNode:
		for i, item := range node.Content {
			if err := checkKeys(item, t.Elem(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Struct && node.Kind != yaml.MappingNode:
		return fmt.Errorf("line %d: %s: want keys and values", node.Line, orWorld(path))
	case t.Kind() == reflect.Struct:
		fields, names := yamlFields(t)
		for i := 0; i < len(node.Content); i += 2 {
			key := node.Content[i]
			field, ok := fields[key.Value]
			if !ok {
				return fmt.Errorf("line %d: %s: unknown key %q; want one of %s",
					key.Line, orWorld(path), key.Value, strings.Join(names, ", "))
			}
			if err := checkKeys(node.Content[i+1], field, strings.TrimPrefix(path+"."+key.Value, ".")); err != nil {
				return err
			}
		}
	}
	return nil
}

func yamlFields(t reflect.Type) (map[string]reflect.Type, []string) {
	fields := map[string]reflect.Type{}
	var names []string
	for i := range t.NumField() {
		name := t.Field(i).Tag.Get("yaml")
		if name == "-" {
			continue
		}
		fields[name] = t.Field(i).Type
		names = append(names, name)
	}
	return fields, names
}

func orWorld(path string) string {
	if path == "" {
		return "world"
	}
	return path
}
