package graph

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

// The words random machines are made of: everything that means something to
// Graphviz, to Mermaid, or to HTML.
var words = []string{
	"a", "b", `"`, `\`, `\n`, `\N`, "<b>", "&lt;", "&", "]", "}", "-->", ";", "#35;", "%%", "[*]", "::", "end", "state",
	"\n", "\x00", "\xff", "ü", "日本", "\u202e", "{", "|", "classDef", "--", strings.Repeat("long ", 60), "FINAL", "itself", "",
}

func randomMachine(random *rand.Rand) *chart.Machine {
	text := func() string {
		return words[random.IntN(len(words))] + words[random.IntN(len(words))]
	}
	var state func(depth int) *chart.State
	state = func(depth int) *chart.State {
		s := &chart.State{
			Name: text(), Kind: chart.Kind(random.IntN(5)), History: chart.History(random.IntN(5)), RateHz: float64(random.IntN(3)),
			Entry: []chart.Action{{Do: chart.Do(random.IntN(11)), Name: text(), Value: &chart.Expression{Text: text()}}},
			Do:    []chart.Action{{Name: text(), Args: []chart.Arg{{Name: text(), Value: chart.StringValue(text())}}}},
		}
		for range random.IntN(3) {
			s.Transitions = append(s.Transitions, &chart.Transition{
				Name: text(), To: []string{text()}, Events: []string{text()}, If: &chart.Expression{Text: text()},
			})
		}
		if depth < 3 {
			for range random.IntN(3) {
				s.States = append(s.States, state(depth+1))
			}
		}
		return s
	}
	root := state(0)
	root.Kind = chart.Plain
	return &chart.Machine{Name: text(), Root: root, Profile: chart.Profile(random.IntN(2))}
}

var (
	dotString   = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	dotRest     = regexp.MustCompile(`^[A-Za-z0-9_#=.,;\[\]{}>\s-]*$`)
	mermaidCode = regexp.MustCompile(`#\d+;`)
	mermaidBit  = regexp.MustCompile(`^[^<>{}\[\]";%&\x60\\]*$`)
)

// What comes of any machine is still a graph: nothing gets out of its quotes.
func TestRandomMachinesAreDrawnWithAllTextsInTheirQuotes(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 7))
	for range fuzzn.N(t) / 10 {
		m := randomMachine(random)
		var out, again bytes.Buffer
		require.NoError(t, DOT(&out, m, Options{}))
		require.NoError(t, DOT(&again, m, Options{}))
		require.Equal(t, out.String(), again.String())
		for _, line := range strings.Split(out.String(), "\n") {
			require.True(t, dotRest.MatchString(dotString.ReplaceAllString(line, "")), line)
			require.NotContains(t, line, "\x00")
		}
		out.Reset()
		require.NoError(t, Mermaid(&out, m, Options{}))
		for _, line := range strings.Split(out.String(), "\n") {
			_, label, isEdge := strings.Cut(line, " : ")
			if quoted := strings.Split(line, `"`); !isEdge && len(quoted) == 3 {
				label = quoted[1]
			}
			label = strings.ReplaceAll(label, "<br/>", "")
			require.True(t, mermaidBit.MatchString(mermaidCode.ReplaceAllString(label, "")), line)
		}
	}
}

func TestAnUnknownStateCannotBeShownAsActive(t *testing.T) {
	err := DOT(&bytes.Buffer{}, machine(t, "testdata/match.yaml"), Options{Active: []string{"play/arms"}})
	require.EqualError(t, err, `draw "match": no state "play/arms" to show as active`)
}

func TestAMachineTooLargeToReadIsRefused(t *testing.T) {
	m := &chart.Machine{Name: "large", Root: &chart.State{}}
	for range maxStates {
		m.Root.States = append(m.Root.States, &chart.State{Name: "a"})
	}
	err := Mermaid(&bytes.Buffer{}, m, Options{})
	require.EqualError(t, err, `draw "large": 5001 states; expected at most 5000`)
}
