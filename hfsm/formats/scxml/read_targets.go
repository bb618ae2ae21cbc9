package scxml

import (
	"fmt"
	"strings"

	"gonao/hfsm/chart"
)

// reference is a list of targets that is resolved when all states are known.
type reference struct {
	targets []string
	from    *element
	attr    string
	key     string
	parent  string // path of the state around the source
}

// targets reads a list of state ids, to be resolved at the end.
func (r *reader) targets(e *element, attr, parent string, into *[]string) {
	text, ok := own(e)(attr)
	if !ok {
		return
	}
	*into = strings.Fields(text)
	if len(*into) == 0 {
		r.fault(e, attr, "empty; expected the id of a state")
	}
	r.later = append(r.later, reference{*into, e, attr, r.key(), parent})
}

// resolve converts ids to the targets of charts: the name of a sibling, or a path.
func (r *reader) resolve() {
	known := ""
	for _, ref := range r.later {
		if r.full() {
			return
		}
		for i, id := range ref.targets {
			path, ok := r.ids[id]
			if !ok {
				if known == "" {
					known = chart.Listed(stateReader{r}.idsInOrder())
				}
				r.keys = []string{ref.key}
				if ref.key == "" {
					r.keys = nil
				}
				r.fault(ref.from, ref.attr, fmt.Sprintf("no state with the id %q; expected one of %s", id, known))
				continue
			}
			ref.targets[i] = relative(path, ref.parent)
		}
	}
}

// relative returns a sibling by its name and any other state by its path.
func relative(path, parent string) string {
	if parent == "" {
		return path
	}
	if name, ok := strings.CutPrefix(path, parent+"/"); ok && !strings.Contains(name, "/") {
		return name
	}
	return path
}
