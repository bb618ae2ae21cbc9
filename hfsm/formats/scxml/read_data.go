package scxml

import (
	"strings"

	"gonao/hfsm/chart"
)

// datamodel reads the variables of the document or of a state.
func (r valueReader) datamodel(e *element, state string) {
	r.known(e)
	for _, child := range e.Children {
		if !isSCXML(child) {
			r.note(child, "<"+child.Name+"> of another namespace; left out")
			continue
		}
		if child.Name != "data" {
			r.misplaced(child, "<datamodel>")
			continue
		}
		r.keys = append(r.keys, "datamodel."+valueOf(child, "id"))
		r.data(child, state)
		r.keys = r.keys[:len(r.keys)-1]
	}
}

func (r valueReader) data(e *element, state string) {
	r.known(e, "id", "src", "expr")
	r.one(e, "src", "expr")
	d := chart.Declaration{Place: r.place(e, ""), Name: r.required(e, "id"), State: state}
	if r.declared[d.Name] {
		r.fault(e, "id", "the second variable of this name; expected each once")
	}
	r.declared[d.Name] = true
	d.Expression = r.expression(e, "expr")
	inner := content(e)
	if len(e.Children) > 0 && e.Children[0].Space == spaceGonao {
		inner = "" // the content that a typed variable may have
	}
	if strings.TrimSpace(inner) != "" {
		if _, both := own(e)("src"); both || d.Expression != nil {
			r.fault(e, "", "inline content beside src or expr; expected one of them")
		}
		line, column := e.Doc.Place(e.Open)
		d.Literal = &chart.Expression{Place: chart.Place{Line: line, Column: column, Key: r.key()}, Text: inner}
	}
	if _, ok := own(e)("src"); ok {
		if text, ok := r.file(e); ok {
			d.Literal = &chart.Expression{Place: r.place(e, "src"), Text: text}
		}
	}
	r.declaration(e, &d, ours(e))
	r.first(e, &d)
	r.machine.Variables = append(r.machine.Variables, d)
}
