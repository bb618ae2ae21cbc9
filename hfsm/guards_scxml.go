package hfsm

import "slices"

// holdsSCXML reports whether the guard of a transition of the profile scxml holds. known is false where the
// guard is a script, which may change its data when it runs; In('state') changes nothing.
func (g Guards) holdsSCXML(t *transition) (holds, known bool) {
	m := g.m
	edges := m.model.scxml.nodes[t.source].edges
	i := slices.IndexFunc(edges, func(e scxmlEdge) bool { return e.transition == t })
	switch {
	case i < 0:
		return false, false
	case edges[i].guard == nil:
		return true, true
	}
	f := m.model.frames[m.model.states[t.source].frame]
	if w := t.written.If; w != nil && f.scripted(w) && f.chart.Language != nullLanguage {
		return false, false
	}
	holds = edges[i].guard(m)
	if m.scripts.takeError(m) != nil {
		return false, false
	}
	return holds, true
}
