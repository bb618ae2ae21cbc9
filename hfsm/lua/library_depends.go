package lua

import (
	"slices"
	"strings"

	"gonao/hfsm/chart"
)

// depends gives the machines that one needs: what its states call, and what a skill
// says it depends on.
func depends(m *chart.Machine) []string {
	var all []string
	if u, ok := m.Unit.(*unit); ok && u.skill != nil {
		all = append(all, u.skill.depends...)
	}
	eachState(m.Root, func(s *chart.State) {
		if s.Call != nil && !slices.Contains(all, s.Call.Machine) {
			all = append(all, s.Call.Machine)
		}
	})
	return all
}

// dependences looks for machines that are not there, and for rings.
func (b *Library) dependences() chart.Findings {
	var found chart.Findings
	said := map[string]bool{}
	for _, name := range b.names {
		m := b.entries[name]
		for _, other := range depends(m) {
			if b.entries[other] == nil && b.broken[other] == "" {
				_, err := b.Machine(other)
				found = append(found, b.finding(m, "unknown-skill", other+": "+err.Error()))
			}
		}
		if ring := b.ring([]string{name}); ring != nil && !said[key(ring)] {
			said[key(ring)] = true
			found = append(found, b.finding(m, "cycle", "the machines depend on each other in a ring: "+strings.Join(ring, " -> ")))
		}
	}
	return found
}

func (b *Library) finding(m *chart.Machine, code, text string) chart.Finding {
	return chart.Finding{File: m.File, Line: max(m.Line, 1), Column: max(m.Column, 1), Key: "depends_skills", Text: text, Code: code}
}

// ring finds a way from the first of a path back to it, or nil. Each machine is
// visited once.
func (b *Library) ring(path []string) []string {
	seen := map[string]bool{}
	var walk func(path []string) []string
	walk = func(path []string) []string {
		m := b.entries[path[len(path)-1]]
		if m == nil {
			return nil
		}
		for _, next := range depends(m) {
			if next == path[0] {
				return append(slices.Clone(path), next)
			}
			if !seen[next] {
				seen[next] = true
				if ring := walk(append(slices.Clone(path), next)); ring != nil {
					return ring
				}
			}
		}
		return nil
	}
	return walk(path)
}

// key is the same for a ring wherever it begins.
func key(ring []string) string {
	names := slices.Clone(ring[1:])
	slices.Sort(names)
	return strings.Join(names, " ")
}
