package localization

import (
	"math"
	"time"

	"gonao/internal/convert"
	"gonao/msgs"
	"gonao/nao"
	"gonao/robot/localization"
	"gonao/ros"
)

// gazePitch is how far the head looks down: the upper camera sees the ground from 0.8 m on, rad.
const gazePitch = 0.15

// gaze publishes where the head looks.
type gaze struct {
	room     localization.Gaze
	Commands *ros.Publisher[msgs.HeadCommand] `topic:"idle_head_command" qos:"sensor data" doc:"where the head looks, per image"`
}

func (g *gaze) open(n *ros.Node) error {
	g.room.View = localization.View{WidthRad: nao.CameraFOVX, NearM: 0.3, FarM: 4.5, HeightM: 0.5, TiltDev: math.Pi / 180}
	g.room.Limit, g.room.Dwell = math.Pi/2, 700*time.Millisecond
	return ros.Open(n, g)
}

// look publishes where the head looks after an image.
func (l *localizer) look() error {
	e, ok := l.tracker.Estimate()
	if !l.cfg.Look || !ok {
		return nil
	}
	return l.gaze.Commands.Publish(convert.HeadMessage(nao.HeadCommand{Stamp: ros.SinceEpoch(l.n.Clock.Now()), Yaw: l.gaze.room.Yaw(e), Pitch: gazePitch}))
}
