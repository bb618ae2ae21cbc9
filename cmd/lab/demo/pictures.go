package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"gonao/lab/score"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros"
)

// The picture of the head camera is the first after overlayAtSec with the ball near its
// middle.
const (
	overlayAtSec  = 5
	overlayDueSec = 8 // without a picture by then the demo fails
	overlayMaxDeg = 3
)

// overlayPicture receives one image with vision's overlay. It subscribes only while it
// waits, since vision draws only for subscribers.
type overlayPicture struct {
	sub  *ros.Subscription[sensormsgs.Image]
	png  []byte
	fail error
}

// takeOverlay stores the picture when it is due.
func (l *live) takeOverlay(nowSec float64) {
	if nowSec < overlayAtSec || (l.overlay != nil && l.overlay.sub == nil) {
		return
	}
	if l.overlay == nil {
		l.overlay = new(overlayPicture)
		l.overlay.sub, l.overlay.fail = ros.Subscribe[sensormsgs.Image](l.node, "camera/top/overlay", ros.SensorData())
		return
	}
	select {
	case m := <-l.overlay.sub.C():
		l.overlay.png, l.overlay.fail = encodeRGB8(&m)
		if s := l.record.Status(); s.Following && s.Locked && s.ErrorDeg < overlayMaxDeg {
			if err := l.overlay.sub.Close(); err != nil {
				l.overlay.fail = err
			}
			l.overlay.sub = nil
		}
	default:
	}
}

// encodeRGB8 returns a ROS image as PNG.
func encodeRGB8(m *sensormsgs.Image) ([]byte, error) {
	width, height := int(m.Width), int(m.Height)
	if m.Encoding != "rgb8" || int(m.Step) < 3*width || len(m.Data) < int(m.Step)*height {
		return nil, fmt.Errorf("overlay image: %s of %d×%d, step %d, %d bytes: expected rgb8", m.Encoding, width, height, m.Step, len(m.Data))
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		row := m.Data[y*int(m.Step):]
		for x := range width {
			copy(img.Pix[y*img.Stride+4*x:], row[3*x:3*x+3])
			img.Pix[y*img.Stride+4*x+3] = 0xff
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("overlay image: %w", err)
	}
	return out.Bytes(), nil
}

// pictures writes the pictures of the run.
func (l *live) pictures(sum *summary) error {
	record := l.record.Snapshot()
	file := filepath.Join(l.opts.Out, "image_error.png")
	if err := drawErrors(file, "Where the followed ball is in the image", record.Errors, stays(record.Trace, sum.DurationSec), sum.DurationSec); err != nil {
		return err
	}
	if l.overlay == nil || l.overlay.fail == nil && l.overlay.png == nil && sum.DurationSec < overlayDueSec {
		return nil // the demo was ended early
	}
	if l.overlay.fail != nil || l.overlay.png == nil {
		sum.Failures = append(sum.Failures, fmt.Sprint("no image with vision's overlay came: ", l.overlay.fail))
		return nil
	}
	if err := os.WriteFile(filepath.Join(l.opts.Out, "head_camera.png"), l.overlay.png, 0o644); err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}

// stays returns the stays in each path of states.
func stays(trace []score.Transition, untilSec float64) []stay {
	out := make([]stay, 0, len(trace))
	for i, t := range trace {
		end := untilSec
		if i+1 < len(trace) {
			end = trace[i+1].TSec
		}
		out = append(out, stay{t.Path, t.TSec, end})
	}
	return out
}
