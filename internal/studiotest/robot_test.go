package studiotest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// layout shows a ready layout of the Robot page.
func (p *Tab) layout(title string) {
	p.t.Helper()
	p.Wait(`document.querySelector(".robot-bar button")`)
	p.Do(`[...document.querySelectorAll(".robot-bar button")].find(b => b.textContent === ` + quote(title) + `).click()`)
}

// tab brings a panel of the Robot page to the front.
func (p *Tab) panel(title string) {
	p.t.Helper()
	find := `[...document.querySelectorAll(".dv-tab")].find(t => t.textContent.trim() === ` + quote(title) + `)`
	p.Wait(find)
	p.Do(find + `.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true, button: 0})); ` + find + `.click()`)
}

func TestAnEmptyRobotPageSaysWhatToDo(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{NoBody: true})
	p := s.Open("#robot")
	for _, layout := range []string{"Drive", "Vision", "Walk", "Joints", "Soccer"} {
		p.layout(layout)
		p.Wait(`document.querySelectorAll(".dock-panel").length >= 2 && [...document.querySelectorAll(".dock-panel")].every(e => e.querySelector("code")?.textContent.startsWith("gonao ") || e.querySelector(".parameters, .log"))`)
	}
	for _, page := range []string{"#colours", "#bags"} {
		p.Do("location.hash = " + quote(page))
		p.Wait(`document.querySelector("main .command-line code")?.textContent.startsWith("gonao ")`)
	}
	p.Size(1024, 768)
	p.Wait(`document.querySelector(".let-down").getBoundingClientRect().right <= innerWidth`) // never cut off
	require.Empty(t, p.Problems())
}

// One world for the panels: starting it costs more than looking at it.
func TestTheRobotPageShowsARealWorld(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulated world: about 30 s of processor time")
	}
	s := NewWorld(t, Options{}, Motion, Vision, StatePublisher)
	p := s.Open("#robot")

	t.Run("the robot is drawn out of its description, and stands", func(t *testing.T) {
		p.layout("Joints")
		p.Wait(`window.gonaoScene.triangles > 10000`)
		p.Wait(`window.gonaoScene.colours() > 20`) // and not the background alone
		p.Wait(`document.querySelectorAll(".joints tbody tr").length === 25`)
		p.Wait(`document.querySelector(".joints tbody tr td").textContent.endsWith("°")`)
		p.Wait(`[...document.querySelectorAll(".joints tbody tr")].every(r => r.cells[5].textContent.includes("°C"))`)
	})
	t.Run("a topic's field is plotted", func(t *testing.T) {
		p.Wait(`document.querySelector(".plot-chart canvas")`)
		p.Wait(`!Number.isNaN(parseFloat(document.querySelector("output[data-curve='0']").textContent))`)
		p.Do(`const set = (label, v) => { const e = document.querySelector(".plot select[aria-label='" + label + "']"); e.value = v; e.dispatchEvent(new Event("change", {bubbles: true})); };
			set("Topic", "/nao1/robot_state"); window.setField = () => set("Field", "accelerometer[]");`)
		p.Wait(`[...document.querySelectorAll(".plot select[aria-label='Field'] option")].some(o => o.value === "accelerometer[]")`)
		p.Do(`setField()`)
		p.Wait(`document.querySelector(".plot input[aria-label='Index']")`)
		p.Do(`[...document.querySelectorAll(".plot .panel-bar button")].find(b => b.textContent === "Add").click()`)
		p.Wait(`document.querySelectorAll(".plot-legend li").length === 3`)
		p.Wait(`document.querySelector("output[data-curve='2']").textContent.length > 2 && document.querySelector("output[data-curve='2']").textContent !== "no value"`)
	})
	t.Run("parameters have ranges, and a refused value has its reason", func(t *testing.T) {
		p.panel("Parameters")
		p.Wait(`document.querySelector(".parameters select option[value='/nao1/vision'], .parameters select option")`)
		p.Do(`const e = document.querySelector(".parameters select"); e.value = "/nao1/vision"; e.dispatchEvent(new Event("change", {bubbles: true}))`)
		p.Wait(`document.getElementById("parameter-/nao1/vision-min_pixels")?.max === "307200"`)
		p.Do(`document.getElementById("parameter-/nao1/vision-min_pixels").focus(); document.getElementById("parameter-/nao1/vision-min_pixels").select()`)
		p.Type("20")
		p.Key("Enter")
		p.Wait(`document.querySelector("[aria-live][data-count]").textContent.includes("min_pixels is 20")`)
		p.Do(`document.getElementById("parameter-/nao1/vision-min_pixels").select()`)
		p.Type("0")
		p.Key("Enter")
		p.Wait(`document.querySelector(".parameters [role=alert]")?.textContent.length > 5`)
	})
	t.Run("the camera shows what vision finds", func(t *testing.T) {
		p.layout("Vision")
		p.Wait(`window.gonaoCamera.count > 2`)
		p.Wait(`(() => { const c = document.querySelector(".camera-picture canvas"); const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
			let sum = 0; for (let i = 0; i < d.length; i += 400) sum += d[i + 1]; return sum > 1000; })()`)
	})
	t.Run("a ball is dragged by the mouse", func(t *testing.T) {
		p.layout("Drive")
		p.Wait(`[...document.querySelectorAll(".robot-tools button")].some(b => b.textContent === "Move")`)
		p.Do(`[...document.querySelectorAll(".robot-tools button")].find(b => b.textContent === "Move").click(); document.querySelector("canvas[data-scene]").focus()`)
		p.Keys("-", "-") // the view goes back, so that the ball is well inside
		p.Wait(`(() => { const k = window.gonaoScene.at("ball").join(); const same = window.__ball === k; window.__ball = k; return same; })()`)
		at := Eval[[]float64](p, `window.gonaoScene.at("ball")`)
		p.DragXY(at[0], at[1], at[0]-60, at[1]-30)
		p.Wait(`(() => { const to = window.gonaoScene.at("ball"); return Math.hypot(to[0] - ` + literal(at[0]-60) + `, to[1] - ` + literal(at[1]-30) + `) < 12; })()`)
	})
	t.Run("a ball is moved by the arrow keys, a robot pushed", func(t *testing.T) {
		truth, err := ros.Watch[msgs.GroundTruth](s.Robot, "ground_truth", ros.SensorData())
		require.NoError(t, err)
		place := func(name string) float64 {
			now, ok := truth.Get()
			for i := range now.Names {
				if ok && now.Names[i] == name {
					return now.Poses[i].Position.X
				}
			}
			return -100
		}
		p.layout("Drive")
		p.Wait(`[...document.querySelectorAll(".robot-tools button")].some(b => b.textContent === "Move")`)
		p.Do(`[...document.querySelectorAll(".robot-tools button")].find(b => b.textContent === "Move").click()`)
		p.Wait(`[...document.querySelectorAll(".robot-tools option")].some(o => o.textContent === "ball")`)
		p.Do(`const e = document.querySelector(".robot-tools select"); e.value = [...e.options].find(o => o.textContent === "ball").value; e.dispatchEvent(new Event("change", {bubbles: true})); document.querySelector("canvas[data-scene]").focus()`)
		before := place("ball")
		p.Key("ArrowUp")
		p.Wait(`document.querySelector("[aria-live][data-count]").textContent.startsWith("ball moved")`)
		require.Eventually(t, func() bool { return place("ball") > before+0.03 }, patience, cycle)
		p.Key("Shift+ArrowUp")
		p.Wait(`document.querySelector("[aria-live][data-count]").textContent === "ball pushed"`)
		require.Eventually(t, func() bool { return place("ball") > before+0.2 }, patience, cycle)
	})
	t.Run("the simulator pauses, steps and goes on; a still world is not drawn", func(t *testing.T) {
		p.panel("Simulator")
		p.Wait(`document.querySelector(".simulator")`)
		p.Do(`document.querySelector(".simulator .primary").click()`)
		p.Wait(`document.querySelector(".simulator .primary").textContent.includes("Go on")`)
		p.Wait(`(() => { const n = window.gonaoScene.frames; const k = window.__still; window.__still = n; return k === n; })()`)
		require.Equal(t, Eval[int](p, `window.gonaoScene.frames`), Eval[int](p, `new Promise(r => setTimeout(() => r(window.gonaoScene.frames), 300))`), "nothing moves")
		p.Do(`[...document.querySelectorAll(".simulator button")].find(b => b.textContent === "Step").click()`)
		p.Wait(`document.querySelector("[aria-live][data-count]").textContent.includes("cycles done")`)
		p.Do(`document.querySelector(".simulator .primary").click()`)
		p.Wait(`document.querySelector(".simulator .primary").textContent.includes("Pause")`)
	})
	t.Run("the simulator is made slower and faster, and put back", func(t *testing.T) {
		stats, err := ros.Watch[msgs.SimulatorStats](s.Robot, "simulator_stats")
		require.NoError(t, err)
		for _, speed := range []string{"0.5", "1"} {
			p.Do(`const e = document.querySelector(".simulator input[type=range]"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(e, ` +
				map[string]string{"0.5": "2", "1": "3"}[speed] + `); e.dispatchEvent(new Event("input", {bubbles: true}))`)
			p.Wait(said + ` === "speed ` + speed + `"`)
			require.Eventually(t, func() bool { now, ok := stats.Get(); return ok && literal(now.Speed) == speed }, patience, cycle)
		}
		p.Do(`[...document.querySelectorAll(".simulator button")].find(b => b.textContent === "Reset").click()`)
		p.Wait(said + ` === "the world is reset"`)
	})
	t.Run("the simulated robot's buttons are pressed", func(t *testing.T) {
		require.Equal(t, nao.ButtonNames(), Eval[[]string](p, `[...document.querySelectorAll(".simulator select option")].map(o => o.textContent)`))
		presses, err := ros.Subscribe[msgs.ButtonEvent](s.Robot, "button_events", ros.Depth(20))
		require.NoError(t, err)
		defer presses.Close()
		p.Do(`const e = document.querySelector(".simulator select"); e.value = "head_front"; e.dispatchEvent(new Event("change", {bubbles: true}))`)
		p.Do(`[...document.querySelectorAll(".simulator button")].find(b => b.textContent === "Press").click()`)
		p.Wait(said + ` === "head_front is pressed"`)
		require.Equal(t, msgs.ButtonEventButtonHeadFront, (<-presses.C()).Button)
	})
	t.Run("the robot walks while a key is held, and stands when it is let go", func(t *testing.T) {
		p.panel("Drive")
		state, err := ros.Watch[msgs.MotionState](s.Robot, "motion_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, err)
		is := func(want uint8) func() bool {
			return func() bool { now, ok := state.Get(); return ok && now.State == want }
		}
		require.Eventually(t, is(msgs.MotionStateStanding), patience, cycle)
		p.Wait(`document.querySelector("[data-drive]")`)
		p.Do(`document.querySelector("[data-drive]").focus()`)
		p.hold("w")
		require.Eventually(t, is(msgs.MotionStateWalking), patience, cycle)
		p.letGo("w")
		require.Eventually(t, is(msgs.MotionStateStanding), patience, cycle)
	})
	t.Run("an action's form sends a goal that is seen to its end", func(t *testing.T) {
		p.panel("Actions")
		p.Wait(`document.querySelector(".actions select option[value='/nao1/set_posture']")`)
		p.Do(`const e = document.querySelector(".actions select"); e.value = "/nao1/walk_to"; e.dispatchEvent(new Event("change", {bubbles: true}))`)
		p.Wait(`[...document.querySelectorAll(".message-form label")].some(l => l.textContent === "x")`)
		p.Do(`const i = document.getElementById([...document.querySelectorAll(".message-form label")].find(l => l.textContent === "x").htmlFor); i.focus(); i.select()`)
		p.Type("0.1")
		p.Do(`document.querySelector(".actions .primary").click()`)
		p.Wait(`document.querySelector(".goals li .pill")?.textContent === "executing"`)
		p.Wait(`document.querySelector(".goals li .pill")?.textContent === "succeeded"`)
	})
	t.Run("the robot is pushed by the mouse", func(t *testing.T) {
		p.layout("Drive")
		p.Wait(`[...document.querySelectorAll(".robot-tools button")].some(b => b.textContent === "Push")`)
		p.Do(`[...document.querySelectorAll(".robot-tools button")].find(b => b.textContent === "Push").click()`)
		p.Wait(`window.gonaoScene.at("/nao1")?.length === 2`)
		at := Eval[[]float64](p, `window.gonaoScene.at("/nao1")`)
		p.DragXY(at[0], at[1], at[0]+20, at[1])
		p.Wait(`/pushed$/.test(` + said + `) && !/^ball/.test(` + said + `)`)
	})
	t.Run("the field shows truth against odometry", func(t *testing.T) {
		p.layout("Soccer")
		p.Wait(`window.gonaoField.count > 0 && /odometry is \d+ cm/.test(document.querySelector(".field-words").textContent)`)
	})
	require.Empty(t, p.Problems())
}

// hold presses a key and keeps it down; letGo lifts it.
func (p *Tab) hold(key string)  { p.t.Helper(); p.keyEvent(input.DispatchKeyEventTypeKeyDown, key) }
func (p *Tab) letGo(key string) { p.t.Helper(); p.keyEvent(input.DispatchKeyEventTypeKeyUp, key) }

func (p *Tab) keyEvent(kind input.DispatchKeyEventType, key string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: key, Code: "Key" + strings.ToUpper(key)})
	p.must(err)
}

// Pictures of every page with a real world, to be looked at: PICTURES=directory.
func TestPicturesOfThePanels(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("it makes pictures only: PICTURES=directory")
	}
	s := NewWorld(t, Options{}, Motion, Vision, StatePublisher)
	p := s.Open("#robot")
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}} {
		p.Size(size[0], size[1])
		for _, dark := range []bool{false, true} {
			p.Dark(dark)
			name := func(what string) string {
				return fmt.Sprintf("%s/%s_%d_%s.png", dir, what, size[0], map[bool]string{false: "light", true: "dark"}[dark])
			}
			p.Do(`location.hash = "#robot"`)
			for _, layout := range []string{"Drive", "Vision", "Walk", "Joints", "Soccer"} {
				p.layout(layout)
				frames := Eval[int](p, `window.gonaoScene?.frames ?? 0`)
				p.Wait(`window.gonaoScene?.frames > ` + literal(frames+3))
				p.Picture(name("robot_" + layout))
			}
			for _, page := range []string{"colours", "motions", "bags"} {
				p.Do(`location.hash = "#` + page + `"`)
				p.Wait(`document.querySelector("main.page-` + page + ` [data-frame], main.page-` + page + ` .motions-view canvas[data-drawn], main.page-` + page + ` .empty")`)
				p.Picture(name(page))
			}
		}
	}
	require.Empty(t, p.Problems())
}
