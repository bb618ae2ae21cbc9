package bundle

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"

	"gonao/behavior/machines/soccer"
	"gonao/internal/yamlfault"
	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/rates"
	"gonao/sim/world"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// OfTeam returns the bundle of a team: one of gonao's by name, or a file. All machines are in it, also those that come with
// gonao, so that the bundle plays the same on any build.
func OfTeam(name string) (Bundle, error) {
	text, err := soccer.ReadTeam(name)
	if err != nil {
		return nil, err
	}
	plan, err := team.ParsePlan(name, text)
	if err != nil {
		return nil, err
	}
	read := func(machine string) (string, []byte, error) { return soccer.ReadMachine(machine, filepath.Dir(name)) }
	b := Bundle{}
	names := map[string]string{}
	machines := soccer.Machines()
	if plan.Machines[soccer.Keeper] != "" {
		machines = append(machines, soccer.Keeper)
	}
	for _, m := range machines {
		machine, err := soccer.Whole(plan.Machines[m], plan.Machines, read)
		if err != nil {
			return nil, fmt.Errorf("team %s: %w", name, err)
		}
		b[m+".yaml"], names[m] = machine, "./"+m+".yaml"
	}
	b[TeamFile], err = replace(text, "machines", names)
	if err != nil {
		return nil, fmt.Errorf("team %s: %w", name, err)
	}
	return b, nil
}

// OfWorld returns the bundle of a world: a rule book with its field, a preset of the kinematic world, and a table of percepts.
func OfWorld(rules, figures, table string) (Bundle, error) {
	book, err := game.Load(rules)
	if err != nil {
		return nil, err
	}
	text, err := game.Read(rules)
	if err != nil {
		return nil, err
	}
	b := Bundle{}
	if b[fieldFile], err = field.Read(filepath.Dir(rules), book.World); err != nil {
		return nil, fmt.Errorf("rule book %s: %w", book.Name, err)
	}
	if _, err := field.LoadFrom(filepath.Dir(rules), book.World); err != nil {
		return nil, fmt.Errorf("rule book %s: %w", book.Name, err)
	}
	b[RulesFile] = text
	if !slices.Contains(world.Names(), book.World) { // physics needs gonao's own worlds by their names
		if b[RulesFile], err = replace(text, "world", "./"+fieldFile); err != nil {
			return nil, fmt.Errorf("rule book %s: %w", book.Name, err)
		}
	}
	if _, err := preset.Load(figures); err != nil {
		return nil, err
	}
	if b[PresetFile], err = preset.Read(figures); err != nil {
		return nil, err
	}
	if _, err := rates.Load(table); err != nil {
		return nil, err
	}
	b[SightFile], err = rates.Read(table)
	return b, err
}

// TeamName returns the name of the team of a bundle, and whether it holds one.
func (b Bundle) TeamName() (string, bool) {
	text, ok := b[TeamFile]
	if !ok {
		return "", false
	}
	plan, err := team.ParsePlan(TeamFile, text)
	if err != nil {
		return "", false
	}
	return plan.Name, true
}

// replace returns a YAML text with another value of a key of its outermost mapping.
func replace(text []byte, key string, value any) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, yamlfault.Error(text, err)
	}
	if len(doc.Content) > 0 && doc.Content[0].Kind == yaml.MappingNode {
		pairs := doc.Content[0].Content
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i].Value != key {
				continue
			}
			var node yaml.Node
			if err := node.Encode(value); err != nil {
				return nil, err
			}
			pairs[i+1] = &node
			var out bytes.Buffer
			e := yaml.NewEncoder(&out)
			if err := e.Encode(&doc); err != nil {
				return nil, err
			}
			return out.Bytes(), nil
		}
	}
	return nil, fmt.Errorf("no key %q", key)
}
