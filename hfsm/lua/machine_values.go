package lua

import (
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm/chart"
)

// value is a value of the machine as scripts see it. It is kept between ticks, as making a
// new one for each read would allocate.
type value struct {
	name string
	slot int // ofElapsed for the time in the state
	now  chart.Value
	seen glua.LValue // nil: not yet created
}

// ofElapsed is the slot of the word elapsed, which is kept once a script has read it: a read through get allocates.
const ofElapsed = -1

// keepValues prepares the values of the machine that scripts name. Any other is looked up
// by get.
func (s *session) keepValues() {
	s.kept = nil
	keep := func(name string) {
		ref, ok := s.names[name]
		if ok && !slices.ContainsFunc(s.kept, func(v value) bool { return v.name == name }) {
			s.kept = append(s.kept, value{name: name, slot: ref.slot})
		}
	}
	for i := range s.pieces {
		if c := s.pieces[i].code; c != nil {
			for _, n := range c.names.read {
				keep(n.name)
			}
		}
	}
	if s.unit.skill != nil { // the methods of interfaces set it too
		for _, name := range slices.Sorted(maps.Keys(s.unit.skill.used.everywhere)) {
			keep(name)
		}
	}
}

// show sets the values that scripts see to the current ones.
func (s *session) show() {
	for i := range s.kept {
		v := &s.kept[i]
		if now := s.present(v.slot); v.seen == nil || now != v.now {
			v.now, v.seen = now, valueToLua(now)
			s.values.RawSetString(v.name, v.seen)
		}
	}
}

// present returns the present value of a slot.
func (s *session) present(slot int) chart.Value {
	if slot == ofElapsed {
		return chart.FloatValue(s.scope.Elapsed().Seconds())
	}
	return s.scope.Value(slot)
}

// hide removes the values while the file of a skill runs, which must not read them.
func (s *session) hide() {
	for i := range s.kept {
		s.kept[i].seen = nil
		s.values.RawSetString(s.kept[i].name, glua.LNil)
	}
}

// reading returns a value of the machine, without an allocation where it is kept.
func (s *session) reading(name string, slot int) glua.LValue {
	if v := s.values.RawGetString(name); v != glua.LNil {
		return v
	}
	return valueToLua(s.scope.Value(slot))
}
