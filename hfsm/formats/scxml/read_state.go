package scxml

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// idsInOrder returns the ids of the document in order.
func (r stateReader) idsInOrder() []string {
	ids := make([]string, 0, len(r.ids))
	for id := range r.ids {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

// state reads a state, a parallel, a final or a history and adds it to parent; around is the path of parent.
func (r stateReader) state(e *element, parent *chart.State, around string) {
	id := r.id(e)
	name := id
	if n, ok := ours(e)("name"); ok {
		name = n
	}
	r.keys = append(r.keys, name)
	defer func() { r.keys = r.keys[:len(r.keys)-1] }()
	before := *r.paths
	if *r.paths += len(around) + len(name) + 1; *r.paths > maxPaths {
		if before <= maxPaths {
			r.fault(e, "", fmt.Sprintf("paths of states with more than %d bytes together; expected shorter names, or fewer states in each other", maxPaths))
		}
		return
	}
	path := strings.TrimPrefix(around+"/"+name, "/")
	r.ids[id] = path

	s := &chart.State{Place: r.place(e, ""), Name: name}
	parent.States = append(parent.States, s)
	switch e.Name {
	case "state":
		r.known(e, "id", "initial")
		r.targets(e, "initial", path, &s.Initial)
	case "parallel":
		r.known(e, "id")
		s.Kind = chart.Parallel
	case "final":
		r.known(e, "id")
		s.Kind = chart.FinalState
	case "history":
		r.history(e, s, around)
		return
	}
	for _, child := range e.Children {
		r.inState(e, child, s, path, around)
	}
	extensionReader(r).ourState(e, s)
}

// id returns a state's own id, or an unused one.
func (r stateReader) id(e *element) string {
	id, ok := own(e)("id")
	if !ok {
		for id == "" || r.taken[id] {
			r.unnamed++
			id = "unnamed" + strconv.Itoa(r.unnamed)
		}
		r.taken[id] = true
		return id
	}
	if id == "" || strings.ContainsAny(id, "/ \t\r\n") {
		r.fault(e, "id", strconv.Quote(id)+"; expected a name without spaces and slashes")
	}
	if _, twice := r.ids[id]; twice {
		r.fault(e, "id", strconv.Quote(id)+" is the id of two states; expected each once")
	}
	return id
}

func (r stateReader) inState(e, child *element, s *chart.State, path, around string) {
	final := s.Kind == chart.FinalState
	switch {
	case !isSCXML(child):
		extensionReader(r).foreign(child, s, path)
	case child.Name == "onentry":
		s.Entry = append(s.Entry, actionReader(r).block(child)...)
	case child.Name == "onexit":
		s.Exit = append(s.Exit, actionReader(r).block(child)...)
	case child.Name == "donedata" && final:
		r.donedata(child, s)
	case final:
		r.misplaced(child, "<final>")
	case child.Name == "transition":
		s.Transitions = append(s.Transitions, r.transition(child, len(s.Transitions), around))
	case child.Name == "initial" && s.Kind == chart.Plain:
		r.initial(e, child, s, path)
	case isState(child.Name) && (child.Name != "final" || s.Kind == chart.Plain):
		r.state(child, s, path)
	case child.Name == "datamodel":
		valueReader(r).datamodel(child, path)
	case child.Name == "invoke":
		s.Invokes = append(s.Invokes, r.invoke(child, len(s.Invokes)))
	default:
		r.misplaced(child, "<"+e.Name+">")
	}
}

// initial reads the element with a state's first state and the actions on the way to it.
func (r stateReader) initial(e, child *element, s *chart.State, path string) {
	r.known(child)
	if _, both := own(e)("initial"); both {
		r.fault(child, "", "an <initial> beside the attribute initial; expected one of the two")
		return
	}
	r.onlyTransition(child, s, path)
}

func (r stateReader) history(e *element, s *chart.State, around string) {
	r.known(e, "id", "type")
	switch valueOf(e, "type") {
	case "", "shallow":
		s.Kind = chart.ShallowMemory
	case "deep":
		s.Kind = chart.DeepMemory
	default:
		r.fault(e, "type", strconv.Quote(valueOf(e, "type"))+"; expected shallow or deep")
	}
	r.onlyTransition(e, s, around)
}

// onlyTransition reads the one transition of an initial or a history element:
// targets and actions, no event and no condition.
func (r stateReader) onlyTransition(e *element, s *chart.State, parent string) {
	found := false
	for _, child := range e.Children {
		if !isSCXML(child) {
			extensionReader(r).foreign(child, s, parent)
			continue
		}
		if child.Name != "transition" || found {
			r.fault(child, "", fmt.Sprintf("<%s> in <%s>; expected one <transition>", child.Name, e.Name))
			continue
		}
		found = true
		r.known(child, "target", "type", "event", "cond")
		for _, attr := range []string{"event", "cond"} {
			if _, ok := own(child)(attr); ok {
				r.fault(child, attr, fmt.Sprintf("given in <%s>; expected a transition with a target alone", e.Name))
			}
		}
		r.required(child, "target")
		r.targets(child, "target", parent, &s.Initial)
		s.InitialActions = actionReader(r).actions(child)
		if to, ok := ours(child)("to"); ok {
			extensionReader(r).instead(child, &s.Initial, to)
		}
	}
	if !found {
		r.fault(e, "", fmt.Sprintf("no <transition> in <%s>; expected one", e.Name))
	}
}

func (r stateReader) transition(e *element, index int, around string) *chart.Transition {
	r.keys = append(r.keys, fmt.Sprintf("transitions[%d]", index))
	defer func() { r.keys = r.keys[:len(r.keys)-1] }()
	r.known(e, "event", "cond", "target", "type")
	t := &chart.Transition{Place: r.place(e, ""), If: r.expression(e, "cond")}
	r.targets(e, "target", around, &t.To)
	if events, ok := own(e)("event"); ok {
		if t.Events, ok = descriptors(events); !ok {
			r.fault(e, "event", strconv.Quote(events)+"; expected names of events")
		}
	}
	switch valueOf(e, "type") {
	case "", "external":
	case "internal":
		t.Internal = true
	default:
		r.fault(e, "type", strconv.Quote(valueOf(e, "type"))+"; expected internal or external")
	}
	t.Then = actionReader(r).actions(e)
	extensionReader(r).ourTransition(e, t)
	return t
}

// descriptors splits a list of events. "a.*" and "a." mean what "a" means. ok is false if the list is empty, or an event
// has no name.
func descriptors(text string) ([]string, bool) {
	list := strings.Fields(text)
	for i, d := range list {
		if d == "*" || d == ".*" {
			list[i] = "*"
			continue
		}
		for strings.HasSuffix(d, ".*") || strings.HasSuffix(d, ".") {
			d = strings.TrimSuffix(strings.TrimSuffix(d, "*"), ".")
		}
		if d == "" {
			return list, false
		}
		list[i] = d
	}
	return list, len(list) > 0
}

// donedata reads the data of a final state's done event.
func (r stateReader) donedata(e *element, s *chart.State) {
	if s.Done != nil {
		r.fault(e, "", "a second <donedata>; expected one")
	}
	r.known(e)
	s.Done = &chart.Payload{}
	actionReader(r).payload(e, s.Done)
}

// invoke reads a service.
func (r stateReader) invoke(e *element, index int) chart.Invoke {
	r.keys = append(r.keys, fmt.Sprintf("invokes[%d]", index))
	defer func() { r.keys = r.keys[:len(r.keys)-1] }()
	r.known(e, "type", "typeexpr", "src", "srcexpr", "id", "idlocation", "namelist", "autoforward")
	r.one(e, "type", "typeexpr")
	r.one(e, "src", "srcexpr")
	r.one(e, "id", "idlocation")
	v := chart.Invoke{
		Place: r.place(e, ""),
		Type:  valueOf(e, "type"), TypeExpression: valueOf(e, "typeexpr"),
		Source: valueOf(e, "src"), SourceExpression: valueOf(e, "srcexpr"),
		ID: valueOf(e, "id"), IDLocation: valueOf(e, "idlocation"),
	}
	switch valueOf(e, "autoforward") {
	case "", "false":
	case "true":
		v.AutoForward = true
	default:
		r.fault(e, "autoforward", strconv.Quote(valueOf(e, "autoforward"))+"; expected true or false")
	}
	v.NameList = list(e, "namelist")
	for _, child := range e.Children {
		switch {
		case isSCXML(child) && child.Name == "finalize":
			v.HasFinalize = true
			v.Finalize = actionReader(r).actions(child)
		case isSCXML(child) && child.Name == "content" && len(child.Children) == 1 && child.Children[0].Name == "scxml" && isSCXML(child.Children[0]):
			machine, findings := readDocument(child.Children[0], r.open, r.paths)
			for _, f := range findings {
				if r.full() {
					break
				}
				f.Key = strings.TrimSuffix(r.key()+".content."+f.Key, ".")
				r.findings = append(r.findings, f)
			}
			v.Machine = machine
		default:
			actionReader(r).part(child, &v.Payload, "<invoke>")
		}
	}
	return v
}
