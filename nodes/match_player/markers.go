package matchplayer

import (
	"errors"

	"gonao/internal/convert/matchview"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros"
	room "gonao/soccer/match"
	"gonao/soccer/match/show"
)

// markers publishes what rviz2 and Foxglove draw of a match.
type markers struct {
	field *ros.Publisher[visualizationmsgs.MarkerArray]
	all   *ros.Publisher[visualizationmsgs.MarkerArray]
	about show.About
	calls []show.Call // of the match so far
	drawn bool        // the field is published
}

// open opens the topics.
func (k *markers) open(n *ros.Node, m *room.Match) error {
	k.about = show.AboutOf(m)
	var errs [2]error
	k.field, errs[0] = ros.Advertise[visualizationmsgs.MarkerArray](n, "world_markers", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	k.all, errs[1] = ros.Advertise[visualizationmsgs.MarkerArray](n, "match/markers")
	return errors.Join(errs[:]...)
}

// publish publishes the field once, and the moment of the match while somebody looks on.
func (k *markers) publish(m *room.Match) error {
	stamp := ros.EpochStamp(m.Now())
	var errs [2]error
	if !k.drawn {
		k.drawn = true
		errs[0] = k.field.Publish(matchview.Field(stamp, &k.about.Field))
	}
	if k.all.Subscribers() > 0 {
		for i := len(k.calls); i < len(m.Calls); i++ {
			k.calls = append(k.calls, show.CallOf(&m.Calls[i]))
		}
		at := show.MomentOf(m)
		errs[1] = k.all.Publish(matchview.Markers(stamp, &k.about, &at, k.calls))
	}
	return errors.Join(errs[:]...)
}
