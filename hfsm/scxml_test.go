package hfsm

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// scribe is a host that keeps what is logged.
type scribe struct{ lines []string }

func (s *scribe) Activity(*Machine, string, Args) (Activity, error) { return noActivity{}, nil }
func (s *scribe) Log(_ *Machine, label string, _ any)               { s.lines = append(s.lines, label) }

// take returns what has been logged since.
func (s *scribe) take() string {
	text := strings.Join(s.lines, " ")
	s.lines = nil
	return text
}

// w3c starts a document with typed expressions.
func w3c(t testing.TB, text string) (*Machine, *scribe) {
	t.Helper()
	model, err := Load("test.scxml", []byte(`<scxml xmlns:gonao="https://gonao.dev/scxml" datamodel="expressions" name="test" `+text+`</scxml>`), nil)
	require.NoError(t, err)
	out := &scribe{}
	m, err := New(model, out)
	require.NoError(t, err)
	return m, out
}

// tells returns a state whose entry and exit are logged.
func tells(id, inside string) string {
	return fmt.Sprintf(`<state id=%q><onentry><log label="+%s"/></onentry><onexit><log label="-%s"/></onexit>%s</state>`, id, id, id, inside)
}

func TestStatesAreLeftInnermostFirstAndEnteredOutermostFirst(t *testing.T) {
	m, out := w3c(t, `initial="a2">`+tells("a", tells("a1", "")+tells("a2", `<transition event="go" target="b1"><log label="go"/></transition>`))+
		tells("b", `<initial><transition target="b1"><log label="initial"/></transition></initial>`+tells("b1", ""))+
		`<state id="c"><transition event="never" target="a"/></state>`)
	at(t, m, 0)
	require.Equal(t, "+a +a2", out.take())
	require.True(t, m.Post(Event{Name: "go.on"}))
	at(t, m, 1)
	require.Equal(t, "-a2 -a go +b +b1", out.take(), "the initial transition of b is not taken: b1 is the target")
	require.Equal(t, "b/b1", m.Path())
	require.True(t, m.SCXML().InState("b1"))
	require.True(t, m.SCXML().InState("b/b1"))
	require.False(t, m.SCXML().InState("a"))
}

func TestInnerTransitionsGoFirstInTheProfileSCXML(t *testing.T) {
	m, out := w3c(t, `>`+tells("a", `<transition event="e" target="outer"/>`+
		tells("a1", `<transition event="e" cond="false" target="wrong"/><transition event="e" target="a2"/>`)+tells("a2", ""))+
		tells("outer", "")+tells("wrong", ""))
	at(t, m, 0)
	m.Post(Event{Name: "e"})
	at(t, m, 1)
	require.Equal(t, "a/a2", m.Path())
	m.Post(Event{Name: "e"})
	at(t, m, 2)
	require.Equal(t, "outer", m.Path())
	require.Equal(t, "+a +a1 -a1 +a2 -a2 -a +outer", out.take())
}

func TestOfTransitionsInConflictTheInnerOrTheEarlierIsTaken(t *testing.T) {
	regions := func(first, second string) string {
		return `><parallel id="p"><state id="r1"><state id="s1">` + first + `</state><state id="t1"/></state>
			<state id="r2"><state id="s2">` + second + `</state><state id="t2"/></state>
			<transition event="e" target="far"/></parallel><state id="far"/><state id="out"/>`
	}
	for name, c := range map[string]struct{ first, second, leaves string }{
		"both, they do not disturb each other": {`<transition event="e" target="t1"/>`, `<transition event="e" target="t2"/>`, "p/r1/t1 p/r2/t2"},
		"the earlier region wins":              {`<transition event="e" target="out"/>`, `<transition event="e" target="t2"/>`, "out"},
		"the later region leaves them all":     {`<transition event="e" target="t1"/>`, `<transition event="e" target="out"/>`, "p/r1/t1 p/r2/s2"},
		"a region without one: the one around": {``, `<transition event="f" target="t2"/>`, "far"},
		"inner before the one around":          {``, `<transition event="e" target="t2"/>`, "p/r1/s1 p/r2/t2"},
	} {
		t.Run(name, func(t *testing.T) {
			m, _ := w3c(t, regions(c.first, c.second))
			at(t, m, 0)
			m.Post(Event{Name: "e"})
			at(t, m, 1)
			require.Equal(t, c.leaves, strings.Join(m.Leaves(nil), " "))
		})
	}
}

func TestAMachineThatNeverRestsIsStoppedAtTheBoundAndGoesOn(t *testing.T) {
	m, _ := w3c(t, `><datamodel><data id="n" expr="0"/></datamodel><state id="a"><transition target="b"><assign location="n" expr="n + 1"/></transition></state>
		<state id="b"><transition cond="n &lt; 700" target="a"/></state>`)
	err := m.Tick(0)
	var loop *LoopError
	require.ErrorAs(t, err, &loop)
	require.Equal(t, 1000, loop.Limit)
	at(t, m, 1)
	require.Equal(t, "b", m.Path())
	require.Equal(t, int64(700), value(t, m, "n"))
}

func TestDelaysAreKeptOnTheCallersClock(t *testing.T) {
	m, out := w3c(t, `><state id="a"><onentry><send event="late" delay="200ms"/><send event="early" delay="100ms"/><send event="never" id="n" delay="50ms"/>
		<cancel sendid="n"/></onentry>
		<transition event="early"><log label="early"/></transition><transition event="late" target="b"><log label="late"/></transition>
		<transition event="never"><log label="never"/></transition></state><state id="b"/>`)
	at(t, m, 1000)
	next, ok := m.SCXML().Next()
	require.True(t, ok)
	require.Equal(t, 1100*time.Millisecond, next)
	at(t, m, 1099)
	require.Empty(t, out.take())
	at(t, m, 5000)
	require.Equal(t, "early late", out.take())
	_, ok = m.SCXML().Next()
	require.False(t, ok)
}

func TestInputsAreLookedAtInEveryTick(t *testing.T) {
	m, _ := w3c(t, `><gonao:input name="ball" type="bool"/><state id="search"><transition cond="ball" target="track"/></state><state id="track"/>`)
	at(t, m, 0, 10)
	require.Equal(t, "search", m.Path())
	set(t, m, "ball", BoolValue(true))
	at(t, m, 20)
	require.Equal(t, "track", m.Path())
}

func TestAFinalStateEndsTheMachineWithItsData(t *testing.T) {
	m, out := w3c(t, `><datamodel><data id="n" expr="3"/></datamodel>`+tells("a", `<transition event="end" target="over"/>`)+
		`<final id="over"><onexit><log label="-over"/></onexit><donedata><param name="n" expr="n * 2"/></donedata></final>`)
	at(t, m, 0)
	m.Post(Event{Name: "end"})
	m.Post(Event{Name: "more"})
	at(t, m, 1)
	state, data := m.SCXML().Ended()
	require.Equal(t, "over", state)
	require.Equal(t, map[string]any{"n": int64(6)}, data)
	require.Equal(t, Final, m.Status())
	require.Equal(t, "+a -a -over", out.take())
	m.Reset(time.Millisecond)
	at(t, m, 2)
	require.Equal(t, "a", m.Path(), "it begins anew")
	state, _ = m.SCXML().Ended()
	require.Empty(t, state)
	m.SCXML().Quit(3 * time.Millisecond)
	require.Equal(t, "+a -a", out.take(), "one that is cancelled leaves its states")
}

func TestAMachineAloneReachesNobodyElse(t *testing.T) {
	m, out := w3c(t, `><state id="a"><onentry><send event="x" target="#_parent" id="s"/><log label="not reached"/></onentry>
		<invoke type="scxml" src="other.scxml"/>
		<transition event="error.execution"><log label="error.execution"/></transition></state>`)
	at(t, m, 0)
	require.Equal(t, "error.execution error.execution", out.take())
	require.ErrorContains(t, m.Cause(), "no such event processor")
}

func TestEventsThatNobodyTakesAreBounded(t *testing.T) {
	m, _ := w3c(t, `><state id="a"/>`)
	for range maxQueued {
		require.True(t, m.Post(Event{Name: "e"}))
	}
	require.False(t, m.Post(Event{Name: "e"}))
	require.True(t, m.SCXML().Waiting())
	at(t, m, 0)
	require.False(t, m.SCXML().Waiting())
	require.True(t, m.Post(Event{Name: "e"}))
}

func TestFaultsOfDocumentsAreFoundWhenTheyAreLoaded(t *testing.T) {
	for text, expected := range map[string]string{
		`<state id="a"><transition cond="n &gt; 1" target="a"/></state>`:                                                           `a.transitions[0].cond: `,
		`<datamodel><data id="n" expr="1"/></datamodel><state id="a"><transition cond="n"/></state>`:                               `bool`,
		`<state id="a"><onentry><assign location="n" expr="1"/></onentry></state>`:                                                 `no variable "n"`,
		`<state id="a"><onentry><foreach array="n" item="i"/></onentry></state>`:                                                   `a loop; expected it in a machine whose language has arrays`,
		`<state id="a" initial="b"><state id="c"/></state><state id="b"/>`:                                                         `"b" is not inside "a"`,
		`<datamodel><data id="n" expr="1"/></datamodel><state id="a"><onentry><assign location="n" expr="'x'"/></onentry></state>`: `type string`,
	} {
		_, err := Load("bad.scxml", []byte(`<scxml datamodel="expressions">`+text+`</scxml>`), nil)
		require.ErrorContains(t, err, expected, text)
		require.ErrorContains(t, err, "bad.scxml:1:", text)
	}
	_, err := Load("bad.scxml", []byte(`<scxml><state id="a"><transition cond="x == 1"/></state></scxml>`), nil)
	require.ErrorContains(t, err, `bad.scxml:1:40: a.transitions[0].cond: no input or variable "x"; expected one of`)
}

func TestATickOfTheProfileSCXMLAllocatesNothing(t *testing.T) {
	m, _ := w3c(t, `><datamodel><data id="n" expr="0"/></datamodel><gonao:input name="go" type="bool"/>
		<parallel id="p"><state id="r1"><state id="a"><transition event="e" target="b"><assign location="n" expr="n + 1"/></transition></state>
		<state id="b"><transition event="e" target="a"/></state></state>
		<state id="r2"><history id="h" type="deep"><transition target="c"/></history><state id="c"><transition event="e" cond="n &gt;= 0" target="d"/></state>
		<state id="d"><transition event="e" target="h"/></state></state></parallel>`)
	now := time.Duration(0)
	step := func() {
		now += time.Millisecond
		m.Post(Event{Name: "e"})
		_ = m.Tick(now)
	}
	for range 20 {
		step()
	}
	require.Zero(t, testing.AllocsPerRun(1000, step))
	require.Positive(t, value(t, m, "n"))
}

func TestExpressionsOfSCXMLKnowIn(t *testing.T) {
	src := `<scxml xmlns="http://www.w3.org/2005/07/scxml" datamodel="expressions" name="m" initial="both">
  <datamodel><data id="n" expr="0"/></datamodel>
  <parallel id="both">
    <state id="legs"><state id="stand"><transition event="go" target="walk"/></state><state id="walk"/></state>
    <state id="head"><state id="rest"><transition event="look" cond="In('walk') and n == 0" target="seek"/></state><state id="seek"/></state>
  </parallel>
</scxml>`
	model, err := Load("m.scxml", []byte(src), nil)
	require.NoError(t, err)
	m, err := New(model, nil)
	require.NoError(t, err)
	at(t, m, 0)
	m.Post(Event{Name: "look"})
	at(t, m, 1)
	require.True(t, m.In("both/head/rest"))
	m.Post(Event{Name: "go"})
	at(t, m, 2)
	m.Post(Event{Name: "look"})
	at(t, m, 3)
	require.True(t, m.In("both/head/seek"))

	_, err = Load("m.scxml", []byte(strings.Replace(src, "In('walk')", "In('wlk')", 1)), nil)
	require.ErrorContains(t, err, `no state "wlk"`)
	_, err = Load("m.scxml", []byte(strings.Replace(src, "In('walk')", "Inn('walk')", 1)), nil)
	require.ErrorContains(t, err, `no function "Inn" (did you mean "In"?)`)
	_, err = Load("m.yaml", []byte("machine: m\ninitial: a\nstates: {a: {transitions: [{if: In('a'), to: FINAL}]}}\n"), nil)
	require.ErrorContains(t, err, `no function "In"`, "it is SCXML's alone")
}

func TestAYAMLFileMayBeOfTheProfileSCXML(t *testing.T) {
	model, err := Load("m.yaml", []byte(`
machine: m
profile: scxml
variables: {n: int}
initial: work
states:
  work:
    initial: first
    states:
      back: {memory: deep, initial: first}
      first: {transitions: [{event: next, to: second}]}
      second: {entry: [{set: {n: n + 1}}], transitions: [{event: next, if: n == 2, to: over}]}
      over: {final: true}
    transitions: [{event: pause, to: rest}, {event: done.state.work, to: end}]
  rest: {entry: [{send: {event: enough, delay: 1s}}], transitions: [{event: enough, to: work/back}]}
  end: {final: true}
`), nil)
	require.NoError(t, err)
	m, err := New(model, nil)
	require.NoError(t, err)
	at(t, m, 0)
	for i, name := range []string{"next", "pause"} {
		m.Post(Event{Name: name})
		at(t, m, i+1)
	}
	require.Equal(t, "rest", m.Path())
	at(t, m, 1002)
	require.Equal(t, "work/second", m.Path())
	m.Post(Event{Name: "next"})
	at(t, m, 1003)
	state, _ := m.SCXML().Ended()
	require.Equal(t, "end", state)
}
