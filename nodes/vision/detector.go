package vision

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"time"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/vision"
	"gonao/vision/view"
)

// Reasons why no message is published for an image.
var (
	errNoState = errors.New("no robot_state of their time")
	errNoLens  = errors.New("no camera_info of their size")
)

// see detects the balls in one image. The messages are published when the camera's pose at the image's stamp is known:
// usually at once, at the latest when the next image comes.
func (d *detector) see(e *eye, image *sensormsgs.Image) error {
	if err := d.settle(e); err != nil {
		return err
	}
	img := read(image)
	d.health.arrive()
	blobs, err := d.filter.Detect(img)
	if err != nil {
		d.health.drop(err)
		d.unread.Add(1)
		d.why = err
		d.report()
		return nil
	}
	e.header, e.image, e.waiting = image.Header, img, true
	e.blobs = append(e.blobs[:0], blobs...)
	if err := d.place(e); err != nil {
		return err
	}
	d.report()
	return d.draw(e, blobs)
}

// read returns an image as package vision reads it.
func read(image *sensormsgs.Image) vision.Image {
	return vision.Image{
		Width: int(image.Width), Height: int(image.Height), Step: int(image.Step), Encoding: image.Encoding, Data: image.Data,
	}
}

// place publishes a camera's waiting messages if its pose at their stamp is known exactly.
func (d *detector) place(e *eye) error {
	if e != nil && e.waiting && e.lensFits() && d.history.Covers(e.taken()) {
		return d.settle(e)
	}
	return nil
}

// settle publishes a camera's waiting messages with the posture known so far, or drops them without one.
func (d *detector) settle(e *eye) error {
	if !e.waiting {
		return nil
	}
	e.waiting = false
	var posture view.Posture
	switch {
	case !d.history.At(e.taken(), &posture):
		d.unplaced.Add(1)
		d.lost = errNoState
		d.health.drop(d.lost)
		return nil
	case !e.lensFits():
		d.unplaced.Add(1)
		d.lost = errNoLens
		d.health.drop(d.lost)
		return nil
	}
	posture.At = e.taken()
	if d.features != nil {
		if err := d.findFeatures(e, &posture); err != nil {
			return err
		}
	}
	d.placed = true
	seen := vision.NewEye(e.lens, e.cam, &posture.Joints)
	d.message(e, seen, &posture.Joints)
	if err := d.Blobs.Publish(d.out); err != nil {
		return err
	}
	return d.mark(e, seen)
}

// message writes the blobs of a camera's image into the message, which is reused.
func (d *detector) message(e *eye, seen vision.Eye, joints *nao.Joints) {
	d.out.Header, d.out.Width, d.out.Height = e.header, uint32(e.image.Width), uint32(e.image.Height)
	d.out.HeadYaw, d.out.HeadPitch = float32(joints[nao.HeadYaw]), float32(joints[nao.HeadPitch])
	d.out.Blobs = d.out.Blobs[:0]
	for i := range e.blobs {
		b := &e.blobs[i]
		bearing, angular := seen.Bearing(b.X, b.Y), seen.AngularRadius(b.Radius)
		d.out.Blobs = append(d.out.Blobs, msgs.ColorBlob{
			Color: b.Color,
			X:     float32(b.X), Y: float32(b.Y), Pixels: uint32(b.Pixels), Radius: float32(b.Radius), Confidence: float32(b.Confidence),
			Azimuth: float32(bearing.Azimuth), Elevation: float32(bearing.Elevation),
			ImageAzimuth: float32(bearing.ImageAzimuth), ImageElevation: float32(bearing.ImageElevation),
			AngularRadius: float32(angular), Distance: float32(vision.BallDistance(angular, d.ballRadius)),
		})
	}
}

// findFeatures publishes the field features of an image, and the balls and robots on it. A lying robot sees nothing
// useful: its images are only counted.
func (d *detector) findFeatures(e *eye, posture *view.Posture) error {
	size := view.Size{Width: e.image.Width, Height: e.image.Height}
	v, err := view.New(e.lens, size, e.cam, posture)
	if err != nil {
		d.unplaced.Add(1)
		d.lost = err
		d.health.drop(d.lost)
		return nil
	}
	v.K1 = e.k1
	if err := d.features.see(e.image, &v, e.header); err != nil {
		return err
	}
	if err := d.objects.see(e, &v, d.features.finders[e.cam]); err != nil {
		return err
	}
	if err := d.shown.publish(e.header.Stamp, &d.features.found); err != nil {
		return err
	}
	if err := d.robots.publish(&v, e.header, d.objects.others); err != nil {
		return err
	}
	d.keeper.see(e.image, e.cam, ros.StampTime(e.header.Stamp), e.taken(), d)
	return nil
}

// taken returns when the waiting image was taken.
func (e *eye) taken() time.Duration { return ros.StampSinceEpoch(e.header.Stamp) }

// lensFits reports whether the last camera_info has the size of the waiting image.
func (e *eye) lensFits() bool { return e.lensSize == [2]int{e.image.Width, e.image.Height} }

// takeState stores a posture. A posture that is not finite is dropped.
func (d *detector) takeState(state *msgs.RobotState) error {
	p := view.Posture{At: ros.StampSinceEpoch(state.Stamp)}
	for j := range p.Joints {
		p.Joints[j] = float64(state.Position[j])
	}
	for i := range p.Angles {
		p.Angles[i] = float64(state.Angles[i])
	}
	for i := range p.Turn {
		p.Turn[i] = float64(state.Gyroscope[i])
	}
	if !d.history.Add(&p) {
		return nil
	}
	for _, e := range d.eyes {
		if err := d.place(e); err != nil {
			return err
		}
	}
	return nil
}

// takeInfo stores the lens. ROS counts pixels from the centre of the first pixel, package vision from its
// corner. A camera_info without a focal length is dropped.
func (d *detector) takeInfo(e *eye, info *sensormsgs.CameraInfo) error {
	e.lens = nao.Intrinsics{Fx: info.K[0], Fy: info.K[4], Cx: info.K[2] + 0.5, Cy: info.K[5] + 0.5}
	e.lensSize = [2]int{int(info.Width), int(info.Height)}
	e.k1 = 0
	if len(info.D) > 0 && math.Abs(info.D[0]) < 1 {
		e.k1 = info.D[0]
	}
	sum := e.lens.Fx + e.lens.Fy + e.lens.Cx + e.lens.Cy
	if math.IsNaN(sum-sum) || e.lens.Fx <= 0 || e.lens.Fy <= 0 {
		e.lensSize = [2]int{}
	}
	return d.place(e)
}

// draw publishes the overlay while it is subscribed, at most at its rate.
func (d *detector) draw(e *eye, blobs []vision.Blob) error {
	taken := ros.StampTime(e.header.Stamp)
	const early = 5 * time.Millisecond // images do not come exactly at their rate
	if since := taken.Sub(e.drawn); e.Overlay.Subscribers() == 0 || since >= 0 && since < d.period-early {
		return nil
	}
	e.drawn = taken
	if err := e.picture.Draw(e.image, blobs, e.lens.Cx, e.lens.Cy); err != nil {
		return err // Detect has read the same image
	}
	return e.Overlay.Publish(sensormsgs.Image{
		Header: e.header,
		Height: uint32(e.image.Height), Width: uint32(e.image.Width),
		Encoding: "rgb8", Step: 3 * uint32(e.image.Width), Data: e.picture.Pix,
	})
}

// report logs unusable inputs once a second.
func (d *detector) report() {
	now := d.n.Clock.Now()
	if times, due := d.unread.Due(now); due {
		d.n.Log.Warn("images not read", "count", times, "error", d.why)
	}
	if times, due := d.unplaced.Due(now); due {
		d.n.Log.Log(context.Background(), d.unplacedLevel(now), "images without a place", "count", times, "error", d.lost)
	}
}

// awaited is the time for the first states of the robot to arrive after the first images.
const awaited = 10 * time.Second

// unplacedLevel returns the level at which images without a pose are logged: before the first one with a pose they are no
// warning, because cameras and driver start side by side.
func (d *detector) unplacedLevel(now time.Time) slog.Level {
	if d.unplacedSince.IsZero() {
		d.unplacedSince = now
	}
	if since := now.Sub(d.unplacedSince); !d.placed && since >= 0 && since < awaited {
		return slog.LevelInfo
	}
	return slog.LevelWarn
}
