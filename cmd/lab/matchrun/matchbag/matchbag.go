// Package matchbag records a match as a bag: MCAP files that rviz2, Foxglove, Lichtblick, the studio and gonao bag play.
//
// The topics are those of a match of nodes: /world_markers, /match/markers, /game_state, /referee_calls, and for each robot, such
// as red1, ground_truth, pose (in the frame world) and role, and on request what its camera sees. Time zero is the beginning of
// the match.
package matchbag

import (
	"fmt"
	"slices"
	"time"

	"gonao/internal/convert/gamestate"
	"gonao/internal/convert/matchview"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/soccer/game"
	"gonao/soccer/match"
	"gonao/soccer/match/show"
)

// A Bag records one match. Its methods are called by the goroutine that steps the match.
type Bag struct {
	// Cameras are the robots whose cameras are recorded; Picture returns what one sees now, as JPEG. They are set before the
	// first moment.
	Cameras []int
	Picture func(robot int) ([]byte, error)

	w      *bag.Writer
	lib    *dynamic.Library
	known  map[string]bool
	about  show.About
	calls  []show.Call
	roles  []string
	game   game.Game
	images int
	err    error
	data   []byte
}

// Create begins a bag in a directory that must not exist yet.
func Create(dir string) (*Bag, error) {
	w, err := bag.Create(dir, bag.Options{Compression: "zstd", ChunkTime: 5 * time.Second})
	if err != nil {
		return nil, err
	}
	return &Bag{w: w, lib: dynamic.Compiled(), known: map[string]bool{}, calls: []show.Call{}}, nil
}

// Observe records the moment of a match; it is a match.Config's Observe. Errors are returned by Close.
func (b *Bag) Observe(m *match.Match) {
	if b.err != nil {
		return
	}
	now := m.Now()
	stamp := stampOf(now)
	if b.roles == nil {
		b.about, b.roles = show.AboutOf(m), make([]string, len(m.Players))
		field := matchview.Field(stamp, &b.about.Field)
		b.put("/world_markers", now, &field)
	}
	b.addCalls(m)
	at := show.MomentOf(m)
	markers := matchview.Markers(stamp, &b.about, &at, b.calls)
	b.put("/match/markers", now, &markers)
	const half = 5 // images between two messages of a game that does not change
	if g := m.Game.Game; b.images%half == 0 || changed(&g, &b.game) {
		b.game = g
		state := gamestate.FromMatch(stamp, &m.Game)
		b.put("/game_state", now, &state)
	}
	for i := range at.Robots {
		b.robot(i, now, &at)
	}
	b.images++
}

// addCalls records the calls that were made since the last moment.
func (b *Bag) addCalls(m *match.Match) {
	for i := len(b.calls); i < len(m.Calls); i++ {
		b.calls = append(b.calls, show.CallOf(&m.Calls[i]))
		b.put("/referee_calls", m.Calls[i].Time, callMessage(&m.Calls[i]))
	}
}

// changed reports whether more than times has changed in a game.
func changed(g, before *game.Game) bool {
	return g.State != before.State || g.Phase != before.Phase || g.SetPlay != before.SetPlay || g.Kicking != before.Kicking ||
		g.Teams[0].Score != before.Teams[0].Score || g.Teams[1].Score != before.Teams[1].Score
}

// robot records what one robot does; its pose with every second image.
func (b *Bag) robot(i int, now time.Duration, at *show.Moment) {
	r := &at.Robots[i]
	ns, stamp := fmt.Sprintf("/%s%d", r.Side, r.Number), stampOf(now)
	if r.Role != b.roles[i] {
		b.roles[i] = r.Role
		b.put(ns+"/role", now, &stdmsgs.String{Data: r.Role})
	}
	if r.Away {
		return
	}
	truth := matchview.Truth(stamp, r, &at.Ball)
	b.put(ns+"/ground_truth", now, &truth)
	if b.images%2 == 0 {
		pose := matchview.Pose(stamp, &r.Belief)
		b.put(ns+"/pose", now, &pose)
		if slices.Contains(b.Cameras, i) {
			b.camera(i, ns, now)
		}
	}
}

// camera records what a robot's camera sees.
func (b *Bag) camera(i int, ns string, now time.Duration) {
	jpeg, err := b.Picture(i)
	if err != nil {
		b.err = fmt.Errorf("camera of %s: %w", ns[1:], err)
		return
	}
	m := sensormsgs.CompressedImage{Format: "jpeg", Data: jpeg}
	m.Header.Stamp, m.Header.FrameId = stampOf(now), ns[1:]+"/camera_top_optical_frame"
	b.put(ns+"/camera/top/image_raw/compressed", now, &m)
}

// message is what the bag writes.
type message interface {
	cdr.Message
	TypeName() string
	TypeHash() string
}

// put writes a message; the first of a topic makes the topic known.
func (b *Bag) put(topic string, at time.Duration, m message) {
	if b.err != nil {
		return
	}
	if !b.known[topic] {
		definition, err := b.lib.DefinitionWithReferences(m.TypeName())
		if err == nil {
			err = b.w.AddTopic(bag.Topic{
				Name: topic, Type: m.TypeName(), Hash: m.TypeHash(), Definition: definition,
				QoS: []ros.QoS{{Reliable: true, Depth: 10, TransientLocal: topic == "/world_markers"}},
			})
		}
		if b.err = err; err != nil {
			return
		}
		b.known[topic] = true
	}
	if b.data, b.err = cdr.Encode(b.data[:0], m); b.err != nil {
		return
	}
	stamp := time.Unix(0, 0).Add(at)
	b.err = b.w.Write(topic, stamp, stamp, b.data)
}

// Close records how the match ended, ends the bag and returns what went wrong, if anything did.
func (b *Bag) Close(m *match.Match) error {
	b.addCalls(m)
	state := gamestate.FromMatch(stampOf(m.Now()), &m.Game)
	b.put("/game_state", m.Now(), &state)
	if err := b.w.Close(); b.err == nil {
		b.err = err
	}
	if b.err != nil {
		return fmt.Errorf("record the match: %w", b.err)
	}
	return nil
}

// callMessage returns a call as the node referee publishes it.
func callMessage(c *match.Called) *msgs.RefereeCall {
	m := gamestate.Call(&c.Call, stampOf(c.Time))
	m.Performed, m.Refused = c.Refuse == "" && c.Action.Kind != game.NoAction, c.Refuse
	return &m
}

func stampOf(d time.Duration) builtininterfaces.Time {
	return ros.Stamp(time.Unix(0, 0).Add(d))
}
