// Package lights is the node that animates the robot's LEDs. It is the only publisher of lights; other
// nodes request animations.
//
//	subscribes  lights/eyes   std_msgs/ColorRGBA               the base colour: what shines when no animation does
//	            lights/ears   std_msgs/ColorRGBA               the same: ears
//	            lights/chest  std_msgs/ColorRGBA               the same: chest button
//	            lights/feet   std_msgs/ColorRGBA               the same: feet
//	            lights/skull  std_msgs/ColorRGBA               the same: head
//	            robot_state   gonao_msgs/RobotState            signals: hot joints, the battery; of one publisher, silent after 300ms
//	            motion_state  gonao_msgs/MotionState           fallen
//	            game_phase    gonao_msgs/GamePhase             what the robot has to do in a game
//	            game_state    gonao_msgs/GameState             the team's colour, and who kicks off
//	            color_blobs   gonao_msgs/ColorBlobArray        a ball is in view
//	            role          std_msgs/String                  striker, supporter, defender, keeper or nothing
//	            /diagnostics  diagnostic_msgs/DiagnosticArray  errors of this robot
//	publishes   lights        gonao_msgs/Lights                at most 30 Hz while something moves, else once a second
//	            speech        std_msgs/String                  what the signals are, when parameter speak is set, as texts to be said
//	serves      play_lights   gonao_msgs/PlayLights            an animation of a group of LEDs
//
// It publishes nothing until the first request, so that it does not disturb another program that sets the LEDs.
// When it ends it publishes the base colours.
package lights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nao/devices/lights"
	"gonao/ros"
)

// idlePeriod is the time between two messages while nothing changes, so that a restarted driver gets
// the current lights.
const idlePeriod = time.Second

// feedbackPeriod is the time between two feedback messages of a goal.
const feedbackPeriod = 100 * time.Millisecond

// node is the running node. Only its loop uses the mixer.
type node struct {
	*ros.Node
	mixer lights.Mixer
	Out   *ros.Publisher[msgs.Lights]                                                     `topic:"lights" qos:"latest" doc:"at most 30 Hz while something moves, else once a second"`
	Eyes  *ros.Subscription[stdmsgs.ColorRGBA]                                            `topic:"lights/eyes" doc:"the base colour: what shines when no animation does"`
	Ears  *ros.Subscription[stdmsgs.ColorRGBA]                                            `topic:"lights/ears" doc:"the same: ears"`
	Chest *ros.Subscription[stdmsgs.ColorRGBA]                                            `topic:"lights/chest" doc:"the same: chest button"`
	Feet  *ros.Subscription[stdmsgs.ColorRGBA]                                            `topic:"lights/feet" doc:"the same: feet"`
	Skull *ros.Subscription[stdmsgs.ColorRGBA]                                            `topic:"lights/skull" doc:"the same: head"`
	Play  ros.Action[msgs.PlayLightsGoal, msgs.PlayLightsResult, msgs.PlayLightsFeedback] `action:"play_lights" doc:"an animation of a group of LEDs"`

	message  msgs.Lights
	requests chan func()
	done     chan struct{} // the loop has ended
	used     bool          // there has been a request
	changed  bool          // since the last message
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) (err error) {
	c := &node{Node: n, requests: make(chan func()), done: make(chan struct{})}
	defer close(c.done)
	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return err
	}
	c.Play.Handle(c.play)
	if err := ros.Open(n, c); err != nil {
		return err
	}
	signals, err := newSignaller(n)
	if err != nil {
		return err
	}
	wait, soon := n.Clock.After(0), true // when the next message is due
	look := n.Clock.After(signalPeriod)
	for {
		select {
		case <-ctx.Done():
			return c.end()
		case m := <-c.Eyes.C():
			c.setBase(lights.Eyes, m)
		case m := <-c.Ears.C():
			c.setBase(lights.Ears, m)
		case m := <-c.Chest.C():
			c.setBase(lights.Chest, m)
		case m := <-c.Feet.C():
			c.setBase(lights.Feet, m)
		case m := <-c.Skull.C():
			c.setBase(lights.Skull, m)
		case request := <-c.requests:
			request()
		case <-look:
			look = n.Clock.After(signalPeriod)
			if signals.step(&cfg, &c.mixer) {
				c.used, c.changed = true, true
			}
		case <-wait:
			if changed, ok := changes.Next(); ok {
				cfg = changed
			}
			if err := c.shine(); err != nil {
				return err
			}
			c.changed = false
			if soon = c.mixer.Moving(); soon {
				wait = n.Clock.After(period(cfg))
			} else {
				wait = n.Clock.After(idlePeriod)
			}
		}
		if c.changed && !soon {
			wait, soon = n.Clock.After(period(cfg)), true
		}
	}
}

func period(cfg Config) time.Duration { return time.Duration(float64(time.Second) / cfg.RateHz) }

// setBase sets a base colour. Components are limited to 0 to 1.
func (c *node) setBase(g lights.Group, m stdmsgs.ColorRGBA) {
	c.mixer.SetBase(g, colorOf(m))
	c.used, c.changed = true, true
}

// shine publishes the current lights.
func (c *node) shine() error {
	if !c.used {
		return nil
	}
	var l nao.Lights
	c.mixer.At(c.Clock.Now(), &l)
	fill(&c.message, &l)
	return c.Out.Publish(c.message)
}

// end publishes the base colours.
func (c *node) end() error {
	if !c.used {
		return nil
	}
	fill(&c.message, &c.mixer.Base)
	return c.Out.Publish(c.message)
}

// do runs a function in the loop and blocks until it has returned. It reports false when the loop has ended.
func (c *node) do(request func()) bool {
	finished := make(chan struct{})
	select {
	case c.requests <- func() { request(); close(finished) }:
		<-finished
		return true
	case <-c.done:
		return false
	}
}

var errEnds = errors.New("the node ends")

// play executes one goal of play_lights.
func (c *node) play(ctx context.Context, goal msgs.PlayLightsGoal, feedback func(msgs.PlayLightsFeedback)) (msgs.PlayLightsResult, error) {
	err := c.follow(ctx, goal, feedback)
	result := msgs.PlayLightsResult{}
	if err == nil {
		return result, nil
	}
	result.ErrorCode, result.ErrorMsg = msgs.PlayLightsResultBadGoal, err.Error()
	switch {
	case errors.Is(err, lights.ErrTooMany):
		result.ErrorCode = msgs.PlayLightsResultTooMany
	case ctx.Err() != nil, errors.Is(err, errEnds):
		result.ErrorCode = msgs.PlayLightsResultCanceled
	}
	return result, err
}

// follow runs a goal's animation, sends feedback, and removes the animation.
func (c *node) follow(ctx context.Context, goal msgs.PlayLightsGoal, feedback func(msgs.PlayLightsFeedback)) error {
	a, err := animation(&goal)
	if err != nil {
		return err
	}
	var id int
	add := func() {
		id, err = c.mixer.Add(a, c.Clock.Now())
		c.used, c.changed = true, true
	}
	if !c.do(add) {
		return errEnds
	}
	if err != nil {
		return err
	}
	defer c.do(func() {
		c.mixer.Remove(id)
		c.changed = true
	})
	for {
		var s lights.Status
		if !c.do(func() { s = c.mixer.Status(id, c.Clock.Now()) }) {
			return errEnds
		}
		feedback(msgs.PlayLightsFeedback{Progress: float32(s.Progress), Shines: s.Shines})
		if s.Ended {
			return nil
		}
		pause := feedbackPeriod
		if length := a.Length(); length > 0 {
			pause = min(pause, time.Duration((1-s.Progress)*float64(length))+time.Millisecond)
		}
		if err := c.Clock.Sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// animation returns the animation of a goal.
func animation(goal *msgs.PlayLightsGoal) (lights.Animation, error) {
	group, err := lights.ParseGroup(goal.Group)
	if err != nil {
		return lights.Animation{}, err
	}
	for name, v := range map[string]float32{"period": goal.Period, "duration": goal.Duration} {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) || math.Abs(float64(v)) > 1e6 {
			return lights.Animation{}, fmt.Errorf("%s: %g: expected seconds", name, v)
		}
	}
	goal.Period = cmp.Or(goal.Period, 1)
	a := lights.Animation{
		Group: group, Pattern: lights.Pattern(goal.Pattern),
		Color: colorOf(goal.Color), Second: colorOf(goal.SecondColor),
		Period: si.Seconds(float64(goal.Period)), Duration: si.Seconds(float64(goal.Duration)),
		Repeats: goal.Repeats, Priority: goal.Priority,
	}
	return a, a.Check()
}

func colorOf(m stdmsgs.ColorRGBA) nao.Color { return nao.Color{R: m.R, G: m.G, B: m.B} }

// fill sets a message to the lights.
func fill(m *msgs.Lights, l *nao.Lights) {
	for i := range l.LeftEye {
		m.LeftEye[i], m.RightEye[i] = messageOf(l.LeftEye[i]), messageOf(l.RightEye[i])
	}
	m.LeftEar, m.RightEar, m.Skull = l.LeftEar, l.RightEar, l.Skull
	m.Chest, m.LeftFoot, m.RightFoot = messageOf(l.Chest), messageOf(l.LeftFoot), messageOf(l.RightFoot)
}

func messageOf(c nao.Color) stdmsgs.ColorRGBA {
	return stdmsgs.ColorRGBA{R: c.R, G: c.G, B: c.B, A: 1}
}
