package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonao/internal/declared"
	"gonao/internal/si"
	"gonao/internal/wording"
	"gonao/sim"
)

// Kind is a kind of run.
type Kind struct {
	Name, Doc string
	// Here lists settings that are not sent to other computers, such as a directory to write to.
	Here []string
	// New reads the settings of a cell and returns its trial. It is called for all cells before the first run.
	New func(v *Values) (*Trial, error)
}

// Trial is run once for each seed.
type Trial struct {
	Measures []Measure
	// Run returns the measures by name; a name that is left out has no value in this run, such as the time of a goal that was not scored.
	Run func(ctx context.Context, seed uint64) (map[string]float64, error)
}

// Measure is what a run measures.
type Measure struct{ Name, Unit, Doc string }

// Kinds returns all kinds of runs.
func Kinds() []Kind {
	return []Kind{walkKind, rowKind, machineKind, fieldKind, localizationKind, visionKind, matchKind, tuneKind, commandKind}
}

// FindKind returns the kind with a name. Together with an error it returns the one that is likely meant, or nil.
func FindKind(name string) (*Kind, error) {
	all := Kinds()
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	if i := slices.Index(names, name); i >= 0 {
		return &all[i], nil
	}
	err := fmt.Errorf("run: %q: no such kind%s; expected one of %s", name, wording.DidYouMean(name, names), strings.Join(names, ", "))
	if i := slices.Index(names, wording.Nearest(name, names)); i >= 0 {
		return &all[i], err
	}
	return nil, err
}

// Known describes a setting that a kind has.
type Known struct{ Name, Default, Doc string }

// Values holds the settings of a cell. Its methods return the value of a setting, or the default, and note that the kind has
// the setting.
type Values struct {
	Known []Known

	set  map[string]string
	used map[string]bool
	dir  string // of the experiment file, absolute

	wrong []wrong
}

// wrong is what is wrong with a setting; without a name, with the run as a whole.
type wrong struct{ setting, text string }

func (w wrong) Error() string {
	if w.setting == "" {
		return w.text
	}
	return "settings." + w.setting + ": " + w.text
}

// newValues returns the settings of a cell. If a name is set twice, the later value counts.
func newValues(s Settings, dir string) *Values {
	v := &Values{set: map[string]string{}, used: map[string]bool{}, dir: dir}
	for _, one := range s {
		v.set[one.Name] = one.Value
	}
	return v
}

func (v *Values) fail(name, format string, args ...any) {
	v.wrong = append(v.wrong, wrong{name, fmt.Sprintf(format, args...)})
}

// place notes an error, if it is not nil, at the setting with whose name it begins, or else at the one whose value it names.
func (v *Values) place(err error) {
	if err == nil {
		return
	}
	text, at := err.Error(), ""
	for _, name := range slices.Sorted(maps.Keys(v.set)) {
		if after, ok := strings.CutPrefix(text, name+": "); ok {
			v.fail(name, "%s", after)
			return
		}
		if value := v.set[name]; len(value) > len(v.set[at]) && strings.Contains(text, filepath.Clean(value)) {
			at = name
		}
	}
	v.fail(at, "%s", text)
}

// Text returns a text. One that begins with ./ or ../ is a path from the directory of the experiment file.
func (v *Values) Text(name, otherwise, doc string) string {
	v.Known = append(v.Known, Known{name, otherwise, doc})
	v.used[name] = true
	text, ok := v.set[name]
	if !ok {
		return otherwise
	}
	return resolve(text, v.dir)
}

// resolve returns a path from dir, which is absolute, as an absolute path, and every other value unchanged.
func resolve(value, dir string) string {
	if isRelative(value) {
		return filepath.Join(dir, value)
	}
	return value
}

// isRelative reports whether a value is a path from the directory of the experiment file.
func isRelative(value string) bool {
	return strings.HasPrefix(value, "./") || strings.HasPrefix(value, "../")
}

// Word returns one of some words.
func (v *Values) Word(name, otherwise, doc string, words ...string) string {
	text := v.Text(name, otherwise, doc+": "+strings.Join(words, ", "))
	if !slices.Contains(words, text) {
		v.fail(name, "%q: expected one of %s%s", text, strings.Join(words, ", "), wording.DidYouMean(text, words))
	}
	return text
}

// Number returns a number within a range.
func (v *Values) Number(name string, otherwise, low, high float64, doc string) float64 {
	text := v.Text(name, strconv.FormatFloat(otherwise, 'g', -1, 64), doc)
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= low && n <= high) {
		v.fail(name, "%q: expected a number from %g to %g", text, low, high)
	}
	return n
}

// Whole returns an integer within a range.
func (v *Values) Whole(name string, otherwise, low, high int, doc string) int {
	n := v.Number(name, float64(otherwise), float64(low), float64(high), doc)
	if n != float64(int(n)) {
		v.fail(name, "%g: expected a whole number", n)
	}
	return int(n)
}

// Bool returns true or false.
func (v *Values) Bool(name string, otherwise bool, doc string) bool {
	text := v.Text(name, strconv.FormatBool(otherwise), doc)
	on, err := strconv.ParseBool(text)
	if err != nil {
		v.fail(name, "%q: expected true or false", text)
	}
	return on
}

// Duration returns a time such as 20s.
func (v *Values) Duration(name string, otherwise, low, high time.Duration, doc string) time.Duration {
	text := v.Text(name, otherwise.String(), doc)
	d, err := time.ParseDuration(text)
	if err != nil || d < low || d > high {
		v.fail(name, "%q: expected a time from %v to %v, such as %v", text, low, high, otherwise)
	}
	return d
}

// Profile returns the profile of the simulated body.
func (v *Values) Profile() sim.Profile {
	var words []string
	for _, p := range sim.Profiles() {
		words = append(words, string(p))
	}
	return sim.Profile(v.Word("profile", string(sim.Real), "of the simulated body", words...))
}

// Body returns the figures of the body that settings replace: friction, and all that begin with body. Without any it returns nil.
func (v *Values) Body() *sim.Figures {
	friction := v.Text("friction", "", "of the ground, in place of the profile's")
	v.Known = append(v.Known, Known{"body.…", "", "a figure of the body in place of the profile's, by its key in docs/motion/body.md"})
	text := ""
	add := func(name, value string) {
		line := strings.TrimPrefix(name, "body.") + ": " + value + "\n"
		if _, err := sim.ParseFigures([]byte(line)); err != nil {
			v.fail(name, "%s", strings.TrimPrefix(err.Error(), "line 1: "))
			return
		}
		text += line
	}
	if friction != "" {
		add("friction", friction)
	}
	for _, name := range v.left("body.") {
		v.used[name] = true
		add(name, v.set[name])
	}
	if text == "" {
		return nil
	}
	figures, err := sim.ParseFigures([]byte(text))
	v.place(err)
	return figures
}

// left returns the settings that begin with prefix and were not read, in alphabetical order.
func (v *Values) left(prefix string) []string {
	var names []string
	for name := range v.set {
		if strings.HasPrefix(name, prefix) && !v.used[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Parameters sets the fields of a configuration, a pointer to a struct, for which there are settings that begin with prefix and a point.
func (v *Values) Parameters(prefix, doc string, config any) {
	v.Known = append(v.Known, Known{prefix + ".…", "", doc})
	fields, err := declared.Fields(config)
	if err != nil {
		panic(err) // tags are constant
	}
	fields = slices.DeleteFunc(fields, func(f declared.Field) bool { return f.Hidden })
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	for _, name := range v.left(prefix + ".") {
		v.used[name] = true
		i := slices.Index(names, strings.TrimPrefix(name, prefix+"."))
		if i < 0 {
			v.fail(name, "no such parameter%s", wording.DidYouMean(strings.TrimPrefix(name, prefix+"."), names))
		} else if err := setField(&fields[i], v.set[name]); err != nil {
			v.fail(name, "%v", err)
		}
	}
	if err := declared.Check(config); err != nil {
		v.place(fmt.Errorf("%s.%w", prefix, err))
	}
}

// setField sets a field to a value that is written as in a parameter file.
func setField(f *declared.Field, text string) error {
	var err error
	switch at := f.Value; {
	case at.Type() == reflect.TypeFor[time.Duration]():
		var sec float64
		sec, err = strconv.ParseFloat(text, 64)
		at.SetInt(int64(si.Seconds(sec)))
	case at.CanFloat():
		var n float64
		n, err = strconv.ParseFloat(text, 64)
		at.SetFloat(n)
		f.Inside(at)
	case at.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 10, 64)
		at.SetInt(n)
	case at.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 10, 64)
		at.SetUint(n)
	case at.Kind() == reflect.Bool:
		var on bool
		on, err = strconv.ParseBool(text)
		at.SetBool(on)
	case at.Kind() == reflect.String:
		at.SetString(text)
	default:
		return errors.New("a list: only single values can be set")
	}
	if err != nil {
		return fmt.Errorf("%q: expected %s", text, cmp.Or(f.Expected(), "a "+f.Value.Kind().String()))
	}
	return f.Check(f.Value)
}

// checkNames notes each setting that the kind does not have.
func (v *Values) checkNames() {
	names := make([]string, len(v.Known))
	for i := range v.Known {
		names[i] = v.Known[i].Name
	}
	for _, name := range v.left("") {
		v.fail(name, "no such setting%s; expected one of %s", wording.DidYouMean(name, names), strings.Join(names, ", "))
	}
}

// isFile reports whether a value is the path of a file.
func isFile(value string) bool {
	info, err := os.Stat(value)
	return err == nil && info.Mode().IsRegular()
}

// Describe returns the settings of a kind with their defaults, and the measures of a run with these.
func (k *Kind) Describe() (known []Known, measures []Measure) {
	v := newValues(nil, "")
	if t, err := k.New(v); err == nil && t != nil {
		measures = t.Measures
	}
	return v.Known, measures
}
