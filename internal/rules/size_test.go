package rules

import (
	"go/types"
	"slices"
	"strings"
	"testing"
)

// A type with more hides several: the state machine, the arbiter, the codec inside it.
const (
	mostMethods = 45 // with those of embedded types; a method turned into a function with the receiver in front is no smaller type
	mostFields  = 25 // of what is no configuration, message or snapshot
)

// data are configurations and messages that have another name.
var data = []string{
	"hfsm/trace.written", // a line of a trace
	"motion/kick.Stroke", // a part of kick.Config
	"nodes/motion.Walk",  // walk.Config
	"nodes/motion.Kick",  // kick.Config
	"nodes/motion.Omni",  // omni.Config
	"nodes/motion.TFS",   // tfs.Config
}

type size struct{ methods, fields int }

func TestTypesAreSmall(t *testing.T) {
	most := size{}
	for _, s := range sources(t) {
		for _, name := range s.types.Scope().Names() {
			named, ok := s.types.Scope().Lookup(name).(*types.TypeName)
			if !ok || named.IsAlias() || s.generated(named) {
				continue
			}
			full := s.path + "." + name
			is := sizeOf(named)
			if slices.Contains(data, full) {
				is.fields = 0
			}
			most = size{max(most.methods, is.methods), max(most.fields, is.fields)}
			if is.methods > mostMethods || is.fields > mostFields {
				t.Errorf("%s has %d methods and %d fields; at most %d and %d", full, is.methods, is.fields, mostMethods, mostFields)
			}
		}
	}
	t.Logf("most methods on a type: %d; most fields: %d", most.methods, most.fields)
}

// sizeOf counts the methods of a type and, where they count, its fields.
func sizeOf(name *types.TypeName) size {
	var is size
	if types.IsInterface(name.Type()) {
		is.methods = types.NewMethodSet(name.Type()).Len()
	} else {
		is.methods = types.NewMethodSet(types.NewPointer(name.Type())).Len()
	}
	if fields, ok := name.Type().Underlying().(*types.Struct); ok && !isData(name.Name()) {
		is.fields = fields.NumFields()
	}
	return is
}

// isData reports whether a type is a configuration or a snapshot.
func isData(name string) bool {
	return slices.ContainsFunc([]string{"Config", "Options", "Snapshot"}, func(end string) bool {
		return strings.HasSuffix(strings.ToLower(name), strings.ToLower(end))
	})
}
