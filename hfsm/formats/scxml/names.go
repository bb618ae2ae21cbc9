package scxml

import (
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// names holds an id for each state of a chart: its name, where no other state has it.
type names struct {
	ids    map[*chart.State]string
	byPath map[string]*chart.State
	byName map[string]*chart.State // nil for a name of several states
	paths  map[*chart.State]string
}

func newNames(root *chart.State) *names {
	n := &names{ids: map[*chart.State]string{}, byPath: map[string]*chart.State{}, byName: map[string]*chart.State{}, paths: map[*chart.State]string{}}
	if root == nil {
		return n
	}
	count := map[string]int{}
	walk(root, "", func(s *chart.State, path string) {
		count[s.Name]++
		n.byPath[path], n.paths[s], n.byName[s.Name] = s, path, s
		if count[s.Name] > 1 {
			n.byName[s.Name] = nil
		}
	})
	used := map[string]bool{}
	for name, times := range count {
		used[name] = times == 1 && fit(name)
	}
	walk(root, "", func(s *chart.State, path string) {
		id := s.Name
		if !used[id] || count[id] > 1 {
			id = free(used, strings.ReplaceAll(path, "/", "."))
		}
		used[id] = true
		n.ids[s] = id
	})
	return n
}

// free returns an id that is not used yet and fits.
func free(used map[string]bool, id string) string {
	id = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n/", r) {
			return '_'
		}
		return r
	}, id)
	if id == "" {
		id = "state"
	}
	for k, base := 2, id; used[id]; k++ {
		id = base + "." + strconv.Itoa(k)
	}
	return id
}

// fit reports whether a name may be an id.
func fit(name string) bool { return name != "" && !strings.ContainsAny(name, " \t\r\n/") }

func walk(s *chart.State, path string, visit func(*chart.State, string)) {
	for _, child := range s.States {
		inside := strings.TrimPrefix(path+"/"+child.Name, "/")
		visit(child, inside)
		walk(child, inside, visit)
	}
}

// resolve returns the id of a target that is written inside the state with the path
// around. It returns false where reading the id would not result in the same words.
func (n *names) resolve(target, around string) (id string, ok bool) {
	path := target
	if around != "" && !strings.Contains(target, "/") {
		if _, sibling := n.byPath[around+"/"+target]; sibling {
			path = around + "/" + target
		}
	}
	s := n.find(path)
	if s == nil {
		return "", false
	}
	return n.ids[s], relative(n.paths[s], around) == target
}

// find returns the state with a path, or with a name that no other one has.
func (n *names) find(word string) *chart.State {
	if s := n.byPath[word]; s != nil {
		return s
	}
	return n.byName[word]
}

// list returns the ids of targets, as far as they are states. ok reports whether reading
// them results in the same words.
func (n *names) list(targets []string, around string) (ids string, ok bool) {
	ok = true
	var all []string
	for _, t := range targets {
		id, same := n.resolve(t, around)
		if id != "" {
			all = append(all, id)
		}
		ok = ok && same
	}
	return strings.Join(all, " "), ok
}
