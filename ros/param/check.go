package param

import (
	"errors"
	"fmt"
	"reflect"
)

// CheckFile returns an error if a parameter file differs from the configuration of a node. Tests use it to keep base files
// complete: every parameter must be in the file with the value that config holds, and no other.
func CheckFile(file, fqn string, config any) error {
	entries, err := Entries(config)
	if err != nil {
		return err
	}
	v, err := Load(Args{Layers: []Layer{{File: file}}}, fqn)
	if err != nil {
		return err
	}
	target := reflect.New(reflect.Indirect(reflect.ValueOf(config)).Type())
	target.Elem().Set(copyOf(reflect.Indirect(reflect.ValueOf(config))))
	if err := v.Decode(target.Interface()); err != nil {
		return err
	}
	decoded, err := Entries(target.Interface())
	if err != nil {
		return err
	}
	var all []error
	given := map[string]Setting{}
	for _, s := range v.layers[0] {
		given[s.Name] = s
	}
	defaults := map[string]Value{}
	for _, e := range entries {
		defaults[e.Name] = e.Value
		if _, there := given[e.Name]; !there {
			all = append(all, fmt.Errorf("%s: no parameter %q of %s, expected %s", file, e.Name, fqn, describe(e.Value)))
		}
	}
	for _, e := range decoded {
		if s, there := given[e.Name]; there && !reflect.DeepEqual(e.Value, defaults[e.Name]) {
			all = append(all, s.errorf("%v, but the node's default is %v", e.Value, defaults[e.Name]))
		}
	}
	return errors.Join(all...)
}
