package executor

import (
	"fmt"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/behavior/track"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// motionClient calls play_motion.
type motionClient = ros.ActionClient[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback]

// body is the robot as the machines see it, over ROS. The loop's goroutine owns it,
// but for the motions under way.
type body struct {
	n       *ros.Node
	blobs   *ros.Watcher[msgs.ColorBlobArray]
	state   *ros.Watcher[msgs.RobotState]
	head    *ros.Publisher[msgs.HeadCommand]
	motions *motionClient
	skills  *skillClient
	trouble *trouble

	image    behavior.Image // of this round
	anyImage bool
	yaw      float64 // of the neck, in this round
	pitch    float64
	running  sync.WaitGroup // motions
}

// open makes the robot's topics and the action client.
func (b *body) open() (err error) {
	if b.blobs, err = ros.Watch[msgs.ColorBlobArray](b.n, "color_blobs", ros.SensorData()); err != nil {
		return err
	}
	if b.state, err = ros.Watch[msgs.RobotState](b.n, "robot_state", ros.BestEffort(), ros.Depth(1)); err != nil {
		return err
	}
	if b.head, err = ros.Advertise[msgs.HeadCommand](b.n, "head_command", ros.Reliable(), ros.Depth(1)); err != nil {
		return err
	}
	b.motions, err = ros.NewActionClient[msgs.PlayMotionGoal, msgs.PlayMotionResult, msgs.PlayMotionFeedback](b.n, "play_motion")
	if err != nil {
		return err
	}
	b.skills, err = ros.NewActionClient[msgs.ExecuteSkillGoal, msgs.ExecuteSkillResult, msgs.ExecuteSkillFeedback](b.n, "execute_skill")
	return err
}

// there says which of the robot's topics have spoken.
func (b *body) there() (state, image bool) {
	_, state = b.state.Get()
	_, image = b.blobs.Get()
	return state, image
}

// forget drops what was seen before the clock went back.
func (b *body) forget() { b.image, b.anyImage = behavior.Image{}, false }

// look takes what is new, once a round, so that all machines of a round see the same.
func (b *body) look() {
	if s, ok := b.state.Get(); ok {
		b.yaw, b.pitch = float64(s.Position[nao.HeadYaw]), float64(s.Position[nao.HeadPitch])
	}
	m, ok := b.blobs.Get()
	if !ok {
		return
	}
	stamp := clockTime(ros.StampTime(m.Header.Stamp))
	if stamp == b.image.Stamp && b.anyImage {
		return
	}
	b.anyImage = true
	b.image.Stamp = stamp
	b.image.Width = int(m.Width)
	b.image.HeadYaw, b.image.HeadPitch = float64(m.HeadYaw), float64(m.HeadPitch)
	b.image.Blobs = b.image.Blobs[:0]
	for _, blob := range m.Blobs {
		b.image.Blobs = append(b.image.Blobs, behavior.Blob{
			Color:          blob.Color,
			Azimuth:        float64(blob.Azimuth),
			Elevation:      float64(blob.Elevation),
			ImageAzimuth:   float64(blob.ImageAzimuth),
			ImageElevation: float64(blob.ImageElevation),
			RadiusPixels:   float64(blob.Radius),
			Confidence:     float64(blob.Confidence),
		})
	}
}

// Image gives the newest image; see [behavior.Inputs].
func (b *body) Image() (*behavior.Image, bool) { return &b.image, b.anyImage }

// HeadAngles gives the neck's angles of the last robot_state; see [behavior.Inputs].
func (b *body) HeadAngles() (yaw, pitch float64) { return b.yaw, b.pitch }

// CommandHead publishes a head command; see [behavior.Outputs].
func (b *body) CommandHead(c track.Command) {
	mode := msgs.HeadCommandModePosition
	if c.Mode == track.Speed {
		mode = msgs.HeadCommandModeSpeed
	}
	err := b.head.Publish(msgs.HeadCommand{
		Stamp:     ros.Stamp(time.Unix(0, 0).Add(c.Stamp)),
		Mode:      mode,
		Yaw:       float32(c.Yaw),
		Pitch:     float32(c.Pitch),
		YawRate:   float32(c.YawRate),
		PitchRate: float32(c.PitchRate),
	})
	if err != nil {
		b.trouble.say(fmt.Errorf("publish head_command: %w", err))
	}
}
