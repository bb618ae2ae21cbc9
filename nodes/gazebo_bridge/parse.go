package gazebobridge

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/internal/yamlread"
)

// fileEntry is an entry in the form of the file.
type fileEntry struct {
	Line            int    `yaml:"@line"`
	Topic           string `yaml:"topic_name"`
	ROSTopic        string `yaml:"ros_topic_name"`
	GzTopic         string `yaml:"gz_topic_name"`
	ROSType         string `yaml:"ros_type_name" need:"a type, such as std_msgs/msg/Bool beside gz.msgs.Boolean"`
	GzType          string `yaml:"gz_type_name" need:"a type, such as gz.msgs.Boolean beside std_msgs/msg/Bool"`
	Direction       string `yaml:"direction" enum:"ROS_TO_GZ|GZ_TO_ROS|BIDIRECTIONAL"`
	SubscriberQueue int    `yaml:"subscriber_queue" unit:"messages" min:"1" max:"10000"`
	PublisherQueue  int    `yaml:"publisher_queue" unit:"messages" min:"1" max:"10000"`
	Lazy            bool   `yaml:"lazy"`
}

// ReadYAML parses an entry. Queues that it does not name have the lengths of ros_gz_bridge.
func (e *fileEntry) ReadYAML(n yamlread.Node) {
	type plain fileEntry
	*e = fileEntry{Direction: Both.String(), SubscriberQueue: 10, PublisherQueue: 10}
	n.Into((*plain)(e))
}

// parse reads the text of a file with a name.
func parse(file string, text []byte, pairs []Pair) ([]Entry, error) {
	var list []fileEntry
	r := yamlread.New(file, text)
	if err := r.Read(&list); err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(list))
	for i := range list {
		e, err := list[i].entry(pairs)
		for _, before := range entries {
			if err == nil {
				err = collide(&before, &e)
			}
		}
		if err != nil {
			return nil, r.Place(fmt.Errorf("[%d].%w", i, err))
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Parse reads a file's text.
func Parse(text []byte, pairs []Pair) ([]Entry, error) { return parse("", text, pairs) }

// collide returns an error for two entries that publish to the same topic.
func collide(before, e *Entry) error {
	switch {
	case before.Direction.ToGz() && e.Direction.ToGz() && before.GzTopic == e.GzTopic:
		return fmt.Errorf("gz_topic_name: %s: the entry in line %d publishes it already", e.GzTopic, before.Line)
	case before.Direction.ToROS() && e.Direction.ToROS() && before.ROSTopic == e.ROSTopic:
		return fmt.Errorf("ros_topic_name: %s: the entry in line %d publishes it already", e.ROSTopic, before.Line)
	}
	return nil
}

// entry returns the entry with both topics and the pair of types. Errors begin with the key.
func (e *fileEntry) entry(pairs []Pair) (Entry, error) {
	out := Entry{Line: e.Line, GzType: e.GzType, SubscriberQueue: e.SubscriberQueue, PublisherQueue: e.PublisherQueue, Lazy: e.Lazy}
	out.Direction = Direction(slices.Index(directions[:], e.Direction))
	var err error
	if out.ROSTopic, out.GzTopic, err = e.topics(); err != nil {
		return out, err
	}
	_, short, ok := gzmsgs.Split(e.GzType)
	if !ok {
		return out, fmt.Errorf("gz_type_name: %q: expected a name such as gz.msgs.Boolean or ignition.msgs.Boolean", e.GzType)
	}
	out.Pair = Pair{ROS: e.ROSType, Gz: short}
	if !slices.Contains(pairs, out.Pair) {
		return out, fmt.Errorf("ros_type_name: %s with gz_type_name %s: these cannot be bridged: expected one of %s", e.ROSType, e.GzType, listed(pairs, &out.Pair))
	}
	return out, nil
}

// topics returns both names; a missing one is the same as the other.
func (e *fileEntry) topics() (ros, gz string, err error) {
	switch {
	case e.Topic != "" && (e.ROSTopic != "" || e.GzTopic != ""):
		return "", "", errors.New("topic_name: it names the topic on both sides: expected it alone, or ros_topic_name and gz_topic_name")
	case e.Topic == "" && e.ROSTopic == "" && e.GzTopic == "":
		return "", "", errors.New("topic_name: missing; expected it, or ros_topic_name and gz_topic_name")
	}
	ros, gz = cmp.Or(e.ROSTopic, e.Topic, e.GzTopic), cmp.Or(e.GzTopic, e.Topic, e.ROSTopic)
	if !strings.HasPrefix(gz, "/") {
		gz = "/" + gz
	}
	if strings.ContainsAny(gz, "@~ \t\n") || strings.Contains(gz, "//") || strings.Contains(gz, ":=") || strings.HasSuffix(gz, "/") {
		return "", "", fmt.Errorf("gz_topic_name: topic %q: expected no @, ~, space, // or :=, and no slash at the end", gz)
	}
	return ros, gz, nil
}

// listed returns the names of those pairs that have one of the two types, or of all pairs if none has.
func listed(pairs []Pair, like *Pair) string {
	var near, all []string
	for _, p := range pairs {
		name := p.ROS + " with " + p.Gz
		if p.ROS == like.ROS || p.Gz == like.Gz {
			near = append(near, name)
		}
		all = append(all, name)
	}
	if len(near) > 0 {
		return strings.Join(near, ", ")
	}
	return strings.Join(all, ", ")
}
