package game

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
)

// decode reads a node into a value. Structs need all of their keys, but for optional ones, and no others.
func decode(n *yaml.Node, v reflect.Value, key string) error {
	switch {
	case v.Type() == reflect.TypeFor[Number]():
		return nil // read by its owner, who knows the range
	case v.Kind() == reflect.Struct:
		return decodeStruct(n, v, key)
	case v.Kind() == reflect.Map && v.Type().Elem().Kind() == reflect.Struct:
		return decodeMap(n, v, key)
	}
	if err := n.Decode(v.Addr().Interface()); err != nil {
		return fmt.Errorf("line %d: %s: %q: expected a %s", n.Line, key, n.Value, v.Kind())
	}
	return nil
}

func decodeStruct(n *yaml.Node, v reflect.Value, key string) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: %s: expected keys with values", n.Line, orFile(key))
	}
	var names []string
	for i := range v.NumField() {
		names = append(names, v.Type().Field(i).Tag.Get("yaml"))
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, node := n.Content[i], n.Content[i+1]
		at := slices.Index(names, k.Value)
		if at < 0 {
			return fmt.Errorf("line %d: %s: no such key%s", k.Line, join(key, k.Value), wording.DidYouMean(k.Value, names))
		}
		if seen[k.Value] {
			return fmt.Errorf("line %d: %s: there twice", k.Line, join(key, k.Value))
		}
		seen[k.Value] = true
		field := v.Type().Field(at)
		if field.Type == reflect.TypeFor[Number]() {
			number, err := decodeNumber(node, field.Tag)
			if err != nil {
				return fmt.Errorf("line %d: %s: %w", node.Line, join(key, k.Value), err)
			}
			v.Field(at).Set(reflect.ValueOf(number))
			continue
		}
		if err := decode(node, v.Field(at), join(key, k.Value)); err != nil {
			return err
		}
	}
	for i, name := range names {
		if !seen[name] && v.Type().Field(i).Tag.Get("optional") == "" {
			return fmt.Errorf("line %d: %s: missing", n.Line, join(key, name))
		}
	}
	return nil
}

func decodeMap(n *yaml.Node, v reflect.Value, key string) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: %s: expected keys with values", n.Line, key)
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		element := reflect.New(v.Type().Elem()).Elem()
		if v.MapIndex(reflect.ValueOf(k.Value)).IsValid() {
			return fmt.Errorf("line %d: %s: there twice", k.Line, join(key, k.Value))
		}
		if err := decodeStruct(n.Content[i+1], element, join(key, k.Value)); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(k.Value), element)
	}
	return nil
}

// decodeNumber reads {value: 45, from: "gc halfDuration", differs: "…"} and checks the range in a field's tag.
func decodeNumber(n *yaml.Node, tag reflect.StructTag) (Number, error) {
	var file struct {
		Value   *float64 `yaml:"value"`
		From    string   `yaml:"from"`
		Differs string   `yaml:"differs"`
	}
	if n.Kind != yaml.MappingNode {
		return Number{}, fmt.Errorf("expected {value: …, from: …}")
	}
	for i := 0; i < len(n.Content); i += 2 {
		if k := n.Content[i].Value; k != "value" && k != "from" && k != "differs" {
			return Number{}, fmt.Errorf("%s: no such key; expected value, from, differs", k)
		}
	}
	if err := n.Decode(&file); err != nil {
		return Number{}, fmt.Errorf("value: expected a number in %s", tag.Get("unit"))
	}
	if file.Value == nil {
		return Number{}, errors.New("value: missing")
	}
	low, _ := strconv.ParseFloat(tag.Get("min"), 64)
	high, _ := strconv.ParseFloat(tag.Get("max"), 64)
	if !(*file.Value >= low && *file.Value <= high) {
		return Number{}, fmt.Errorf("value: %g: expected %g to %g (%s)", *file.Value, low, high, tag.Get("unit"))
	}
	if tag.Get("unit") == "1" && *file.Value != float64(int(*file.Value)) {
		return Number{}, fmt.Errorf("value: %g: expected a whole number", *file.Value)
	}
	if file.From == "" {
		return Number{}, errors.New("from: missing: every number needs its source")
	}
	return Number{*file.Value, file.From, file.Differs}, nil
}

func join(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

func orFile(key string) string {
	if key == "" {
		return "the file"
	}
	return key
}
