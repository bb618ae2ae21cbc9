package e2e

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/ros/tf"
)

// TestStampedMessagesNameFramesThatResolve subscribes to every topic of a launch file whose messages have a header,
// including images, and looks up each frame that the messages name. TestTwoRobotsLiveInOneWorld does the same without
// images.
func TestStampedMessagesNameFramesThatResolve(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 35 s of processor time")
	}
	body := []string{"imu", "imu/torso", "sonar/left", "sonar/right", "battery", "odom", "phase", "ground_truth"}
	seen := []string{"camera/top/image_raw", "camera/top/camera_info", "camera/top/image_raw/compressed", "camera/top/overlay", "color_blobs", "ball_markers"}
	for name, launch := range map[string]struct {
		args, robots, speak []string
	}{
		"sim": {
			[]string{"sim.launch.yaml", "camera:=paper", "machine:=dance", "localization:=true", "socket:={socket}"},
			[]string{"nao1"},
			slices.Concat(body, seen, []string{
				"pose", "pose_estimate", "pose_hypotheses", "world_model", "model_markers", "field_features", "feature_markers",
				"soccer_vision_3d/markings", "soccer_vision_3d/robots", "soccer_vision_3d/balls", "camera/bottom/image_raw",
			}),
		},
		"sim with a prefix": {
			[]string{"sim.launch.yaml", "camera:=paper", "machine:=dance", "localization:=true", "percepts:=truth", "socket:={socket}", "frame_prefix:=nao1/"},
			[]string{"nao1"},
			slices.Concat(body, []string{"pose", "world_model", "field_features", "seen_objects"}),
		},
		"two_robots": {
			[]string{"two_robots.launch.yaml", "camera:=paper", "machine:=dance", "socket1:={socket}1", "socket2:={socket}2"},
			[]string{"nao1", "nao2"},
			slices.Concat(body, seen),
		},
		"match in physics": {
			[]string{"match.launch.yaml", "players:=1", "sockets:={socket}"},
			[]string{"red1", "blue1"},
			slices.Concat(body, []string{"pose", "world_model", "field_features", "seen_objects", "camera/top/image_raw"}),
		},
		"kinematic match": {
			[]string{"match.launch.yaml", "mode:=kinematic", "players:=1"},
			[]string{"red1", "blue1"},
			[]string{"ground_truth", "pose", "world_model"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSandbox(t)
			s.observe()
			f := followFrames(s)
			args := []string{"launch"}
			for _, a := range launch.args {
				args = append(args, strings.ReplaceAll(a, "{socket}", s.socket))
			}
			process := s.start("gonao", args...)
			var speak []string
			for _, robot := range launch.robots {
				for _, topic := range launch.speak {
					speak = append(speak, "/"+robot+"/"+topic)
				}
			}
			f.resolve(speak)
			process.signal(syscall.SIGINT)
			require.Zero(t, process.exit())
		})
	}
}

// namedFrames collects the frames that the messages of all topics name.
type namedFrames struct {
	s       *sandbox
	types   *dynamic.Library
	buffer  tf.Buffer
	changed <-chan struct{} // node that reads the graph
	open    map[string]bool // topics whose messages have frames
	news    chan struct{}   // signaled when a topic has sent its first message or named another frame

	mu    sync.Mutex
	named map[string]map[string]bool // by topic
}

// followFrames collects the frames of the sandbox, and the frames that all messages name.
func followFrames(s *sandbox) *namedFrames {
	s.t.Helper()
	f := &namedFrames{
		s: s, types: dynamic.Compiled(), changed: s.node.GraphChanged(), open: map[string]bool{}, news: make(chan struct{}, 1), named: map[string]map[string]bool{},
	}
	require.NoError(s.t, f.buffer.Listen(s.node))
	return f
}

// resolve waits until each of these topics has sent a message, and until every frame that a message named is in a tree
// with its robot's odom or with world.
func (f *namedFrames) resolve(speak []string) {
	f.s.t.Helper()
	ctx, cancel := context.WithTimeout(f.s.t.Context(), patience)
	defer cancel()
	for {
		f.subscribe()
		silent, unknown := f.missing(speak)
		if len(silent)+len(unknown) == 0 {
			return
		}
		select {
		case <-f.changed:
		case <-f.news:
		case <-time.After(100 * time.Millisecond): // no event announces new frames
		case <-ctx.Done():
			require.FailNow(f.s.t, "frames do not resolve", "silent: %v\nunresolved: %v\nframes: %v", silent, unknown, f.buffer.Frames())
		}
	}
}

// missing returns the topics that have not sent a message, and the frames that cannot be looked up, each with its
// topic.
func (f *namedFrames) missing(speak []string) (silent, unknown []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, topic := range speak {
		if len(f.named[topic]) == 0 {
			silent = append(silent, topic)
		}
	}
	for _, topic := range slices.Sorted(maps.Keys(f.named)) {
		for frame := range f.named[topic] {
			prefix := ""
			if i := strings.LastIndex(frame, "/"); i >= 0 {
				prefix = frame[:i+1]
			}
			if !f.buffer.CanTransform(prefix+"odom", frame, time.Time{}) && !f.buffer.CanTransform("world", frame, time.Time{}) {
				unknown = append(unknown, topic+" "+frame)
			}
		}
	}
	return silent, unknown
}

// subscribe subscribes to topics that have appeared since the last call.
func (f *namedFrames) subscribe() {
	g, err := f.s.node.Graph()
	require.NoError(f.s.t, err)
	for _, topic := range g.Topics {
		if topic.Publishers == 0 || f.open[topic.Name] || !f.hasFrames(topic.Types[0]) {
			continue
		}
		f.open[topic.Name] = true
		example, err := f.types.Message(topic.Types[0])
		require.NoError(f.s.t, err)
		_, err = ros.SubscribeRaw(f.s.node, topic.Name, topic.Types[0], example.TypeHash(), func(data []byte, _ time.Time) {
			m := example.New()
			if err := cdr.Unmarshal(data, m); err != nil {
				f.s.t.Errorf("%s: %v", topic.Name, err)
				return
			}
			f.mu.Lock()
			defer f.mu.Unlock()
			if f.named[topic.Name] == nil {
				f.named[topic.Name] = map[string]bool{}
			}
			before := len(f.named[topic.Name])
			f.note(f.named[topic.Name], m)
			if len(f.named[topic.Name]) > before {
				select {
				case f.news <- struct{}{}:
				default:
				}
			}
		}, ros.BestEffort(), ros.Depth(5))
		require.NoError(f.s.t, err)
	}
}

// hasFrames reports whether a message type contains a header.
func (f *namedFrames) hasFrames(typeName string) bool {
	d, err := f.types.Description(typeName)
	require.NoError(f.s.t, err)
	for _, part := range d.ReferencedTypeDescriptions {
		if part.TypeName_ == "std_msgs/msg/Header" {
			return true
		}
	}
	return false
}

// note adds the frames of a message and of the messages in it.
func (f *namedFrames) note(all map[string]bool, m *dynamic.Message) {
	for _, name := range m.Fields() {
		v, err := m.Field(name)
		if err != nil {
			continue
		}
		switch v := v.(type) {
		case string:
			// Joint states, diagnostics and markers with the action DELETE have no frame.
			if (name == "frame_id" || name == "child_frame_id") && v != "" {
				all[v] = true
			}
		case *dynamic.Message:
			f.note(all, v)
		case []*dynamic.Message:
			for _, item := range v {
				f.note(all, item)
			}
		}
	}
}
