package rules

import (
	"go/types"
	"slices"
	"strings"
	"testing"
)

// mostFields limits the number of fields of a type that is not a configuration, a message or a snapshot. Methods are
// not counted: such a limit turned them into functions with the receiver as first parameter.
const mostFields = 25

// data lists configurations and messages whose names do not show what they are.
var data = []string{
	"hfsm/trace.written", // a line of a trace
	"motion/kick.Stroke", // a part of kick.Config
	"nodes/motion.Walk",  // walk.Config
	"nodes/motion.Kick",  // kick.Config
	"nodes/motion.Omni",  // omni.Config
	"nodes/motion.TFS",   // tfs.Config
}

func TestTypesHoldLittle(t *testing.T) {
	most := 0
	for _, s := range sources(t) {
		for _, name := range s.types.Scope().Names() {
			named, ok := s.types.Scope().Lookup(name).(*types.TypeName)
			if !ok || named.IsAlias() || s.generated(named) {
				continue
			}
			full := s.path + "." + name
			fields, isStruct := named.Type().Underlying().(*types.Struct)
			if !isStruct || isData(name) || slices.Contains(data, full) {
				continue
			}
			most = max(most, fields.NumFields())
			if fields.NumFields() > mostFields {
				t.Errorf("%s has %d fields; at most %d", full, fields.NumFields(), mostFields)
			}
		}
	}
	t.Logf("most fields: %d", most)
}

// isData reports whether a type is a configuration or a snapshot.
func isData(name string) bool {
	return slices.ContainsFunc([]string{"Config", "Options", "Snapshot"}, func(end string) bool {
		return strings.HasSuffix(strings.ToLower(name), strings.ToLower(end))
	})
}
