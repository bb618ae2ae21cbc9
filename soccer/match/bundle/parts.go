package bundle

import (
	"fmt"
	"strings"

	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/rates"
	"gonao/soccer/game"
	"gonao/soccer/match"
	"gonao/soccer/squad"
)

// Squad returns the team of a bundle. Its machines are files of the bundle.
func (b Bundle) Squad() (*squad.Squad, error) {
	text, err := b.file(TeamFile)
	if err != nil {
		return nil, err
	}
	return squad.New(TeamFile, text, func(machine string) (string, []byte, error) {
		name, ok := strings.CutPrefix(machine, "./")
		if _, there := b[name]; !ok || !there {
			return "", nil, fmt.Errorf("machine %q: expected a file of the bundle, such as ./body.yaml", machine)
		}
		return name, b[name], nil
	})
}

// World returns the world of a bundle.
func (b Bundle) World() (w match.World, err error) {
	var texts [4][]byte
	for i, name := range []string{RulesFile, fieldFile, PresetFile, SightFile} {
		if texts[i], err = b.file(name); err != nil {
			return w, err
		}
	}
	if w.Book, err = game.Parse(texts[0]); err != nil {
		return w, fmt.Errorf("%s: %w", RulesFile, err)
	}
	if w.Field, err = field.Parse(texts[1]); err != nil {
		return w, fmt.Errorf("%s: %w", fieldFile, err)
	}
	if w.Preset, err = preset.Parse(PresetFile, texts[2]); err != nil {
		return w, err
	}
	w.Sight, err = rates.Parse(SightFile, texts[3])
	return w, err
}

func (b Bundle) file(name string) ([]byte, error) {
	text, ok := b[name]
	if !ok {
		return nil, fmt.Errorf("bundle %s: expected a file %s", Short(b.Hash()), name)
	}
	return text, nil
}
