package hfsm

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// randomMachine writes a machine of up to three levels whose transitions go
// anywhere; every state has an activity of its own name.
type randomMachine struct {
	rng   *rand.Rand
	paths []string
	out   strings.Builder
}

func (r *randomMachine) write() string {
	r.plan("", 0)
	r.out.WriteString("machine: random\ninputs: {x: int}\nrate_hz: 100\n")
	r.automaton("", 0)
	return r.out.String()
}

// plan chooses the states before their transitions are written.
func (r *randomMachine) plan(at string, depth int) {
	for i := range 1 + r.rng.IntN(3) {
		path := fmt.Sprintf("%s%c%d", at, 'a'+depth, i)
		r.paths = append(r.paths, path)
		if depth < 2 && r.rng.IntN(2) == 0 {
			r.plan(path+"/", depth+1)
		}
	}
}

func (r *randomMachine) automaton(at string, depth int) {
	indent := strings.Repeat("    ", depth)
	history := []string{"none", "shallow", "deep", "resume"}[r.rng.IntN(4)]
	fmt.Fprintf(&r.out, "%shistory: %s\n%sinitial: %c0\n%sstates:\n", indent, history, indent, 'a'+depth, indent)
	for _, path := range r.paths {
		name, inside := strings.CutPrefix(path, at)
		if !inside || strings.Contains(name, "/") {
			continue
		}
		fmt.Fprintf(&r.out, "%s  %s:\n%s    do: {run: {path: %s}}\n%s    transitions:\n", indent, name, indent, path, indent)
		for range 1 + r.rng.IntN(3) {
			to := r.paths[r.rng.IntN(len(r.paths))]
			fmt.Fprintf(&r.out, "%s    - {to: %s, if: x == %d and elapsed > 0}\n", indent, to, r.rng.IntN(6))
		}
		for _, other := range r.paths { // so that every state is reached
			fmt.Fprintf(&r.out, "%s    - {to: %s, after: %dms, if: x == 99}\n", indent, other, 10+r.rng.IntN(500))
		}
		if strings.Contains(strings.Join(r.paths, " ")+" ", path+"/") {
			r.automaton(path+"/", depth+1)
		}
	}
}

// witness is a host that knows which activities run.
type witness struct {
	t     *testing.T
	stack []string // outermost first
}

func (w *witness) Activity(_ *Machine, _ string, args Args) (Activity, error) {
	return &witnessed{w, args.String("path")}, nil
}

type witnessed struct {
	w    *witness
	path string
}

func (a *witnessed) Start(time.Duration, Entry) {
	parent, _, nested := cutLast(a.path)
	if nested {
		require.Equal(a.w.t, parent, a.w.stack[len(a.w.stack)-1], "a state is entered right after the one around it")
	} else {
		require.Empty(a.w.t, a.w.stack)
	}
	a.w.stack = append(a.w.stack, a.path)
}

func (a *witnessed) Step(time.Duration) (Status, error) {
	require.Contains(a.w.t, a.w.stack, a.path, "only what is active runs")
	return Running, nil
}

func (a *witnessed) Stop(time.Duration) {
	last := len(a.w.stack) - 1
	require.Equal(a.w.t, a.path, a.w.stack[last], "the innermost state is left first")
	a.w.stack = a.w.stack[:last]
}

// cutLast splits a path before its last name.
func cutLast(path string) (before, name string, nested bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

func TestRandomMachinesEnterAndLeaveInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	transitions := 0
	for range max(10, min(fuzzn.N(t)/10, 500)) {
		src := (&randomMachine{rng: rng}).write()
		model, err := Load("random.yaml", []byte(src), nil)
		require.NoError(t, err, src)
		w := &witness{t: t}
		m, err := New(model, w)
		require.NoError(t, err)
		x, _ := model.Input("x")
		var last Transition
		m.OnTransition = func(tr Transition) {
			require.Equal(t, last.To, tr.From, "the trace has no gap")
			require.GreaterOrEqual(t, tr.Time, last.Time, "the trace goes forward")
			last = tr
		}
		for now := time.Duration(0); now < 2*time.Second; now += time.Duration(rng.IntN(30)) * time.Millisecond {
			m.SetInt(x, int64(rng.IntN(7)))
			if rng.IntN(10) == 0 {
				m.SetInt(x, 99)
			}
			_ = m.Tick(now) // a loop within one tick is possible here
			require.Equal(t, m.Path(), w.stack[len(w.stack)-1])
			require.Len(t, m.Active(), len(w.stack), "one active state per level")
		}
		transitions += int(m.Sequence())
		m.Stop(2 * time.Second)
		require.Empty(t, w.stack)
	}
	require.Greater(t, transitions, 1000)
}

func TestMachinesOfOneModelAreIndependent(t *testing.T) {
	model := load(t, paper(t, "resume"))
	traces := make(chan []string)
	const many = 16
	for range many {
		go func() {
			m, err := New(model, nil)
			if err != nil {
				traces <- []string{err.Error()}
				return
			}
			for now := time.Duration(0); now < 40*time.Second; now += 100 * time.Millisecond {
				_ = m.Tick(now)
			}
			traces <- lines(m)
		}()
	}
	first := <-traces
	require.Greater(t, len(first), 5)
	for range many - 1 {
		require.Equal(t, first, <-traces)
	}
}
