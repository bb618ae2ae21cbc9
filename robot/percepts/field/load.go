package field

import (
	"embed"
	"fmt"
	"path/filepath"
	"strings"

	"gonao/internal/yamlread"
)

//go:embed fields/*.yaml
var files embed.FS

var ours = yamlread.Named{Files: files, Dir: "fields", What: "field"}

// Names returns the names of the fields that come with gonao.
func Names() []string { return ours.Names() }

// Load reads a field: one of ours by name, or a file when the name has a dot or a slash. Errors name the file and the key.
func Load(nameOrPath string) (Field, error) { return LoadFrom("", nameOrPath) }

// Read returns the text of a field as [LoadFrom] names it.
func Read(dir, nameOrPath string) ([]byte, error) {
	if strings.ContainsAny(nameOrPath, "./") && dir != "" && !filepath.IsAbs(nameOrPath) {
		nameOrPath = filepath.Join(dir, nameOrPath)
	}
	return ours.Read(nameOrPath)
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
