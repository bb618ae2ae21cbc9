package jderobot

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

const oneState = `<state id="0"><name>root</name><state id="1" initial="True"><name>a</name></state></state>`

func TestAFileThatIsNoneIsAnErrorWithItsPlace(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"nothing":              {"", "m.xml:1:1: no XML; expected <VisualStates> or <VisualHFSM>"},
		"another document":     {"\n<scxml/>", "m.xml:2:1: <scxml>; expected <VisualStates> or <VisualHFSM>"},
		"no end":               {"<VisualStates>\n<state>", "m.xml:2:8: no well-formed XML: unexpected EOF"},
		"crossed ends":         {"<VisualStates><a></b></VisualStates>", "no well-formed XML: element <a> closed by </b>"},
		"no state":             {"<VisualStates/>", "m.xml:1:1: no state; expected at least one"},
		"an unknown encoding":  {`<?xml version="1.0" encoding="EBCDIC"?><VisualStates/>`, `m.xml: encoding "ebcdic"; expected UTF-8`},
		"an entity of its own": {`<!DOCTYPE a [<!ENTITY lol "lol">]><VisualStates>&lol;</VisualStates>`, "invalid character entity &lol;"},
		"a zero byte":          {"<VisualStates>\x00</VisualStates>", "illegal character code U+0000"},
		"too deep":             {strings.Repeat("<VisualStates>", 1000), "elements nested deeper than 80"},
		"too large":            {strings.Repeat(" ", maxBytes+1), "expected at most 4194304"},
		"too many elements":    {"<VisualStates>" + strings.Repeat("<a/>", maxElements) + "</VisualStates>", "more than 200000 elements"},
	} {
		t.Run(name, func(t *testing.T) {
			_, findings := Read("m.xml", []byte(c.src))
			require.ErrorContains(t, findings.Errors(), c.want)
		})
	}
}

// The classic: nine levels of ten entities each would be a thousand million words.
func TestABombOfEntitiesIsRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">`)
	for i := 1; i < 10; i++ {
		b.WriteString(`<!ENTITY l` + string(rune('0'+i)) + ` "` + strings.Repeat(`&l`+string(rune('0'+i-1))+`;`, 10) + `">`)
	}
	b.WriteString(`]><VisualStates>` + oneState + `<libraries><library>&l9;</library></libraries></VisualStates>`)
	m, findings := Read("m.xml", []byte(b.String()))
	require.Nil(t, m)
	require.ErrorContains(t, findings.Errors(), "invalid character entity")
}

func TestOtherEncodingsAreRead(t *testing.T) {
	const text = `<VisualStates><state id="0"><name>root</name><state id="1" initial="True"><name>a</name><code>ñ</code></state></state></VisualStates>`
	latin := strings.ReplaceAll(text, "ñ", "\xf1")
	units := utf16.Encode([]rune(`<?xml version="1.0" encoding="UTF-16"?>` + text))
	wide := []byte{0xff, 0xfe}
	for _, u := range units {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for name, src := range map[string]string{
		"UTF-8":                   text,
		"UTF-8 with a mark":       "\xef\xbb\xbf" + text,
		"UTF-16":                  string(wide),
		"ISO-8859-1":              `<?xml version="1.0" encoding="iso-8859-1"?>` + latin,
		"Windows-1252":            `<?xml version='1.0' encoding='Windows-1252'?>` + latin,
		"ISO-8859-1 without word": latin,
	} {
		t.Run(name, func(t *testing.T) {
			m, findings := Read("m.xml", []byte(src))
			require.Empty(t, findings.Errors())
			require.Equal(t, "ñ", m.Kept[0].Text)
			_, warned := code(findings, "encoding")
			require.Equal(t, name == "ISO-8859-1 without word", warned)
		})
	}
}

// code finds a finding by its code.
func code(findings chart.Findings, code string) (chart.Finding, bool) {
	for _, f := range findings {
		if f.Code == code {
			return f, true
		}
	}
	return chart.Finding{}, false
}

func TestWhatIsWrongIsRepairedAndTold(t *testing.T) {
	flat := func(states string) string {
		return `<VisualHFSM><SubAutomata id="1" idFather="0">` + states + `</SubAutomata></VisualHFSM>`
	}
	state := func(id, rest string) string {
		return `<state initial="true" id="` + id + `"><name>s` + id + `</name>` + rest + `</state>`
	}
	link := func(rest string) string {
		return `<transition id="1"><origin>1</origin>` + rest + `</transition>`
	}
	for name, c := range map[string]struct{ src, code, text string }{
		"no sub-automaton of the id": {flat(state("1", "<idSubautomataSon>7</idSubautomataSon>")), "no-such-automaton", `no sub-automaton "7"`},
		"a state inside itself":      {flat(state("1", "<idSubautomataSon>1</idSubautomataSon>")), "automaton-twice", "is in a state already"},
		"an automaton nobody has": {
			`<VisualHFSM><SubAutomata id="1" idFather="0">` + state("1", "") + `</SubAutomata><SubAutomata id="2" idFather="9"/></VisualHFSM>`,
			"lost-automaton", `"2" is in no state`,
		},
		"two automata of one id": {
			`<VisualHFSM><SubAutomata id="1" idFather="0">` + state("1", "") + `</SubAutomata><SubAutomata id="1"/></VisualHFSM>`,
			"duplicate-id", `the id "1" twice`,
		},
		"two states of one id":        {flat(state("1", "") + state("1", "")), "duplicate-id", "the id 1 twice"},
		"two initial states":          {flat(state("1", "") + state("2", "")), "two-initial", "s1 stays the one"},
		"no initial state":            {strings.ReplaceAll(flat(state("1", "")), "true", "false"), "no-initial", "begins with the first, s1"},
		"a link from nowhere":         {flat(state("2", "") + link("<destiny>2</destiny>")), "no-such-state", `comes from "1"`},
		"a link to nowhere":           {flat(state("1", "") + link("<destiny>9</destiny>")), "no-such-state", `goes to "9"`},
		"no target":                   {flat(state("1", "") + link("")), "no-such-state", `goes to ""`},
		"no condition":                {flat(state("1", "") + link("<destiny>1</destiny>")), "placeholder", "no condition; the input to_s1 stands for it"},
		"a negative time":             {flat(state("1", "") + link(`<destiny>1</destiny><trans type="time">-5</trans>`)), "bad-number", `the time "-5"`},
		"a time that is not a number": {flat(state("1", "") + link(`<destiny>1</destiny><trans type="time">NaN</trans>`)), "bad-number", "one period, 100ms"},
		"a period of nothing":         {flat(state("1", "") + `<iteration_time>0</iteration_time>`), "bad-number", `the period "0"`},
		"an endless period":           {flat(state("1", "") + `<iteration_time>inf</iteration_time>`), "bad-number", "taken as 100"},
		"no position":                 {flat(state("1", "<posx>left</posx>")), "bad-number", `the position "left", ""`},
		"no name":                     {flat(`<state id="1"/>`), "renamed", `the name "" cannot be used`},
		"a name with a slash":         {flat(`<state id="1"><name>a/b</name></state>`), "renamed", "it is now a_b"},
		"a name without a letter":     {flat(`<state id="1"><name>★</name></state>`), "renamed", "it is now state"},
		"an exit's name":              {flat(`<state id="1"><name>FINAL</name></state>`), "renamed", "it is now state_FINAL"},
		"a name twice":                {flat(`<state id="1"><name>a</name></state><state id="2"><name>a</name></state>`), "renamed", "it is now a_2"},
		"a document type":             {"<!DOCTYPE a>" + flat(state("1", "")), "doctype", "ignored"},
		"a link of the root":          {`<VisualStates><state id="0"><name>root</name><transition/><state id="1"><name>a</name></state></state></VisualStates>`, "lost-transition", "has no state beside it"},
		"a link of another": {
			`<VisualStates><state id="0"><name>root</name><state id="1"><name>a</name><transition><originid>2</originid><destinationid>1</destinationid></transition></state><state id="2"><name>b</name></state></state></VisualStates>`,
			"other-origin", "read as leaving b",
		},
		"a link across": {
			`<VisualStates><state id="0"><name>root</name><state id="1"><name>a</name><transition><destinationid>3</destinationid></transition></state><state id="2"><name>b</name><state id="3"><name>c</name></state></state></state></VisualStates>`,
			"across", "it goes to b/c",
		},
		"a parameter of no type": {
			`<VisualStates><global_namespace><parameters><param name="x" type="Image"/></parameters></global_namespace>` + oneState + `</VisualStates>`,
			"bad-parameter", `the type "Image"`,
		},
		"a parameter of no value": {
			`<VisualStates><global_namespace><parameters><param name="x" type="Float"><value>wide</value></param></parameters></global_namespace>` + oneState + `</VisualStates>`,
			"bad-number", "taken as its zero",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, findings := Read("m.xml", []byte(c.src))
			require.Empty(t, findings.Errors())
			require.NotEmpty(t, m.Root.States)
			var all []string
			for _, f := range findings {
				if f.Code == c.code {
					all = append(all, f.Text)
					require.Equal(t, chart.Warning, f.Severity)
					require.Positive(t, f.Line)
				}
			}
			require.Contains(t, strings.Join(all, "\n"), c.text)
			requireYAML(t, m)
		})
	}
}

func TestManyFaultsAreNotAllListed(t *testing.T) {
	src := `<VisualHFSM><SubAutomata id="1" idFather="0">` + strings.Repeat(`<state id="1"><name>a b</name><code>go();</code></state>`, 12_000) + `</SubAutomata></VisualHFSM>`
	m, findings := Read("m.xml", []byte(src))
	require.Len(t, m.Root.States, maxStates)
	require.Len(t, findings, maxFindings+1)
}
