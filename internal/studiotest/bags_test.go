package studiotest

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

func urdf() string { return nao.URDF(nao.URDFOptions{Meshes: "package://gonao_bringup/meshes"}) }

// recording writes a bag of a robot that turns its head and walks in a circle, and returns its files.
func recording(t *testing.T, length time.Duration, hz int, o bag.Options) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "walk")
	w, err := bag.Create(dir, o)
	require.NoError(t, err)
	begin := time.Unix(1_700_000_000, 0)
	put := func(topic string, at time.Duration, m interface {
		cdr.Message
		TypeName() string
		TypeHash() string
	},
	) {
		definition, err := dynamic.Compiled().DefinitionWithReferences(m.TypeName())
		require.NoError(t, err)
		require.NoError(t, w.AddTopic(bag.Topic{Name: topic, Type: m.TypeName(), Hash: m.TypeHash(), Definition: definition, QoS: []ros.QoS{{Reliable: true, Depth: 10}}}))
		data, err := cdr.Encode(nil, m)
		require.NoError(t, err)
		require.NoError(t, w.Write(topic, begin.Add(at), begin.Add(at), data))
	}
	put("/nao1/robot_description", 0, &stdmsgs.String{Data: urdf()})
	step := time.Second / time.Duration(hz)
	for at := time.Duration(0); at <= length; at += step {
		sec := at.Seconds()
		yaw := math.Sin(sec)
		neck := geometrymsgs.TransformStamped{ChildFrameId: "Neck"}
		neck.Header.FrameId = "torso"
		neck.Transform.Translation.Z = 0.1265
		neck.Transform.Rotation = geometrymsgs.Quaternion{Z: math.Sin(yaw / 2), W: math.Cos(yaw / 2)}
		base := geometrymsgs.TransformStamped{ChildFrameId: "torso"}
		base.Header.FrameId, base.Transform.Rotation.W = "base_link", 1
		put("/tf", at, &tf2msgs.TFMessage{Transforms: []geometrymsgs.TransformStamped{base, neck}})
		truth := msgs.GroundTruth{Names: []string{"torso", "ball"}, Poses: make([]geometrymsgs.Pose, 2)}
		truth.Header.FrameId = "world"
		truth.Poses[0] = geometrymsgs.Pose{Position: geometrymsgs.Point{X: math.Cos(sec / 5), Y: math.Sin(sec / 5), Z: 0.33}, Orientation: geometrymsgs.Quaternion{W: 1}}
		truth.Poses[1] = geometrymsgs.Pose{Position: geometrymsgs.Point{X: 1, Z: 0.05}, Orientation: geometrymsgs.Quaternion{W: 1}}
		put("/nao1/ground_truth", at, &truth)
		state := msgs.RobotState{}
		state.Position[0] = float32(yaw)
		put("/nao1/robot_state", at, &state)
	}
	require.NoError(t, w.Close())
	files, err := filepath.Glob(filepath.Join(dir, "*.mcap"))
	require.NoError(t, err)
	return files
}

// openBag opens the files of a bag on the Bags page.
func (p *Tab) openBag(files []string) {
	p.t.Helper()
	p.Wait(`document.querySelector("[data-bag]")`)
	p.must(chromedp.Do(p.ctx, chromedp.SetUploadFiles("[data-bag]", files, chromedp.NodeReady)))
}

func TestABagIsScrubbedPlottedAndShownInSpace(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{NoBody: true})
	p := s.Open("#bags")
	for i, compression := range []string{"none", "zstd", "lz4"} {
		t.Run(compression, func(t *testing.T) {
			length := 6 + i // duration in seconds; each bag has a different one, so that the page shows which bag is open
			p.openBag(recording(t, time.Duration(length)*time.Second, 20, bag.Options{Compression: compression, MaxDuration: 4 * time.Second}))
			p.WaitText("4 topics · " + literal(length) + ".0 s")
			p.Wait(`window.gonaoScene.triangles > 10000`)
			p.Do(`window.__frames = window.gonaoScene.frames`)
			p.Do(`const i = document.querySelector(".replay-time input"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(i, 4.5); i.dispatchEvent(new Event("input", {bubbles: true}))`)
			p.Wait(`document.querySelector(".replay-time output").textContent === "4.5 s" && window.gonaoScene.frames > window.__frames`)
			p.Do(`const set = (label, v) => { const e = document.querySelector(".replay-plot select[aria-label='" + label + "']"); e.value = v; e.dispatchEvent(new Event("change", {bubbles: true})); }; window.set = set; set("Topic", "/nao1/ground_truth")`)
			p.Wait(`[...document.querySelectorAll(".replay-plot select[aria-label='Field'] option")].some(o => o.value === "poses[].position.x")`)
			p.Do(`set("Field", "poses[].position.x")`)
			p.Do(`[...document.querySelectorAll(".replay-plot button")].find(b => b.textContent === "Add").click()`)
			p.Wait(`Number(document.querySelector(".replay-plot .plot-chart")?.dataset.points) === ` + literal(20*length+1))
			p.Do(`const e = document.querySelector(".replay-time select"); e.value = 10; e.dispatchEvent(new Event("change", {bubbles: true})); [...document.querySelectorAll(".replay-time button")][0].click()`)
			p.Wait(`document.querySelector(".replay-time output").textContent === "` + literal(length) + `.0 s" && document.querySelector(".replay-time button").textContent.includes("Play")`)
		})
	}
	require.Empty(t, p.Problems())
}

// A recording of the running robot appears in the list and is opened from there.
func TestABagIsRecordedAndOpenedFromTheList(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{})
	p := s.Open("#bags")
	p.Press(".recorded", "● Record")
	p.Wait(`Number(document.querySelector("[data-recording]")?.dataset.recording) > 50`)
	p.requireFine("while a bag is recorded")
	p.Press(".recorded", "■ Stop")
	p.Press(".recorded .file-list", "20")
	p.Wait(`document.querySelector(".replay .panel-bar .dim")?.textContent.includes("topics")`)
	p.Wait(`[...document.querySelectorAll(".replay-plot option")].some(o => o.value === "/nao1/robot_state")`)
	p.Press(".replay", "All bags")
	p.Wait(`document.querySelectorAll(".recorded li").length === 1`)
	require.Empty(t, p.Problems())
}

func TestWhatIsNoBagSaysWhatToDo(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{NoBody: true})
	p := s.Open("#bags")
	files := recording(t, time.Second, 10, bag.Options{})
	cut(t, files[0])
	p.openBag(files)
	p.WaitText("gonao bag reindex")
	require.Empty(t, p.Problems())
}

// heap returns the size of the page's objects after a garbage collection, in bytes.
func (p *Tab) heap() float64 {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, heapprofiler.CollectGarbage, cdp.Empty{})
	p.must(err)
	usage, err := chromedp.Call(p.ctx, runtime.GetHeapUsage, cdp.Empty{})
	p.must(err)
	return usage.UsedSize
}

// cut removes the last part of a file, as when a recorder was killed.
func cut(t *testing.T, file string) {
	t.Helper()
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(file, info.Size()*2/3))
}

// An hour is replayed at ten times its speed, in 3-D and with a plot. The page's memory must not grow.
func TestAnHourAtTenTimesKeepsTheHeap(t *testing.T) {
	if os.Getenv("NIGHTLY") == "" {
		t.Skip("it takes seven minutes; make nightly STEPS=tests or NIGHTLY=1 runs it")
	}
	replayAtTenTimes(t, 3600, 300)
}

// This is the same for five minutes, which take half a minute if the machine is not busy.
func TestMinutesAtTenTimesKeepTheHeap(t *testing.T) {
	if testing.Short() {
		t.Skip("five minutes at ten times: about 20 s of processor time")
	}
	replayAtTenTimes(t, 300, 60)
}

// replayAtTenTimes replays a bag of some length and checks the heap after each part.
func replayAtTenTimes(t *testing.T, sec, stretch int) {
	t.Helper()
	const mega = 1 << 20
	s := NewStage(t, Options{NoBody: true})
	p := s.Open("#bags")
	p.openBag(recording(t, time.Duration(sec)*time.Second, 10, bag.Options{}))
	p.WaitText("4 topics · " + literal(sec) + ".0 s")
	p.Wait(`window.gonaoScene.triangles > 10000`)
	p.Do(`const e = document.querySelector(".replay-time select"); e.value = 10; e.dispatchEvent(new Event("change", {bubbles: true})); document.querySelector(".replay-time button").click()`)
	p.waitReplayed(min(stretch, 60)) // the page's buffers have reached their sizes
	begin := p.heap()
	for at := stretch; at <= sec; at += stretch {
		p.waitReplayed(at)
		now := p.heap()
		t.Logf("%d s: heap %.1f MB, at the beginning %.1f MB", at, now/mega, begin/mega)
		require.InDelta(t, begin, now, 5*mega)
		require.Less(t, now, 120.0*mega)
	}
	require.Empty(t, p.Problems())
}

// waitReplayed waits until a bag has been replayed up to a moment. It fails only if the replay stops moving, however
// slow the machine is.
func (p *Tab) waitReplayed(sec int) {
	p.t.Helper()
	shown := `parseFloat(document.querySelector(".replay-time output").textContent)`
	for {
		now := Eval[float64](p, shown)
		if now >= float64(sec) {
			return
		}
		p.WaitLong(shown+" >= "+literal(min(now+5, float64(sec))), 3*time.Minute)
	}
}
