// Package matchplayer is the node that plays a match in one process, on the topics that a match with one process for each robot has.
//
//	publishes  world_markers                                                                   visualization_msgs/MarkerArray           once: carpet, lines and goals
//	           match/markers                                                                   visualization_msgs/MarkerArray           per image, while subscribed: robots, ball, beliefs, score, calls
//	           /clock                                                                          rosgraph_msgs/Clock                      every cycle of 12 ms, 83.3 Hz
//	           game_state                                                                      gonao_msgs/GameState                     the truth, on change and twice a second
//	           referee_calls                                                                   gonao_msgs/RefereeCall                   each call with its evidence
//	           simulator_stats                                                                 gonao_msgs/SimulatorStats                once a second
//	           /tf                                                                             tf2_msgs/TFMessage                       per image, of red1 and so on: map in world, odom in map as it believes, base_footprint in odom
//	           ground_truth                                                                    gonao_msgs/GroundTruth                   per image, 10.4 Hz, in each robot's namespace: red1, blue1 and so on
//	           pose                                                                            geometry_msgs/PoseWithCovarianceStamped  per image: where it believes to be, in red1/map
//	           world_model                                                                     gonao_msgs/WorldModel                    per image, while subscribed
//	           role                                                                            std_msgs/String                          on change and once a second
//	           game/machine_state, role/machine_state, body/machine_state, head/machine_state  gonao_msgs/MachineState                  on change and once a second
//
// The same seed leads to the same match. The node ends by itself when the match has ended.
package matchplayer

import (
	"context"
	"errors"
	"time"

	"gonao/internal/pace"
	"gonao/nodes/internal/worldpace"
	"gonao/ros"
	room "gonao/soccer/match"
)

var errStill = errors.New("the match makes no cycles: it is over")

// Run plays a match until it or ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	m, err := room.New(cfg.Match)
	if err != nil {
		return err
	}
	defer m.Close()
	out, err := newOutputs(n, m)
	if err != nil {
		return err
	}
	p := pace.New(cfg.Speed)
	if err := worldpace.Serve(n, "", worldpace.Stepped{Pace: p, Lockstep: true, Still: errStill}, func() {}); err != nil {
		return err
	}
	n.Log.Info("playing", "red", m.Sides[0].Name, "blue", m.Sides[1].Name, "seed", cfg.Match.Seed)
	if err := play(ctx, m, p, out); err != nil || ctx.Err() != nil {
		return err
	}
	r := m.Result()
	n.Log.Info("the match is over", "red", r.Score[0], "blue", r.Score[1], "digest", r.Digest)
	return m.Err()
}

// catchUp is how far behind real time the match may be and still make up for it.
const catchUp = 100 * time.Millisecond

// play steps the match at its pace.
func play(ctx context.Context, m *room.Match, p *pace.Pace, out *outputs) error {
	wall := ros.NewSystemClock()
	next := wall.Now()
	for !m.Over() && ctx.Err() == nil {
		if p.Stand() {
			select {
			case <-p.Changed():
			case <-ctx.Done():
			}
			next = wall.Now()
			continue
		}
		if !p.Admit() {
			continue
		}
		m.Step()
		p.Count()
		if err := out.publish(m, p); err != nil {
			return err
		}
		next = next.Add(p.Period(room.Cycle))
		switch ahead := next.Sub(wall.Now()); {
		case ahead > 0:
			_ = wall.Sleep(ctx, ahead) // the loop looks at ctx
		case ahead < -catchUp:
			next = wall.Now()
		}
	}
	return nil
}
