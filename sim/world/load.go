package world

import (
	"embed"
	"fmt"
	"path/filepath"
	"strings"

	"gonao/internal/yamlread"
)

//go:embed worlds/*.yaml
var files embed.FS

var ours = yamlread.Named{Files: files, Dir: "worlds", What: "world"}

// Names returns the names of the worlds that come with gonao.
func Names() []string { return ours.Names() }

// Load reads a world: one of ours by name, or a file when the name has a dot or a
// slash. Errors name the file, the line, the key and the choices.
func Load(nameOrPath string) (World, error) {
	text, err := ours.Read(nameOrPath)
	if err != nil {
		return World{}, err
	}
	dir := ""
	if strings.ContainsAny(nameOrPath, "./") {
		dir = filepath.Dir(nameOrPath)
	}
	w, err := parse(nameOrPath, text, dir)
	if err != nil {
		return World{}, fmt.Errorf("load world: %w", err)
	}
	return w, nil
}

// Parse reads a world from YAML text.
func Parse(text []byte) (World, error) { return parse("", text, "") }

// parse reads a world; the path of its field's file is relative to dir.
func parse(file string, text []byte, dir string) (World, error) {
	type plain World // is checked when its field is there
	w := World{
		TimestepSec: 0.002,
		Robot:       Robot{Look: LookSkin, Color: namedColors()["blue"], Waistband: WaistbandNone},
		Light:       Light{Brightness: 1},
		Carpet:      Carpet{Color: Color{0.165, 0.385, 0.20}, Noise: 0.16, Lines: Color{0.93, 0.93, 0.92}},
	}
	r := yamlread.New(file, text)
	if err := r.Read((*plain)(&w)); err != nil {
		return World{}, err
	}
	if err := w.readField(dir); err != nil {
		return World{}, r.Place(fmt.Errorf("field: %w", err))
	}
	return w, r.Place(w.Validate())
}
