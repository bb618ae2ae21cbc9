package vision

import (
	"errors"
	"math"
	"time"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/vision"
)

// Reasons why no message is published for an image.
var (
	errNoState = errors.New("no robot_state of their time")
	errNoLens  = errors.New("no camera_info of their size")
)

// see detects the balls in one image. The message is published when the camera's pose at the image's stamp
// is known: usually at once, at the latest when the next image comes.
func (d *detector) see(image *sensormsgs.Image) error {
	if err := d.settle(); err != nil {
		return err
	}
	img := vision.Image{
		Width: int(image.Width), Height: int(image.Height), Step: int(image.Step),
		Encoding: image.Encoding, Data: image.Data,
	}
	blobs, err := d.filter.Detect(img)
	if err != nil {
		d.unread.Add(1)
		d.why = err
		d.report()
		return nil
	}
	d.fill(image, blobs)
	if err := d.place(); err != nil {
		return err
	}
	d.report()
	return d.draw(image, img, blobs)
}

// fill sets the message's fields except the bearings.
func (d *detector) fill(image *sensormsgs.Image, blobs []vision.Blob) {
	d.out.Header = image.Header
	d.out.Width, d.out.Height = image.Width, image.Height
	d.out.Blobs = d.out.Blobs[:0]
	for _, b := range blobs {
		d.out.Blobs = append(d.out.Blobs, msgs.ColorBlob{
			Color: b.Color,
			X:     float32(b.X), Y: float32(b.Y),
			Pixels: uint32(b.Pixels), Radius: float32(b.Radius),
			Confidence: float32(b.Confidence),
		})
	}
	d.waiting = true
}

// place publishes the waiting message if the camera's pose at its stamp is known exactly.
func (d *detector) place() error {
	if d.waiting && d.lensFits() && d.neck.Covers(d.taken()) {
		return d.settle()
	}
	return nil
}

// settle publishes the waiting message with the pose known so far, or drops it without one.
func (d *detector) settle() error {
	if !d.waiting {
		return nil
	}
	d.waiting = false
	yaw, pitch, ok := d.neck.At(d.taken())
	switch {
	case !ok:
		d.unplaced.Add(1)
		d.lost = errNoState
		return nil
	case !d.lensFits():
		d.unplaced.Add(1)
		d.lost = errNoLens
		return nil
	}
	var joints nao.Joints
	joints[nao.HeadYaw], joints[nao.HeadPitch] = yaw, pitch
	eye := vision.NewEye(d.lens, d.cam, &joints)
	d.out.HeadYaw, d.out.HeadPitch = float32(yaw), float32(pitch)
	for i := range d.out.Blobs {
		b := &d.out.Blobs[i]
		bearing := eye.Bearing(float64(b.X), float64(b.Y))
		b.Azimuth, b.Elevation = float32(bearing.Azimuth), float32(bearing.Elevation)
		b.ImageAzimuth, b.ImageElevation = float32(bearing.ImageAzimuth), float32(bearing.ImageElevation)
		angular := eye.AngularRadius(float64(b.Radius))
		b.AngularRadius, b.Distance = float32(angular), float32(vision.BallDistance(angular, d.ballRadius))
	}
	if err := d.blobs.Publish(d.out); err != nil {
		return err
	}
	return d.mark(eye)
}

// taken returns when the message's image was taken.
func (d *detector) taken() time.Duration { return ros.StampSinceEpoch(d.out.Header.Stamp) }

// lensFits reports whether the last camera_info has the size of the message's image.
func (d *detector) lensFits() bool { return d.lensSize == [2]uint32{d.out.Width, d.out.Height} }

// takeState stores the neck's angles. Angles that are NaN or infinite are dropped.
func (d *detector) takeState(state *msgs.RobotState) error {
	yaw, pitch := float64(state.Position[nao.HeadYaw]), float64(state.Position[nao.HeadPitch])
	if math.IsNaN(yaw-yaw) || math.IsNaN(pitch-pitch) { // NaN or infinite
		return nil
	}
	d.neck.Add(ros.StampSinceEpoch(state.Stamp), yaw, pitch)
	return d.place()
}

// takeInfo stores the lens. ROS counts pixels from the centre of the first pixel, package vision from its
// corner. A camera_info without a focal length is dropped.
func (d *detector) takeInfo(info *sensormsgs.CameraInfo) error {
	d.lens = nao.Intrinsics{Fx: info.K[0], Fy: info.K[4], Cx: info.K[2] + 0.5, Cy: info.K[5] + 0.5}
	d.lensSize = [2]uint32{info.Width, info.Height}
	sum := d.lens.Fx + d.lens.Fy + d.lens.Cx + d.lens.Cy
	if math.IsNaN(sum-sum) || d.lens.Fx <= 0 || d.lens.Fy <= 0 {
		d.lensSize = [2]uint32{}
	}
	return d.place()
}

// draw publishes the overlay while it is subscribed, at most at its rate.
func (d *detector) draw(image *sensormsgs.Image, img vision.Image, blobs []vision.Blob) error {
	taken := ros.StampTime(image.Header.Stamp)
	const early = 5 * time.Millisecond // images do not come exactly at their rate
	if since := taken.Sub(d.drawn); d.overlay.Subscribers() == 0 || since >= 0 && since < d.period-early {
		return nil
	}
	d.drawn = taken
	if err := d.picture.Draw(img, blobs, d.lens.Cx, d.lens.Cy); err != nil {
		return err // Detect has read the same image
	}
	return d.overlay.Publish(sensormsgs.Image{
		Header: image.Header,
		Height: image.Height, Width: image.Width,
		Encoding: "rgb8", Step: 3 * image.Width, Data: d.picture.Pix,
	})
}

// report logs once a second what could not be used.
func (d *detector) report() {
	now := d.n.Clock.Now()
	if times, due := d.unread.Due(now); due {
		d.n.Log.Warn("images not read", "count", times, "error", d.why)
	}
	if times, due := d.unplaced.Due(now); due {
		d.n.Log.Warn("images without bearings", "count", times, "error", d.lost)
	}
}
