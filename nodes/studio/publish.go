package studio

import (
	"fmt"
	"path"
	"strings"
	"sync"

	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
	"gonao/studio/foxglove"
)

// publishers publishes messages of clients of the role driver.
type publishers struct {
	node  *ros.Node
	drive *drive
	robot func(name string) string

	mu   sync.Mutex
	open map[publisherKey]*publisher
}

type publisherKey struct {
	session uint32
	channel uint32
}

type publisher struct {
	raw  ros.RawPublisher
	like *dynamic.Message
}

// moving are the topics that move a robot: while another session drives it, they are refused.
var moving = []string{"cmd_vel", "head_command", "joint_command", "joint_jog", "joint_angles"}

func movesRobot(topic string) bool {
	for _, name := range moving {
		if path.Base(topic) == name {
			return true
		}
	}
	return strings.Contains(topic, "/effectors/")
}

// Advertise opens a topic for a client.
func (p *publishers) Advertise(s *foxglove.Session, c foxglove.ChannelInfo) error {
	if !strings.HasPrefix(c.Topic, "/") {
		return fmt.Errorf("expected an absolute name, such as /nao1/cmd_vel")
	}
	if c.Encoding != "cdr" && c.Encoding != "json" {
		return fmt.Errorf("encoding %q: expected cdr or json", c.Encoding)
	}
	like, err := dynamic.Compiled().Message(c.SchemaName)
	if err != nil {
		return err
	}
	raw, err := ros.AdvertiseRaw(p.node, c.Topic, like.TypeName(), like.TypeHash())
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[publisherKey{s.Number, c.ID}] = &publisher{raw: raw, like: like}
	return nil
}

// Unadvertise closes a topic of a client. A robot that it moved by cmd_vel stops.
func (p *publishers) Unadvertise(s *foxglove.Session, c foxglove.ChannelInfo) {
	p.mu.Lock()
	key := publisherKey{s.Number, c.ID}
	one := p.open[key]
	delete(p.open, key)
	p.mu.Unlock()
	if one == nil {
		return
	}
	if path.Base(c.Topic) == "cmd_vel" && p.drive.free(s, p.robot(c.Topic)) == nil {
		one.raw.Publish(cdr.Marshal(&geometrymsgs.Twist{})) //nolint:errcheck // the motion node stops by itself soon
	}
	one.raw.Close() //nolint:errcheck // it ends either way
}

// Publish publishes a message of a client.
func (p *publishers) Publish(s *foxglove.Session, c foxglove.ChannelInfo, payload []byte) error {
	p.mu.Lock()
	one := p.open[publisherKey{s.Number, c.ID}]
	p.mu.Unlock()
	if one == nil {
		return fmt.Errorf("the channel is closed")
	}
	if movesRobot(c.Topic) {
		if err := p.drive.free(s, p.robot(c.Topic)); err != nil {
			return err
		}
	}
	m := one.like.New()
	if c.Encoding == "json" {
		if err := m.SetText(string(payload), p.node.Clock.Now()); err != nil {
			return err
		}
		data, err := cdr.Encode(nil, m)
		if err != nil {
			return err
		}
		return one.raw.Publish(data)
	}
	if err := cdr.Unmarshal(payload, m); err != nil { // invalid bytes must never reach a robot
		return fmt.Errorf("the payload is no %s: %w", one.like.TypeName(), err)
	}
	return one.raw.Publish(payload)
}
