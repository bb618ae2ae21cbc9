package studiotest

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed looks.js
var looks string

// keep writes a picture of the page if PICTURES_ALL names a directory.
func (p *Tab) keep(name string) {
	if dir := os.Getenv("PICTURES_ALL"); dir != "" {
		p.Picture(filepath.Join(dir, strings.NewReplacer(" ", "_", "/", "_").Replace(name)+".png"))
	}
}

// office returns a machine with n states like those that people draw, with composite states, loops, several transitions
// between the same states, long names and guards.
func office(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "machine: office_helper_who_carries_the_post\nrate_hz: 50\ninputs: {battery: float, ball_age: float}\ninitial: s0\nstates:\n")
	for i := range n {
		fmt.Fprintf(&b, "  s%d:\n    description: step %d\n    transitions:\n", i, i)
		fmt.Fprintf(&b, "      - {after: 300s, to: s%d}\n", (i+1)%n)
		if i%4 == 1 {
			fmt.Fprintf(&b, "      - {if: battery < 0.2 and ball_age > 3, to: s%d}\n", (i+n-1)%n)
		}
		if i%7 == 3 {
			fmt.Fprintf(&b, "      - {if: ball_age >= 0.5, to: s%d}\n", i)
		}
		if i%9 == 5 {
			fmt.Fprintf(&b, "      - {if: ball_age > 9, to: s%d, name: lost}\n", (i+4)%n)
		}
	}
	return b.String()
}

// requireLooks waits until no element is cut off, overlaps another or lies outside the window. It fails with a list of
// those that do.
func (p *Tab) requireLooks(what string) {
	p.t.Helper()
	p.Wait("(() => { const found = " + looks + "; window.looksBad = found; return found.length === 0; })() || (window.looksTries = (window.looksTries ?? 0) + 1) > 40")
	p.keep(what)
	bad := Eval[[]string](p, "(() => { window.looksTries = 0; return window.looksBad; })()")
	require.Empty(p.t, bad, what)
}

// Every page is checked in the window sizes that it is designed for and at 200 % zoom, with machines of 3, 30 and 200
// states.
func TestNothingOverlapsOrIsCut(t *testing.T) {
	notInShort(t)
	machines := map[string]int{"m3": 3, "m30": 30, "m200": 200}
	files := map[string]string{}
	for name, n := range machines {
		files[name+".yaml"] = office(n)
	}
	s := NewStage(t, Options{Machine: "m3.yaml", Files: files})
	p := s.Open("")
	p.WaitText("connected")
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {720, 450}} {
		p.Size(size[0], size[1])
		for _, file := range []string{"m3", "m30", "m200"} {
			if testing.Short() && size[0] == 720 && file == "m200" {
				continue // it takes the longest and is the least likely to fail
			}
			p.Do(`location.hash = "#machine?file=` + file + `.yaml"`)
			p.Wait(fmt.Sprintf(`document.querySelectorAll(".box").length === %d`, machines[file]))
			p.pictures(fmt.Sprintf("%s %dx%d", file, size[0], size[1]))
		}
		for _, page := range []string{"start", "robot", "motions", "bags", "colours"} {
			p.Do(`location.hash = "#` + page + `"`)
			p.Wait(`!document.querySelector(".loading") && document.querySelector("nav a[aria-current=page]").textContent.toLowerCase() === ` + quote(page))
			p.pictures(fmt.Sprintf("%s %dx%d", page, size[0], size[1]))
		}
	}
	require.Empty(t, p.Problems())
}

// pictures checks the page as it is shown. With PICTURES_ALL it also keeps a picture in light colors and one in dark
// colors.
func (p *Tab) pictures(what string) {
	p.t.Helper()
	p.requireLooks(what)
	if os.Getenv("PICTURES_ALL") != "" {
		p.Dark(true)
		p.keep(what + " dark")
		p.Dark(false)
	}
}

// Checks that the geometry check finds each kind of defect.
func TestWhatOverlapsIsFound(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"m3.yaml": office(3)}})
	p := s.open(t, "m3.yaml")
	p.requireLooks("at first")
	for _, harm := range []struct{ name, do, found string }{
		{"a button over another", `document.querySelector(".more-items > button:last-child").style.transform = "translateX(-60px)"`, "overlaps"},
		{"a button outside", `const b = document.querySelector(".let-down"); b.style.position = "relative"; b.style.left = "60px"`, "outside the window"},
		{"a state over another", `document.querySelectorAll(".react-flow__node")[0].style.transform = document.querySelectorAll(".react-flow__node")[1].style.transform`, "states overlap"},
		{"a wide word", `const h = document.querySelector("h2.side-title"); h.textContent = "W".repeat(99); h.style.overflow = "hidden"`, "wider than its box"},
	} {
		p.Do(harm.do)
		require.Contains(t, strings.Join(Eval[[]string](p, looks), "\n"), harm.found, harm.name)
	}
}
