// Package player is the node of one robot of a team: the body's cycle, motion, localization, world model, planning and the
// machines of behavior/machines/soccer in one process. It plays as a robot of gonao/soccer/match does, with the same code.
//
//	subscribes  field_features                                                                  gonao_msgs/FieldFeatures                 what an image shows of the field, from vision or a simulator
//	            seen_objects                                                                    gonao_msgs/SeenObjects                   the same: balls and robots
//	            game_state                                                                      gonao_msgs/GameState                     what game_client has heard; home is the robot's own team
//	            team_messages                                                                   gonao_msgs/TeamMessage                   what teammates have told, from team_comm
//	            /referee_signals                                                                gonao_msgs/RefereeSignal                 whistles and signs of a simulated referee
//	publishes   /diagnostics                                                                    diagnostic_msgs/DiagnosticArray          what is missing to play, 1 Hz
//	            team_message                                                                    gonao_msgs/TeamMessage                   what is to be told to the team, for team_comm, when there is news, within the budget
//	            role                                                                            std_msgs/String                          on change and once a second
//	            pose                                                                            geometry_msgs/PoseWithCovarianceStamped  per image, while subscribed
//	            pose_estimate                                                                   gonao_msgs/PoseEstimate                  per image
//	            world_model                                                                     gonao_msgs/WorldModel                    per image
//	            /tf                                                                             tf2_msgs/TFMessage                       world to map to odom to base_footprint to base_link, ≤ 50 Hz
//	            game/machine_state, role/machine_state, body/machine_state, head/machine_state  gonao_msgs/MachineState                  on change and once a second
//
// and the topics of every body, see nodes/internal/bodytopics; the joints follow the player alone. One image steps the player;
// without images it is stepped four times a second. A penalised robot stands still.
//
// It offers no actions of motion and no services of machines, such as walk_to, set_posture or machine/load: during a match its four
// machines alone move the body, and a second commander would fight with them. Its machines are files that the team names: they are
// tried and changed by gonao match and the node executor, and loaded when the node starts. A robot that others shall command runs
// the nodes motion and executor (robot.launch.yaml) in place of this one.
//
// The program player runs the nodes game_client, team_comm and lights beside it, and with the parameters vision and model the nodes
// vision and state_publisher: one process and one DDS participant for each robot.
package player

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gonao/nao_driver/lola"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// Run runs the node until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	f, err := cfg.files()
	if err != nil {
		return err
	}
	c, err := newControl(n, cfg, f.preset)
	if err != nil {
		return err
	}
	m, err := newMind(n, cfg, f, c)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	var thinking error
	wg.Go(func() {
		defer cancel()
		thinking = m.run(ctx)
	})
	driver := cfg.LoLA
	driver.Simulated = func() (time.Duration, bool) {
		return ros.SinceEpoch(n.Clock.Now()), n.Clock.Simulated() && n.Clock.Started()
	}
	err = bodytopics.Run(ctx, n, lola.New(driver, ros.NewSystemClock(), n.Log), bodytopics.Options{
		FramePrefix: cfg.FramePrefix, Protocol: "LoLA", Priority: cfg.Priority, Answer: c.answer,
	})
	cancel()
	wg.Wait()
	if err == nil && thinking != nil {
		err = fmt.Errorf("player: %w", thinking)
	}
	return err
}
