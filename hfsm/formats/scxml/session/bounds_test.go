package session_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
	"gonao/hfsm/formats/scxml/session"
	"gonao/internal/fuzzn"
)

func TestTimeStopsAtEachDelayedEventOnTheWay(t *testing.T) {
	system, _, out := started(t, document(t, `<scxml datamodel="lua"><datamodel><data id="n" expr="0"/></datamodel><state id="a">
		<onentry><send event="tick" delay="1s"/><log label="at" expr="n"/></onentry>
		<transition event="tick" target="a"><assign location="n" expr="n + 1"/></transition></state></scxml>`))
	require.NoError(t, system.Run(0))
	require.NoError(t, system.Run(3*time.Second+time.Millisecond))
	require.Equal(t, []string{"at 0", "at 1", "at 2", "at 3"}, out.lines, "each delay counts from when it was sent")
}

func TestADocumentThatInvokesItselfIsBounded(t *testing.T) {
	self := []byte(`<scxml><state id="a"><invoke src="self.scxml"/><transition event="error.communication" target="full"/></state>
		<state id="full"><onentry><log label="full"/></onentry></state></scxml>`)
	c, findings := scxml.Read("self.scxml", self, nil)
	require.Empty(t, findings)
	out := &log{}
	system := session.New(session.Options{Words: words(), Host: out, Open: func(string) ([]byte, error) { return self, nil }})
	one, err := system.Start(c)
	require.NoError(t, err)
	require.NoError(t, system.Run(time.Second))
	require.Equal(t, []string{"full"}, out.lines)
	one.Stop()
	require.True(t, one.Over())
	_, err = system.Start(c)
	require.NoError(t, err, "all that it had invoked have ended with it")
}

func TestSessionsThatNeverStopTalkingAreStopped(t *testing.T) {
	system, _, _ := started(t, document(t, `<scxml datamodel="null"><state id="a">
		<invoke id="b"><content><scxml><state id="x"><onentry><send event="ping" target="#_parent"/></onentry>
			<transition event="pong" target="x"/></state></scxml></content></invoke>
		<transition event="ping"><send event="pong" target="#_b"/></transition></state></scxml>`))
	require.ErrorContains(t, system.Run(0), "do not come to rest")
}

func TestEventsReachASessionByItsIDAndNoOther(t *testing.T) {
	system, first, out := started(t, document(t, `<scxml datamodel="lua"><state id="a">
		<transition event="call"><log label="called"/><send event="answer" targetexpr="_event.origin" typeexpr="_event.origintype"/></transition></state></scxml>`))
	second, err := system.Start(document(t, `<scxml datamodel="lua"><state id="a">
		<transition event="begin"><send event="call" targetexpr="'#_scxml_' .. _event.data"/><send event="call" target="#_scxml_nobody"/></transition>
		<transition event="answer"><log label="answered"/></transition>
		<transition event="error.communication"><log label="nobody there"/></transition></state></scxml>`))
	require.NoError(t, err)
	require.NotEqual(t, first.ID(), second.ID())
	require.NoError(t, system.Run(0))
	require.True(t, second.Post("begin", first.ID()))
	require.NoError(t, system.Run(time.Millisecond))
	require.ElementsMatch(t, []string{"nobody there", "called", "answered"}, out.lines)
	first.Stop()
	require.False(t, first.Post("call", nil))
}

func TestADocumentThatCannotBeInvokedIsAnEvent(t *testing.T) {
	for invoke, event := range map[string]string{
		`src="nowhere.scxml"`:                "error.communication",
		`type="http://example.com/" src="x"`: "error.execution",
		`srcexpr="nobody.knows"`:             "error.execution",
		``:                                   "error.communication",
	} {
		system, one, _ := started(t, document(t, `<scxml datamodel="lua"><state id="a"><invoke `+invoke+`/>
			<transition event="`+event+`" target="b"/></state><state id="b"/></scxml>`))
		require.NoError(t, system.Run(0))
		require.Equal(t, "b", one.Machine().Path(), "%s: %v", invoke, one.Machine().Cause())
	}
}

func TestAMachineOfTheRobotIsNoSession(t *testing.T) {
	c, findings := chart.ReadYAML("m.yaml", []byte("machine: m\ninitial: a\nstates: {a: {}}\n"))
	require.Empty(t, findings.Errors())
	_, err := session.New(session.Options{}).Start(c)
	require.ErrorContains(t, err, "of the profile robot")
}

// TestRandomDocumentsRunWithoutHarm runs documents that are damaged but can be read.
func TestRandomDocumentsRunWithoutHarm(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.scxml")
	require.NoError(t, err)
	var good []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		good = append(good, string(text))
	}
	rng := rand.New(rand.NewPCG(5, 4))
	ran := 0
	for range max(1000, fuzzn.N(t)/100) {
		parts := strings.Split(good[rng.IntN(len(good))], `"`)
		for range 1 + rng.IntN(3) {
			parts[rng.IntN(len(parts))] = parts[rng.IntN(len(parts))]
		}
		text := strings.Join(parts, `"`)
		c, findings := scxml.Read("random.scxml", []byte(text), nil)
		if c == nil || len(findings.Errors()) > 0 {
			continue
		}
		system := session.New(session.Options{Words: words(), Open: func(name string) ([]byte, error) {
			return os.ReadFile(filepath.Join("../testdata", filepath.Base(name)))
		}})
		one, err := system.Start(c)
		if err != nil {
			continue
		}
		ran++
		_ = system.Run(30 * time.Second)
		one.Stop()
		require.NotEqual(t, hfsm.Running, one.Machine().Status())
	}
	require.Positive(t, ran)
}
