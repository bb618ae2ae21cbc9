package studio

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm/chart"
	"gonao/studio/yamltext"
)

// wordList is the vocabulary for completion.
type wordList struct {
	Actions []struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Arguments   []struct {
			Name        string   `json:"name"`
			Type        string   `json:"type"`
			Unit        string   `json:"unit"`
			Description string   `json:"description"`
			Required    bool     `json:"required"`
			Enum        []string `json:"enum"`
		} `json:"arguments"`
		Ends bool `json:"ends"`
	} `json:"actions"`
	Inputs []struct {
		Name        string `json:"name"`
		Type        string `json:"type"`
		Unit        string `json:"unit"`
		Description string `json:"description"`
	} `json:"inputs"`
	Functions []struct {
		Name        string   `json:"name"`
		Parameters  []string `json:"parameters"`
		Type        string   `json:"type"`
		Description string   `json:"description"`
		Reads       []string `json:"reads"`
	} `json:"functions"`
	Machines []string `json:"machines"`
	Skills   []string `json:"skills"`
}

// newWordList reads the vocabulary's JSON. Without text it returns an empty list.
func newWordList(text json.RawMessage) (*wordList, error) {
	w := &wordList{}
	if len(text) == 0 {
		return w, nil
	}
	if err := json.Unmarshal(text, w); err != nil {
		return nil, fmt.Errorf("the vocabulary of the studio: %w", err)
	}
	return w, nil
}

// Complete returns the words that may stand at a place of a text.
func (w *Workspace) Complete(r CompleteRequest) CompleteResponse {
	if len(r.Text) > MachineLimit {
		return CompleteResponse{Items: []Completion{}}
	}
	at := cursorAt(r.Text, r.Line, r.Column)
	out := CompleteResponse{From: at.from, To: r.Column, Items: []Completion{}}
	var all []Completion
	if r.Format == Lua {
		all = w.words.lua(at)
	} else {
		all = w.words.yaml(at)
	}
	for _, c := range all {
		if strings.HasPrefix(strings.ToLower(c.Label), strings.ToLower(at.word)) {
			out.Items = append(out.Items, c)
		}
	}
	return out
}

// cursor is the place at which a person types.
type cursor struct {
	text   string
	before string // the line up to the word
	word   string // the typed part of the word
	from   int    // column at which the word begins, from 1, in UTF-16 units
	offset int    // offset of the word in the text
	rest   string // the line after the place
}

// cursorAt returns the cursor at a line and a column, in UTF-16 units, both from 1. A place outside the text means
// its end.
func cursorAt(text string, line, column int) cursor {
	start := 0
	for range line - 1 {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			break
		}
		start += i + 1
	}
	stop := start
	for units := 0; stop < len(text) && text[stop] != '\n' && text[stop] != '\r' && units < column-1; {
		r, n := utf8.DecodeRuneInString(text[stop:])
		units += utf16.RuneLen(r)
		stop += n
	}
	from := stop
	for from > start && (isWordByte(text[from-1]) || text[from-1] == '/') {
		from--
	}
	end := stop
	for end < len(text) && text[end] != '\n' && text[end] != '\r' {
		end++
	}
	c := cursor{text: text, before: text[start:from], word: text[from:stop], offset: from, rest: text[stop:end]}
	c.from = 1 + len(utf16.Encode([]rune(c.before)))
	return c
}

// here stands for the word that is being typed.
const here = "here__"

// where describes the role of a word in the document: the keys around it, and whether it is a key itself.
type where struct {
	d    *yamltext.Document
	keys []string
	key  bool
	in   []string // for a key: the keys beside it
	id   string   // id of the enclosing state
}

// find parses the text with a placeholder for the word. It tries several ways in which the text may continue, until
// one is YAML.
func (c cursor) find() (where, bool) {
	closing := ""
	for _, b := range c.before {
		switch b {
		case '{':
			closing = "}" + closing
		case '[':
			closing = "]" + closing
		case '}', ']':
			closing = strings.TrimPrefix(closing, string(b))
		}
	}
	head, tail := c.text[:c.offset], strings.TrimPrefix(c.text[c.offset+len(c.word):], c.rest)
	ways := []string{here, here + ":", here + ": x", " " + here}
	if strings.Trim(c.before, " -") == "" {
		ways = []string{here + ":", here + ": x", here, " " + here} // alone on its line the word is a key, even below an empty value
	}
	for _, end := range []string{c.rest, closing} {
		for _, word := range ways {
			text := head + word + end + tail
			d, err := yamltext.Parse(text)
			if err != nil {
				d = mended(text)
			}
			if d == nil {
				continue
			}
			w := where{d: d}
			if w.search(d.Root, nil, "") {
				return w, true
			}
		}
	}
	return where{}, false
}

// search looks for the word below a node.
func (w *where) search(n *yamltext.Node, keys []string, id string) bool {
	if n.Kind == yaml.ScalarNode && strings.Contains(n.Value, here) {
		w.keys, w.id = keys, id
		return true
	}
	for _, e := range n.Entries {
		at := id
		if len(keys) > 0 && (keys[len(keys)-1] == keyStates || keys[len(keys)-1] == keyRegions) {
			at = join(id, e.Key.Value)
		}
		if strings.Contains(e.Key.Value, here) {
			w.keys, w.key, w.in, w.id = keys, true, keysOf(n), id
			return true
		}
		if w.search(e.Value, append(keys[:len(keys):len(keys)], e.Key.Value), at) {
			return true
		}
	}
	for _, i := range n.Items {
		if w.search(i.Node, append(keys[:len(keys):len(keys)], "[]"), id) {
			return true
		}
	}
	return false
}

// yaml returns the words that may stand in a machine.
func (l *wordList) yaml(c cursor) []Completion {
	w, ok := c.find()
	if !ok {
		return nil
	}
	last := func(n int) string {
		if len(w.keys) < n {
			return ""
		}
		return w.keys[len(w.keys)-n]
	}
	if last(1) == "[]" { // a list of actions, of events or of targets
		w.keys = w.keys[:len(w.keys)-1]
		if last(1) == "transitions" && w.key {
			return l.keys("transition", w.in)
		}
	}
	switch {
	case w.key && len(w.keys) == 0:
		return l.keys("", w.in)
	case w.key && last(2) == keyStates, w.key && last(2) == keyRegions:
		return l.keys("state", w.in)
	case w.key && last(1) == "inputs":
		return l.inputs(w.in)
	case w.key && slices.Contains(sections, last(2)):
		return l.keys(map[string]string{"parameters": "parameter", "inputs": "input", "variables": "variable", "outputs": "output", "functions": "function"}[last(2)], w.in)
	case slices.Contains([]string{"do", "entry", "exit", "then", "begin"}, last(1)):
		return l.actions(w.key, last(1) != "do")
	case w.key:
		return l.arguments(last(1), w.in)
	}
	return l.values(w, last)
}

// values returns what may stand after a key.
func (l *wordList) values(w where, last func(int) string) []Completion {
	switch last(1) {
	case "to":
		return targets(w)
	case "initial":
		inside, _ := statesOf(automatonOf(w.d, w.id))
		return words(CompleteState, "", keysOf(inside)...)
	case "history":
		return words(CompleteWord, "", "none", "shallow", "deep", "resume")
	case "profile":
		return words(CompleteWord, "", "robot", "scxml")
	case "level":
		return words(CompleteWord, "", "motion", "skill", "agent")
	case "final":
		return words(CompleteWord, "", "true", "failed")
	case "disabled", "internal", "late_binding":
		return words(CompleteWord, "", "true", "false")
	case "call", "machine":
		return append(words(CompleteMachine, "", l.Machines...), words(CompleteSkill, "", l.Skills...)...)
	case "type":
		return words(CompleteWord, "", "bool", "int", "float", "string")
	case "if", "value", "log", "preconditions":
		return l.expression(w.d)
	case "needs":
		return l.inputs(nil)
	}
	if slices.Contains(sections, last(2)) {
		return words(CompleteWord, "", "bool", "int", "float", "string")
	}
	if last(2) == "set" {
		return l.expression(w.d)
	}
	for _, a := range l.Actions {
		if a.Name != last(2) {
			continue
		}
		for _, arg := range a.Arguments {
			if arg.Name == last(1) {
				if arg.Type == "bool" {
					return words(CompleteWord, "", "true", "false")
				}
				return words(CompleteWord, arg.Description, arg.Enum...)
			}
		}
	}
	return nil
}

// targets returns the states that a transition may lead to, its siblings first.
func targets(w where) []Completion {
	var beside, others []string
	for _, id := range stateIDs(w.d) {
		switch {
		case strings.Contains(id, here):
		case parentOf(id) == parentOf(w.id):
			beside = append(beside, nameOf(id))
		default:
			others = append(others, id)
		}
	}
	all := words(CompleteState, "beside this state", beside...)
	all = append(all, words(CompleteWord, "ends the automaton", finalExit, failedExit)...)
	return append(all, words(CompleteState, "by its path", others...)...)
}

func words(kind CompletionKind, detail string, labels ...string) []Completion {
	var all []Completion
	for _, l := range labels {
		all = append(all, Completion{Label: l, Kind: kind, Detail: detail})
	}
	return all
}

// expression returns the names that an expression may read or call.
func (l *wordList) expression(d *yamltext.Document) []Completion {
	var all []Completion
	v := viewer{doc: d}
	for _, key := range []string{"inputs", "variables", "outputs", "parameters"} {
		for _, value := range v.values(key) {
			all = append(all, Completion{Label: value.Name, Kind: CompleteVariable, Detail: strings.TrimSpace(value.Type + " " + value.Unit), Info: value.Description})
		}
	}
	for _, f := range v.functions() {
		var params []string
		for _, p := range f.Parameters {
			params = append(params, p.Name+" "+p.Type)
		}
		all = append(all, Completion{Label: f.Name, Insert: f.Name + "(", Kind: CompleteFunction, Detail: "(" + strings.Join(params, ", ") + ") " + f.Type, Info: f.Description})
	}
	for _, f := range l.Functions {
		info := f.Description + ". It reads " + strings.Join(f.Reads, ", ") + ", which the machine declares as inputs"
		all = append(all, Completion{Label: f.Name, Insert: f.Name + "(", Kind: CompleteFunction, Detail: "(" + strings.Join(f.Parameters, ", ") + ") " + f.Type, Info: info})
	}
	all = append(all, words(CompleteWord, "", "elapsed", "final", "failed", "event", "and", "or", "not", "in", "true", "false", "pi")...)
	for _, f := range []string{"age", "stale", "active", "abs", "min", "max", "clamp", "sqrt", "sin", "cos", "tan", "atan2", "hypot", "floor", "ceil", "round"} {
		all = append(all, Completion{Label: f, Insert: f + "(", Kind: CompleteFunction})
	}
	return all
}

// inputs returns the robot's inputs except those in without.
func (l *wordList) inputs(without []string) []Completion {
	var all []Completion
	for _, in := range l.Inputs {
		if !slices.Contains(without, in.Name) {
			all = append(all, Completion{Label: in.Name, Insert: in.Name + ": " + in.Type, Kind: CompleteInput, Detail: strings.TrimSpace(in.Type + " " + in.Unit), Info: in.Description})
		}
	}
	return all
}

// actions returns the actions that a state may do. brief adds those that take no time.
func (l *wordList) actions(key, brief bool) []Completion {
	var all []Completion
	end := ""
	if key {
		end = ": "
	}
	for _, a := range l.Actions {
		c := Completion{Label: a.Name, Kind: CompleteAction, Info: a.Description}
		if len(a.Arguments) > 0 {
			c.Insert = a.Name + end
		}
		all = append(all, c)
	}
	if brief {
		all = append(all, words(CompleteWord, "takes no time", "set", "raise", "send", "cancel", "log", "lua", "if", "each", "block")...)
	}
	return all
}

// arguments returns the arguments of an action except those in without.
func (l *wordList) arguments(action string, without []string) []Completion {
	var all []Completion
	for _, a := range l.Actions {
		if a.Name != action {
			continue
		}
		for _, arg := range a.Arguments {
			if slices.Contains(without, arg.Name) {
				continue
			}
			detail := strings.TrimSpace(arg.Type + " " + arg.Unit)
			if arg.Required {
				detail += ", required"
			}
			all = append(all, Completion{Label: arg.Name, Insert: arg.Name + ": ", Kind: CompleteArgument, Detail: detail, Info: arg.Description})
		}
	}
	return all
}

// keys returns the keys of a part of a machine, with their explanations from the schema.
func (l *wordList) keys(definition string, without []string) []Completion {
	var schema struct {
		Properties  map[string]struct{ Description string }
		Definitions map[string]struct {
			AnyOf []struct {
				Properties map[string]struct{ Description string }
			}
			Properties map[string]struct{ Description string }
		}
	}
	if json.Unmarshal([]byte(chart.Schema()), &schema) != nil {
		return nil
	}
	properties := schema.Properties
	if definition != "" {
		d := schema.Definitions[definition]
		properties = d.Properties
		for _, form := range d.AnyOf {
			if properties == nil {
				properties = form.Properties
			}
		}
	}
	var all []Completion
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		if !slices.Contains(without, key) {
			all = append(all, Completion{Label: key, Insert: key + ": ", Kind: CompleteKey, Info: properties[key].Description})
		}
	}
	return all
}

// lua returns the words of a skill or of a line of calls: skills, actions and inputs. Between the brackets of a
// call it returns the call's arguments.
func (l *wordList) lua(c cursor) []Completion {
	if open := strings.LastIndexAny(c.before, "{}"); open > 0 && c.before[open] == '{' {
		start := open
		for start > 0 && isWordByte(c.before[start-1]) {
			start--
		}
		all := l.arguments(c.before[start:open], nil)
		for i := range all {
			all[i].Insert = all[i].Label + "="
		}
		if len(all) > 0 {
			return all
		}
	}
	var all []Completion
	for _, s := range l.Skills {
		all = append(all, Completion{Label: s, Kind: CompleteSkill, Insert: s + "{"})
	}
	for _, a := range l.Actions {
		all = append(all, Completion{Label: a.Name, Kind: CompleteAction, Info: a.Description})
	}
	for _, in := range l.Inputs {
		all = append(all, Completion{Label: in.Name, Kind: CompleteInput, Detail: in.Type, Info: in.Description})
	}
	return append(all, words(CompleteWord, "", "SkillHSM", "FINAL", "FAILED", "expression", "function", "local", "return", "end")...)
}
