package yamlfault

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
)

// Root returns the top node of a text with one document; its errors name the line.
func Root(src []byte) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil {
		return nil, Error(src, err)
	}
	if len(doc.Content) == 0 {
		return nil, errors.New("the file is empty")
	}
	return doc.Content[0], nil
}

// Decode decodes a node into a struct, which into points to, and refuses keys that the struct's yaml tags do not have. Errors
// have the form "line 3: robot.x_m: …: expected a number"; whole names the document, for its own keys.
func Decode(node *yaml.Node, into any, whole string) error {
	if err := check(node, reflect.TypeOf(into).Elem(), "", whole); err != nil {
		return err
	}
	err := node.Decode(into)
	if kinds, ok := errors.AsType[*yaml.TypeError](err); ok {
		f := wrongKinds(kinds)
		return fmt.Errorf("line %d: %s", f.Line, f.Text)
	}
	return err
}

// check checks the keys of a node and the kinds of its values against a type. path is the way to the node, whole what an empty one
// is called.
func check(node *yaml.Node, t reflect.Type, path, whole string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	refuse := func(text string) error {
		if path != "" {
			whole = path
		}
		return fmt.Errorf("line %d: %s: %s", node.Line, whole, text)
	}
	switch {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[yaml.Unmarshaler]()):
	case t.Kind() == reflect.Struct && node.Kind != yaml.MappingNode:
		return refuse("expected keys and values")
	case t.Kind() == reflect.Struct:
		return checkKeys(node, t, path, whole)
	case node.Tag == "!!null":
	case t.Kind() == reflect.Slice && node.Kind != yaml.SequenceNode:
		return refuse("expected a list")
	case t.Kind() == reflect.Slice:
		for i, item := range node.Content {
			if err := check(item, t.Elem(), fmt.Sprintf("%s[%d]", path, i), whole); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Float64 || t.Kind() == reflect.Int || t.Kind() == reflect.Bool || t.Kind() == reflect.String:
		if node.Kind != yaml.ScalarNode || node.Decode(reflect.New(t).Interface()) != nil {
			return refuse(fmt.Sprintf("%q: expected %s", Short(node.Value), goKind(t.Kind().String())))
		}
	}
	return nil
}

func checkKeys(node *yaml.Node, t reflect.Type, path, whole string) error {
	types, names := map[string]reflect.Type{}, []string(nil)
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("yaml"); name != "-" {
			types[name], names = t.Field(i).Type, append(names, name)
		}
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		of, ok := types[key.Value]
		if !ok {
			if path != "" {
				whole = path
			}
			return fmt.Errorf("line %d: %s: unknown key %q%s; expected one of %s",
				key.Line, whole, key.Value, wording.DidYouMean(key.Value, names), strings.Join(names, ", "))
		}
		if err := check(node.Content[i+1], of, strings.TrimPrefix(path+"."+key.Value, "."), whole); err != nil {
			return err
		}
	}
	return nil
}
