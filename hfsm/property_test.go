package hfsm

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

// maker draws random machines: regions, all histories, transitions across levels,
// internal ones, events, ends, priorities. Every state has an activity of its name.
type maker struct {
	*rapid.T
	states []*chart.State
	paths  []string
}

// machine draws a machine.
func (g *maker) machine() *chart.Machine {
	c := &chart.Machine{
		Name: "random", File: "random",
		Inputs:    []chart.Declaration{{Name: "x", Type: Int}},
		Variables: []chart.Declaration{{Name: "n", Type: Int}},
		Root:      &chart.State{RateHz: 100, History: g.history()},
	}
	c.Root.States = g.automaton("", 0)
	for i, s := range g.states {
		g.transitions(s, g.paths[i])
	}
	return c
}

func (g *maker) history() chart.History {
	return rapid.SampledFrom([]chart.History{chart.Inherit, chart.None, chart.Shallow, chart.Deep, chart.Resume}).Draw(g.T, "history")
}

// automaton draws sibling states.
func (g *maker) automaton(at string, depth int) []*chart.State {
	var all []*chart.State
	for i := range rapid.IntRange(1, 3).Draw(g.T, "states") {
		s := &chart.State{Name: fmt.Sprintf("%c%d", 'a'+depth, i)}
		path := at + s.Name
		s.Do = []chart.Action{{Name: "run", Args: []chart.Arg{{Name: "path", Value: StringValue(path)}}}}
		all, g.states, g.paths = append(all, s), append(g.states, s), append(g.paths, path)
		if depth == 2 {
			continue
		}
		switch rapid.IntRange(0, 5).Draw(g.T, "kind") {
		case 0, 1:
			s.States, s.History = g.automaton(path+"/", depth+1), g.history()
		case 2:
			s.Kind = chart.Parallel
			for r := range rapid.IntRange(1, 3).Draw(g.T, "regions") {
				region := &chart.State{Name: fmt.Sprintf("r%d", r), History: g.history(), RateHz: rapid.SampledFrom([]float64{0, 30, 50}).Draw(g.T, "rate")}
				region.States = g.automaton(path+"/"+region.Name+"/", depth+1)
				s.States = append(s.States, region)
			}
		case 3:
			if i > 0 {
				s.Kind, s.Failed = chart.FinalState, rapid.Bool().Draw(g.T, "failed")
				s.Do = nil
			}
		}
	}
	return all
}

// transitions draws those of a state; one with x == 99 leads to every other state.
func (g *maker) transitions(s *chart.State, path string) {
	if s.Kind == chart.FinalState {
		return
	}
	guard := func(text string) *chart.Expression { return &chart.Expression{Text: text} }
	for range rapid.IntRange(0, 3).Draw(g.T, "transitions") {
		t := &chart.Transition{
			To: []string{rapid.SampledFrom(g.paths).Draw(g.T, "to")}, Priority: rapid.IntRange(0, 2).Draw(g.T, "priority"), Disabled: rapid.IntRange(0, 9).Draw(g.T, "disabled") == 0,
			If: guard(fmt.Sprintf("x == %d and elapsed > 0", rapid.IntRange(0, 5).Draw(g.T, "x"))),
		}
		switch rapid.IntRange(0, 7).Draw(g.T, "trigger") {
		case 0:
			t.Events, t.If = []string{rapid.SampledFrom([]string{"e", "e.f", "*"}).Draw(g.T, "event")}, nil
		case 1:
			t.After, t.If = time.Duration(rapid.IntRange(1, 400).Draw(g.T, "after"))*time.Millisecond, nil
		case 2:
			t.To = nil
			t.Then = []chart.Action{{Do: chart.Set, Name: "n", Value: guard("n + 1")}, {Do: chart.Raise, Name: "e.f"}}
		case 3:
			t.To = []string{"FINAL"}
		case 4:
			t.If = guard("final or failed")
		case 5:
			for _, p := range g.paths {
				if len(p) > len(path) && p[:len(path)+1] == path+"/" {
					t.To, t.Internal = []string{p}, true
				}
			}
		}
		s.Transitions = append(s.Transitions, t)
	}
	for _, p := range g.paths { // so that every state is reached
		s.Transitions = append(s.Transitions, &chart.Transition{To: []string{p}, If: guard("x == 99 and elapsed > 0")})
	}
}

// watcher is a host that knows which activities run, and in which order they were
// started and stopped since the last transition.
type watcher struct {
	*maker
	m       *Machine
	running map[string]bool
	stopped []int
	started []int
}

func (w *watcher) Activity(m *Machine, _ string, args Args) (Activity, error) {
	w.m = m
	id, ok := m.model.Find(args.String("path"))
	require.True(w, ok)
	return &watched{w, id}, nil
}

type watched struct {
	w  *watcher
	id int
}

func (a *watched) path() string { return a.w.m.model.states[a.id].path }

func (a *watched) Start(time.Duration, Entry) {
	require.False(a.w, a.w.running[a.path()], "%s is started twice", a.path())
	a.w.running[a.path()] = true
	a.w.started = append(a.w.started, a.id)
}

func (a *watched) Step(time.Duration) (Status, error) {
	require.True(a.w, a.w.running[a.path()], "%s is stepped and does not run", a.path())
	return Running, nil
}

func (a *watched) Stop(time.Duration) {
	require.True(a.w, a.w.running[a.path()], "%s is stopped twice", a.path())
	require.Empty(a.w, a.w.started, "all is left before anything is entered")
	delete(a.w.running, a.path())
	a.w.stopped = append(a.w.stopped, a.id)
}

// transition is called after each transition.
func (w *watcher) transition(Transition) {
	require.True(w, slices.IsSortedFunc(w.stopped, func(a, b int) int { return b - a }), "left innermost first: %v", w.stopped)
	require.True(w, slices.IsSorted(w.started), "entered outermost first: %v", w.started)
	w.stopped, w.started = nil, nil
}

// consistent checks the tree of active states.
func (w *watcher) consistent() {
	m := w.m
	for id := range m.model.states {
		s := &m.model.states[id]
		active := 0
		for _, c := range s.children {
			if m.tree.on[c] {
				active++
			}
		}
		switch {
		case !m.tree.on[id] || s.kind == AtomicState || s.kind == EndState:
			require.Zero(w, active, "%s", s.path)
		case s.kind == ParallelState:
			require.Len(w, s.children, active, "all regions of %s", s.path)
		case m.tree.autos[s.automaton].ended != Running:
			require.Zero(w, active, "%s has ended", s.path)
		default:
			require.Equal(w, 1, active, "one state in %s", s.path)
			require.True(w, m.tree.on[m.tree.autos[s.automaton].active])
		}
		require.NotEqual(w, EndState, kindIf(m.tree.on[id], s.kind), "nobody stays in %s", s.path)
		if id > 0 && s.source.Do != nil {
			require.Equal(w, m.tree.on[id], w.running[s.path], "the activity of %s", s.path)
		}
	}
}

func kindIf(on bool, k StateKind) StateKind {
	if on {
		return k
	}
	return AtomicState
}

func TestRandomMachinesKeepTheirTreeInOrder(t *testing.T) {
	moved := 0
	fuzzn.Draw(t, 4, func(t *rapid.T) {
		g := &maker{T: t}
		model, found := Compile(g.machine(), nil)
		if len(found.Errors()) > 0 { // a ring without time
			t.Skip(found.Error())
		}
		w := &watcher{maker: g, running: map[string]bool{}}
		m, err := New(model, w)
		require.NoError(t, err)
		w.m = m
		m.OnTransition = w.transition
		x, _ := model.Input("x")
		now := time.Duration(0)
		for range rapid.IntRange(1, 40).Draw(t, "ticks") {
			m.SetInt(x, int64(rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 99}).Draw(t, "x")))
			for range rapid.IntRange(0, 2).Draw(t, "events") {
				m.Post(Event{Name: rapid.SampledFrom([]string{"e", "e.f", "g"}).Draw(t, "event")})
			}
			_ = m.Tick(now) // a loop within one tick is possible here
			if m.Status() == Running {
				w.consistent()
			}
			now += time.Duration(rapid.IntRange(0, 60).Draw(t, "ms")) * time.Millisecond
		}
		moved += int(m.Sequence())
		m.Stop(now)
		require.Empty(t, w.running)
	})
	require.Positive(t, moved, "no random machine took a transition")
}

// interrupted puts a random tree of states with times into state a of a machine,
// that an input sends to b and back.
func interrupted(t *rapid.T) *chart.Machine {
	after := func(to ...string) *chart.Transition {
		return &chart.Transition{To: to, After: time.Duration(rapid.IntRange(1, 60).Draw(t, "after")) * 10 * time.Millisecond}
	}
	var automaton func(depth int) []*chart.State
	automaton = func(depth int) []*chart.State {
		n := rapid.IntRange(1, 3).Draw(t, "states")
		var all []*chart.State
		for i := range n {
			s := &chart.State{Name: fmt.Sprint("s", i), Transitions: []*chart.Transition{after(fmt.Sprint("s", (i+1)%n))}}
			switch kind := rapid.IntRange(0, 3).Draw(t, "kind"); {
			case depth == 3:
			case kind == 0:
				s.States = automaton(depth + 1)
			case kind == 1:
				s.Kind = chart.Parallel
				for r := range 2 {
					s.States = append(s.States, &chart.State{Name: fmt.Sprint("r", r), States: automaton(depth + 1)})
				}
			}
			all = append(all, s)
		}
		return all
	}
	away := func(to, guard string) []*chart.Transition {
		return []*chart.Transition{{To: []string{to}, If: &chart.Expression{Text: guard}}}
	}
	return &chart.Machine{
		Name: "interrupted", Inputs: []chart.Declaration{{Name: "away", Type: Bool}},
		Root: &chart.State{RateHz: 100, History: chart.Resume, States: []*chart.State{
			{Name: "a", States: automaton(1), Transitions: away("b", "away")},
			{Name: "b", Transitions: away("a", "not away")},
		}},
	}
}

func TestARandomMachineThatIsInterruptedLosesNoTime(t *testing.T) {
	fuzzn.Draw(t, 1, func(t *rapid.T) {
		c := interrupted(t)
		model, found := Compile(c, nil)
		require.Empty(t, found.Errors())
		// The same ticks once without interruptions, once with some.
		run := func(away func(tick int) bool) (moves []string) {
			m, err := New(model, nil)
			require.NoError(t, err)
			in, _ := model.Input("away")
			lost, left := time.Duration(0), time.Duration(0)
			m.OnTransition = func(tr Transition) {
				switch {
				case tr.To == "b":
					left = tr.Time
				case tr.From == "b":
					lost += tr.Time - left
				default:
					moves = append(moves, fmt.Sprintf("%v %s -> %s %v", tr.Time-lost, tr.Source, tr.Target, m.Leaves(nil)))
				}
			}
			for tick := range 300 {
				m.SetBool(in, away(tick))
				require.NoError(t, m.Tick(time.Duration(tick)*10*time.Millisecond))
			}
			return moves
		}
		whole := run(func(int) bool { return false })
		breaks := rapid.SliceOfN(rapid.IntRange(1, 299), 0, 6).Draw(t, "breaks")
		slices.Sort(breaks)
		parted := run(func(tick int) bool {
			n, _ := slices.BinarySearch(breaks, tick)
			return n%2 == 1
		})
		require.LessOrEqual(t, len(parted), len(whole))
		require.Equal(t, whole[:len(parted)], parted)
	})
}

func TestACalledMachineRunsAsIfItsStatesWereThere(t *testing.T) {
	fuzzn.Draw(t, 1, func(t *rapid.T) {
		inline := interrupted(t)
		root := *inline.Root
		a := *root.States[0]
		callee := &chart.Machine{Name: "callee", Root: &chart.State{States: a.States}}
		a.States, a.Call = nil, &chart.Call{Machine: "callee"}
		root.States = []*chart.State{&a, root.States[1]}
		calling := *inline
		calling.Root = &root
		words := &Vocabulary{
			Inputs:   map[string]Type{"away": Bool},
			Machines: func(string) (*chart.Machine, error) { return callee, nil },
		}
		breaks := rapid.SliceOfN(rapid.IntRange(1, 299), 0, 6).Draw(t, "breaks")
		slices.Sort(breaks)
		run := func(c *chart.Machine) (moves []string) {
			model, found := Compile(c, words)
			require.Empty(t, found.Errors())
			m, err := New(model, nil)
			require.NoError(t, err)
			in, _ := model.Input("away")
			m.OnTransition = func(tr Transition) { moves = append(moves, fmt.Sprint(tr, m.Leaves(nil))) }
			for tick := range 300 {
				n, _ := slices.BinarySearch(breaks, tick)
				m.SetBool(in, n%2 == 1)
				require.NoError(t, m.Tick(time.Duration(tick)*10*time.Millisecond))
			}
			return moves
		}
		require.Equal(t, run(inline), run(&calling))
	})
}
