package hfsm

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// doubling offers machines m0, m1, …, each of which calls the next one twice.
func doubling(depth int) *Vocabulary {
	read := map[string]*chart.Machine{}
	return &Vocabulary{Machines: func(name string) (*chart.Machine, error) {
		if read[name] == nil {
			var n int
			if _, err := fmt.Sscanf(name, "m%d", &n); err != nil || n > depth {
				return nil, nil
			}
			body := fmt.Sprintf("  a: {call: m%d, transitions: [{if: final, to: b}]}\n  b: {call: m%d}\n", n+1, n+1)
			if n == depth {
				body = "  a: {transitions: [{after: 1s, to: b}]}\n  b: {final: true}\n"
			}
			c, found := chart.ReadYAML(name+".yaml", []byte("machine: "+name+"\ninitial: a\nstates:\n"+body))
			if len(found) > 0 {
				return nil, found
			}
			read[name] = c
		}
		return read[name], nil
	}}
}

// TestMachinesThatCallEachOtherStayWithinBounds has fifteen files of four lines with
// two calls each, which are 65,535 states.
func TestMachinesThatCallEachOtherStayWithinBounds(t *testing.T) {
	words := doubling(14)
	c, err := words.Machines("m0")
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	model, found := Compile(c, words)
	runtime.ReadMemStats(&after)
	require.Nil(t, model)
	require.Len(t, found, 1, "%v", found)
	require.Regexp(t, `^m\d+\.yaml:\d:\d+: states\.[ab]\.call\.?\w*: with this call the called machines have more than 10000 states: m0 -> m1 -> m2 .*; expected fewer calls$`, found[0].String())
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(maxCalledBytes))

	model, found = Compile(machineOf(t, doubling(11), "m0"), doubling(11)) // 8,190 called states
	require.Empty(t, found.Errors())
	require.Len(t, model.Paths(), 8190)
}

func TestCalledMachinesWithManyValuesStayWithinBounds(t *testing.T) {
	var many strings.Builder
	many.WriteString("machine: many\nvariables:\n")
	for i := range maxValues {
		fmt.Fprintf(&many, "  v%d: int\n", i)
	}
	many.WriteString("initial: a\nstates: {a: {}}\n")
	called, found := chart.ReadYAML("many.yaml", []byte(many.String()))
	require.Empty(t, found)
	var calls strings.Builder
	calls.WriteString("machine: m\ninitial: s0\nstates:\n")
	for i := range 400 {
		fmt.Fprintf(&calls, "  s%d: {call: many, transitions: [{after: 1s, to: s%d}]}\n", i, (i+1)%400)
	}
	words := &Vocabulary{Machines: func(string) (*chart.Machine, error) { return called, nil }}
	_, err := Load("m.yaml", []byte(calls.String()), words)
	require.ErrorContains(t, err, "with this call the called machines need more than 64 MB: m -> many; expected fewer calls")
	require.ErrorContains(t, err, "m.yaml:")
}

// machineOf returns a machine of a vocabulary.
func machineOf(t *testing.T, words *Vocabulary, name string) *chart.Machine {
	t.Helper()
	c, err := words.Machines(name)
	require.NoError(t, err)
	return c
}
