package worldmodel

import (
	"fmt"
	"strings"
	"time"

	"gonao/worldmodel"
)

// Config holds the node's parameters.
type Config struct {
	FramePrefix   string  `yaml:"frame_prefix" readonly:"true" desc:"before the names map and base_footprint, nao2/ say, where several robots share one /tf"`
	Deceleration  float64 `yaml:"deceleration" unit:"m/s2" min:"0.01" max:"5" desc:"of a rolling ball: 0.30 to 0.35 on carpet"`
	MissedLimit   float64 `yaml:"missed_limit_sec" unit:"s" min:"0.05" max:"10" desc:"how long a ball should have been seen and was not, before it is gone"`
	ForgetBall    float64 `yaml:"forget_ball_sec" unit:"s" min:"0.1" max:"600" desc:"how long a ball out of sight is remembered"`
	ForgetRobot   float64 `yaml:"forget_robot_sec" unit:"s" min:"0.1" max:"600" desc:"how long a robot out of sight is remembered"`
	ForgetTeam    float64 `yaml:"forget_team_sec" unit:"s" min:"0.1" max:"600" desc:"how long a teammate's report counts"`
	BallInflation float64 `yaml:"ball_inflation" min:"1" max:"20" desc:"of the variance of a seen ball, because errors of images are alike"`
	Sonar         bool    `yaml:"sonar" desc:"echoes of the sonars are robots"`
}

// Explain returns what the tags have no room for; see [param.About].
func (Config) Explain() map[string]string {
	return map[string]string{"": "world_model: what images show, odometry and the pose -> ball and robots, as the robot believes them to be."}
}

// DefaultConfig returns the parameters of [worldmodel.DefaultConfig].
func DefaultConfig() Config {
	room := worldmodel.DefaultConfig()
	return Config{
		Deceleration: room.Deceleration, MissedLimit: room.MissedLimit, ForgetBall: room.ForgetBall.Seconds(), ForgetRobot: room.ForgetRobot.Seconds(),
		ForgetTeam: room.ForgetTeam.Seconds(), BallInflation: room.BallInflation, Sonar: true,
	}
}

// Validate checks the prefix and the figures.
func (c Config) Validate() error {
	if strings.HasPrefix(c.FramePrefix, "/") {
		return fmt.Errorf("frame_prefix %q: expected no slash at the beginning, frames are not topics", c.FramePrefix)
	}
	room := c.room()
	return room.Validate()
}

// room returns the parameters as the room's configuration.
func (c Config) room() worldmodel.Config {
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return worldmodel.Config{
		Deceleration: c.Deceleration, MissedLimit: c.MissedLimit, ForgetBall: seconds(c.ForgetBall), ForgetRobot: seconds(c.ForgetRobot),
		ForgetTeam: seconds(c.ForgetTeam), BallInflation: c.BallInflation,
	}
}
