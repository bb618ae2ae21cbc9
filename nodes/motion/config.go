package motion

import (
	"fmt"
	"time"

	"gonao/motion"
	"gonao/motion/slot"
	"gonao/ros"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"motion: robot_state, cmd_vel, head_command and the actions -> joint_command, every 12 ms."`

	ros.Lifecycle    `yaml:",inline"`
	MotionDir        string          `yaml:"motion_dir" readonly:"true" desc:"A directory whose slot motions, *.xml and *.pos, are added to the built-in ones (dance_left, dance_right, stand) and take their place where names are equal. A file with an error costs only its own motion; the log and /diagnostics name it. If empty, there are only the built-in ones."`
	Motion           motion.Config   `yaml:",inline"`
	ReadyWait        time.Duration   `yaml:"ready_wait_sec" min:"0" max:"60" desc:"how long a goal of play_motion waits for a robot that does not stand yet"`
	FramePrefix      ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the names odom, base_footprint and base_link, nao2/ say, where several robots share one /tf"`
	RealtimePriority int             `yaml:"realtime_priority" min:"0" max:"99" readonly:"true" desc:"SCHED_FIFO priority that is asked for; 0 asks for none. Below the simulator's and the driver's, whose cycle this node is a part of."`
}

// DefaultConfig returns the parameters of [motion.DefaultConfig].
func DefaultConfig() Config {
	return Config{Lifecycle: ros.Lifecycle{Autostart: true}, Motion: motion.DefaultConfig(), ReadyWait: 5 * time.Second, RealtimePriority: 16}
}

// CheckFiles returns an error if motion_dir is not a directory with motions. Errors of its files are left to motionFiles.
func (c Config) CheckFiles() error {
	_, _, err := c.readMotions(nil)
	return err
}

// readMotions returns our motions and those of the user; those of wrong files are as in old.
func (c Config) readMotions(old slot.Library) (slot.Library, motion.Unplayable, error) {
	library, wrong, err := motion.ReadMotions(c.MotionDir, old)
	if err != nil {
		return nil, nil, fmt.Errorf("motion_dir %q: %w", c.MotionDir, err)
	}
	return library, wrong, nil
}
