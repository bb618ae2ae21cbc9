package drawn

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// Document returns the text of a random SCXML document.
func Document(t *rapid.T) string {
	d := &document{T: t}
	return d.text()
}

// document draws a document with regions, memories, internal and acting
// transitions, delays and data.
type document struct {
	*rapid.T
	ids []string
	out strings.Builder
	all []string
}

func (d *document) often(percent int) bool {
	return rapid.IntRange(0, 99).Draw(d.T, "p") < percent
}

func (d *document) name() string {
	id := fmt.Sprintf("s%d", len(d.all))
	d.all = append(d.all, id)
	return id
}

func (d *document) content() string {
	return rapid.SampledFrom([]string{
		`<raise event="e1"/>`, `<assign location="n" expr="n + 1"/>`, `<send event="e2" delay="30ms"/>`, `<send event="e3"/>`, ``,
		`<assign location="n" expr="n + 100"/><raise event="e2"/>`, `<if cond="n &gt; 5"><raise event="e3"/><else/><assign location="n" expr="0"/></if>`,
	}).Draw(d.T, "content")
}

func (d *document) state(depth int) {
	id := d.name()
	kind := rapid.SampledFrom([]string{"leaf", "leaf", "compound", "parallel"}).Draw(d.T, "kind")
	if depth > 4 || len(d.all) > 25 {
		kind = "leaf"
	}
	element := "state"
	if kind == "parallel" {
		element = "parallel"
	}
	fmt.Fprintf(&d.out, "<%s id=%q><onentry>%s</onentry><onexit>%s</onexit>\nTRANSITIONS\n", element, id, d.content(), d.content())
	if kind != "leaf" {
		if d.often(50) {
			fmt.Fprintf(&d.out, `<history id="%sh" type="%s"><transition target="s%d"/></history>`, id,
				rapid.SampledFrom([]string{"deep", "shallow"}).Draw(d.T, "memory"), len(d.all))
			d.ids = append(d.ids, id+"h")
		}
		for range rapid.IntRange(2, 3).Draw(d.T, "children") {
			d.state(depth + 1)
		}
		if kind == "compound" && d.often(30) {
			fmt.Fprintf(&d.out, `<final id="%sf"/>`, id)
			d.ids = append(d.ids, id+"f")
		}
	}
	fmt.Fprintf(&d.out, "</%s>", element)
}

func (d *document) text() string {
	for range rapid.IntRange(2, 3).Draw(d.T, "top") {
		d.state(0)
	}
	targets := append(d.ids, d.all...)
	text := d.out.String()
	for strings.Contains(text, "TRANSITIONS") {
		list := ""
		for range rapid.IntRange(0, 3).Draw(d.T, "transitions") {
			target := fmt.Sprintf("target=%q", rapid.SampledFrom(targets).Draw(d.T, "target"))
			if d.often(15) {
				target = ""
			}
			if d.often(20) {
				target += ` type="internal"`
			}
			guard := ""
			if d.often(30) {
				guard = fmt.Sprintf(`cond="n &lt; %d or go"`, rapid.IntRange(0, 6).Draw(d.T, "limit"))
			}
			event := fmt.Sprintf(`event="e%d"`, rapid.IntRange(1, 4).Draw(d.T, "event"))
			if d.often(10) {
				event = `event="done.state"`
			} else if guard != "" && d.often(40) {
				event = ""
			}
			list += fmt.Sprintf("<transition %s %s %s>%s</transition>", event, guard, target, d.content())
		}
		text = strings.Replace(text, "TRANSITIONS", list, 1)
	}
	return `<scxml xmlns:gonao="https://gonao.dev/scxml" datamodel="expressions" name="drawn" gonao:max-transitions="20"><datamodel><data id="n" expr="0" gonao:max="50"/></datamodel>
		<gonao:input name="go" type="bool"/>` + text + `</scxml>`
}
