package foreign

// This part of the package reads the state machines of Luar, the soccer architecture in Lua (McGill et al. 2010): files such as HeadFSM.lua, which make a
// machine with the module fsm, and the files of its states beside them.
//
//	sm = fsm.new(headStart)
//	sm:add_state(headScan)
//	sm:set_transition(headScan, 'ball', headTrack)
//
// The files are parsed and never run. States and transitions are read; an event that a state's update returns becomes the event
// of a transition, which is posted from outside, and 'timeout' becomes a time where the state's file sets its timeout to a number.
// The code of the states is kept in the chart.

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"gonao/hfsm/chart"
)

// Bounds of a file.
const (
	maxBytes  = 256 << 10
	maxStates = 1000
	maxSec    = 7 * 24 * 3600 // longest timeout: a week
)

// rateHz is how often Luar updates its machines: once a frame of a camera.
const rateHz = 30

var makes = regexp.MustCompile(`(?m)^\s*(local\s+)?[A-Za-z_]\w*\s*=\s*fsm\.new\s*\(`)

// IsLuar reports whether a file makes a machine with the module fsm.
func IsLuar(src []byte) bool { return makes.Match(src[:min(len(src), maxBytes)]) }

// reader reads one machine.
type reader struct {
	file     string
	src      []byte
	beside   func(name string) ([]byte, error)
	findings chart.Findings
	machine  *chart.Machine
	name     string // name of the variable that holds the machine
	states   map[string]*chart.State
	timeouts map[string]time.Duration
}

// ReadLuar reads a machine. The function beside returns the files of its states, such as headScan.lua; it may be nil. The
// machine is nil when one of the findings is an error.
func ReadLuar(file string, src []byte, beside func(name string) ([]byte, error)) (*chart.Machine, chart.Findings) {
	r := &reader{file: file, src: src, beside: beside, states: map[string]*chart.State{}, timeouts: map[string]time.Duration{}}
	if len(src) > maxBytes {
		r.find(chart.Error, 1, "", "too-large", "%d bytes; expected at most %d", len(src), maxBytes)
		return nil, r.findings
	}
	stmts, err := parse.Parse(bytes.NewReader(src), file)
	if err != nil {
		r.find(chart.Error, lineOf(err), "", "not-lua", "%s", strings.Join(strings.Fields(err.Error()), " "))
		return nil, r.findings
	}
	base := filepath.Base(file)
	r.machine = &chart.Machine{
		Place: chart.Place{Line: 1, Column: 1}, File: file, Name: strings.TrimSuffix(base, filepath.Ext(base)),
		SingleStep: true, Root: &chart.State{RateHz: rateHz},
	}
	r.block(stmts)
	if r.name == "" || len(r.states) == 0 {
		r.find(chart.Error, 1, "", "no-machine", "no machine; expected sm = fsm.new(STATE), and sm:add_state(STATE)")
		return nil, r.findings
	}
	if len(r.findings.Errors()) > 0 {
		return nil, r.findings
	}
	r.find(chart.Note, 1, "", "manner", "as Luar's fsm: one transition at each time (single_step), %d times a second; events are posted from outside until the code of the states is ported", rateHz)
	return r.machine, r.findings.Sorted()
}

func (r *reader) find(s chart.Severity, line int, key, code, format string, args ...any) {
	r.findings = append(r.findings, chart.Finding{Severity: s, File: r.file, Line: line, Column: 1, Key: key, Code: code, Text: fmt.Sprintf(format, args...)})
}

// lineOf returns the line of an error of the parser.
func lineOf(err error) int {
	if e, ok := err.(*parse.Error); ok { //nolint:errorlint // the parser returns it unwrapped
		return max(1, e.Pos.Line)
	}
	return 1
}

// block reads the statements of a block in their order.
func (r *reader) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
				r.assigned(ident(s.Lhs[0]), s.Rhs[0])
			}
		case *ast.LocalAssignStmt:
			if len(s.Names) == 1 && len(s.Exprs) == 1 {
				r.assigned(s.Names[0], s.Exprs[0])
			}
		case *ast.FuncCallStmt:
			if call, ok := s.Expr.(*ast.FuncCallExpr); ok {
				r.call(call)
			}
		case *ast.IfStmt:
			r.choice(s)
		}
	}
}

// choice reads the first branch of an if: which one holds is known on the robot alone.
func (r *reader) choice(s *ast.IfStmt) {
	before := len(r.states) + r.transitions()
	r.block(s.Then)
	if len(r.states)+r.transitions() != before {
		r.find(chart.Warning, s.Line(), "", "condition", "what is in this if is taken as it stands, its else is left out; what it depends on is not known here")
	}
}

// transitions returns how many there are.
func (r *reader) transitions() int {
	n := 0
	for _, s := range r.states {
		n += len(s.Transitions)
	}
	return n
}

// assigned looks at NAME = VALUE.
func (r *reader) assigned(name string, value ast.Expr) {
	call, ok := value.(*ast.FuncCallExpr)
	if !ok || name == "" || r.name != "" {
		return
	}
	get, ok := call.Func.(*ast.AttrGetExpr)
	if !ok || ident(get.Object) != "fsm" || literal(get.Key) != "new" {
		return
	}
	r.name = name
	for _, arg := range call.Args {
		r.state(arg, call.Line())
	}
}

// call looks at sm:add_state(…) and sm:set_transition(…).
func (r *reader) call(call *ast.FuncCallExpr) {
	if r.name == "" || ident(call.Receiver) != r.name {
		return
	}
	switch {
	case call.Method == "add_state" && len(call.Args) == 1:
		r.state(call.Args[0], call.Line())
	case call.Method == "set_transition" && len(call.Args) >= 3:
		r.transition(call)
	case call.Method == "set_state_debug_handle" || call.Method == "add_event":
	default:
		r.find(chart.Warning, call.Line(), "", "unknown-call", "%s:%s is not read; expected add_state(STATE) or set_transition(FROM, 'EVENT', TO)", r.name, call.Method)
	}
}

// state adds a state, with the code beside the file.
func (r *reader) state(arg ast.Expr, line int) {
	name := ident(arg)
	key := "states." + name
	switch {
	case name == "":
		r.find(chart.Warning, line, "", "no-state", "a state that is not a name is left out")
		return
	case name == "FINAL" || name == "FAILED":
		r.find(chart.Error, line, key, "reserved", "a state cannot be named %s here", name)
		return
	case r.states[name] != nil:
		return
	case len(r.states) == maxStates:
		r.find(chart.Error, line, key, "too-many", "more than %d states", maxStates)
		return
	}
	s := &chart.State{Place: chart.Place{Line: line, Column: 1, Key: key}, Name: name}
	if len(r.states) == 0 {
		r.machine.Root.Initial = []string{name}
	}
	r.states[name] = s
	r.machine.Root.States = append(r.machine.Root.States, s)
	r.code(s, line)
}

// code keeps the file of a state, and reads its timeout.
func (r *reader) code(s *chart.State, line int) {
	var text []byte
	if r.beside != nil {
		text, _ = r.beside(s.Name + ".lua") // a state without a file is reported below
	}
	if len(text) == 0 || len(text) > maxBytes {
		r.find(chart.Warning, line, s.Key, "no-code", "%s.lua is not beside the file: its code and its timeout are not known", s.Name)
		return
	}
	r.machine.Kept = append(r.machine.Kept, chart.Kept{Place: s.Place, Path: s.Name, Role: "code", Language: "lua", Text: string(text)})
	r.find(chart.Note, line, s.Key, "needs-port", "Lua code of %s kept and not run; it needs a port: activities (do) that raise its events", s.Name)
	stmts, err := parse.Parse(bytes.NewReader(text), s.Name+".lua")
	if err != nil {
		r.find(chart.Warning, line, s.Key, "not-lua", "%s.lua: %s", s.Name, strings.Join(strings.Fields(err.Error()), " "))
		return
	}
	if sec, ok := timeoutOf(stmts); ok && sec > 0 && sec <= maxSec {
		r.timeouts[s.Name] = time.Duration(sec * float64(time.Second))
	}
}

// timeoutOf returns the number that a state's file sets timeout to, on the outermost level.
func timeoutOf(stmts []ast.Stmt) (sec float64, ok bool) {
	for _, s := range stmts {
		a, is := s.(*ast.AssignStmt)
		if !is || len(a.Lhs) != 1 || len(a.Rhs) != 1 || ident(a.Lhs[0]) != "timeout" {
			continue
		}
		if sec, ok = constant(a.Rhs[0]); !ok {
			return 0, false
		}
	}
	return sec, ok
}

// transition reads sm:set_transition(from, 'event', to, action).
func (r *reader) transition(call *ast.FuncCallExpr) {
	from, event, to := r.states[ident(call.Args[0])], literal(call.Args[1]), r.states[ident(call.Args[2])]
	if from == nil || to == nil || event == "" {
		r.find(chart.Warning, call.Line(), "", "no-such-state", "a transition from %q to %q at %q is left out: expected states that were added, and the name of an event",
			ident(call.Args[0]), ident(call.Args[2]), event)
		return
	}
	name := eventName(event)
	t := &chart.Transition{Name: name, To: []string{to.Name}}
	t.Line, t.Column, t.Key = call.Line(), 1, fmt.Sprintf("%s.transitions[%d]", from.Key, len(from.Transitions))
	if limit, ok := r.timeouts[from.Name]; ok && event == "timeout" {
		t.After = limit
		r.find(chart.Note, call.Line(), t.Key, "timeout", "timeout of %s after %v, as its file sets it", from.Name, limit)
	} else {
		t.Events = []string{name}
		if event == "timeout" {
			r.find(chart.Warning, call.Line(), t.Key, "timeout", "the timeout of %s is not a number in its file; it is an event, replace it by after: TIME", from.Name)
		}
	}
	if len(call.Args) > 3 {
		r.find(chart.Warning, call.Line(), t.Key, "action", "the action of the transition is left out; it needs a port: actions (then)")
	}
	for i, other := range from.Transitions {
		if other.Name == name {
			r.find(chart.Warning, call.Line(), t.Key, "twice", "%s has a transition at %q already, of line %d; this one replaces it, as in Luar", from.Name, event, other.Line)
			t.Key = other.Key
			from.Transitions[i] = t
			return
		}
	}
	from.Transitions = append(from.Transitions, t)
}
