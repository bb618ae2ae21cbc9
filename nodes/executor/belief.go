package executor

import (
	"fmt"

	"gonao/behavior"
	"gonao/internal/convert"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/worldmodel"
	"gonao/ros"
)

// beliefTopics holds the messages of localization, world_model and vision about the field.
type beliefTopics struct {
	Poses    *ros.Watcher[msgs.PoseEstimate]  `topic:"pose_estimate" qos:"sensor data, depth 1" doc:"where the robot is on the field"`
	Worlds   *ros.Watcher[msgs.WorldModel]    `topic:"world_model" qos:"sensor data, depth 1" doc:"ball and robots on the field"`
	Features *ros.Watcher[msgs.FieldFeatures] `topic:"field_features" qos:"sensor data, depth 1" doc:"what the last image shows of the field"`

	any    bool
	now    behavior.Belief // of this round
	world  worldmodel.Snapshot
	image  percepts.FieldFeatures
	stamps [3]builtininterfaces.Time // of the messages in now: pose, world, features
}

// open subscribes. fieldName is the field of the belief; may be empty.
func (b *beliefTopics) open(n *ros.Node, fieldName string) error {
	if fieldName != "" {
		f, err := field.Load(fieldName)
		if err != nil {
			return fmt.Errorf("field: %w", err)
		}
		b.now.Field = f.Map()
	}
	return ros.Open(n, b)
}

// forget drops the belief from before the clock went back.
func (b *beliefTopics) forget() {
	b.any = false
	b.now = behavior.Belief{Field: b.now.Field}
	b.stamps = [3]builtininterfaces.Time{}
}

// look reads new messages, once a round.
func (b *beliefTopics) look() {
	if m, ok := b.Poses.Get(); ok && m.Header.Stamp != b.stamps[0] {
		b.stamps[0] = m.Header.Stamp
		b.setPose(&m)
	}
	if m, ok := b.Worlds.Get(); ok && m.Header.Stamp != b.stamps[1] {
		b.stamps[1] = m.Header.Stamp
		b.setWorld(&m)
	}
	if m, ok := b.Features.Get(); ok && m.Header.Stamp != b.stamps[2] {
		b.stamps[2] = m.Header.Stamp
		convert.SetFeatures(&b.image, &m)
		b.now.Features, b.any = &b.image, true
	}
}

// setPose keeps a pose estimate. One with a number that is not finite is left out.
func (b *beliefTopics) setPose(m *msgs.PoseEstimate) {
	var e localization.Estimate
	if _, ok := convert.FromEstimate(&e, m); ok {
		b.any = true
		b.now.PoseStamp, b.now.Pose, b.now.Cov, b.now.Localized, b.now.Fit = e.Stamp, e.Pose, e.Cov, e.Localized, e.Fit
	}
}

// setWorld stores a world model, whose pose may be newer than that of the estimate.
func (b *beliefTopics) setWorld(m *msgs.WorldModel) {
	s := &b.world
	if _, ok := convert.FromModel(s, m); !ok {
		return
	}
	b.now.World, b.any = s, true
	if b.now.PoseStamp > 0 && s.Stamp > b.now.PoseStamp {
		b.now.PoseStamp, b.now.Pose, b.now.Localized = s.Stamp, s.Pose, m.Localized
	}
}

// Belief returns the robot's belief about the field; see [behavior.Inputs].
func (b *beliefTopics) Belief() (*behavior.Belief, bool) { return &b.now, b.any }
