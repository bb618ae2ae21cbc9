package jderobot

import (
	"regexp"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// transition writes a transition, or reports why it is left out.
func (w *writer) transition(t *chart.Transition, path string) {
	id, ok := w.target(t, path)
	if !ok {
		w.find(chart.Warning, t.Place, "left-out", "the transition to "+strings.Join(t.To, ", ")+
			"; the dialect links one state with another, so it is left out")
		return
	}
	if t.Disabled {
		w.find(chart.Warning, t.Place, "left-out", "the transition to "+strings.Join(t.To, ", ")+"; it is disabled, and VisualStates would run it, so it is left out")
		return
	}
	w.links++
	w.open(`transition id="` + strconv.Itoa(w.links) + `"`)
	role := func(r string) string { return transitionRole(t.Name, r) }
	if t.After > 0 && t.If == nil && len(t.Events) == 0 {
		w.element("type", "0")
		w.element("time", w.milliseconds(t.After, t.Place))
	} else {
		w.element("type", "1")
		w.element("condition", w.condition(t, path))
	}
	x, y := w.position(path, t)
	w.element("posx", x)
	w.element("posy", y)
	w.element("name", t.Name)
	w.element("originid", strconv.Itoa(w.ids[path]))
	w.element("destinationid", strconv.Itoa(id))
	code, _ := w.take(path, role(roleCode))
	w.element("code", code)
	w.close("transition")
	w.lossesOfTransition(t)
}

// target finds the id of the state a transition leads to: a sibling, or a path.
func (w *writer) target(t *chart.Transition, path string) (int, bool) {
	if len(t.To) != 1 {
		return 0, false
	}
	up := path[:max(0, strings.LastIndexByte(path, '/'))]
	to := t.To[0]
	if to == "itself" {
		return w.ids[path], true
	}
	if id, ok := w.ids[join(up, to)]; ok {
		return id, true
	}
	id, ok := w.ids[to]
	return id, ok && to != ""
}

// position returns where the transition's name is drawn: where it was, or in the
// middle between its states.
func (w *writer) position(path string, t *chart.Transition) (x, y string) {
	if text, ok := w.take(path, transitionRole(t.Name, rolePosition)); ok {
		if x, y, ok := strings.Cut(text, " "); ok {
			return x, y
		}
	}
	a := w.drawn[path]
	b, sibling := w.drawn[join(path[:max(0, strings.LastIndexByte(path, '/'))], t.To[0])]
	if !sibling {
		b = a
	}
	return decimal((a.X + b.X) / 2), decimal((a.Y + b.Y) / 2)
}

// condition returns the text of a condition: the kept one, unless the guard was changed
// since.
func (w *writer) condition(t *chart.Transition, path string) string {
	kept, ok := w.take(path, transitionRole(t.Name, roleCondition))
	if ok && !w.rewritten[t] || w.isPlaceholder(t.If) {
		return kept
	}
	end, comment := "", "# "
	if w.language == "cpp" {
		end, comment = ";", "// "
	}
	if len(t.Events) > 0 {
		return w.foreign("return false") + end + " " + comment + "on the event " + strings.Join(t.Events, " or ")
	}
	if t.If == nil {
		return w.foreign("return true") + end
	}
	return w.foreign("return "+t.If.Text) + end
}

// otherGuards returns the transitions whose guard differs from what a reader makes of their kept condition.
func otherGuards(m, back *chart.Machine) map[*chart.Transition]bool {
	others := map[*chart.Transition]bool{}
	var walk func(s, read *chart.State)
	walk = func(s, read *chart.State) {
		guards := map[string]string{}
		for _, t := range read.Transitions {
			if t.If != nil {
				guards[t.Name] = t.If.Text
			}
		}
		for _, t := range s.Transitions {
			if t.If != nil && guards[t.Name] != t.If.Text {
				others[t] = true
			}
		}
		for i, inner := range s.States {
			if i < len(read.States) {
				walk(inner, read.States[i])
			}
		}
	}
	if back != nil {
		walk(m.Root, back.Root)
	}
	return others
}

func (w *writer) isPlaceholder(e *chart.Expression) bool {
	if e == nil {
		return false
	}
	for _, d := range w.m.Inputs {
		if d.Name == e.Text {
			return strings.HasPrefix(d.Description, placeholderFor)
		}
	}
	return false
}

var foreignTokens = regexp.MustCompile(`"[^"]*"|'[^']*'|[A-Za-z_]\w*|.`)

// foreign writes a typed expression in the language of the file.
func (w *writer) foreign(text string) string {
	words := map[string]string{"true": "True", "false": "False"}
	of := "self.globalNamespace."
	if w.language == "cpp" {
		words = map[string]string{"and": "&&", "or": "||", "not": "!"}
		of = "globalNamespace->"
	}
	for _, list := range [][]chart.Declaration{w.m.Inputs, w.m.Variables, w.m.Outputs, w.m.Parameters} {
		for _, d := range list {
			words[d.Name] = of + d.Name
		}
	}
	return foreignTokens.ReplaceAllStringFunc(text, func(token string) string {
		if other, ok := words[token]; ok {
			return other
		}
		return token
	})
}

// declaration writes a variable in the language of the file.
func (w *writer) declaration(d chart.Declaration) string {
	v := chart.Value{Type: d.Type}
	if d.Initial != nil {
		v = *d.Initial
	}
	text := v.Text()
	if v.Type == chart.Float && !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	if w.language == "cpp" {
		name := map[chart.Type]string{chart.Bool: "bool", chart.Int: "int", chart.Float: "float", chart.String: "std::string"}[v.Type]
		return name + " " + d.Name + " = " + text + ";"
	}
	if v.Type == chart.Bool {
		text = w.foreign(text)
	}
	return "self." + d.Name + " = " + text
}

// undeclared returns the values of a machine that one read back has not.
func undeclared(m, back *chart.Machine) []chart.Declaration {
	have := map[string]bool{}
	if back != nil {
		for _, list := range [][]chart.Declaration{back.Inputs, back.Variables, back.Parameters} {
			for _, d := range list {
				have[d.Name] = true
			}
		}
	}
	var missing []chart.Declaration
	for _, list := range [][]chart.Declaration{m.Parameters, m.Inputs, m.Variables, m.Outputs} {
		for _, d := range list {
			if !have[d.Name] && d.Type != 0 && !byImport(&d) {
				missing = append(missing, d)
			}
		}
	}
	return missing
}

// byImport reports whether an input was made by an import, which makes it again.
func byImport(d *chart.Declaration) bool {
	return strings.HasPrefix(d.Description, placeholderFor) || d.From != nil && strings.HasPrefix(d.Description, deliveredBy)
}
