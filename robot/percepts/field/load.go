package field

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/internal/wording"
	"gonao/internal/yamlread"
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
			nameOrPath, strings.Join(Names(), ", "), wording.DidYouMean(nameOrPath, Names()))
	}
	return text, nil
}

// LoadFrom is Load for a path that is relative to a directory.
func LoadFrom(dir, nameOrPath string) (Field, error) {
	text, err := Read(dir, nameOrPath)
	if err != nil {
		return Field{}, err
	}
	f, err := parse(nameOrPath, text)
	if err != nil {
		return Field{}, fmt.Errorf("load field: %w", err)
	}
	return f, nil
}

// Parse reads a field from YAML or JSON text and checks it. Lengths stay as the text has them; ToMiddle converts them.
func Parse(text []byte) (Field, error) { return parse("", text) }

func parse(file string, text []byte) (Field, error) {
	f := Field{MeasuredTo: Middle, Goal: Goal{ColorPositiveX: White, ColorNegativeX: White}, Ball: Ball{Diameter: 0.1}}
	return f, yamlread.Decode(file, text, &f)
}
