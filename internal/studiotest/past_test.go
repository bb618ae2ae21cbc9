package studiotest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

// clockwork is a machine that counts in a variable how often it has entered tock.
const clockwork = `machine: clockwork
rate_hz: 50
variables: {turns: {type: int, initial: 0}}
initial: around
states:
  around:
    initial: tick
    states:
      tick: {transitions: [{after: 200ms, to: tock, then: [{set: {turns: turns + 1}}]}]}
      tock: {transitions: [{after: 200ms, to: tick}, {if: "turns < 0", to: tick}]}
`

// ask calls a service of the robot's machine.
func ask[Q, R any, PQ ros.Request[Q], PR ros.Message[R]](s *Stage, service string, q Q) R {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	c, err := ros.NewClient[Q, R, PQ, PR](s.Robot, service)
	require.NoError(s.t, err)
	defer c.Close()
	require.NoError(s.t, c.WaitForServer(ctx))
	r, err := c.Call(ctx, q)
	require.NoError(s.t, err)
	return r
}

// shownMoment is what the page shows at one moment of clockwork.
type shownMoment struct {
	Moment            float64
	Box, Tree, Values string
}

const readMoment = `({
	Moment: Number(document.querySelector(".lanes canvas").dataset.moment),
	Box: document.querySelector(".box[data-mark=active]")?.dataset.state ?? "",
	Tree: [...document.querySelectorAll(".tree-row[data-mark=active]")].map(e => e.dataset.state).join(),
	Values: [...document.querySelectorAll(".value-row")].map(e => e.innerText.replace(/\s+/g, " ").trim()).join(),
})`

// dragTo drags the timeline from the present place to a moment, and waits until the robot's replay of that moment is
// shown.
func (p *Tab) dragTo(moment float64) {
	p.t.Helper()
	x := func(t string) float64 {
		return Eval[float64](p, `(() => { const c = document.querySelector(".lanes canvas"), r = c.getBoundingClientRect();
			return r.x + r.width * (`+t+` - Number(c.dataset.from)) / Number(c.dataset.span); })()`)
	}
	y := p.middle(".lanes canvas").Y
	// Pressing the mouse button stops the timeline from moving on.
	from := Eval[float64](p, `(() => { const r = document.querySelector(".lanes canvas").getBoundingClientRect(); return r.x + r.width * 0.8; })()`)
	p.press(from, y)
	p.Wait(`!!document.querySelector(".lanes canvas").dataset.moment`)
	p.dragOn(from, y, x(literal(moment)), y)
	p.Wait(`document.querySelector(".lanes canvas").dataset.exact === "true"`)
}

func TestAMomentBeforeThePageOpenedIsTheTraces(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "clockwork.yaml", Files: map[string]string{"clockwork.yaml": clockwork, "traffic.yaml": traffic}})
	require.NoError(t, s.Robot.Clock.Sleep(t.Context(), 5*time.Second)) // no page is open yet
	p := s.Open("#machine?file=clockwork.yaml&in=around")
	p.Wait(`document.querySelector(".lanes canvas")?.ariaValueMin === "0" && !!document.querySelector(".box[data-mark=active]")`)
	opened := s.pastOf().Parts[0].End
	require.Greater(t, opened, 4.0)
	p.Click(`[aria-label="Pin turns to the timeline"]`) // the lane of a pinned value begins with the machine
	p.Wait(`Number(document.querySelector(".lanes canvas").dataset.pinned || 9) < 0.3`)
	p.keep("pinned")
	for _, at := range []float64{0.5, opened * 0.3, 2.9, opened * 0.7, 1.1} {
		p.dragTo(at)
		got := Eval[shownMoment](p, readMoment)
		require.InDelta(t, at, got.Moment, 0.2)
		s.requireMoment(got)
	}
	p.Click(".box[data-state='around/tock']")
	p.Key("W")
	p.Wait(`document.querySelector(".why")?.innerText.includes("turns < 0")`)
	p.Wait(`document.querySelector(".why button").innerText.startsWith("Why not then?")`)
	p.Key("Escape")
	p.WaitText("● live")

	// The wheel zooms around the pointer. Other pages keep the robot's timeline while another file is open.
	span := Eval[float64](p, `Number(document.querySelector(".lanes canvas").dataset.span)`)
	p.Do(`const c = document.querySelector(".lanes canvas"); c.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, clientX: c.getBoundingClientRect().x + 10, bubbles: true, cancelable: true }))`)
	p.Do(`for (let i = 0; i < 9; i++) { document.querySelector(".lanes canvas").dispatchEvent(new WheelEvent("wheel", { deltaY: -100, bubbles: true, cancelable: true })); await new Promise(requestAnimationFrame); }`)
	p.Wait(`Number(document.querySelector(".lanes canvas").dataset.span) < ` + literal(span/2))
	p.Do(`location.hash = "#machine?file=traffic.yaml"`)
	p.Wait(`document.querySelectorAll(".box").length === 2 && !document.querySelector(".lanes canvas")`)
	p.Key("3")
	p.Wait(`!!document.querySelector(".foot .lanes canvas") && document.querySelector(".header > .pill").textContent === "nao1 runs clockwork"`)
	p.Key("2")
	p.Wait(`!document.querySelector(".lanes canvas")`)
	require.Empty(t, p.Problems())
}

// The Robot page shows the moment that is selected on the timeline below it. In this test the robot reports the time of
// its clock as its position.
func TestTheRobotPageShowsTheMomentOfTheTimeline(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "clockwork.yaml", Files: map[string]string{"clockwork.yaml": clockwork}})
	estimates, err := ros.Advertise[msgs.PoseEstimate](s.Robot, "pose_estimate", ros.SensorData())
	require.NoError(t, err)
	start := s.Bus.Clock().Now()
	t.Cleanup(goes(func(done <-chan struct{}) {
		beat := time.NewTicker(20 * time.Millisecond)
		defer beat.Stop()
		for {
			select {
			case <-done:
				return
			case <-beat.C:
			}
			estimates.Publish(msgs.PoseEstimate{X: s.Bus.Clock().Now().Sub(start).Seconds(), Localized: true})
		}
	}))
	p := s.Open("#robot")
	p.layout("Soccer")
	p.Wait(`window.gonaoField?.belief?.[0] > 0 && !!document.querySelector(".foot .lanes canvas")`)
	first := Eval[float64](p, `window.gonaoField.belief[0]`)
	p.Wait(`window.gonaoField.belief[0] > ` + literal(first+4))
	type shown struct{ Machine, Robot float64 }
	var begun float64
	end := Eval[float64](p, `Number(document.querySelector(".lanes canvas").ariaValueNow)`)
	for i, back := range []float64{2.5, 0.7, 3.3, 1.9} {
		p.dragTo(end - back)
		began := float64(start.UnixNano()) / 1e9
		p.Wait(`Math.abs(Number(document.querySelector("[data-moment].bad")?.dataset.moment) - ` + literal(began) + ` - window.gonaoField.belief[0]) < 0.1`)
		got := Eval[shown](p, `({ Machine: Number(document.querySelector(".lanes canvas").dataset.moment), Robot: Number(document.querySelector("[data-moment].bad").dataset.moment) })`)
		if i == 0 {
			begun = got.Robot - got.Machine
		}
		require.InDelta(t, begun, got.Robot-got.Machine, 1e-6, "one clock")
	}
	p.Key("Escape")
	p.WaitText("● live")
	p.Wait(`!document.querySelector("[data-moment].bad") && window.gonaoField.belief[0] > ` + literal(first+4))
	require.Empty(t, p.Problems())
}

// requireMoment compares the page with the executor's trace at that time.
func (s *Stage) requireMoment(got shownMoment) {
	s.t.Helper()
	past := s.pastOf()
	state, turns := "", 0
	for _, l := range past.Lanes {
		for _, v := range l.Intervals {
			if l.Path == "around" && v.Begin <= got.Moment && got.Moment < v.End {
				state = v.State
			}
		}
	}
	for _, e := range past.Events {
		if e.Event.Kind == msgs.MachineEventTransition && e.Event.Target == "around/tock" && e.Time <= got.Moment {
			turns++
		}
	}
	require.NotEmpty(s.t, state, "at %.3f s", got.Moment)
	require.Equal(s.t, state, got.Box, "at %.3f s", got.Moment)
	require.Equal(s.t, "around,"+state, got.Tree, "at %.3f s", got.Moment)
	require.Equal(s.t, "turns "+literal(turns), got.Values, "at %.3f s", got.Moment)
}

func (s *Stage) pastOf() msgs.GetMachineHistoryResponse {
	s.t.Helper()
	h := ask[msgs.GetMachineHistoryRequest, msgs.GetMachineHistoryResponse](s, "machine/get_history", msgs.GetMachineHistoryRequest{})
	require.True(s.t, h.Success, h.Message)
	return h
}
