package studiotest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gonao/studio/door"
)

// times returns how often a test repeats its steps; make nightly STEPS=studio repeats them more often.
func times(short, long int) int {
	if os.Getenv("STUDIO_LONG") != "" {
		return long
	}
	return short
}

// killable is a studio in its own process.
type killable struct {
	*Stage
	port    int
	tokens  string
	process *exec.Cmd
}

func newKillable(t *testing.T, files map[string]string) *killable {
	t.Helper()
	needPage(t)
	k := &killable{Stage: &Stage{t: t, Dir: t.TempDir()}, port: freePort(t), tokens: filepath.Join(t.TempDir(), "studio.json")}
	for name, text := range files {
		k.write(name, text)
	}
	k.start()
	t.Cleanup(k.kill)
	keys, err := door.ReadKeys(k.tokens)
	require.NoError(t, err)
	k.keys, k.URL = keys, fmt.Sprintf("http://127.0.0.1:%d", k.port)
	return k
}

// start starts the studio and waits until it answers.
func (k *killable) start() {
	k.t.Helper()
	k.process = exec.Command(os.Args[0])
	k.process.Env = append(os.Environ(), studioDir+"="+k.Dir, studioPort+"="+strconv.Itoa(k.port), studioToken+"="+k.tokens)
	require.NoError(k.t, k.process.Start())
	require.Eventually(k.t, func() bool {
		answer, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/", k.port))
		if err == nil {
			answer.Body.Close()
		}
		return err == nil
	}, patience, 5*time.Millisecond)
}

// kill kills the studio as kill -9 does.
func (k *killable) kill() {
	k.process.Process.Kill() // it may have ended already
	k.process.Wait()         // it was killed
}

// person is a scripted person, who edits with the page's own functions, creates machines, and remembers by file which
// state names the studio has confirmed.
const person = `
window.person = { done: 0, refused: [], files: {}, stop: false };
window.person.over = (async () => {
  const p = window.person, d = gonaoDocument, sleep = (ms) => new Promise((r) => setTimeout(r, ms));
  for (let n = 0; !p.stop; n++) {
    if (n % 60 === 59 || n === 0) {
      const file = "new_" + n + ".yaml";
      const why = await d.open(file, { text: "" });
      if (why) p.refused.push(why);
      p.files[file] = ["start"];
      p.file = file;
    }
    const own = p.files[p.file];
    while (d.get().snapshot?.path !== p.file) await sleep(5);
    const old = own.length > 8 ? own[1] : undefined;
    const made = await d.apply(old ? { op: "delete_state", state: old } : { op: "add_state", parent: "", name: "p" + n, x: n, y: n });
    if (!made) p.refused.push(d.get().problem);
    else if (old) own.splice(1, 1);
    else own.push("p" + n);
    p.done++;
    await sleep(Math.random() * 30);
  }
})();`

// A person edits while the studio is killed and restarted at random moments. No edit may be refused, and afterwards
// every document can be opened and contains what was confirmed.
func TestNothingIsLostWhenTheStudioIsKilled(t *testing.T) {
	kills := times(3, 200)
	k := newKillable(t, nil)
	p := k.Open("#start")
	p.Wait(`!!window.gonaoDocument?.open && document.querySelector(".footer").innerText.includes("connected")`)
	p.Do(person)
	r := rand.New(rand.NewPCG(uint64(kills), 31))
	for range kills {
		before := Eval[int](p, `person.done`)
		p.Wait(fmt.Sprintf(`person.done > %d`, before+r.IntN(12)))
		time.Sleep(time.Duration(r.IntN(40)) * time.Millisecond) // The wait is random, so that each kill falls into another moment of an edit.
		k.kill()
		k.start()
	}
	p.Do(`person.stop = true; await person.over`)
	type result struct {
		Done    int
		Refused []string
		Files   map[string][]string
	}
	done := Eval[result](p, `({ Done: person.done, Refused: person.refused, Files: person.files })`)
	t.Logf("%d kills, %d edits of %d files", kills, done.Done, len(done.Files))
	require.Empty(t, done.Refused)
	k.kill()
	k.start()
	p.Wait(`document.querySelector(".footer").innerText.includes("● connected")`)
	for file, states := range done.Files {
		p.Do(`location.hash = "#machine?file=` + file + `"`)
		p.Wait(`gonaoDocument.get().snapshot?.path === ` + quote(file))
		require.Equal(t, states, Eval[[]string](p, `gonaoDocument.get().snapshot.machine.states.map((s) => s.name)`), file)
		p.Wait(`[...document.querySelectorAll(".chooser option")].some((o) => o.value === ` + quote(file) + `)`)
	}
}

// Files are selected in all possible ways, faster than they open. The page must always show the file in the address,
// and never parts of two files.
func TestTheFileInTheAddressIsTheOneThatIsShown(t *testing.T) {
	switches := times(40, 1000)
	files := map[string]string{}
	names := []string{"a.yaml", "b.yaml", "c.yaml", "sub/a.yaml", "sub/d.yaml"}
	for i, name := range names {
		letter := string(rune('a' + i))
		text := "machine: m" + letter + "\ninitial: " + letter + "0\nstates:\n"
		n := []int{3, 8, 60, 3, 20}[i]
		for j := range n {
			text += fmt.Sprintf("  %s%d: {transitions: [{after: 300s, to: %s%d}]}\n", letter, j, letter, (j+1)%n)
		}
		files[name] = text
	}
	s := NewStage(t, Options{Files: files})
	p := s.open(t, "a.yaml")
	// At each frame, everything that is drawn must belong to the file that the header names.
	p.Do(`window.letters = ` + literal(map[string]string{"a.yaml": "a", "b.yaml": "b", "c.yaml": "c", "sub/a.yaml": "d", "sub/d.yaml": "e"}) + `;
		window.wrong = []; window.frames = 0;
		window.file = () => new URLSearchParams(location.hash.split("?")[1]).get("file");
		(function look() {
			frames++;
			const shown = document.querySelector(".chooser select").value, l = letters[shown];
			for (const e of document.querySelectorAll(".react-flow__node .box, .tree-row"))
				if (e.dataset.state[0] !== l) { wrong.push(shown + ": " + e.className + " " + e.dataset.state); break; }
			requestAnimationFrame(look);
		})();`)
	r := rand.New(rand.NewPCG(uint64(switches), 7))
	for i := 0; i < switches; {
		last := ""
		for range 1 + r.IntN(4) {
			i++
			last = names[r.IntN(len(names))]
			switch r.IntN(3) {
			case 0:
				p.Do(`location.hash = "#machine?file=` + last + `"`)
			case 1:
				p.Do(`void gonaoDocument.open(` + quote(last) + `)`)
			case 2:
				p.Do(`const e = document.querySelector(".chooser select"); e.value = ` + quote(last) + `; e.dispatchEvent(new Event("change", { bubbles: true }))`)
			}
			if ms := r.IntN(3) * r.IntN(60); ms > 0 {
				p.Do(fmt.Sprintf(`await new Promise((r) => setTimeout(r, %d))`, ms))
			}
		}
		p.Wait(`file() === ` + quote(last) + ` && gonaoDocument.get().snapshot?.path === file() && document.querySelector(".chooser select").value === file() &&
			document.querySelectorAll(".react-flow__node .box").length === gonaoDocument.get().snapshot.machine.states.length`)
	}
	// The page does not return to an earlier file afterwards.
	at := Eval[string](p, `location.hash`)
	p.Do(`await new Promise((r) => setTimeout(r, 300))`)
	require.Equal(t, at, Eval[string](p, `location.hash`))
	require.Empty(t, Eval[[]string](p, `wrong.slice(0, 10)`))
	t.Logf("%d switches, %d frames looked at", switches, Eval[int](p, "frames"))
	require.Empty(t, p.Problems())
}

// OpenWindow opens another window of the same browser, and so for the same person.
func (s *Stage) OpenWindow(p *Tab, place string) *Tab {
	s.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	s.t.Cleanup(cancel)
	w := &Tab{t: s.t, ctx: ctx, problems: make(chan string, 100)}
	w.must(chromedp.Do(ctx, chromedp.Navigate(s.URL+"/"+place)))
	w.Wait(`!!document.querySelector(".app")`)
	return w
}

// writer makes random edits with commands, with the whole text, and with undo and redo.
const writer = `
window.writer = { done: 0, refused: 0, over: (async (name, edits) => {
  const d = gonaoDocument;
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  for (let n = 0; n < edits; n++) {
    const made = await [
      () => d.apply((s) => ({ op: "add_state", parent: "", name: name + n + "x" + s.machine.states.length, x: n, y: n })),
      () => d.apply((s) => s.machine.states.length > 12 ? { op: "delete_state", state: any(s.machine.states).id } : { op: "set_initial", state: any(s.machine.states).id }),
      () => d.apply((s) => ({ op: "rename_state", state: any(s.machine.states).id, name: name + "r" + n })),
      () => d.apply((s) => ({ op: "add_transition", state: any(s.machine.states).id, to: any(s.machine.states).name, after: "9s" })),
      () => d.apply((s) => ({ op: "set", state: any(s.machine.states).id, key: "description", text: "by " + name + " " + n })),
      () => d.apply((s) => ({ op: "layout", places: [{ state: any(s.machine.states).id, x: n, y: n }] })),
      () => d.apply((s) => { const t = s.machine.states.flatMap((x) => x.transitions); return t.length ? { op: "delete_transition", transition: any(t).id } : { op: "set", key: "description", text: name + n }; }),
      () => d.apply((s) => ({ op: "replace_text", text: s.text.replace(/# typed.*\n|^/, "# typed by " + name + " " + n + "\n") })),
      d.undo, d.redo,
    ][Math.floor(Math.random() * 10)]();
    if (made) window.writer.done++;
    else window.writer.refused++;
  }
})(%q, %d) }`

// Two people with two windows each edit one machine at the same time. In the end all windows show the same text as the
// server.
func TestTwoPeopleInTwoWindowsSeeTheSameText(t *testing.T) {
	edits := times(120, 10_000)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	const place = "#start?file=traffic.yaml"
	ann, bob := s.Open(place), s.Open(place)
	windows := []*Tab{ann, bob, s.OpenWindow(ann, place), s.OpenWindow(bob, place)}
	for _, w := range windows {
		w.Wait(`gonaoDocument.get().snapshot?.path === "traffic.yaml"`)
	}
	for i, w := range windows {
		w.Do(fmt.Sprintf(writer, string(rune('a'+i)), edits/len(windows)))
	}
	done, refused := 0, 0
	for _, w := range windows {
		w.WaitLong(`window.writer.done + window.writer.refused === `+literal(edits/len(windows)), 20*patience)
		done += Eval[int](w, `writer.done`)
		refused += Eval[int](w, `writer.refused`)
	}
	revision := 0
	for _, w := range windows {
		revision = max(revision, Eval[int](w, `gonaoDocument.get().snapshot.revision`))
	}
	var texts []string
	for _, w := range windows {
		w.Wait(`gonaoDocument.get().snapshot.revision === ` + literal(revision) + ` && gonaoDocument.get().unsent === 0`)
		texts = append(texts, Eval[string](w, `gonaoDocument.get().snapshot.text`))
	}
	for _, text := range texts {
		require.Equal(t, texts[0], text)
	}
	ann.Do(`await gonaoDocument.save()`)
	require.Equal(t, texts[0], text(t, s, "traffic.yaml"))
	t.Logf("%d edits done, %d refused because another edit had changed what they refer to; revision %d", done, refused, revision)
	require.Greater(t, done, edits/2)
	names := map[string]bool{}
	for _, w := range windows {
		names[Eval[string](w, `sessionStorage.getItem("window")`)] = true
	}
	require.Len(t, names, len(windows), "each window has a name of its own")
}

// Deleting a state shows a note over the canvas that names the deleted transitions. The canvas does not move, and the
// note's button undoes the deletion.
func TestDeletingAStateSaysWhatGoesAndIsUndone(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	where := `(() => { const r = document.querySelector(".canvas").getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join(); })()`
	before := Eval[string](p, where)
	p.Click(".box[data-state=green]")
	p.Key("Delete")
	p.WaitText(`deleted "green" with 2 transitions: red → green, green → red`)
	require.Equal(t, before, Eval[string](p, where))
	p.requireFine("a note over the canvas")
	p.Press(".notes", "Undo")
	p.Wait(`document.querySelectorAll(".box").length === 2 && document.querySelectorAll(".link-label").length === 2 && !document.querySelector(".note-over")`)
	require.Equal(t, traffic, Eval[string](p, `gonaoDocument.get().snapshot.text`))
	require.Equal(t, before, Eval[string](p, where))
}

// Enter presses the focused button, whatever is selected.
func TestAKeyBelongsToTheControlThatHasTheFocus(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"nested.yaml": nested}})
	p := s.open(t, "nested.yaml")
	p.Click(".box[data-state=outer]")
	p.Do(`const b = [...document.querySelectorAll(".toolbar button")].find(b => b.textContent === "YAML"); b.focus()`)
	p.Key("Enter")
	p.Wait(`[...document.querySelectorAll(".toolbar button")].find(b => b.textContent === "YAML").ariaPressed === "true"`)
	require.True(t, Eval[bool](p, `!!document.querySelector(".box[data-state=other]")`), "outer was not opened")
	p.Click(".box[data-state=outer]")
	p.Do("document.activeElement.blur()")
	p.Key("Enter")
	p.Wait(`!!document.querySelector(".box[data-state='outer/a']")`)
}

// A window undoes its own edits, also after a reload, and not the edits of another window of the same browser.
func TestUndoIsThatOfTheWindow(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	a := s.open(t, "traffic.yaml")
	b := s.OpenWindow(a, "#machine?file=traffic.yaml")
	b.Wait(`document.querySelectorAll(".box").length === 2`)
	a.Do(`await gonaoDocument.apply({ op: "rename_state", state: "green", name: "go" })`)
	b.Wait(`!!document.querySelector(".box[data-state=go]")`)
	require.False(t, Eval[bool](b, `gonaoDocument.undo()`))
	b.WaitText("nothing to undo")
	a.Do(`location.reload()`)
	a.Wait(`window.gonaoDocument?.get().snapshot?.machine.states.some((s) => s.id === "go")`)
	require.True(t, Eval[bool](a, `gonaoDocument.undo()`))
	b.Wait(`!!document.querySelector(".box[data-state=green]")`)
	require.Equal(t, traffic, Eval[string](a, `gonaoDocument.get().snapshot.text`))
	// The Start page leads back to the file, also after a reload.
	a.Do(`location.hash = "#start"; location.reload()`)
	a.Press(".cards", "traffic.yaml")
	a.Wait(`document.querySelectorAll(".box").length === 2`)
}

// Two people type into the text at the same time: both texts are there afterwards, and a tab with unsent text asks
// before it is closed.
func TestTwoWhoTypeAtOnceLoseNothing(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	a, b := s.open(t, "traffic.yaml"), s.open(t, "traffic.yaml")
	for _, p := range []*Tab{a, b} {
		p.Key("Y")
		p.Wait(`document.querySelector(".cm-host")?.editor?.state.doc.toString().includes("A traffic light")`)
	}
	typed := func(p *Tab, at, text string) {
		p.Do(`const v = document.querySelector(".cm-host").editor; v.focus(); v.dispatch({ selection: { anchor: ` + at + ` } })`)
		p.Type(text)
	}
	asks := `!dispatchEvent(new Event("beforeunload", { cancelable: true }))`
	require.False(t, Eval[bool](a, asks))
	for i := range 10 {
		typed(a, "0", fmt.Sprintf("# a%d\n", i))
		if i == 0 {
			require.True(t, Eval[bool](a, asks))
		}
		typed(b, "v.state.doc.length", fmt.Sprintf("# b%d\n", i))
	}
	want := `gonaoDocument.get().snapshot.text`
	for _, p := range []*Tab{a, b} {
		p.Wait(`(() => { const t = ` + want + `; return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].every((i) => t.includes("# a" + i) && t.includes("# b" + i)) && document.querySelector(".cm-host").editor.state.doc.toString() === t; })()`)
	}
	require.Equal(t, Eval[string](a, want), Eval[string](b, want))
	require.False(t, Eval[bool](a, asks))
}
