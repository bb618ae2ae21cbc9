package matchplayer

import (
	"gonao/internal/convert/matchview"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros"
	room "gonao/soccer/match"
	"gonao/soccer/match/show"
)

// markers publishes a match for rviz2 and Foxglove.
type markers struct {
	Field *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"world_markers" qos:"reliable, transient local, depth 1" doc:"once: carpet, lines and goals"`
	All   *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"match/markers" doc:"per image, while subscribed: robots, ball, beliefs, score, calls"`
	about show.About
	calls []show.Call // of the match so far
	drawn bool        // the field is published
}

// open opens the topics.
func (k *markers) open(n *ros.Node, m *room.Match) error {
	k.about = show.AboutOf(m)
	return ros.Open(n, k)
}

// publish publishes the field once, and the moment of the match while there are subscribers.
func (k *markers) publish(m *room.Match) error {
	stamp := ros.EpochStamp(m.Now())
	if !k.drawn {
		k.drawn = true
		if err := k.Field.Publish(matchview.Field(stamp, &k.about.Field)); err != nil {
			return err
		}
	}
	if k.All.Subscribers() == 0 {
		return nil
	}
	for i := len(k.calls); i < len(m.Calls); i++ {
		k.calls = append(k.calls, show.CallOf(&m.Calls[i]))
	}
	at := show.MomentOf(m)
	return k.All.Publish(matchview.Markers(stamp, &k.about, &at, k.calls))
}
