package world

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"gonao/internal/wording"
	"gonao/internal/yamlread"
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
			nameOrPath, strings.Join(Names(), ", "), wording.DidYouMean(nameOrPath, Names()))
	}
	if err != nil {
		return World{}, fmt.Errorf("load world: %w", err)
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
