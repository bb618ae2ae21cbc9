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

	all       *ros.Watcher[msgs.Lights]
	chest     *ros.Watcher[lolacommands.ChestLed]
	leftEar   *ros.Watcher[lolacommands.LeftEarLeds]
	rightEar  *ros.Watcher[lolacommands.RightEarLeds]
	leftEye   *ros.Watcher[lolacommands.LeftEyeLeds]
	rightEye  *ros.Watcher[lolacommands.RightEyeLeds]
	leftFoot  *ros.Watcher[lolacommands.LeftFootLed]
	rightFoot *ros.Watcher[lolacommands.RightFootLed]
	head      *ros.Watcher[lolacommands.HeadLeds]
}

func newLightTopics(n *ros.Node) (*lightTopics, error) {
	t := &lightTopics{}
	var errs [9]error
	t.all, errs[0] = ros.Watch[msgs.Lights](n, "lights", ros.BestEffort(), ros.Depth(1))
	t.chest, errs[1] = ros.Watch[lolacommands.ChestLed](n, "effectors/chest_led")
	t.leftEar, errs[2] = ros.Watch[lolacommands.LeftEarLeds](n, "effectors/left_ear_leds")
	t.rightEar, errs[3] = ros.Watch[lolacommands.RightEarLeds](n, "effectors/right_ear_leds")
	t.leftEye, errs[4] = ros.Watch[lolacommands.LeftEyeLeds](n, "effectors/left_eye_leds")
	t.rightEye, errs[5] = ros.Watch[lolacommands.RightEyeLeds](n, "effectors/right_eye_leds")
	t.leftFoot, errs[6] = ros.Watch[lolacommands.LeftFootLed](n, "effectors/left_foot_led")
	t.rightFoot, errs[7] = ros.Watch[lolacommands.RightFootLed](n, "effectors/right_foot_led")
	t.head, errs[8] = ros.Watch[lolacommands.HeadLeds](n, "effectors/head_leds")
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return t, nil
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
	if m, ok := newest(t.all); ok {
		setLights(w, &m)
		got = true
	}
	if m, ok := newest(t.chest); ok {
		w.Chest, got = color(m.Color), true
	}
	if m, ok := newest(t.leftFoot); ok {
		w.LeftFoot, got = color(m.Color), true
	}
	if m, ok := newest(t.rightFoot); ok {
		w.RightFoot, got = color(m.Color), true
	}
	eyes, head := t.pollEyes(), t.pollHead()
	return got || eyes || head
}

// pollEyes polls the eyes. nao_lola counts the right eye's LEDs in the opposite order to LoLA.
func (t *lightTopics) pollEyes() (got bool) {
	if m, ok := newest(t.leftEye); ok {
		for i, c := range m.Colors {
			t.wish.LeftEye[i] = color(c)
		}
		got = true
	}
	if m, ok := newest(t.rightEye); ok {
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
	if m, ok := newest(t.leftEar); ok {
		t.wish.LeftEar, got = m.Intensities, true
	}
	if m, ok := newest(t.rightEar); ok {
		for i, v := range m.Intensities {
			t.wish.RightEar[len(m.Intensities)-1-i] = v
		}
		got = true
	}
	if m, ok := newest(t.head); ok {
		for i, v := range m.Intensities {
			t.wish.Skull[len(m.Intensities)-1-i] = v
		}
		got = true
	}
	return got
}

// newest returns the message that came since the last call; none after the clock jumped back,
// which drops it.
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
