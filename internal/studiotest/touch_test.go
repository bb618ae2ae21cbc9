package studiotest

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
)

// Touchscreen makes the page run as on a device with a touchscreen.
func (p *Tab) Touchscreen() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	p.must(err)
}

// touch sends a touch event with the fingers that are on the screen.
func (p *Tab) touch(kind input.DispatchTouchEventType, fingers ...point) {
	p.t.Helper()
	points := []*input.TouchPoint{}
	for i, f := range fingers {
		id := float64(i)
		points = append(points, &input.TouchPoint{X: f.X, Y: f.Y, ID: &id})
	}
	_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	p.must(err)
}

// stroke puts fingers down, moves them to other places, and lifts them.
func (p *Tab) stroke(from, to []point) {
	p.t.Helper()
	p.touch(input.DispatchTouchEventTypeTouchStart, from...)
	const steps = 12
	for i := 1; i <= steps; i++ {
		at := make([]point, len(from))
		for k := range from {
			at[k] = point{from[k].X + (to[k].X-from[k].X)*float64(i)/steps, from[k].Y + (to[k].Y-from[k].Y)*float64(i)/steps}
		}
		p.touch(input.DispatchTouchEventTypeTouchMove, at...)
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// place returns the upper left corner of an element.
func (p *Tab) place(selector string) point {
	p.t.Helper()
	return Eval[point](p, fmt.Sprintf(`(({ x, y }) => ({ X: x, Y: y }))(document.querySelector(%q).getBoundingClientRect())`, selector))
}

// away waits until an element has moved away from a place.
func (p *Tab) away(selector string, from point) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`(({ x, y }) => Math.hypot(x - %f, y - %f) > 20)(document.querySelector(%q).getBoundingClientRect())`, from.X, from.Y, selector))
}

func TestTheCanvasIsUsedByTouch(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.Open("")
	p.Touchscreen()
	p.Do(`location.hash = "#machine?file=traffic.yaml"`)
	p.Wait(`document.querySelectorAll(".box").length === 2`)
	red := p.middle(".box[data-state=red]")

	// A touch selects a state, and a stroke moves it; the layout file records its place.
	p.touch(input.DispatchTouchEventTypeTouchStart, red)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.Wait(`document.querySelector(".box[data-state=red]").classList.contains("selected")`)
	was := p.place(".box[data-state=red]")
	p.stroke([]point{red}, []point{{red.X + 150, red.Y - 60}})
	p.away(".box[data-state=red]", was)
	p.Wait(`document.querySelector(".footer").innerText.includes("revision 2")`)

	// A stroke from the handle of a selected state to another state draws a transition.
	green := p.middle(".box[data-state=green]")
	p.stroke([]point{p.middle(".react-flow__node.selected .box-grip")}, []point{green})
	p.Wait(`!!document.querySelector("[data-transition='red#1']")`)

	// One finger on the background moves the view, two fingers zoom it.
	pane := Eval[point](p, `(({ left, bottom }) => ({ X: left + 60, Y: bottom - 60 }))(document.querySelector(".canvas").getBoundingClientRect())`)
	was = p.place(".box[data-state=green]")
	p.stroke([]point{pane}, []point{{pane.X + 80, pane.Y - 40}})
	p.away(".box[data-state=green]", was)
	width := Eval[float64](p, `document.querySelector(".box").getBoundingClientRect().width`)
	p.stroke([]point{pane, {pane.X + 40, pane.Y}}, []point{pane, {pane.X + 160, pane.Y}})
	p.Wait(fmt.Sprintf(`document.querySelector(".box").getBoundingClientRect().width > %f`, width*1.1))

	// A long touch opens the menu, like the right mouse button.
	p.Key("0")
	p.touch(input.DispatchTouchEventTypeTouchStart, p.middle(".box[data-state=green]"))
	p.Wait(`!!document.querySelector(".menu button")`)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	require.Empty(t, p.Problems())
}

// The robot walks while a finger is on the pad, and stands when the finger is lifted.
func TestTheRobotIsDrivenByTouch(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{})
	moves, stands := make(chan struct{}, 1), make(chan struct{}, 1)
	sub, err := ros.Subscribe[geometrymsgs.Twist](s.Robot, "cmd_vel", ros.Depth(100))
	require.NoError(t, err)
	go func() {
		moved := false
		for {
			var v geometrymsgs.Twist
			select {
			case v = <-sub.C():
			case <-s.Robot.Context().Done():
				return
			}
			if v.Linear.X > 0 {
				moved = true
				note(moves)
			} else if moved && v == (geometrymsgs.Twist{}) {
				note(stands)
			}
		}
	}()
	p := s.Open("#robot")
	p.Touchscreen()
	p.layout("Drive")
	p.Wait(`document.querySelector("[data-drive]")`)
	pad := p.middle("[data-drive]")
	p.touch(input.DispatchTouchEventTypeTouchStart, pad)
	// The finger moves a little all the time: a busy machine may lose a lease, and the next movement acquires it again.
	for end, n := time.Now().Add(patience), 0; ; n++ {
		p.touch(input.DispatchTouchEventTypeTouchMove, point{pad.X, pad.Y - 60 - float64(n%2)})
		select {
		case <-moves:
		case <-time.After(100 * time.Millisecond):
			require.True(t, time.Now().Before(end), "no velocity while the finger is on the pad")
			continue
		}
		break
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	select {
	case <-stands:
	case <-time.After(patience):
		t.Fatal("no velocity zero after the finger was lifted")
	}
}

// note sends to a channel, and does nothing if the channel is full.
func note(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
