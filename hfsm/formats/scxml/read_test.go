package scxml

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

func TestFaultsAreFoundAllAtOnceWithLineAndColumn(t *testing.T) {
	const document = `<?xml version="1.0"?>
<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="lua" initial="b">
  <state id="a" initail="c">
    <transition event="e" target="a x"/>
    <transition target="" cond="true" type="sideways"/>
    <onentry><raise/><send event="e" eventexpr="e" delay="soon"/><assign location="v" expr="1">2</assign></onentry>
    <onmouse/>
    <state id="c"><initial/></state>
    <state id="c"/>
  </state>
  <datamodel><data id="v" expr="1"/><data id="v"/></datamodel>
</scxml>`
	_, findings := Read("door.scxml", []byte(document), nil)
	require.Equal(t, []string{
		`door.scxml:2:87: initial: no state with the id "b"; expected one of a, c`,
		`door.scxml:3:26: a.initail: no such attribute of <state>; expected one of id, initial`,
		`door.scxml:4:35: a.transitions[0].target: no state with the id "x"; expected one of a, c`,
		`door.scxml:5:25: a.transitions[1].target: empty; expected the id of a state`,
		`door.scxml:5:45: a.transitions[1].type: "sideways"; expected internal or external`,
		`door.scxml:6:14: a.onentry[0].event: missing; expected it on <raise>`,
		`door.scxml:6:49: a.onentry[1].eventexpr: given beside event; expected one of the two`,
		`door.scxml:6:59: a.onentry[1].delay: "soon"; expected a delay such as 500ms or 2s`,
		`door.scxml:6:93: a.onentry[2].expr: given beside inline content; expected one of the two`,
		`door.scxml:7:5: a: <onmouse> in <state>; expected an element that SCXML has there`,
		`door.scxml:8:19: a.c: no <transition> in <initial>; expected one`,
		`door.scxml:9:16: a.id: "c" is the id of two states; expected each once`,
		`door.scxml:11:47: datamodel.v.id: the second variable of this name; expected each once`,
	}, strings.Split(findings.Error(), "\n"))
}

func TestWhatIsNoSCXMLIsRefused(t *testing.T) {
	for text, expected := range map[string]string{
		"":                                    "x.scxml:1:1: no element; expected <scxml>",
		"<a/>":                                "x.scxml:1:1: <a>; expected <scxml>",
		"<scxml>":                             "unexpected EOF; expected well-formed XML",
		"<scxml/>":                            "x.scxml:1:1: no state; expected at least one",
		"<scxml></state>":                     "element <scxml> closed by </state>; expected well-formed XML",
		"\n  <!DOCTYPE scxml><scxml/>":        "x.scxml:2:3: a document type, which is not allowed: gonao expands no entities",
		"<scxml>&lol;</scxml>":                "invalid character entity &lol;; expected well-formed XML",
		"<scxml/><scxml/>":                    "x.scxml:1:9: a second root element <scxml>; expected one",
		"<?xml encoding='x'?><scxml/>":        "expected well-formed XML",
		"<scxml version='2'><state/></scxml>": `version: "2"; expected 1.0`,
		`<scxml><script src="s.js"/><state/></scxml>`: `"s.js"; expected no files here`,
		`<scxml><data/></scxml>`:                      "<data> in <scxml>; expected an element that SCXML has there",
	} {
		_, findings := Read("x.scxml", []byte(text), nil)
		require.Contains(t, findings.Error(), expected, text)
	}
}

func TestIDsBecomeNamesOfSiblingsAndPaths(t *testing.T) {
	c := read(t, "x.scxml", `<scxml initial="c"><state id="a"><state id="b"><transition target="c a"/></state><state id="c"/></state>
		<final/><state id="unnamed1"/></scxml>`)
	require.Equal(t, []string{"a/c"}, c.Root.Initial)
	require.Equal(t, []string{"c", "a"}, c.Root.States[0].States[0].Transitions[0].To)
	require.Equal(t, "unnamed2", c.Root.States[1].Name, "a name that nobody has")
	require.Equal(t, "null", c.Language)
	require.Equal(t, "x", c.Name)
}

func TestVariablesOfTypedExpressionsHaveTheTypesOfTheirConstants(t *testing.T) {
	c := read(t, "x.scxml", `<scxml xmlns:gonao="https://gonao.dev/scxml" datamodel="expressions"><datamodel><data id="n" expr="3"/><data id="x" expr="-0.5"/>
		<data id="b">true</data><data id="s"> to  the left </data><data id="f" expr="1" gonao:type="float"/><data id="e" expr="n + 1" gonao:type="int"/></datamodel><state/></scxml>`)
	texts := ""
	for _, d := range c.Variables {
		if d.Initial != nil {
			texts += fmt.Sprint(d.Name, " ", d.Type, " ", d.Initial.Text(), ", ")
		} else {
			texts += fmt.Sprint(d.Name, " ", d.Type, " = ", d.Expression.Text)
		}
	}
	require.Equal(t, `n int 3, x float -0.5, b bool true, s string "to the left", f float 1, e int = n + 1`, texts)
	_, findings := Read("x.scxml", []byte(`<scxml datamodel="expressions"><datamodel><data id="n"/></datamodel><state/></scxml>`), nil)
	require.ErrorContains(t, findings, "needs the type of each variable")
}

func TestForeignElementsAreKeptAndSaid(t *testing.T) {
	c, findings := Read("x.scxml", []byte(`<scxml xmlns:q="urn:q"><state id="a"><q:shape x="1"><q:y/></q:shape></state></scxml>`), nil)
	require.Empty(t, findings.Errors())
	require.Equal(t, chart.Note, findings[0].Severity)
	require.Equal(t, `<q:shape x="1"><q:y/></q:shape>`, c.Kept[0].Text)
	require.Equal(t, "a", c.Kept[0].Path)
}

// TestHostileDocumentsCostLittle tries what makes careless readers slow or large.
func TestHostileDocumentsCostLittle(t *testing.T) {
	long := strings.Repeat("n", 50_000)
	for name, text := range map[string]string{
		"deep":               strings.Repeat("<state>", 1_000_000),
		"deep, closed":       "<scxml>" + strings.Repeat("<state>", 5000) + strings.Repeat("</state>", 5000) + "</scxml>",
		"many":               "<scxml>" + strings.Repeat("<state/>", 1_000_000) + "</scxml>",
		"many on one line":   "<scxml>" + strings.Repeat(`<state><transition target="nowhere"/></state>`, 40_000) + "</scxml>",
		"long paths":         "<scxml>" + strings.Repeat(`<state id="`+long+`">`, 100) + strings.Repeat("<state/>", 50_000),
		"long paths, closed": "<scxml>" + `<state id="` + long + `">` + strings.Repeat("<state/>", 50_000) + "</state></scxml>",
		"documents in each other": "<scxml><state>" + strings.Repeat(`<invoke><content><scxml><state id="`+long[:1000]+`">`, 20) +
			strings.Repeat("</state></scxml></content></invoke>", 20) + "</state></scxml>",
		"many variables":  "<scxml><datamodel>" + strings.Repeat(`<data id="v"/>`, 90_000) + "</datamodel><state/></scxml>",
		"attributes":      "<scxml><state " + strings.Repeat(`a="" `, 200_000) + "/></scxml>",
		"laughs":          `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><scxml name="&b;"/>`,
		"one long string": `<scxml name="` + strings.Repeat("x", 10_000_000) + `"><state/></scxml>`,
		"too long":        strings.Repeat(" ", maxBytes+1),
	} {
		t.Run(name, func(t *testing.T) {
			src := []byte(text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, findings := Read("hostile.scxml", src, nil)
			runtime.ReadMemStats(&after)
			require.LessOrEqual(t, len(findings), maxFindings)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(400<<20))
			require.Less(t, len(findings.Error()), 1<<20)
		})
	}
}
