package studiotest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nodes/vision"
	"gonao/ros"
)

// frames publishes a raw frame on the topic of the top camera. It contains noise with all chroma values, and smooth
// areas.
func (s *Stage) frames(width, height int) {
	s.t.Helper()
	raw, err := ros.Advertise[sensormsgs.Image](s.Robot, "camera/top/image_raw", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(s.t, err)
	r := rand.New(rand.NewPCG(1, 2))
	m := sensormsgs.Image{Width: uint32(width), Height: uint32(height), Step: uint32(2 * width), Encoding: "yuv422_yuy2", Data: make([]byte, 2*width*height)} //nolint:gosec // small numbers
	for i := range m.Data {
		m.Data[i] = byte(r.IntN(256))
		if i > len(m.Data)/2 {
			m.Data[i] = byte(i / 64)
		}
	}
	require.NoError(s.t, raw.Publish(m))
}

// The shader and the plain code draw the same picture. Pixels of the color are equal, and the others are equal within
// rounding.
func TestTheShaderSegmentsAsThePlainCode(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{})
	cfg := vision.DefaultConfig()
	runNode(s, "vision", &cfg, vision.Run)
	s.frames(160, 120)
	p := s.Open("#colours")
	p.Wait(`parseInt(document.querySelector("[data-found]").textContent) >= 0`)
	p.Do(`window.mark = () => document.querySelector(".colours-left input[type=checkbox]").click();
		window.pixels = () => { const c = document.querySelector("[data-frame]"); return [...c.getContext("2d").getImageData(0, 0, c.width, c.height).data]; };
		document.querySelectorAll(".colours-left .panel-bar button")[0].click();`) // the picture is frozen
	p.Wait(`gonaoColours.byShader > 0 && gonaoColours.byCode === 0`)
	type difference struct{ Marked, Least, Other float64 }
	compare := func() difference {
		return Eval[difference](p, `(async () => {
			const settled = async (change) => { const was = gonaoColours.byShader + gonaoColours.byCode; change(); while (gonaoColours.byShader + gonaoColours.byCode === was) await new Promise(r => setTimeout(r, 10)); };
			await settled(mark); await settled(mark);
			const shader = pixels();
			gonaoColours.plain = true;
			await settled(mark); await settled(mark);
			const plain = pixels();
			gonaoColours.plain = false;
			const colour = (d, i) => d[i] === 0 && d[i + 1] === 229 && d[i + 2] === 255 ? 1 : d[i] === 255 && d[i + 1] === 0 && d[i + 2] === 200 ? 2 : 0;
			const out = { Marked: 0, Least: 0, Other: 0 };
			for (let i = 0; i < plain.length; i += 4) {
				if (colour(plain, i)) out.Marked++;
				if (colour(plain, i) !== colour(shader, i)) out.Other++;
				for (let k = 0; k < 3; k++) out.Least = Math.max(out.Least, Math.abs(plain[i + k] - shader[i + k]));
			}
			return out;
		})()`)
	}
	d := compare()
	require.Positive(t, d.Marked)
	require.Zero(t, d.Other, "pixels that only one of them marks")
	require.LessOrEqual(t, d.Least, 1.0)
	// With a region, pixels of the color outside it are marked as false.
	p.Do(`[...document.querySelectorAll(".colours-left button")].find(b => b.textContent === "Object is here").click()`)
	p.DragBy("[data-frame]", 90, 70)
	p.Wait(`document.querySelector("[data-found]").textContent.includes("false")`)
	d = compare()
	require.Zero(t, d.Other)
	require.LessOrEqual(t, d.Least, 1.0)
	require.Empty(t, p.Problems())
}
