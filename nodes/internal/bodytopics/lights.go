package bodytopics

import (
	"gonao/msgs"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
)

// lightTopics holds the topics that set LEDs: lights sets every LED, nao_lola's topics some of
// them. The last message for a LED counts.
type lightTopics struct {
	wish nao.Lights

	All       *ros.Watcher[msgs.Lights]               `topic:"lights" qos:"latest" doc:"every LED, best effort; it stays until the next"`
	Chest     *ros.Watcher[lolacommands.ChestLed]     `topic:"effectors/chest_led" doc:"some LEDs, as nao_lola takes them"`
	LeftEar   *ros.Watcher[lolacommands.LeftEarLeds]  `topic:"effectors/left_ear_leds" doc:"some LEDs, as nao_lola takes them"`
	RightEar  *ros.Watcher[lolacommands.RightEarLeds] `topic:"effectors/right_ear_leds" doc:"some LEDs, as nao_lola takes them"`
	LeftEye   *ros.Watcher[lolacommands.LeftEyeLeds]  `topic:"effectors/left_eye_leds" doc:"some LEDs, as nao_lola takes them"`
	RightEye  *ros.Watcher[lolacommands.RightEyeLeds] `topic:"effectors/right_eye_leds" doc:"some LEDs, as nao_lola takes them"`
	LeftFoot  *ros.Watcher[lolacommands.LeftFootLed]  `topic:"effectors/left_foot_led" doc:"some LEDs, as nao_lola takes them"`
	RightFoot *ros.Watcher[lolacommands.RightFootLed] `topic:"effectors/right_foot_led" doc:"some LEDs, as nao_lola takes them"`
	Head      *ros.Watcher[lolacommands.HeadLeds]     `topic:"effectors/head_leds" doc:"some LEDs, as nao_lola takes them"`
}

// Lights fills in the newest wish for the LEDs.
func (c *commander) Lights(out *nao.Lights) bool {
	if !c.lights.poll() {
		return false
	}
	*out = c.lights.wish
	return true
}

// poll reports whether a message came since the last call.
func (t *lightTopics) poll() bool {
	w := &t.wish
	got := false
	if m, ok := newest(t.All); ok {
		setLights(w, &m)
		got = true
	}
	if m, ok := newest(t.Chest); ok {
		w.Chest, got = color(m.Color), true
	}
	if m, ok := newest(t.LeftFoot); ok {
		w.LeftFoot, got = color(m.Color), true
	}
	if m, ok := newest(t.RightFoot); ok {
		w.RightFoot, got = color(m.Color), true
	}
	eyes, head := t.pollEyes(), t.pollHead()
	return got || eyes || head
}

// pollEyes polls the eyes. nao_lola counts the right eye's LEDs in the opposite order to LoLA.
func (t *lightTopics) pollEyes() (got bool) {
	if m, ok := newest(t.LeftEye); ok {
		for i, c := range m.Colors {
			t.wish.LeftEye[i] = color(c)
		}
		got = true
	}
	if m, ok := newest(t.RightEye); ok {
		for i, c := range m.Colors {
			t.wish.RightEye[len(m.Colors)-1-i] = color(c)
		}
		got = true
	}
	return got
}

// pollHead polls ears and skull. nao_lola counts the LEDs of the right ear and of the skull in the
// opposite order to LoLA.
func (t *lightTopics) pollHead() (got bool) {
	if m, ok := newest(t.LeftEar); ok {
		t.wish.LeftEar, got = m.Intensities, true
	}
	if m, ok := newest(t.RightEar); ok {
		for i, v := range m.Intensities {
			t.wish.RightEar[len(m.Intensities)-1-i] = v
		}
		got = true
	}
	if m, ok := newest(t.Head); ok {
		for i, v := range m.Intensities {
			t.wish.Skull[len(m.Intensities)-1-i] = v
		}
		got = true
	}
	return got
}

// newest returns the message that came since the last call; nil after the clock jumped back, which drops it.
func newest[T any](w *ros.Watcher[T]) (m T, ok bool) {
	select {
	case <-w.Updates():
		return w.Get()
	default:
		return m, false
	}
}

func setLights(out *nao.Lights, m *msgs.Lights) {
	for i := range m.LeftEye {
		out.LeftEye[i], out.RightEye[i] = color(m.LeftEye[i]), color(m.RightEye[i])
	}
	out.LeftEar, out.RightEar, out.Skull = m.LeftEar, m.RightEar, m.Skull
	out.Chest, out.LeftFoot, out.RightFoot = color(m.Chest), color(m.LeftFoot), color(m.RightFoot)
}

func color(c stdmsgs.ColorRGBA) nao.Color { return nao.Color{R: c.R, G: c.G, B: c.B} }
