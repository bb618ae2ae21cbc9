package studio

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
	"gonao/studio/internal/randomtext"
	"gonao/studio/yamltext"
)

// nothing is a workspace's vocabulary that takes any input and any activity.
func nothing(string) *hfsm.Vocabulary { return nil }

// chooser draws commands for a document.
type chooser struct {
	*rand.Rand
	ids   []string
	edges []string
	clip  string
}

func (c *chooser) of(words ...string) string {
	if len(words) == 0 {
		return ""
	}
	return words[c.IntN(len(words))]
}

func (c *chooser) state() string { return c.of(c.ids...) }

func (c *chooser) name() string {
	return c.of("watch", "red", "new_one", "a", fmt.Sprintf("s%d", c.IntN(30)), "greet")
}

func (c *chooser) index() *int {
	i := c.IntN(5)
	return &i
}

// commandFor draws a command that may make sense for a document.
func commandFor(r *rand.Rand, d *document, clip string) Command {
	c := &chooser{Rand: r, clip: clip}
	var walk func(states []State)
	walk = func(states []State) {
		for _, s := range states {
			c.ids = append(c.ids, s.ID)
			for _, t := range s.Transitions {
				c.edges = append(c.edges, t.ID)
			}
			walk(s.States)
		}
	}
	walk(d.checked.view.States)
	x, y := float64(r.IntN(800)), float64(r.IntN(600))
	parent := c.of("", "", c.state())
	switch op := r.IntN(24); op {
	case 0:
		return Command{Op: AddState, Parent: parent, Name: c.name(), Index: c.index(), X: &x, Y: &y}
	case 1:
		return Command{Op: AddState, Parent: parent, Name: c.name(), Text: c.of("do: wave # how\ntransitions:\n- {after: 1s, to: FINAL}", "{do: wave}"), Initial: r.IntN(3) == 0}
	case 2:
		return Command{Op: RenameState, State: c.state(), Name: c.name()}
	case 3:
		return Command{Op: DeleteState, State: c.state()}
	case 4:
		return Command{Op: DuplicateState, State: c.state()}
	case 5:
		return Command{Op: MoveState, State: c.state(), Index: c.index()}
	case 6:
		return Command{Op: Nest, States: []string{c.state()}, Parent: c.state()}
	case 7:
		return Command{Op: Nest, States: []string{c.state()}, Name: c.name()}
	case 8:
		return Command{Op: Unnest, State: c.state()}
	case 9:
		return Command{Op: SetInitial, State: c.state()}
	case 10:
		return Command{Op: SetFinal, State: c.state(), Value: c.of("true", "failed", "false")}
	case 11, 12:
		return Command{Op: AddTransition, State: c.state(), To: c.of(c.state(), "FINAL"), After: c.of("", "2s"), If: c.of("", "near", "count > 1 ? true : false"), Event: c.of("", "a", "a, b"), Index: c.index()}
	case 13:
		return Command{Op: Retarget, Transition: c.of(c.edges...), To: c.state()}
	case 14:
		return Command{Op: Retarget, Transition: c.of(c.edges...), State: c.state()}
	case 15:
		return Command{Op: ReorderTransition, Transition: c.of(c.edges...), Index: c.index()}
	case 16:
		return Command{Op: RenameTransition, Transition: c.of(c.edges...), Name: c.of("", "a name", "it's: #odd")}
	case 17:
		return Command{Op: DeleteTransition, Transition: c.of(c.edges...)}
	case 18:
		return Command{Op: DisableTransition, Transition: c.of(c.edges...), Value: c.of("true", "false")}
	case 19:
		return Command{Op: Set, Transition: c.of(c.edges...), Key: c.of("if", "after", "event", "then", "description", "priority"), Text: c.of("", "1", "near", "'x'", "{log: count}", "two\nlines")}
	case 20:
		return Command{Op: Set, State: c.of("", c.state()), Key: c.of("do", "entry", "description", "rate_hz", "history"), Text: c.of("", "wave", "{track: {color: green}}", "[wave, {play: {motion: x}}]", "- wave # c\n- say", "5")}
	case 21:
		return Command{Op: SetDeclaration, Key: c.of("inputs", "variables", "outputs"), Name: c.of("count", "near", "fresh"), Text: c.of("", "int", "{type: float, unit: m}"), To: c.of("", "", "renamed")}
	case 22:
		return Command{Op: Paste, Parent: parent, State: c.state(), Clip: clip, X: &x, Y: &y}
	default:
		return Command{Op: Layout, Places: []Spot{{State: c.state(), X: x, Y: y}}, Parent: parent, Value: c.of("", "", "clear")}
	}
}

// requireKept fails unless the lines that a command is not about are as they were. What it may touch is known from
// the view alone: see bounds.
func requireKept(t *testing.T, c Command, before, after string, view View, note string) {
	t.Helper()
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	first, last, ok := bounds(c, view, len(old))
	if !ok {
		requireSurvivors(t, c, old, now, note)
		return
	}
	for i := range min(first-1, len(old)) {
		require.Equal(t, old[i], now[i], "line %d: %s", i+1, note)
	}
	for i := range max(len(old)-last-1, 0) { // the last line may get its end
		require.Equal(t, old[len(old)-1-i], now[len(now)-1-i], "line %d from below: %s", i+1, note)
	}
}

// bounds returns the lines that a command may touch: those of its state.
func bounds(c Command, view View, lines int) (first, last int, ok bool) {
	id, _, _ := strings.Cut(c.Transition, "#")
	if id == "" {
		id = c.State
	}
	switch c.Op {
	case ReorderTransition, RenameTransition, DeleteTransition, DisableTransition, AddTransition, SetFinal:
	case Retarget:
		if c.State != "" {
			return 0, 0, false
		}
	case Set:
		if c.State == "" && c.Transition == "" {
			return 0, 0, false
		}
	default:
		return 0, 0, false
	}
	s := find(view.States, id)
	if s == nil {
		return 0, 0, false
	}
	return s.Line, s.EndLine, true
}

// requireSurvivors fails unless every line that a command does not delete or change is still there, in its order,
// for the commands of which that can be said without knowing how they are done.
func requireSurvivors(t *testing.T, c Command, old, now []string, note string) {
	t.Helper()
	var changed func(line string) bool
	switch c.Op {
	case Layout, SetDeclaration, Set, AddState, DuplicateState:
		if c.Value == "clear" {
			return
		}
		changed = func(line string) bool { return !strings.HasPrefix(strings.TrimSpace(line), "# note") } // every comment stays
	case RenameState:
		name := nameOf(c.State)
		changed = func(line string) bool { return strings.Contains(line, name) }
	default:
		return
	}
	at := 0
	for _, line := range old {
		if changed(line) {
			continue
		}
		for at < len(now) && now[at] != line {
			at++
		}
		require.Less(t, at, len(now), "the line %q is gone or moved: %s", line, note)
		at++
	}
}

// requireStill fails if a command moved a state that the layout places, unless a person asked for that.
func requireStill(t *testing.T, c Command, before, after View, note string) {
	t.Helper()
	if c.Op == Layout {
		return
	}
	at := map[string]State{}
	each(after.States, func(s State) { at[s.ID] = s })
	each(before.States, func(s State) {
		if !s.Placed {
			return
		}
		id, x, y := s.ID, s.X, s.Y
		origin := func(of string) (x, y float64) {
			if o := find(before.States, of); o != nil && o.Width > 0 {
				return o.X, o.Y
			}
			return 0, 0
		}
		for _, of := range append(slices.Clone(c.States), c.State) {
			if of == "" || !isWithin(id, of) {
				continue
			}
			switch c.Op {
			case RenameState:
				id = join(parentOf(of), c.Name) + id[len(of):]
			case Nest:
				into := c.Parent
				if c.Name != "" {
					into = join(parentOf(of), c.Name)
				}
				if id == of {
					dx, dy := origin(into)
					x, y = x-dx, y-dy
				}
				id = join(into, nameOf(of)) + id[len(of):]
			case Unnest:
				if id == of {
					dx, dy := origin(parentOf(of))
					x, y = x+dx, y+dy
				}
				id = join(parentOf(parentOf(of)), nameOf(of)) + id[len(of):]
			case DeleteState:
				return
			default:
			}
		}
		now, ok := at[id]
		require.True(t, ok && now.Placed, "%q has lost its place: %s", id, note)
		require.Equal(t, [2]float64{math.Round(x), math.Round(y)}, [2]float64{math.Round(now.X), math.Round(now.Y)}, "%q has moved: %s", id, note)
	})
}

// find returns the state with an id, or nil.
func find(states []State, id string) *State {
	for i := range states {
		if states[i].ID == id {
			return &states[i]
		}
		if s := find(states[i].States, id); s != nil {
			return s
		}
	}
	return nil
}

func each(states []State, visit func(State)) {
	for _, s := range states {
		visit(s)
		each(s.States, visit)
	}
}

// Ten thousand random commands over machines of every form; then all are undone, and the bytes are those of the
// beginning; done again, they are those of the end.
func TestRandomCommandsAreUndoneToTheByte(t *testing.T) {
	commands := max(10_000, fuzzn.N(t))
	if testing.Short() {
		commands = 200
	}
	done, refused, forms := 0, map[string]int{}, 0
	rewritten := 0
	for seed := uint64(1); done < commands; seed++ {
		r := rand.New(rand.NewPCG(seed, 13))
		d := newDocument("drawn.yaml", YAML, randomtext.Machine(r), nothing)
		first, clip := d.text, ""
		var texts []string
		for range 40 {
			c := commandFor(r, d, clip)
			if c.Op != Layout && r.IntN(3) == 0 { // as the page sends them: where the canvas draws what the file does not place
				each(d.checked.view.States, func(s State) {
					if !s.Placed {
						c.Places = append(c.Places, Spot{State: s.ID, X: float64(r.IntN(900)), Y: float64(r.IntN(600))})
					}
				})
			}
			before, view := d.text, d.checked.view
			comments := d.checked.yaml.Comments()
			note := fmt.Sprintf("seed %d, after %d commands: %+v\n%s", seed, len(texts), c, before)
			_, err := d.apply("ann", d.revision, c)
			if err != nil {
				require.Equal(t, before, d.text, note)
				if refusal(err).Code == Invalid && strings.Contains(err.Error(), "edit the text") {
					forms++
					if testing.Verbose() && forms < 5 {
						t.Log(err, note)
					}
				}
				refused[string(c.Op)]++
				continue
			}
			if d.text == before {
				continue
			}
			require.NoError(t, d.checked.broken, "%s\nafter:\n%s", note, d.text)
			if len(c.Places) == 0 || c.Op == Layout {
				requireKept(t, c, before, d.text, view, note+"\nafter:\n"+d.text)
			}
			requireStill(t, c, view, d.checked.view, note+"\nafter:\n"+d.text)
			if c.Op == Nest || c.Op == Unnest && others(view.States, c.State) || // a comment behind "states:" goes with the last state
				c.Op == MoveState || c.Op == Layout && c.Value != "clear" || c.Op == RenameState {
				requireComments(t, comments, d.checked.yaml, note+"\nafter:\n"+d.text)
			}
			if d.checked.yaml.Rewritten {
				rewritten++
			}
			done++
			texts = append(texts, d.text)
			if r.IntN(4) == 0 {
				if ids := stateIDs(d.checked.yaml); len(ids) > 0 {
					clip, _ = clipOf(d.checked.yaml, CopyRequest{States: ids[:1]})
				}
			}
		}
		end := d.text
		for i := len(texts) - 1; i >= 0; i-- {
			require.Equal(t, texts[i], d.text)
			_, err := d.undo("ann")
			require.NoError(t, err)
		}
		require.Equal(t, first, d.text, "seed %d", seed)
		for range texts {
			_, err := d.redo("ann")
			require.NoError(t, err)
		}
		require.Equal(t, end, d.text, "seed %d", seed)
	}
	t.Log(done, "done,", forms, "in a form that is not edited,", rewritten, "rewritten; refused:", refused)
	require.Less(t, forms*100, done)
}

// others reports whether a state has siblings.
func others(states []State, id string) bool {
	for _, s := range states {
		if s.ID == parentOf(id) {
			return len(s.States) > 1
		}
		if isWithin(id, s.ID) {
			return others(s.States, id)
		}
	}
	return false
}

// requireComments fails unless every comment is still there.
func requireComments(t *testing.T, before []string, after *yamltext.Document, note string) {
	t.Helper()
	count := map[string]int{}
	for _, c := range after.Comments() {
		count[c]++
	}
	for _, c := range before {
		count[c]--
		require.GreaterOrEqual(t, count[c], 0, "the comment %q is gone: %s", c, note)
	}
}

// A machine without errors has none after a command that moves or renames: what names a state goes with it.
func TestRandomMovesAndNamesBreakNothing(t *testing.T) {
	commands := fuzzn.N(t) / 20
	done := 0
	for seed := uint64(1); done < commands; seed++ {
		r := rand.New(rand.NewPCG(seed, 17))
		text := randomtext.Machine(r)
		d := newDocument("drawn.yaml", YAML, text, nothing)
		if len(errorsOf(d.checked.findings)) > 0 {
			continue
		}
		for range 10 {
			c := commandFor(r, d, "")
			switch c.Op {
			case RenameState, Nest, Unnest, MoveState, DuplicateState, Layout, ReorderTransition:
			default:
				continue
			}
			before := d.text
			if _, err := d.apply("ann", d.revision, c); err != nil || d.text == before {
				continue
			}
			done++
			for _, e := range errorsOf(d.checked.findings) {
				if !strings.Contains(e, "cycle without time") { // a copy may close one
					require.Empty(t, e, "seed %d: %+v\n%s\nafter:\n%s", seed, c, before, d.text)
				}
			}
			m, _ := chart.ReadYAML("a.yaml", []byte(d.text))
			require.NotNil(t, m)
		}
	}
}
