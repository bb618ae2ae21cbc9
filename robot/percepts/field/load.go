package field

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/suggest"
	"gonao/internal/yamlfault"
)

//go:embed fields/*.yaml
var ours embed.FS

// Names returns the names of the fields that come with gonao.
func Names() []string {
	files, err := fs.Glob(ours, "fields/*.yaml")
	if err != nil {
		panic(err) // the pattern is constant
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(strings.TrimPrefix(f, "fields/"), ".yaml")
	}
	slices.Sort(names)
	return names
}

// Load reads a field: one of ours by name, or a file when the name has a dot or a slash. Errors name the file and the key.
func Load(nameOrPath string) (Field, error) { return LoadFrom("", nameOrPath) }

// Read returns the text of a field as [LoadFrom] names it.
func Read(dir, nameOrPath string) ([]byte, error) {
	var text []byte
	var err error
	if strings.ContainsAny(nameOrPath, "./") {
		path := nameOrPath
		if dir != "" && !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if text, err = os.ReadFile(path); err != nil {
			return nil, fmt.Errorf("load field: %w", err)
		}
	} else if text, err = ours.ReadFile("fields/" + nameOrPath + ".yaml"); err != nil {
		return nil, fmt.Errorf("field %q: no such field; want one of %s, or the path of a .yaml file%s",
			nameOrPath, strings.Join(Names(), ", "), suggest.DidYouMean(nameOrPath, Names()))
	}
	return text, nil
}

// LoadFrom is Load for a path that is relative to a directory.
func LoadFrom(dir, nameOrPath string) (Field, error) {
	text, err := Read(dir, nameOrPath)
	if err != nil {
		return Field{}, err
	}
	f, err := Parse(text)
	if err != nil {
		return Field{}, fmt.Errorf("load field %s: %w", nameOrPath, err)
	}
	return f, nil
}

// Parse reads a field from YAML or JSON text and checks it. Lengths stay as the text has them; ToMiddle converts them.
func Parse(text []byte) (Field, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return Field{}, yamlfault.Error(text, err)
	}
	if len(doc.Content) == 0 {
		return Field{}, errors.New("the file is empty")
	}
	return Decode(doc.Content[0])
}

// Decode reads a field from a YAML node and checks it.
func Decode(node *yaml.Node) (Field, error) {
	if err := checkKeys(node, reflect.TypeFor[Field](), ""); err != nil {
		return Field{}, err
	}
	f := Field{MeasuredTo: Middle, Goal: Goal{ColorPositiveX: White, ColorNegativeX: White}, Ball: Ball{Diameter: 0.1}}
	if err := node.Decode(&f); err != nil {
		return Field{}, plain(err)
	}
	return f, f.Validate()
}

// plain removes the parser's name and line breaks from an error.
func plain(err error) error {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "yaml: "), "unmarshal errors:\n")
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return errors.New(strings.Join(lines, "; "))
}

// checkKeys finds keys that the type does not have, and values that are no numbers where a number is wanted.
func checkKeys(node *yaml.Node, t reflect.Type, path string) error {
	switch t.Kind() {
	case reflect.Slice:
		if node.Kind != yaml.SequenceNode {
			return fmt.Errorf("line %d: %s: want a list", node.Line, path)
		}
		for i, item := range node.Content {
			if err := checkKeys(item, t.Elem(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		if node.Kind != yaml.MappingNode {
			return fmt.Errorf("line %d: %s: want keys and values", node.Line, orFile(path))
		}
		return checkMapping(node, t, path)
	case reflect.Float64:
		var v float64
		if node.Kind != yaml.ScalarNode || node.Decode(&v) != nil {
			return fmt.Errorf("line %d: %s: %q: want a number", node.Line, path, node.Value)
		}
	default:
	}
	return nil
}

func checkMapping(node *yaml.Node, t reflect.Type, path string) error {
	types := map[string]reflect.Type{}
	var names []string
	for i := range t.NumField() {
		name := t.Field(i).Tag.Get("yaml")
		types[name] = t.Field(i).Type
		names = append(names, name)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		of, ok := types[key.Value]
		if !ok {
			return fmt.Errorf("line %d: %s: unknown key %q; want one of %s", key.Line, orFile(path), key.Value, strings.Join(names, ", "))
		}
		if err := checkKeys(node.Content[i+1], of, strings.TrimPrefix(path+"."+key.Value, ".")); err != nil {
			return err
		}
	}
	return nil
}

func orFile(path string) string {
	if path == "" {
		return "field file"
	}
	return path
}
