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

// Reasons why an image gives no message.
var (
	errNoState = errors.New("no robot_state of their time")
	errNoLens  = errors.New("no camera_info of their size")
)

// see reads one image. Its message waits until the camera's place at its stamp is
// known: usually not at all, at most until the next image.
func (s *seer) see(image *sensormsgs.Image) error {
	if err := s.settle(); err != nil {
		return err
	}
	img := vision.Image{
		Width: int(image.Width), Height: int(image.Height), Step: int(image.Step),
		Encoding: image.Encoding, Data: image.Data,
	}
	blobs, err := s.filter.Detect(img)
	if err != nil {
		s.unread++
		s.why = err
		s.report()
		return nil
	}
	s.fill(image, blobs)
	if err := s.place(); err != nil {
		return err
	}
	s.report()
	return s.draw(image, img, blobs)
}

// fill writes the message of one image, all but the bearings.
func (s *seer) fill(image *sensormsgs.Image, blobs []vision.Blob) {
	s.out.Header = image.Header
	s.out.Width, s.out.Height = image.Width, image.Height
	s.out.Blobs = s.out.Blobs[:0]
	for _, b := range blobs {
		s.out.Blobs = append(s.out.Blobs, msgs.ColorBlob{
			Color: b.Color,
			X:     float32(b.X), Y: float32(b.Y),
			Pixels: uint32(b.Pixels), Radius: float32(b.Radius),
			Confidence: float32(b.Confidence),
		})
	}
	s.waiting = true
}

// place publishes the waiting message once nothing better is to be expected.
func (s *seer) place() error {
	if s.waiting && s.lensFits() && s.neck.Covers(s.taken()) {
		return s.settle()
	}
	return nil
}

// settle publishes the waiting message with what is known of the camera's place,
// or drops it when that is too little.
func (s *seer) settle() error {
	if !s.waiting {
		return nil
	}
	s.waiting = false
	yaw, pitch, ok := s.neck.At(s.taken())
	switch {
	case !ok:
		s.unplaced++
		s.lost = errNoState
		return nil
	case !s.lensFits():
		s.unplaced++
		s.lost = errNoLens
		return nil
	}
	var joints nao.Joints
	joints[nao.HeadYaw], joints[nao.HeadPitch] = yaw, pitch
	eye := vision.NewEye(s.lens, s.cam, &joints)
	s.out.HeadYaw, s.out.HeadPitch = float32(yaw), float32(pitch)
	for i := range s.out.Blobs {
		b := &s.out.Blobs[i]
		bearing := eye.Bearing(float64(b.X), float64(b.Y))
		b.Azimuth, b.Elevation = float32(bearing.Azimuth), float32(bearing.Elevation)
		b.ImageAzimuth, b.ImageElevation = float32(bearing.ImageAzimuth), float32(bearing.ImageElevation)
	}
	if err := s.blobs.Publish(s.out); err != nil {
		return err
	}
	return s.mark(eye)
}

// taken is when the image of the message was.
func (s *seer) taken() time.Duration { return ros.StampSinceEpoch(s.out.Header.Stamp) }

// lensFits tells whether the last camera_info is of images like that of the message.
func (s *seer) lensFits() bool { return s.lensSize == [2]uint32{s.out.Width, s.out.Height} }

// takeState remembers where the head was; a broken sensor's angles are none.
func (s *seer) takeState(state *msgs.RobotState) error {
	yaw, pitch := float64(state.Position[nao.HeadYaw]), float64(state.Position[nao.HeadPitch])
	if math.IsNaN(yaw-yaw) || math.IsNaN(pitch-pitch) { // NaN or infinite
		return nil
	}
	s.neck.Add(ros.StampSinceEpoch(state.Stamp), yaw, pitch)
	return s.place()
}

// takeInfo takes the lens. ROS counts pixels from the centre of the first one,
// vision from its corner. A camera_info without a focal length is none.
func (s *seer) takeInfo(info *sensormsgs.CameraInfo) error {
	s.lens = nao.Intrinsics{Fx: info.K[0], Fy: info.K[4], Cx: info.K[2] + 0.5, Cy: info.K[5] + 0.5}
	s.lensSize = [2]uint32{info.Width, info.Height}
	sum := s.lens.Fx + s.lens.Fy + s.lens.Cx + s.lens.Cy
	if math.IsNaN(sum-sum) || s.lens.Fx <= 0 || s.lens.Fy <= 0 {
		s.lensSize = [2]uint32{}
	}
	return s.place()
}

// draw publishes the overlay while somebody looks, at most at its rate.
func (s *seer) draw(image *sensormsgs.Image, img vision.Image, blobs []vision.Blob) error {
	taken := ros.StampTime(image.Header.Stamp)
	const early = 5 * time.Millisecond // images do not come exactly at their rate
	if since := taken.Sub(s.drawn); s.overlay.Subscribers() == 0 || since >= 0 && since < s.period-early {
		return nil
	}
	s.drawn = taken
	if err := s.picture.Draw(img, blobs, s.lens.Cx, s.lens.Cy); err != nil {
		return err // Detect has read the same image
	}
	return s.overlay.Publish(sensormsgs.Image{
		Header: image.Header,
		Height: image.Height, Width: image.Width,
		Encoding: "rgb8", Step: 3 * image.Width, Data: s.picture.Pix,
	})
}

// report says once a second what could not be used.
func (s *seer) report() {
	now := s.n.Clock.Now()
	since := now.Sub(s.reported)
	if s.unread+s.unplaced == 0 || since >= 0 && since < time.Second {
		return
	}
	if s.unread > 0 {
		s.n.Log.Warn("images not read", "count", s.unread, "error", s.why)
	}
	if s.unplaced > 0 {
		s.n.Log.Warn("images without bearings", "count", s.unplaced, "error", s.lost)
	}
	s.unread, s.unplaced, s.reported = 0, 0, now
}
