package gazebobridge

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/internal/yamlfault"
)

// The keys of an entry.
const (
	keyTopic           = "topic_name"
	keyROSTopic        = "ros_topic_name"
	keyGzTopic         = "gz_topic_name"
	keyROSType         = "ros_type_name"
	keyGzType          = "gz_type_name"
	keyDirection       = "direction"
	keySubscriberQueue = "subscriber_queue"
	keyPublisherQueue  = "publisher_queue"
	keyLazy            = "lazy"
)

var keys = []string{
	keyTopic, keyROSTopic, keyGzTopic, keyROSType, keyGzType, keyDirection, keySubscriberQueue, keyPublisherQueue, keyLazy,
}

// Default lengths of the queues, as in ros_gz_bridge.
const (
	defaultQueue = 10
	longestQueue = 10000
)

// Parse reads the file's text.
func Parse(text []byte, pairs []Pair) ([]Entry, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, yamlfault.Error(text, err)
	}
	const form = "expected a list of entries, each beginning with a dash: - topic_name: …"
	if len(doc.Content) == 0 {
		return nil, errors.New("the file is empty: " + form)
	}
	list := doc.Content[0]
	if list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("line %d: %s", list.Line, form)
	}
	entries := make([]Entry, 0, len(list.Content))
	for _, n := range list.Content {
		e, err := parseEntry(n, pairs)
		if err != nil {
			return nil, err
		}
		for _, before := range entries {
			if err := collide(&before, &e); err != nil {
				return nil, err
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// collide returns an error for two entries that publish to the same topic.
func collide(before, e *Entry) error {
	switch {
	case before.Direction.ToGz() && e.Direction.ToGz() && before.GzTopic == e.GzTopic:
		return fmt.Errorf("line %d: %s %s: the entry in line %d publishes it already", e.Line, keyGzTopic, e.GzTopic, before.Line)
	case before.Direction.ToROS() && e.Direction.ToROS() && before.ROSTopic == e.ROSTopic:
		return fmt.Errorf("line %d: %s %s: the entry in line %d publishes it already", e.Line, keyROSTopic, e.ROSTopic, before.Line)
	}
	return nil
}

func parseEntry(n *yaml.Node, pairs []Pair) (Entry, error) {
	if n.Kind != yaml.MappingNode {
		return Entry{}, fmt.Errorf("line %d: expected an entry with the keys %s", n.Line, strings.Join(keys, ", "))
	}
	p := parser{entry: n, values: map[string]*yaml.Node{}}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case !slices.Contains(keys, key.Value):
			p.fail(key, "unknown key %q: expected one of %s", key.Value, strings.Join(keys, ", "))
		case p.values[key.Value] != nil:
			p.fail(key, "%s: given twice", key.Value)
		case value.Kind != yaml.ScalarNode:
			p.fail(value, "%s: expected a single value", key.Value)
		}
		p.values[key.Value] = value
	}
	e := Entry{
		Line: n.Line, Direction: p.direction(), Lazy: p.flag(keyLazy),
		SubscriberQueue: p.queue(keySubscriberQueue), PublisherQueue: p.queue(keyPublisherQueue),
	}
	e.ROSTopic, e.GzTopic = p.topics()
	e.Pair, e.GzType = p.types(pairs)
	return e, p.err
}

// parser reads an entry's keys one by one; it keeps the first error.
type parser struct {
	entry  *yaml.Node
	values map[string]*yaml.Node
	err    error
}

func (p *parser) fail(at *yaml.Node, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("line %d: %s", at.Line, fmt.Sprintf(format, args...))
	}
}

// text returns a key's value, "" when it is not there.
func (p *parser) text(key string) string {
	if v := p.values[key]; v != nil {
		return v.Value
	}
	return ""
}

// topics returns both names; one that is not there is the other's.
func (p *parser) topics() (ros, gz string) {
	both, ros, gz := p.text(keyTopic), p.text(keyROSTopic), p.text(keyGzTopic)
	switch {
	case both != "" && (ros != "" || gz != ""):
		p.fail(p.values[keyTopic], "%s: it names the topic on both sides: expected it alone, or %s and %s", keyTopic, keyROSTopic, keyGzTopic)
	case both == "" && ros == "" && gz == "":
		p.fail(p.entry, "expected %s, or %s and %s", keyTopic, keyROSTopic, keyGzTopic)
	}
	for _, other := range []string{both, ros, gz} {
		if ros == "" {
			ros = other
		}
		if gz == "" {
			gz = other
		}
	}
	if !strings.HasPrefix(gz, "/") {
		gz = "/" + gz
	}
	if strings.ContainsAny(gz, "@~ \t\n") || strings.Contains(gz, "//") || strings.Contains(gz, ":=") || strings.HasSuffix(gz, "/") {
		p.fail(p.entry, "%s: topic %q: expected no @, ~, space, // or :=, and no slash at the end", keyGzTopic, gz)
	}
	return ros, gz
}

// types returns the pair of types, and Gazebo's as it is written.
func (p *parser) types(pairs []Pair) (Pair, string) {
	ros, gz := p.values[keyROSType], p.values[keyGzType]
	for _, key := range []string{keyROSType, keyGzType} {
		if p.values[key] == nil {
			p.fail(p.entry, "%s: missing: expected both types, such as %s: std_msgs/msg/Bool and %s: gz.msgs.Boolean", key, keyROSType, keyGzType)
			return Pair{}, ""
		}
	}
	_, short, ok := gzmsgs.Split(gz.Value)
	if !ok {
		p.fail(gz, "%s: %q: expected a name such as gz.msgs.Boolean or ignition.msgs.Boolean", keyGzType, gz.Value)
	}
	pair := Pair{ROS: ros.Value, Gz: short}
	if !slices.Contains(pairs, pair) {
		p.fail(ros, "%s %s with %s %s: these cannot be bridged: expected one of %s", keyROSType, ros.Value, keyGzType, gz.Value, listed(pairs, &pair))
	}
	return pair, gz.Value
}

// listed names the pairs: those with one of the two types where there are any.
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

func (p *parser) direction() Direction {
	v := p.values[keyDirection]
	if v == nil {
		return Both
	}
	for d, name := range directions {
		if v.Value == name {
			return Direction(d)
		}
	}
	p.fail(v, "%s: %q: expected ROS_TO_GZ, GZ_TO_ROS or BIDIRECTIONAL", keyDirection, v.Value)
	return Both
}

func (p *parser) queue(key string) int {
	v := p.values[key]
	if v == nil {
		return defaultQueue
	}
	n, err := strconv.Atoi(v.Value)
	if err != nil || n < 1 || n > longestQueue {
		p.fail(v, "%s: %q: expected a number of messages, 1 to %d", key, v.Value, longestQueue)
	}
	return n
}

func (p *parser) flag(key string) (yes bool) {
	if v := p.values[key]; v != nil && v.Decode(&yes) != nil {
		p.fail(v, "%s: %q: expected true or false", key, v.Value)
	}
	return yes
}
