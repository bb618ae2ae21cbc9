package yamlread

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/internal/declared"
	"gonao/internal/wording"
)

// custom is a type that reads itself; it reports faults at the node.
type custom interface{ ReadYAML(n Node) }

// validator is a struct that checks what its fields' tags cannot.
type validator interface{ Validate() error }

// key is a field of a struct as a key of a mapping.
type key struct {
	name, need string
	optional   bool
	about      declared.About
	value      reflect.Value
	seen       bool
}

// The names of fields that are not keys.
const keyField, lineField, pathField = "@key", "@line", "@path"

// keys returns the keys of a struct, and the fields that get its line and its own key, if it has them.
func keys(v reflect.Value) (all []key, special map[string]reflect.Value) {
	special = map[string]reflect.Value{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, ok := declared.Names(f, "")
		switch {
		case !ok:
		case name == keyField || name == lineField || name == pathField:
			special[name] = v.Field(i)
		case strings.HasSuffix(f.Tag.Get("yaml"), ",inline"):
			inner, more := keys(v.Field(i))
			all = append(all, inner...)
			for name, field := range more {
				special[name] = field
			}
		default:
			if _, self := v.Field(i).Addr().Interface().(custom); self && f.Type.Kind() == reflect.Struct {
				f.Type = reflect.TypeFor[float64]() // the tags are about a number in it
			}
			about, err := declared.Of(f)
			if err != nil {
				panic(fmt.Sprintf("%s.%s: %v", v.Type(), f.Name, err)) // tags are constant
			}
			all = append(all, key{name: name, need: f.Tag.Get("need"), optional: f.Tag.Get("optional") != "", about: about, value: v.Field(i)})
		}
	}
	return all, special
}

func names(all []key) string {
	list := make([]string, len(all))
	for i := range all {
		list[i] = all[i].name
	}
	return strings.Join(list, ", ")
}

// keysOf describes what a text must hold to be read into a value.
func keysOf(into any) string {
	v := reflect.ValueOf(into).Elem()
	if _, self := into.(custom); self || v.Kind() != reflect.Struct {
		return expected(v.Type())
	}
	all, _ := keys(v)
	return names(all)
}

// Into reads the value into what into points to, and reports whether it had no faults.
func (n Node) Into(into any) bool {
	before := len(n.reader.Faults)
	n.into(reflect.ValueOf(into).Elem())
	return len(n.reader.Faults) == before
}

func (n Node) into(v reflect.Value) {
	n.node = follow(n.node)
	if !n.enter() {
		return
	}
	if self, ok := v.Addr().Interface().(custom); ok {
		self.ReadYAML(n)
		return
	}
	switch t := v.Type(); {
	case t == reflect.TypeFor[time.Duration]():
		text, _ := n.Text()
		d, err := time.ParseDuration(text)
		if v.SetInt(int64(d)); err != nil {
			n.Wrong(expected(t))
		} else if err := n.About.Check(v); err != nil {
			n.reader.fault(n.node, n.Key, err, "%s", err)
		}
	case t.Kind() == reflect.Struct:
		n.intoStruct(v)
	case n.IsNull():
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		n.into(v.Elem())
	case t.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(t))
		for _, f := range n.Fields(expected(t)) {
			element := reflect.New(t.Elem()).Elem()
			f.Value.About = n.About
			f.Value.into(element)
			v.SetMapIndex(reflect.ValueOf(f.Name).Convert(t.Key()), element)
		}
	case t.Kind() == reflect.Slice && isNamed(t.Elem()):
		v.SetLen(0)
		for _, f := range n.Fields(expected(t)) {
			element := reflect.New(t.Elem()).Elem()
			_, special := keys(element)
			special[keyField].SetString(f.Name)
			f.Value.into(element)
			v.Set(reflect.Append(v, element))
		}
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		n.intoList(v)
	case t.Kind() == reflect.Interface:
		if value := n.Value(); value != nil {
			v.Set(reflect.ValueOf(value))
		}
	case n.node.Kind != yaml.ScalarNode || n.node.Decode(v.Addr().Interface()) != nil || (v.CanInt() || v.CanUint()) && !n.isWhole():
		n.Wrong(expected(t))
	default:
		if err := n.About.Check(v); err != nil {
			n.reader.fault(n.node, n.Key, err, "%s", err)
		}
	}
}

// isWhole reports whether a number is a whole one; the library drops what is behind the point.
func (n Node) isWhole() bool {
	var v float64
	return n.node.Decode(&v) == nil && v == math.Trunc(v)
}

// isNamed reports whether a type is a struct that holds the key at which it stands.
func isNamed(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	_, special := keys(reflect.New(t).Elem())
	return special[keyField].IsValid()
}

func (n Node) intoList(v reflect.Value) {
	items := n.Items(expected(v.Type()))
	switch {
	case items == nil:
		return
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
	case len(items) != v.Len():
		n.Faultf("%d values: expected %s", len(items), expected(v.Type()))
		return
	}
	for i, item := range items {
		item.About = n.About
		item.into(v.Index(i))
	}
}

func (n Node) intoStruct(v reflect.Value) {
	before := len(n.reader.Faults)
	all, special := keys(v)
	if line, ok := special[lineField]; ok {
		line.SetInt(int64(n.Line()))
	}
	if path, ok := special[pathField]; ok {
		path.SetString(n.Key)
	}
	if !n.IsMapping() {
		n.Wrong("the keys " + names(all))
		return
	}
	for _, f := range n.Fields("") {
		if k := find(all, f.Name); k != nil {
			k.seen = !f.Value.IsNull() || k.need == ""
			f.Value.About = k.about
			f.Value.into(k.value)
		} else if !n.reader.Loose {
			list := names(all)
			f.At.Faultf("no such key%s; expected one of %s", wording.DidYouMean(f.Name, strings.Split(list, ", ")), list)
		}
	}
	for i := range all {
		k := &all[i]
		missing := Node{Key: join(n.Key, k.name), node: n.node, reader: n.reader}
		switch {
		case k.seen:
		case k.need != "":
			missing.Faultf("missing; expected %s", k.need)
		case n.reader.Whole && !k.optional:
			missing.Faultf("missing")
		}
	}
	if checked, ok := v.Addr().Interface().(validator); ok && len(n.reader.Faults) == before {
		n.place(checked.Validate(), all)
	}
}

func find(all []key, name string) *key {
	for i := range all {
		if all[i].name == name {
			return &all[i]
		}
	}
	return nil
}

// place adds an error at the key that its text begins with, one of a struct's keys or one that is there; else at the value.
func (n Node) place(err error, all []key) {
	if err == nil {
		return
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok && strings.Contains(err.Error(), "\n") {
		for _, one := range several.Unwrap() {
			n.place(one, all)
		}
		return
	}
	whole := err.Error()
	at, length := n.at(whole)
	if first, _, _ := strings.Cut(whole, " "); length < len(first) {
		length = len(first)
	}
	path, text := strings.TrimSuffix(whole[:length], ":"), strings.TrimPrefix(strings.TrimPrefix(whole[length:], ":"), " ")
	head := path[:len(path)-len(strings.TrimLeft(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))]
	if at == n.node && find(all, head) == nil || !strings.Contains(whole[len(path):], ":") {
		n.reader.fault(n.node, n.Key, err, "%s", err)
		return
	}
	n.reader.fault(at, join(n.Key, path), err, "%s", text)
}

// at returns the deepest value on the way that a text begins with, such as plots[0].x, and the length of the way to it.
func (n Node) at(text string) (at *yaml.Node, length int) {
	at = n.node
	for {
		next, more := child(at, text[length:])
		if next == nil {
			return at, length
		}
		at, length = next, length+more
	}
}

// child returns the part of a value that a text names first, and the length of its name. A key may have dots and blanks in it.
func child(n *yaml.Node, text string) (part *yaml.Node, length int) {
	name := strings.TrimLeft(text, ".[")
	before := len(text) - len(name)
	switch n.Kind { //nolint:exhaustive // others have no parts
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			if rest, ok := strings.CutPrefix(name, key); ok && key != "" && before+len(key) > length && (rest == "" || strings.ContainsAny(rest[:1], ".[: ")) {
				part, length = follow(n.Content[i+1]), before+len(key)
			}
		}
	case yaml.SequenceNode:
		digits := len(name) - len(strings.TrimLeft(name, "0123456789"))
		if i, err := strconv.Atoi(name[:digits]); err == nil && i < len(n.Content) {
			if strings.HasPrefix(name[digits:], "]") {
				digits++
			}
			return follow(n.Content[i]), before + digits
		}
	}
	return part, length
}

// expected describes what a value of a type looks like.
func expected(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a time such as 10s or 250ms"
	case t.Kind() == reflect.Slice && !isNamed(t.Elem()):
		return "a list"
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("a list of %d", t.Len())
	case reflect.Zero(t).CanFloat():
		return "a number"
	case reflect.Zero(t).CanInt():
		return "a whole number"
	case reflect.Zero(t).CanUint():
		return "a whole number from 0 on"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.String:
		return "a text"
	}
	return "keys with values"
}
