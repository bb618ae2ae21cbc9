package param

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/viper"

	"gonao/internal/declared"
	"gonao/internal/wording"
)

// useSimTime is the parameter that every node has and that ros reads.
const useSimTime = "use_sim_time"

// Values are the parameters that files and arguments set for one node.
type Values struct {
	node   string
	layers [][]Setting // each layer's settings for the node, in order
	common []Setting   // the parameters that every node has, in order
	silent []string    // the files without settings for the node, and the nodes they are for

	warnings []string // about former names
}

// Load reads the layers of a command line for the node of that full name, such as
// "/nao1/vision".
func Load(a Args, fqn string) (*Values, error) {
	v := &Values{node: fqn}
	for _, layer := range a.Layers {
		settings := []Setting(nil)
		if layer.Override != nil {
			settings = []Setting{*layer.Override}
			v.noteSilent(layer.Override.From+" "+layer.Override.Name, settings)
		} else {
			var err error
			if settings, err = ReadFile(layer.File); err != nil {
				return nil, err
			}
			v.noteSilent(layer.File, settings)
		}
		v.add(settings)
	}
	return v, nil
}

// Silent returns the parameter files and -p that have no setting for the node, with the nodes they are for: usually the
// namespace was forgotten.
func (v *Values) Silent() []string { return v.silent }

// Warnings returns a warning for each former name that Decode accepted, with file and line.
func (v *Values) Warnings() []string { return v.warnings }

func (v *Values) noteSilent(file string, settings []Setting) {
	var nodes []string
	for _, s := range settings {
		if matches(s.Node, v.node) {
			return
		}
		if !slices.Contains(nodes, s.Node) {
			nodes = append(nodes, s.Node)
		}
	}
	if len(nodes) > 0 {
		v.silent = append(v.silent, fmt.Sprintf("%s is for %s", file, strings.Join(nodes, ", ")))
	}
}

// FromSettings returns the values of the node of a full name from one layer of settings.
func FromSettings(fqn string, settings []Setting) *Values {
	v := &Values{node: fqn}
	v.add(settings)
	return v
}

// add adds a layer: those of the settings that are for the node.
func (v *Values) add(settings []Setting) {
	var own []Setting
	for _, s := range settings {
		switch {
		case !matches(s.Node, v.node):
		case isCommon(s.Name):
			v.common = append(v.common, s)
		default:
			own = append(own, s)
		}
	}
	v.layers = append(v.layers, own)
}

// isCommon reports whether every node has the parameter.
func isCommon(name string) bool {
	switch name {
	case useSimTime, "start_type_description_service", "service_introspection":
		return true
	}
	return strings.HasPrefix(name, "qos_overrides.")
}

// Common puts the parameters that every node has into target, a pointer to a struct
// that has fields for them.
func (v *Values) Common(target any) error {
	fields, err := byName(target)
	if err != nil {
		return err
	}
	for i := range v.common {
		if s := &v.common[i]; !strings.HasPrefix(s.Name, "qos_overrides.") {
			if err := v.put(fields, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// QoSOverrides are the parameters that change the quality of service of topics, in
// order, the later one wins.
func (v *Values) QoSOverrides() []Setting {
	var out []Setting
	for _, s := range v.common {
		if strings.HasPrefix(s.Name, "qos_overrides.") {
			out = append(out, s)
		}
	}
	return out
}

// Decode puts the parameters into target, a pointer to a struct that holds the defaults. Fields are named by their yaml
// tags, those of nested structs by dotted names. At the end it calls Validate() error of target and of its groups, if
// they have one. After an error the contents of target are undefined.
func (v *Values) Decode(target any) error {
	config := reflect.ValueOf(target)
	if config.Kind() != reflect.Pointer || config.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("parameters of %s: target %T, expected a pointer to a struct", v.node, target)
	}
	detach(config.Elem()) // the defaults may be shared
	if err := v.checkNames(); err != nil {
		return err
	}
	if err := v.rename(target); err != nil {
		return err
	}
	merged, err := v.merge(target)
	if err != nil {
		return err
	}
	fields, err := byName(target)
	if err != nil {
		return fmt.Errorf("parameters of %s: %w", v.node, err)
	}
	for _, s := range merged {
		if err := v.put(fields, s); err != nil {
			return err
		}
	}
	if err := Check(target); err != nil {
		return fmt.Errorf("%sparameters of %s: %w", place(merged, err), v.node, err)
	}
	return nil
}

// Check checks a configuration, a pointer to a struct, as [declared.Check] does.
func Check(config any) error { return declared.Check(config) }

// place returns the source of the parameter named in an error of Validate, as "file:line: ". The error begins with the
// parameter's name; if not, as for a sum of two, place returns "".
func place(settings []*Setting, err error) string {
	for _, text := range []string{err.Error(), strings.Replace(err.Error(), ": ", ".", 1)} { // "camera: width 3" is camera.width
		for _, s := range settings {
			rest, ok := strings.CutPrefix(text, s.Name)
			if ok && strings.IndexAny(rest, " :[") == 0 && s.From != "-p" {
				return s.From + ": "
			}
		}
	}
	return ""
}

// Decode reads the layers of a command line for a node and puts its parameters
// into target, as Values.Decode does.
func Decode(a Args, fqn string, target any) error {
	v, err := Load(a, fqn)
	if err != nil {
		return err
	}
	return v.Decode(target)
}

// merge checks every layer against the configuration and lays them over each
// other; the environment lies above them.
func (v *Values) merge(config any) ([]*Setting, error) {
	entries, err := Entries(config)
	if err != nil {
		return nil, fmt.Errorf("parameters of %s: %w", v.node, err)
	}
	trial, err := byName(Copy(config))
	if err != nil {
		return nil, fmt.Errorf("parameters of %s: %w", v.node, err)
	}
	merged := viper.New()
	for _, layer := range v.layers {
		tree := map[string]any{}
		for i := range layer {
			if err := v.put(trial, &layer[i]); err != nil {
				return nil, err
			}
			insert(tree, strings.Split(layer[i].Name, "."), &layer[i])
		}
		if err := merged.MergeConfigMap(tree); err != nil {
			return nil, fmt.Errorf("parameters of %s: %w", v.node, err)
		}
	}
	environ, former, err := v.renameEnvironment(config, entries)
	if err != nil {
		return nil, err
	}
	if err := checkEnvironment(v.node, entries, environ); err != nil {
		return nil, err
	}
	variables := map[string]string{} // by parameter
	for _, e := range entries {
		variables[e.Name] = environment(v.node, e.Name)
		if _, given := os.LookupEnv(variables[e.Name]); !given && former[e.Name] != "" {
			variables[e.Name] = former[e.Name]
		}
		if err := merged.BindEnv(e.Name, variables[e.Name]); err != nil {
			return nil, fmt.Errorf("parameters of %s: %w", v.node, err)
		}
	}
	var settings []*Setting
	names := merged.AllKeys()
	slices.Sort(names)
	for _, name := range names {
		switch value := merged.Get(name).(type) {
		case *Setting:
			settings = append(settings, value)
		case string: // only the environment holds plain text
			s := &Setting{Name: name, From: variables[name]}
			if s.Value, err = parseText(value); err != nil {
				return nil, s.errorf("%w", err)
			}
			settings = append(settings, s)
		}
	}
	return settings, nil
}

// insert adds a setting to a tree of maps in viper's form.
func insert(tree map[string]any, parts []string, s *Setting) {
	for _, part := range parts[:len(parts)-1] {
		below, ok := tree[part].(map[string]any)
		if !ok {
			below = map[string]any{}
			tree[part] = below
		}
		tree = below
	}
	tree[parts[len(parts)-1]] = s
}

// checkNames refuses names that are not lower_snake, since our parameters are. A file may hold others for other people's
// nodes.
func (v *Values) checkNames() error {
	for _, layer := range v.layers {
		for _, s := range layer {
			if err := checkName(s.Name); err != nil {
				return fmt.Errorf("%s: %w", s.From, err)
			}
		}
	}
	return nil
}

// put assigns one setting. An error names where it comes from.
func (v *Values) put(fields map[string]*declared.Field, s *Setting) error {
	err := assign(fields, s.Name, s.Value)
	if err == nil {
		return nil
	}
	if !errors.Is(err, errUnknown) {
		return s.errorf("%w", err)
	}
	return s.errorf("%s has %w%s", v.node, errUnknown, near(s.Name, fields))
}

// near returns a hint which parameter was probably meant by a name.
func near(name string, fields map[string]*declared.Field) string {
	names := slices.AppendSeq([]string{useSimTime}, maps.Keys(fields))
	slices.Sort(names)
	if text := wording.DidYouMean(name, names); text != "" {
		return text
	}
	return "; --help lists them"
}
