package studiotest

import (
	"os"
	"testing"
)

// guard is a nested machine for the picture of a dry run: it patrols until it sees a far ball or hears something.
const guard = `machine: guard
inputs: {ball_distance: float}
initial: patrol
states:
  patrol:
    initial: walk
    transitions: [{event: noise, to: look}, {if: ball_distance > 0.5, to: chase}]
    states:
      walk: {do: {walk_to: {x: 1.0, y: 0.0}}, transitions: [{if: final, to: turn}]}
      turn: {do: {walk_to: {x: 0.0, y: 0.0, theta: 3.14}}, transitions: [{if: final, to: walk}]}
  look:
    initial: left
    transitions: [{after: 6s, to: patrol}]
    states:
      left: {transitions: [{after: 2s, to: right}]}
      right: {transitions: [{after: 2s, to: left}]}
  chase: {transitions: [{if: ball_distance < 0.3, to: patrol}]}
`

// Makes the pictures of README and of docs/studio.md: gonao's demo on a simulated robot, a dry run and matches. make nightly
// STEPS=pictures writes them into docs/pictures.
func TestPicturesOfTheDocuments(t *testing.T) {
	if os.Getenv("PICTURES_ALL") == "" {
		t.Skip("it only makes pictures; set PICTURES_ALL=directory")
	}
	t.Run("robot", picturesOfARobot)
	t.Run("dry run", func(t *testing.T) {
		s := NewStage(t, Options{NoBody: true, Files: map[string]string{"guard.yaml": guard}})
		p := s.open(t, "guard.yaml")
		p.Size(1280, 720)
		p.Click(`[aria-label="Dry run"]`)
		p.waitActive("patrol/walk")
		p.Wait(`!!document.querySelector(".dry input[type=range]")`)
		p.Do(`const e = document.querySelector(".dry input[type=range]"); e.value = "0.4"; e.dispatchEvent(new Event("input", {bubbles: true}))`)
		p.Click(`[aria-label="walk_to succeeds"]`)
		p.waitActive("patrol/turn")
		p.Press(".dry", "⚡ noise")
		p.waitActive("look/left")
		p.Wait(`/^1\.\d s/.test(document.querySelector(".box[data-state='look/left'] [data-time]").textContent)`)
		p.requireLooks("studio-dry-run")
	})
	t.Run("match", picturesOfMatches)
}

// picturesOfARobot makes the pictures of gonao's demo on a simulated robot.
func picturesOfARobot(t *testing.T) {
	s := NewWorld(t, Options{Machine: "follow_and_dance", SimTime: true}, Motion, Vision, StatePublisher)
	p := s.Open("#machine")
	p.Wait(`!!document.querySelector(".box[data-mark=active]")`)
	p.DoubleClick(".box[data-state=followBall]")
	p.Wait(`!!document.querySelector(".box[data-state='followBall/red']")`)
	p.Click(".box[data-state='followBall/green']")
	p.Wait(`window.gonaoScene?.triangles > 10000`)
	p.Wait(`document.querySelector(".box[data-state='followBall/green']").dataset.mark === "active"`)
	p.Wait(`/^[2-6]\.\d s of 8/.test(document.querySelector(".box[data-state='followBall/green'] [data-time]").textContent)`)
	p.requireLooks("studio")

	// The dance, from the past: why was its second arm not left?
	p.Click(`[aria-label="Pin positions_reached to the timeline"]`)
	p.Click(`[aria-label=Up]`)
	p.DoubleClick(".box[data-state=dance] > .box-name")
	p.Wait(`!!document.querySelector(".box[data-state='dance/left']")`)
	p.Wait(`Number(document.querySelector(".lanes canvas").ariaValueMax) > 22`)
	p.dragTo(17)
	p.Click(".box[data-state='dance/left']")
	p.Key("W")
	p.Wait(`document.querySelector(".why button")?.innerText.startsWith("Why not then?")`)
	p.Do(`document.querySelector(".why button").click()`)
	p.Wait(`document.querySelectorAll(".why-row").length > 0`)
	p.Do(`document.querySelector(".why").scrollIntoView({ block: "end" })`)
	p.requireLooks("studio-why-not")
	p.Key("Escape")
	p.Click(`[aria-label="Pin positions_reached to the timeline"]`)

	p.Size(1280, 720)
	p.Do(`location.hash = "#start"`)
	p.Wait(`document.querySelector(".start h1")?.innerText.includes("follows") && document.querySelector(".start [data-scene]")?.dataset.drawn !== undefined && window.gonaoScene.triangles > 10000`)
	p.requireLooks("studio-start")

	p.Do(`location.hash = "#robot"`)
	p.layout("Vision")
	p.Wait(`window.gonaoCamera?.count > 2 && !document.body.innerText.includes("waiting for a picture")`)
	p.requireLooks("studio-robot")

	p.Do(`location.hash = "#motions"`)
	p.Press(".motions-bar", "Onion skins")
	p.Wait(`!!document.querySelector("[data-balance]") && window.gonaoScene.triangles > 20000`)
	p.Do(`const e = document.querySelector(".axis").getBoundingClientRect(); window.axis = [e.x + e.width * 0.82, e.y + e.height / 2]`)
	at := Eval[[]float64](p, `window.axis`)
	p.DragXY(at[0], at[1], at[0], at[1])
	p.requireLooks("studio-motions")

	p.Do(`location.hash = "#machine"`)
	p.Size(390, 780)
	p.Wait(`!!document.querySelector(".box[data-mark=active]")`)
	p.requireLooks("studio-phone")
}

// picturesOfMatches makes the pictures of a match with the machines of a robot, and of a series.
func picturesOfMatches(t *testing.T) {
	s := newPlayingStage(t, map[string]string{"striker.yaml": striker(t)})
	p := s.Open("#match")
	p.Size(1280, 720)
	p.Wait(`document.querySelectorAll(".match-start option").length > 5`)
	p.Do(`[...document.querySelectorAll(".match-teams label")].find(l => l.innerText.includes("voronoi")).click()`)
	p.Press(".match-series", "▶ Play")
	p.Wait(`!!document.querySelector("[data-series-progress]")`)
	p.WaitLong(`document.querySelectorAll(".match-table tbody tr").length === 3`, 5*patience)
	p.requireLooks("studio-series")

	p.Do(`document.querySelector(".match-start button[type=submit]").click()`)
	p.Wait(`document.querySelectorAll(".match-players button").length === 10`)
	p.Do(`const e = document.querySelector(".match-time select"); e.value = 20; e.dispatchEvent(new Event("change", {bubbles: true}))`)
	p.WaitLong(matchState+`.shown.plays.shots[0] + `+matchState+`.shown.plays.shots[1] > 3`, 2*patience)
	p.Size(1440, 900)
	p.Do(`document.querySelectorAll(".red-player")[4].click()`)
	p.Wait(`document.querySelectorAll(".match-machine .value-row").length > 3 && !!document.querySelector(".match-machine .box[data-mark=active]")`)
	p.Do(`document.querySelector(".match-time button.primary").click()`)
	p.Wait(`!` + matchState + `.progress.playing`)
	p.Key("0")
	p.requireLooks("studio-match-machines")
}
