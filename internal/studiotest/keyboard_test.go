package studiotest

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

type command struct {
	ID, Title string
	Enabled   bool
}

func (p *Tab) commands() []command {
	p.t.Helper()
	return Eval[[]command](p, `gonaoCommands().map(c => ({ID: c.id, Title: c.title, Enabled: c.enabled !== false}))`)
}

// runByKeyboard runs a command with the palette, using only the keyboard.
func (p *Tab) runByKeyboard(c command) {
	p.t.Helper()
	p.Wait(`!document.querySelector("dialog[open]")`)
	p.Key("Ctrl+K")
	p.Wait(`document.activeElement?.role === "combobox" && !!document.querySelector("dialog[open]")`)
	p.Type(c.Title)
	chosen := `document.querySelector("dialog [role=option][aria-selected=true] span")?.textContent`
	p.Wait(`[...document.querySelectorAll("dialog [role=option] span:first-child")].some(e => e.textContent === ` + quote(c.Title) + `)`)
	for range 10 {
		if Eval[string](p, chosen) == c.Title {
			break
		}
		p.Key("ArrowDown")
	}
	require.Equal(p.t, c.Title, Eval[string](p, chosen))
	p.Key("Enter")
}

// Every command of the Machine page can be reached with the keyboard. The command is announced, or moves the focus to
// where work continues.
func TestEveryCommandIsReachedByKeyboardAndAnnounced(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs all commands: about 20 s of processor time")
	}
	s := NewStage(t, Options{Machine: "clockwork.yaml", Files: map[string]string{"clockwork.yaml": clockwork, "nested.yaml": nested}})
	p := s.open(t, "clockwork.yaml")
	p.waitActive("around")
	begin := func() {
		p.Wait(`!document.querySelector("dialog[open]")`)
		p.Do(`document.activeElement?.blur?.(); location.hash = "#machine?file=clockwork.yaml"`)
		p.Wait(`document.querySelectorAll(".box").length > 0 && !!document.querySelector(".tree-row")`)
		if Eval[bool](p, `gonaoCommands().some(c => c.id === "cancel-draw" && c.enabled)`) {
			p.Key("Escape")
		}
		p.Click(".tree-row")
		p.Wait(`!!document.querySelector(".tree-row[aria-selected=true]")`)
	}
	begin()
	done := map[string]bool{}
	// The available commands depend on what is selected and shown, so the list is read again until it has nothing new.
	for {
		all := p.commands()
		i := slices.IndexFunc(all, func(c command) bool { return c.Enabled && !done[c.ID] })
		if i < 0 {
			break
		}
		c := all[i]
		done[c.ID] = true
		before := Eval[int](p, `Number(document.querySelector("[aria-live][data-count]").dataset.count)`)
		p.runByKeyboard(c)
		p.Wait(`Number(document.querySelector("[aria-live][data-count]").dataset.count) > ` + literal(before) +
			` || !!document.querySelector("dialog[open]") && document.querySelector("dialog[open] h2").textContent !== "Commands" || /^(state-name|transition-if)$/.test(document.activeElement?.id) || ` + quote(c.ID) + ` === "palette"`)
		if Eval[bool](p, `!!document.querySelector("dialog[open]")`) {
			p.Key("Escape")
		}
		begin()
	}
	for _, c := range p.commands() {
		if !done[c.ID] {
			t.Logf("not offered here: %s (%s)", c.ID, c.Title)
		}
	}
	for _, id := range []string{"add-state", "connect", "up", "rename", "initial", "delete", "paste", "undo", "save", "take-over", "generate", "open-file", "new-file", "export", "breakpoint", "run-to", "pause", "step", "why", "save-test", "back", "let-down", "page.robot"} {
		require.True(t, done[id], id)
	}
	require.Greater(t, len(done), 50)
	require.Empty(t, p.Problems())
}

// Every dialog, the context menu and the question about a changed file are checked in light and dark colors, and at 200
// % zoom.
func TestEveryDialogIsAccessible(t *testing.T) {
	if testing.Short() {
		t.Skip("axe-core checks every dialog: about 30 s of processor time")
	}
	s := NewStage(t, Options{Machine: "clockwork.yaml", Files: map[string]string{"clockwork.yaml": clockwork}})
	p := s.open(t, "clockwork.yaml")
	p.waitActive("around")
	for _, width := range []int64{1440, 720} {
		p.Size(width, width*5/8)
		for _, dark := range []bool{false, true} {
			p.Dark(dark)
			where := literal(width) + map[bool]string{false: " light: ", true: " dark: "}[dark]
			for _, title := range []string{"Commands", "Keys", "Open a machine", "New machine", "Generate and compile", "Export", "Save as test"} {
				p.Wait(`!document.querySelector("dialog[open]")`)
				p.Do(`document.activeElement?.blur?.()`)
				switch title {
				case "Commands":
					p.Key("Ctrl+K")
				case "Keys":
					p.Key("?")
				default:
					p.Command(title)
				}
				p.Wait(`document.querySelector("dialog[open] h2")?.innerText === ` + quote(title))
				p.requireFine(where + title)
				p.Key("Escape")
			}
			p.Wait(`!document.querySelector("dialog[open]")`)
			p.RightClick(".box[data-state=around] > .box-name")
			p.Wait(`!!document.querySelector("[role=menu]")`)
			p.requireFine(where + "menu")
			p.Key("Escape")
			p.Wait(`!document.querySelector("[role=menu]")`)
			p.Do(`document.activeElement?.blur?.()`)
			p.Key("S")
			p.WaitText("not saved")
			s.write("clockwork.yaml", clockwork+"# "+where+"\n")
			p.Wait(`document.querySelector("dialog[open] h2")?.innerText === "The file was changed by another program"`)
			p.requireFine(where + "the disk")
			p.Press("dialog", "Use the file's text")
			p.Wait(`!document.querySelector(".footer").innerText.includes("not saved") && !document.querySelector(".box[data-state=state1]") && !!document.querySelector(".canvas[data-layout]")`)
			p.Click(".box[data-state=around] > .box-name")
			p.Wait(`document.querySelector(".inspector-title").innerText.includes("around")`)
			p.requireFine(where + "a state")
		}
	}
	require.Empty(t, p.Problems())
}

// The field of a guard completes the word at the cursor with values, functions, and inputs of the robot that the
// machine has not declared.
func TestAGuardIsCompleted(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"gates.yaml": gates}})
	p := s.open(t, "gates.yaml")
	p.Click(".link-label[data-transition='open#0']")
	p.Fill("#transition-if", "cou")
	words := `[...document.querySelectorAll("#transition-if-words li code")].map(e => e.innerText).join()`
	p.Wait(words + ` === "count"`)
	p.requireFine("words of a guard")
	p.Key("Tab")
	p.Wait(`document.querySelector("#transition-if").value === "count"`)
	p.Type(" > 3 and ball_e")
	p.Wait(words + `.includes("ball_elevation")`)
	p.Key("Enter")
	p.Wait(`document.querySelector("#transition-if").value === "count > 3 and ball_elevation"`)
	p.Type(" > 0")
	p.Key("Enter")
	p.Wait(`document.querySelector(".link-label[data-transition='open#0']").innerText.includes("ball_elevation > 0")`)
	p.Do(`document.activeElement.blur()`)
	p.Key("Ctrl+S")
	p.Wait(`!document.querySelector(".footer").innerText.includes("not saved")`)
	got := text(t, s, "gates.yaml")
	require.Contains(t, got, "count > 3 and ball_elevation > 0")
	require.Contains(t, got, "ball_elevation: float", "the input was declared")
	require.Empty(t, p.Problems())
}

// Enter is held down in the palette until it repeats. The repeated key must not confirm the dialog that the command
// opens.
func TestAKeyThatIsHeldDoesNotConfirmTheDialogItOpens(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "ring.yaml", Files: map[string]string{"ring.yaml": ring(5, "2s")}})
	p := s.open(t, "ring.yaml")
	enter := func(kind input.DispatchKeyEventType, repeats bool) {
		e := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13, AutoRepeat: &repeats}
		if kind == kb.KeyChar {
			e.Text, e.UnmodifiedText = "\r", "\r"
		}
		_, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, e)
		p.must(err)
	}
	p.Key("Ctrl+K")
	p.Wait(`document.activeElement?.role === "combobox" && !!document.querySelector("dialog[open]")`)
	p.Type("New machine")
	p.Wait(`document.querySelector("dialog [role=option]")?.innerText.startsWith("New machine")`)
	p.Do(`window.submits = 0; addEventListener("submit", () => submits++, true)`)
	enter(kb.KeyRawDown, false)
	p.Wait(`document.querySelector("dialog[open] h2")?.innerText === "New machine" && document.activeElement?.value === "my_machine"`)
	for range 3 {
		enter(kb.KeyRawDown, true)
		enter(kb.KeyChar, true)
	}
	enter(kb.KeyUp, false)
	require.Zero(t, Eval[int](p, "submits"))
	require.True(t, Eval[bool](p, `document.querySelector("dialog[open] h2")?.innerText === "New machine"`))
	p.Key("Enter")
	p.Wait(`!document.querySelector("dialog[open]")`)
	require.Equal(t, 1, Eval[int](p, "submits"))
	p.WaitText("my_machine.yaml is open")
}
