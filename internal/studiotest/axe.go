package studiotest

import (
	"os"

	"github.com/stretchr/testify/require"
)

// Violation is a finding of axe-core on a page.
type Violation struct {
	ID, Impact, Help string
	Targets          []string
}

// Axe returns the serious and critical findings of axe-core, by the rules of WCAG 2 A and AA, for the page as it is
// shown now.
func (p *Tab) Axe() []Violation {
	p.t.Helper()
	if !Eval[bool](p, `typeof axe !== "undefined"`) {
		// Tests run in the directory of their package.
		script, err := os.ReadFile("../../studio/web/node_modules/axe-core/axe.min.js")
		if err != nil {
			p.t.Skip("axe-core is not installed: make page installs it if npm is installed")
		}
		Eval[bool](p, string(script)+"; true")
	}
	return Eval[[]Violation](p, `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] }).then(r =>
		r.violations.filter(v => v.impact === "serious" || v.impact === "critical").map(v => ({ ID: v.id, Impact: v.impact, Help: v.help, Targets: v.nodes.slice(0, 4).map(n => n.target.join(" ") + " " + n.html.slice(0, 160)) })))`)
}

// requireAccessible fails if there are findings, in light or in dark colors.
func (p *Tab) requireAccessible(what string) {
	p.t.Helper()
	for _, dark := range []bool{false, true} {
		p.Dark(dark)
		require.Empty(p.t, p.Axe(), "%s, dark: %v", what, dark)
	}
	p.Dark(false)
}
