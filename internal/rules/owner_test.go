package rules

import (
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// pairs lists types that hold each other. The list may only get shorter.
var pairs = []string{
	"hfsm/formats/internal/xmltree: Document, Element", // a tree and its root
	"hfsm/lua: builder, session",
	"ros: Node, parameters",
}

// A part that holds a pointer to its owner can reach everything that the owner has, and so is not really a separate
// part.
func TestNoPartHoldsItsOwner(t *testing.T) {
	for _, s := range sources(t) {
		holds := map[*types.TypeName]map[*types.TypeName]bool{} // types that a struct's fields are, or point to
		scope := s.types.Scope()
		for _, name := range scope.Names() {
			named, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || named.IsAlias() || s.generated(named) {
				continue
			}
			if fields, ok := named.Type().Underlying().(*types.Struct); ok {
				holds[named] = map[*types.TypeName]bool{}
				for i := range fields.NumFields() {
					if held := target(fields.Field(i).Type()); held != nil && held.Pkg() == s.types {
						holds[named][held] = true
					}
				}
			}
		}
		byName := func(a, b *types.TypeName) int { return strings.Compare(a.Name(), b.Name()) }
		for _, owner := range slices.SortedFunc(maps.Keys(holds), byName) {
			for _, part := range slices.SortedFunc(maps.Keys(holds[owner]), byName) {
				if owner != part && holds[part][owner] && owner.Name() < part.Name() {
					pair := s.path + ": " + owner.Name() + ", " + part.Name()
					if !slices.Contains(pairs, pair) {
						t.Errorf("%s hold each other: pass the part only what it needs, or an interface", pair)
					}
				}
			}
		}
	}
}

// target returns the named type that a field has or points to, and nil for other fields. Lists are ignored, because
// they form trees and graphs, not parts.
func target(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}
