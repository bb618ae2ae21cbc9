package vision

import (
	"time"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/vision"
)

// see reads one image and publishes what is in it.
func (s *seer) see(image *sensormsgs.Image) error {
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
	yaw, pitch, ok := s.neck.At(sinceEpoch(ros.StampTime(image.Header.Stamp)))
	if ok && s.lens.Fx > 0 && s.lens.Fy > 0 {
		s.fill(image, blobs, yaw, pitch)
		if err := s.blobs.Publish(s.out); err != nil {
			return err
		}
	} else {
		s.unplaced++
	}
	s.report()
	return s.draw(image, img, blobs)
}

// fill writes the message of one image.
func (s *seer) fill(image *sensormsgs.Image, blobs []vision.Blob, yaw, pitch float64) {
	var joints nao.Joints
	joints[nao.HeadYaw], joints[nao.HeadPitch] = yaw, pitch
	eye := vision.NewEye(s.lens, s.cam, &joints)

	s.out.Header = image.Header
	s.out.Width, s.out.Height = image.Width, image.Height
	s.out.HeadYaw, s.out.HeadPitch = float32(yaw), float32(pitch)
	s.out.Blobs = s.out.Blobs[:0]
	for _, b := range blobs {
		bearing := eye.Bearing(b.X, b.Y)
		s.out.Blobs = append(s.out.Blobs, msgs.ColorBlob{
			Color: b.Color,
			X:     float32(b.X), Y: float32(b.Y),
			Pixels: uint32(b.Pixels), Radius: float32(b.Radius),
			Azimuth: float32(bearing.Azimuth), Elevation: float32(bearing.Elevation),
			ImageAzimuth: float32(bearing.ImageAzimuth), ImageElevation: float32(bearing.ImageElevation),
			Confidence: float32(b.Confidence),
		})
	}
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
		s.n.Log.Warn("images without camera_info or a robot_state of their time", "count", s.unplaced)
	}
	s.unread, s.unplaced, s.reported = 0, 0, now
}
