package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePageIsAccessible(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "ring.yaml", Files: map[string]string{"ring.yaml": ring(5, "2s"), "nested.yaml": nested}})
	p := s.open(t, "ring.yaml")
	p.Wait(`!!document.querySelector(".box[data-mark=active]")`)
	for _, dark := range []bool{false, true} {
		p.Dark(dark)
		scheme := map[bool]string{false: "light", true: "dark"}[dark]
		p.requireFine(scheme + ": Machine")
		p.Click(".box[data-state=s1]")
		p.Wait(`document.querySelector(".inspector-title").innerText.includes("s1")`)
		p.requireFine(scheme + ": a state")
		if testing.Short() && dark {
			continue // make nightly opens every dialog in both colors
		}
		p.Key("Y")
		p.Wait(`!!document.querySelector(".cm-host")?.editor`)
		p.requireFine(scheme + ": the text")
		p.Key("Y")
		p.Key("?")
		p.Wait(`!!document.querySelector("dialog[open]")`)
		p.requireFine(scheme + ": keys")
		p.Key("Escape")
		for _, title := range []string{"Commands", "Open a machine", "New machine", "Generate and compile", "Export"} {
			p.Command(title)
			p.Wait(`document.querySelector("dialog[open] h2")?.innerText === ` + quote(title))
			p.requireFine(scheme + ": " + title)
			p.Key("Escape")
		}
		p.Wait(`!document.querySelector("dialog[open]")`)
		p.Do("document.activeElement.blur()")
		p.Key("1")
		p.WaitText("Draw your own")
		p.requireFine(scheme + ": Start")
		p.Key("2")
		p.Wait(`!!document.querySelector(".box")`)
	}
}

// A window of 1440 pixels has 720 at 200 % zoom.
func TestThePageCanBeUsedAtTwiceTheSize(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"nested.yaml": nested}})
	p := s.open(t, "nested.yaml")
	p.Size(720, 450)
	p.Wait(`document.documentElement.scrollWidth <= 720 && document.querySelector(".canvas").clientWidth > 200 && document.querySelector(".canvas").clientHeight > 60`)
	p.Wait(`(() => { const r = document.querySelector(".let-down").getBoundingClientRect(); return r.right <= 720 && r.left >= 0; })()`)
	p.requireFine("720 pixels")
}

// requireFine fails if there are findings in the colors that are shown.
func (p *Tab) requireFine(what string) {
	p.t.Helper()
	require.Empty(p.t, p.Axe(), what)
}
