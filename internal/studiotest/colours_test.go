package studiotest

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros"
	"gonao/vision/segment"
)

// pick clicks a pixel of the raw frame on the Colours page.
func (p *Tab) pick(x, y int) {
	p.t.Helper()
	at := Eval[point](p, `(() => { const c = document.querySelector("[data-frame]"), b = c.getBoundingClientRect(), k = Math.min(b.width / c.width, b.height / c.height);
		return { X: b.left + (b.width - c.width * k) / 2 + `+literal(x)+` * k, Y: b.top + (b.height - c.height * k) / 2 + `+literal(y)+` * k }; })()`)
	p.DragXY(at.X, at.Y, at.X, at.Y)
}

func literal(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are numbers only
	}
	return string(b)
}

// Raw frames arrive faster than a machine without a graphics processor draws them. The page must draw other things
// between the frames, and respond.
func TestThePageGoesOnWhileRawFramesCome(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{})
	s.node("vision", Namespace, nil)
	frames, err := ros.Advertise[sensormsgs.Image](s.Robot, "camera/top/image_raw", ros.SensorData(), ros.Depth(1))
	require.NoError(t, err)
	t.Cleanup(goes(func(done <-chan struct{}) {
		m := sensormsgs.Image{Width: 640, Height: 480, Step: 1280, Encoding: "yuv422_yuy2", Data: make([]byte, 640*480*2)}
		beat := time.NewTicker(33 * time.Millisecond)
		defer beat.Stop()
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-beat.C:
			}
			for i := range m.Data {
				m.Data[i] = byte(i + 31*n)
			}
			frames.Publish(m)
		}
	}))
	p := s.Open("#colours")
	p.Wait(`!!document.querySelector("[data-frame]")`)
	p.Do(`window.seen = { frames: 0, gap: 0, last: performance.now() };
		(function look() { const now = performance.now(); seen.frames++; seen.gap = Math.max(seen.gap, now - seen.last); seen.last = now; requestAnimationFrame(look); })();
		window.drawn = gonaoColours.byShader + gonaoColours.byCode`)
	p.Wait(`gonaoColours.byShader + gonaoColours.byCode - drawn >= 40`)
	type result struct {
		Frames float64
		Gap    float64
		Shader int
	}
	r := Eval[result](p, `({ Frames: seen.frames, Gap: seen.gap, Shader: gonaoColours.byShader })`)
	t.Logf("40 pictures, %.0f animation frames, the longest time between two %.0f ms, by shader: %v", r.Frames, r.Gap, r.Shader > 0)
	require.Greater(t, r.Frames, 40.0, "there is a frame for something else between two pictures")
	require.Empty(t, p.Problems())
}

// The color of the carpet is selected by clicks in real raw frames, and vision receives it as a parameter.
func TestAColourIsChosenByClicksAndSaved(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulated world: about 10 s of processor time")
	}
	s := NewWorld(t, Options{}, Vision)
	p := s.Open("#colours")
	p.Wait(`document.querySelector("[data-frame]") && [...document.querySelectorAll(".colours-right .panel-bar button")].some(b => b.textContent === "red")`)
	p.Key("f")
	p.Do(`[...document.querySelectorAll(".colours button")].find(b => b.textContent === "+ Colour").click()`)
	found := `parseInt(document.querySelector("[data-found]").textContent)`
	p.Wait(found + ` >= 0`)
	before := Eval[int](p, found)
	p.pick(160, 230)
	p.Wait(found + ` > ` + literal(before))
	p.Wait(`document.querySelector("[aria-live][data-count]").textContent.startsWith("added a pixel: colour1: hsv")`)
	p.Key("k")
	p.Wait(`document.querySelectorAll(".kept tbody tr").length === 1`)
	require.Equal(t, Eval[int](p, found), Eval[int](p, `parseInt(document.querySelector(".kept tbody td").textContent)`), "the kept frame has the same count")
	p.Do(`document.querySelector("[data-frame]").focus()`)
	p.Keys("ArrowDown", "Delete") // With the keyboard, the pixel under the cross is removed.
	p.Key("Ctrl+Z")
	p.Key("Ctrl+S")
	p.Wait(`document.querySelector(".colours-right .primary").textContent === "Saved"`)
	get, err := ros.NewClient[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](s.Robot, "vision/get_parameters")
	require.NoError(t, err)
	answer, err := get.Call(t.Context(), rclinterfaces.GetParametersRequest{Names: []string{"colors"}})
	require.NoError(t, err)
	require.Len(t, answer.Values[0].StringArrayValue, 3)
	require.True(t, strings.HasPrefix(answer.Values[0].StringArrayValue[2], "colour1: hsv"))

	// Vision searches for the color in the images that arrive from now on.
	blobs, err := ros.Watch[msgs.ColorBlobArray](s.Robot, "color_blobs", ros.SensorData(), ros.Depth(1))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		m, _ := blobs.Get()
		return slices.ContainsFunc(m.Blobs, func(b msgs.ColorBlob) bool { return b.Color == "colour1" && b.Radius > 5 })
	}, patience, cycle, "the carpet is found")

	// A table of the clicked pixels replaces the range, in vision and on the page.
	p.Do(`[...document.querySelectorAll(".colours-right .panel-bar button")].find(b => b.textContent === "Save as table").click()`)
	p.Wait(`[...document.querySelectorAll(".colours-right .panel-bar button")].some(b => b.textContent === "Table saved")`)
	require.Positive(t, Eval[int](p, found), "the table finds the clicked pixel")
	answer, err = get.Call(t.Context(), rclinterfaces.GetParametersRequest{Names: []string{"color_table"}})
	require.NoError(t, err)
	file, err := os.ReadFile(answer.Values[0].StringValue)
	require.NoError(t, err)
	table, err := segment.UnmarshalTable(file)
	require.NoError(t, err)
	require.Equal(t, []string{"colour1"}, table.Names)
	set, err := ros.NewClient[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](s.Robot, "vision/set_parameters")
	require.NoError(t, err)
	none := rclinterfaces.Parameter{Name: "colors", Value: rclinterfaces.ParameterValue{Type: rclinterfaces.ParameterTypeParameterStringArray, StringArrayValue: []string{}}}
	done, err := set.Call(t.Context(), rclinterfaces.SetParametersRequest{Parameters: []rclinterfaces.Parameter{none}})
	require.NoError(t, err)
	require.True(t, done.Results[0].Successful, done.Results[0].Reason)
	images := map[builtininterfaces.Time]bool{}
	require.Eventually(t, func() bool {
		m, _ := blobs.Get()
		images[m.Header.Stamp] = true // the third image was taken without the ranges
		return len(images) > 3 && slices.ContainsFunc(m.Blobs, func(b msgs.ColorBlob) bool { return b.Color == "colour1" && b.Radius > 5 })
	}, patience, cycle, "the carpet is found by the table")
	require.Empty(t, p.Problems())
}
