package main

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/internal/suggest"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/msgs/registry"
	"gonao/ros"
	"gonao/ros/cdr"
)

// decodeMessage fills a message from YAML; fields that are not named keep their value.
func decodeMessage(text string, m cdr.Message) error {
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		return fmt.Errorf("message %s: not YAML: %s", m.TypeName(), strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(root.Content) == 0 {
		return nil // nothing given: all defaults
	}
	if err := decodeValue(root.Content[0], reflect.ValueOf(m).Elem(), ""); err != nil {
		return fmt.Errorf("message %s: %w", m.TypeName(), err)
	}
	return nil
}

// below joins the path to a field.
func below(path, name string) string {
	if path == "" || strings.HasPrefix(name, "[") {
		return path + name
	}
	return path + "." + name
}

// wrong says what a field expects.
func wrong(path, want string, n *yaml.Node) error {
	if path == "" {
		return fmt.Errorf("expected %s, got %s", want, nodeText(n))
	}
	return fmt.Errorf("field %s: expected %s, got %s", path, want, nodeText(n))
}

// nodeText describes a YAML value in a message.
func nodeText(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a map"
	case yaml.SequenceNode:
		return fmt.Sprintf("a list of %d", len(n.Content))
	case yaml.AliasNode:
		return "an alias"
	default:
		return fmt.Sprintf("the %s %q", strings.TrimPrefix(n.Tag, "!!"), n.Value)
	}
}

// decodeValue fills v from a YAML value; path names it in errors.
func decodeValue(n *yaml.Node, v reflect.Value, path string) error {
	switch v.Kind() {
	case reflect.Struct:
		return decodeStruct(n, v, path)
	case reflect.Slice, reflect.Array:
		return decodeList(n, v, path)
	case reflect.String:
		if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
			return wrong(path, "string (put it in quotes)", n)
		}
		v.SetString(n.Value)
		return nil
	case reflect.Bool:
		var b bool
		if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(&b) != nil {
			return wrong(path, "bool", n)
		}
		v.SetBool(b)
		return nil
	case reflect.Float32, reflect.Float64:
		return decodeFloat(n, v, path)
	default:
		return decodeInteger(n, v, path)
	}
}

// decodeFloat fills a float; a whole number is one too.
func decodeFloat(n *yaml.Node, v reflect.Value, path string) error {
	var f float64
	number := n.Kind == yaml.ScalarNode && (n.Tag == "!!float" || n.Tag == "!!int") && n.Decode(&f) == nil
	if !number || v.OverflowFloat(f) && !math.IsInf(f, 0) {
		return wrong(path, v.Kind().String(), n)
	}
	v.SetFloat(f)
	return nil
}

// decodeInteger fills a signed or unsigned integer.
func decodeInteger(n *yaml.Node, v reflect.Value, path string) error {
	if n.Tag != "!!int" {
		return wrong(path, v.Kind().String(), n)
	}
	if v.CanUint() {
		var u uint64
		if n.Decode(&u) != nil || v.OverflowUint(u) {
			return wrong(path, v.Kind().String(), n)
		}
		v.SetUint(u)
		return nil
	}
	var i int64
	if !v.CanInt() || n.Decode(&i) != nil || v.OverflowInt(i) {
		return wrong(path, v.Kind().String(), n)
	}
	v.SetInt(i)
	return nil
}

// decodeStruct fills a struct's fields by their names.
func decodeStruct(n *yaml.Node, v reflect.Value, path string) error {
	if stamp, ok := v.Addr().Interface().(*builtininterfaces.Time); ok && n.Kind == yaml.ScalarNode && n.Value == "now" {
		*stamp = ros.Stamp(time.Now())
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return wrong(path, "a map of fields ("+strings.Join(rosNames(v.Type()), ", ")+")", n)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := n.Content[i].Value
		field := fieldByROSName(v, name)
		if !field.IsValid() {
			return fmt.Errorf("no field %q; there are: %s", below(path, name), strings.Join(rosNames(v.Type()), ", "))
		}
		if err := decodeValue(n.Content[i+1], field, below(path, name)); err != nil {
			return err
		}
	}
	return nil
}

// decodeList fills a slice, or an array that must have its length.
func decodeList(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind != yaml.SequenceNode {
		return wrong(path, "a list", n)
	}
	if v.Kind() == reflect.Array && len(n.Content) != v.Len() {
		return wrong(path, fmt.Sprintf("a list of %d", v.Len()), n)
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	}
	for i, item := range n.Content {
		if err := decodeValue(item, v.Index(i), below(path, fmt.Sprintf("[%d]", i))); err != nil {
			return err
		}
	}
	return nil
}

// newMessage makes a message of a type; "std_msgs/String" is short for
// "std_msgs/msg/String".
func newMessage(typeName string) (cdr.Message, error) {
	if m := registry.New(typeName); m != nil {
		return m, nil
	}
	if pkg, name, ok := strings.Cut(typeName, "/"); ok {
		if m := registry.New(pkg + "/msg/" + name); m != nil {
			return m, nil
		}
	}
	names := registry.Names()
	if near := suggest.DidYouMean(typeName, names); near != "" {
		return nil, fmt.Errorf("type %q is not known%s", typeName, near)
	}
	_, wanted, _ := cutLast(typeName, "/")
	var near, packages []string
	for _, name := range names {
		pkg, _, _ := strings.Cut(name, "/")
		packages = append(packages, pkg)
		if _, last, _ := cutLast(name, "/"); strings.EqualFold(last, wanted) {
			near = append(near, name)
		}
	}
	if len(near) > 0 {
		return nil, fmt.Errorf("type %q is not known (did you mean %s?)", typeName, strings.Join(near, " or "))
	}
	return nil, fmt.Errorf("type %q is not compiled in; expected package/msg/Name of one of: %s",
		typeName, strings.Join(slices.Compact(packages), ", "))
}
