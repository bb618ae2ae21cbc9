package param

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"gonao/internal/declared"
)

// A former is a name that a parameter, or a group of them, had in the release before. The tag
//
//	BallRadius float64  `yaml:"ball_radius" was:"ball_radius_m"`
//	Gait       Gait     `yaml:"gait" was:"walk"`
//	_          struct{} `was:"camera_fov_deg" desc:"the image's camera_info has it"`
//
// keeps it for one release: a value set by the old name is used for the new one, with a warning. The blank field is for a
// removed parameter: its value is ignored, with a warning that ends in desc. A name is relative to the group of its
// field, or to the Config if it begins with /. Several names are separated by |.
type former struct {
	name string
	now  string // "" when it is gone
	why  string // for a removed parameter
}

// formersOf lists the former names of a configuration's parameters.
func formersOf(config any) ([]former, error) {
	var all []former
	v := reflect.Indirect(reflect.ValueOf(config))
	if v.Kind() != reflect.Struct {
		return nil, nil
	}
	addFormers(v, "", &all)
	if len(all) == 0 {
		return nil, nil
	}
	entries, err := Entries(config)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		if err := checkName(f.name); err != nil {
			return nil, fmt.Errorf("configuration %T: was: %w", config, err)
		}
		if slices.ContainsFunc(entries, func(e Entry) bool { return e.Name == f.name }) {
			return nil, fmt.Errorf("configuration %T: was:%q: it is the name of a parameter", config, f.name)
		}
	}
	return all, nil
}

// addFormers adds the former names in v, whose names begin with prefix.
func addFormers(v reflect.Value, prefix string, into *[]former) {
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		was, given := field.Tag.Lookup("was")
		if field.Name == "_" {
			if given {
				*into = append(*into, formers(was, prefix, "", field.Tag.Get("desc"))...)
			}
			continue
		}
		name, below, ok := declared.Names(field, prefix)
		if !ok {
			continue
		}
		if given {
			*into = append(*into, formers(was, prefix, name, "")...)
		}
		addFormers(v.Field(i), below, into)
	}
}

// formers reads a tag.
func formers(was, prefix, now, why string) []former {
	var all []former
	for name := range strings.SplitSeq(was, "|") {
		if whole, ok := strings.CutPrefix(name, "/"); ok {
			name = whole
		} else {
			name = prefix + name
		}
		all = append(all, former{name: name, now: now, why: why})
	}
	return all
}

// of reports whether the parameter of that name had this former name, and returns its present name.
func (f *former) of(name string) (now string, ok bool) {
	rest, ok := strings.CutPrefix(name, f.name)
	if !ok || rest != "" && rest[0] != '.' {
		return "", false
	}
	if f.now == "" {
		return "", true
	}
	return f.now + rest, true
}

// Renamed returns settings under the present names of a configuration's parameters, without removed parameters, and a
// warning for each former name.
func Renamed(config any, settings []Setting) (today []Setting, warnings []string, err error) {
	all, err := formersOf(config)
	if err != nil || len(all) == 0 {
		return settings, nil, err
	}
	for _, s := range settings {
		i := slices.IndexFunc(all, func(f former) bool { _, ok := f.of(s.Name); return ok })
		if i < 0 {
			today = append(today, s)
			continue
		}
		now, _ := all[i].of(s.Name)
		if now == "" {
			warnings = append(warnings, s.warning("is no longer used", all[i].why))
			continue
		}
		if j := slices.IndexFunc(settings, func(o Setting) bool { return o.Name == now }); j >= 0 {
			return nil, nil, s.errorf("it is called %q now, which %s sets too", now, settings[j].From)
		}
		warnings = append(warnings, s.warning(fmt.Sprintf("is called %q now", now), "the next release will refuse the old name"))
		s.Name = now
		today = append(today, s)
	}
	return today, warnings, nil
}

// warning is a line about a setting that begins with where it comes from.
func (s *Setting) warning(what, more string) string {
	text := fmt.Sprintf("%s: parameter %q %s", s.From, s.Name, what)
	if more != "" {
		text += ": " + more
	}
	return text
}

// rename replaces former names in the layers by the present ones.
func (v *Values) rename(config any) error {
	for i, layer := range v.layers {
		today, warnings, err := Renamed(config, layer)
		if err != nil {
			return err
		}
		v.layers[i] = today
		v.warnings = append(v.warnings, warnings...)
	}
	return nil
}

// formerVariables returns a configuration's environment variables of former names: the parameter that each one sets
// today, "" for a removed parameter.
func (v *Values) formerVariables(config any, entries []Entry) (map[string]string, error) {
	all, err := formersOf(config)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	variables := map[string]string{}
	for _, f := range all {
		if f.now == "" {
			variables[environment(v.node, f.name)] = ""
			continue
		}
		for _, e := range entries {
			if rest, ok := strings.CutPrefix(e.Name, f.now); ok && (rest == "" || rest[0] == '.') {
				variables[environment(v.node, f.name+rest)] = e.Name
			}
		}
	}
	return variables, nil
}

// renameEnvironment returns the environment with the variables of today in place of those of former names.
func (v *Values) renameEnvironment(config any, entries []Entry) (environ []string, today map[string]string, err error) {
	former, err := v.formerVariables(config, entries)
	if err != nil {
		return nil, nil, err
	}
	today = map[string]string{}
	for _, assignment := range os.Environ() {
		variable, _, _ := strings.Cut(assignment, "=")
		now, is := former[variable]
		switch {
		case !is:
			environ = append(environ, assignment)
		case now == "":
			v.warnings = append(v.warnings, fmt.Sprintf("environment variable %s: its parameter is no longer used", variable))
		default:
			today[now] = variable
			v.warnings = append(v.warnings, fmt.Sprintf("environment variable %s: its parameter is called %q now: the next release will refuse the old name", variable, now))
		}
	}
	return environ, today, nil
}
