package graph

import (
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros/dynamic"
)

// shortLength is the default of --truncate-length.
const shortLength = 128

// view is which messages are printed, and how.
type view struct {
	field                string
	full, csv, raw       bool
	noArr, noStr, inLine bool
	truncate             int
	filter               string
	wanted               *filter // nil: all messages
	serviceEvents        bool    // the messages are of service echo
}

// add adds the flags.
func (v *view) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&v.field, "field", "", "show this field only, such as header.stamp or blobs[0].x")
	flags.BoolVarP(&v.full, "full-length", "f", false, "show whole arrays and strings")
	flags.IntVarP(&v.truncate, "truncate-length", "l", shortLength, "show so much of arrays and strings")
	flags.BoolVar(&v.noArr, "no-arr", false, "show only the types and lengths of arrays")
	flags.BoolVar(&v.noStr, "no-str", false, "show only the lengths of strings")
	flags.BoolVar(&v.inLine, "flow-style", false, "show each list in one line")
	flags.BoolVar(&v.csv, "csv", false, "show the values in one line, parted by commas")
	flags.BoolVar(&v.raw, "raw", false, "show the bytes; the type need not be known")
	flags.StringVar(&v.filter, "filter", "", "show only messages m for which this expression is true")
}

// compile checks the flags and compiles the filter.
func (v *view) compile() error {
	if v.truncate < 0 {
		return cli.Usagef("--truncate-length %d: expected 0 or more", v.truncate)
	}
	if v.raw && (v.filter != "" || v.field != "" || v.csv) {
		return cli.Usagef("--raw: expected without --filter, --field and --csv, which need the fields")
	}
	if v.filter == "" {
		return nil
	}
	var err error
	if v.wanted, err = compileFilter(v.filter); err != nil {
		return cli.Usagef("--filter: %w", err)
	}
	return nil
}

// style returns the style of the YAML.
func (v *view) style() dynamic.Style {
	s := dynamic.Style{Truncate: v.truncate, NoArr: v.noArr, NoStr: v.noStr, FlowLists: v.inLine}
	if v.full {
		s.Truncate = 0
	}
	return s
}

// text returns a message as it is printed. wanted reports whether the filter passes it.
func (v *view) text(s sample) (text string, wanted bool, err error) {
	if v.raw {
		return pythonBytes(s.data) + "\n---\n", true, nil
	}
	if v.wanted != nil {
		if wanted, err := v.wanted.passes(s.m); err != nil || !wanted {
			return "", false, err
		}
	}
	if v.csv {
		value, err := s.m.Field(v.field)
		return strings.Join(v.values(nil, value), ",") + "\n", true, err
	}
	yaml, err := s.m.FieldYAML(v.field, v.style())
	out := string(yaml) + "---\n"
	if v.serviceEvents {
		out = nameEvent(out)
	}
	return out, true, err
}

// plain returns a message as maps and lists, for expr.
func plain(value any) any {
	switch value := value.(type) {
	case *dynamic.Message:
		out := map[string]any{}
		for _, name := range value.Fields() {
			inner, _ := value.Field(name) // it has this field
			out[name] = plain(inner)
		}
		return out
	case []*dynamic.Message:
		list := make([]any, len(value))
		for i, m := range value {
			list[i] = plain(m)
		}
		return list
	}
	return value
}

// values appends the values of a message in the order of `ros2 topic echo --csv`.
func (v *view) values(out []string, value any) []string {
	switch value := value.(type) {
	case nil:
		return out
	case *dynamic.Message:
		for _, name := range value.Fields() {
			inner, _ := value.Field(name) // it has this field
			out = v.values(out, inner)
		}
		return out
	case string:
		if limit := v.style().Truncate; limit > 0 && len([]rune(value)) > limit {
			value = string([]rune(value)[:limit]) + "..."
		}
		return append(out, value)
	}
	list := reflect.ValueOf(value)
	if list.Kind() != reflect.Slice {
		return append(out, scalar(value))
	}
	for i := range list.Len() {
		if limit := v.style().Truncate; limit > 0 && i == limit {
			return append(out, "...")
		}
		out = v.values(out, list.Index(i).Interface())
	}
	return out
}
