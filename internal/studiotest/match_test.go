package studiotest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/lab/matchrun/eyes"
	"gonao/soccer/match"
	"gonao/soccer/match/show"
	"gonao/studio/door"
	"gonao/studio/foxglove"
	"gonao/studio/site"
)

// newMatch serves a running match, as gonao match --watch does.
func newMatch(t *testing.T, c match.Config, speed float64) *Stage {
	t.Helper()
	needPage(t)
	m, err := match.New(c)
	require.NoError(t, err)
	server := foxglove.NewServer(foxglove.Options{Name: "gonao match", Now: time.Now})
	cfg := show.Config{Server: server, Speed: speed, Now: time.Now, After: time.After}
	cameras := eyes.New(m)
	cfg.Camera, cfg.CloseCamera = cameras.Glance, cameras.Close
	watched := show.New(m, cfg)
	tokens := filepath.Join(t.TempDir(), "studio.json")
	at, err := site.Open(site.Config{
		Name: "match", Address: "127.0.0.1", TokenFile: tokens, Now: time.Now, Links: os.Stderr, Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	s := &Stage{t: t, URL: at.URL()}
	s.keys, err = door.ReadKeys(tokens)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended, served := make(chan error, 1), make(chan error, 1)
	go func() {
		runtime.LockOSThread() // all cameras are drawn on one thread
		defer runtime.UnlockOSThread()
		ended <- watched.Run(ctx)
	}()
	go func() { served <- at.Serve(ctx, server, func() {}) }()
	t.Cleanup(func() {
		cancel()
		<-ended
		<-served
	})
	return s
}

// The state of the page, as follow.ts holds it, and the calls that it lists.
const (
	matchState = `window.gonaoMatch.state.getState()`
	listed     = `(c => !c.refused && c.rule !== "ball_free")`
)

func TestAMatchIsWatchedPausedSteppedAndGoneBackIn(t *testing.T) {
	notInShort(t)
	s := newMatch(t, match.Config{Seed: 3, Red: "ours", Blue: "luar"}, 20)
	p := s.Open("") // the printed address opens the match
	p.Wait(`document.querySelectorAll(".match-players button").length === 10`)
	p.WaitText("ours")
	p.Wait(`Number(document.querySelector(".match-field").dataset.drawn) > 10`)
	p.Wait(matchState + `.calls.some` + listed + ` && ` + matchState + `.shown.state === "playing"`)
	p.Do(`document.querySelector(".match-time button.primary").click()`)
	p.Wait(`!` + matchState + `.progress.playing`)
	p.Wait(`document.querySelector(".match-time button.primary").textContent.includes("Play")`)

	// A step is one image. Moments and progress are two topics, so the news that the match is paused may arrive before
	// its last moment.
	p.Wait(`Math.abs(` + matchState + `.newest.sec - ` + matchState + `.progress.sec) < 0.09`)
	before := Eval[float64](p, matchState+`.newest.sec`)
	p.Do(`document.querySelector(".match-time button[aria-label='One image on']").click()`)
	p.Wait(matchState + `.newest.sec > ` + literal(before))
	require.InDelta(t, before+0.096, Eval[float64](p, matchState+`.newest.sec`), 1e-6)

	// A past moment is shown as it was: at the time of the first call, the list of calls was empty.
	p.Do(`const i = document.querySelector(".match-slider input"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(i, 8); i.dispatchEvent(new Event("input", {bubbles: true}))`)
	p.Wait(`Math.abs(` + matchState + `.shown.sec - 8) < 0.1 && !` + matchState + `.live`)
	require.NotEqual(t, "playing", Eval[string](p, matchState+`.shown.state`))
	require.Zero(t, Eval[int](p, matchState+`.shown.calls`))
	p.Do(`document.querySelector(".match-calls li:last-child button").click()`)
	p.Wait(`Math.abs(` + matchState + `.shown.sec - ` + matchState + `.calls.find` + listed + `.sec + 3) < 0.1`)
	p.Do(`document.querySelector(".match-time button.primary").click()`) // the match continues from there
	p.Wait(`document.querySelector(".match-banner")?.dataset.rule === ` + matchState + `.calls.find` + listed + `.rule`)
	p.Key("Escape")
	p.Wait(matchState + `.live && ` + matchState + `.shown.sec === ` + matchState + `.newest.sec`)

	// The figures of the teams are those of the shown moment.
	p.Wait(`document.querySelectorAll(".match-plays td")[2].innerText === String(` + matchState + `.shown.plays.shots[0]) && ` + matchState + `.shown.plays.kicks[0] + ` +
		matchState + `.shown.plays.kicks[1] > 0`)
	require.InDelta(t, 1, Eval[float64](p, matchState+`.shown.plays.possession[0] + `+matchState+`.shown.plays.possession[1]`), 0.002)

	// A robot is selected in the list and on the field.
	p.Do(`document.querySelector(".red-player").click()`)
	p.Wait(`document.querySelector(".match-robot h2")?.textContent.trim() === "red 1"`)
	p.WaitText("cm and")
	require.Len(t, Eval[[]string](p, matchState+`.shown.robots[0].machines`), 4)
	// The place that each robot of both teams believes is shown beside the truth, and some see opponents near their true places.
	for i := range 10 {
		i = 9 - i // red 1 is selected, so it comes last
		robot := matchState + `.shown.robots[` + literal(i) + `]`
		p.Do(`document.querySelectorAll(".match-players button")[` + literal(i) + `].click()`)
		p.Wait(`document.querySelector(".match-robot h2")?.textContent.trim() === ` + robot + `.side + " " + ` + robot + `.number`)
		p.Wait(`((r, text) => text.includes(Math.round(100 * Math.hypot(r.x - r.belief.x, r.y - r.belief.y)) + " cm and") && r.belief.xx > 0)(` +
			robot + `, document.querySelector(".match-robot").textContent)`)
	}
	p.Wait(`((all) => all.some(r => r.belief.robots.some(o => o.side === "other" && all.some(t => t.side !== r.side && Math.hypot(t.x - o.x, t.y - o.y) < 0.5))))(` +
		matchState + `.shown.robots)`)
	p.Do(`document.querySelector(".match-check input").click()`)
	p.pictures("match 1440x900")
	p.requireAccessible("match")

	p.Do(`const e = document.querySelector(".match-time select"); e.value = 4; e.dispatchEvent(new Event("change", {bubbles: true})); document.querySelector(".match-time button.primary").click()`)
	p.Wait(matchState + `.progress.speed === 4 && ` + matchState + `.progress.playing`)
	for _, size := range [][2]int64{{1024, 768}, {720, 450}, {390, 800}} {
		p.Size(size[0], size[1])
		p.pictures("match " + literal(size[0]) + "x" + literal(size[1]))
	}
	require.Empty(t, p.Problems())
}

func TestAViewerGoesBackAndControlsNothing(t *testing.T) {
	s := newMatch(t, match.Config{Seed: 4, Players: 2}, 20)
	p := s.OpenAsViewer("#match")
	p.Wait(`!!document.querySelector(".match-time button.primary") && ` + matchState + `.newest.sec > 5`)
	require.True(t, Eval[bool](p, `document.querySelector(".match-time button.primary").disabled`))
	p.Do(`const i = document.querySelector(".match-slider input"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(i, 2); i.dispatchEvent(new Event("input", {bubbles: true}))`)
	p.Wait(`Math.abs(` + matchState + `.shown.sec - 2) < 0.1`)
	p.Wait(`!document.querySelector(".match-time button.primary").disabled`)
	require.Empty(t, p.Problems())
}

func TestAMatchShowsWhatARobotSees(t *testing.T) {
	notInShort(t)
	for _, world := range []string{match.Kinematic, match.Physics} {
		t.Run(world, func(t *testing.T) { showsWhatARobotSees(t, world) })
	}
}

func showsWhatARobotSees(t *testing.T, world string) {
	s := newMatch(t, match.Config{Seed: 4, Players: 1, WorldKind: world}, 2)
	p := s.Open("#match")
	p.Wait(`document.querySelectorAll(".match-players button").length === 2`)
	p.Do(`document.querySelector(".blue-player").click()`)
	p.Wait(`(i => i?.naturalWidth === 320 && i.complete)(document.querySelector(".match-camera img"))`)
	first := Eval[string](p, `document.querySelector(".match-camera img").src`)
	p.Wait(`document.querySelector(".match-camera img").src !== ` + quote(first)) // the image changes
	p.pictures("match " + world)
	p.Do(`document.querySelector(".match-time button.primary").click()`)
	p.Wait(`!` + matchState + `.progress.playing`)
	p.Do(`document.querySelector(".red-player").click()`) // the camera works while the match is paused, too
	p.Wait(`document.querySelector(".match-robot h2")?.textContent.trim() === "red 1"`)
	p.Wait(`(i => i?.naturalWidth === 320 && i.complete)(document.querySelector(".match-camera img"))`)
	require.Empty(t, p.Problems())
}
