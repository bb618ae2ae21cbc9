package bag

import (
	"cmp"
	"fmt"

	"gonao/ros"
	"gonao/ros/cdr"
)

// Topic is a topic of a bag.
type Topic struct {
	Name       string    // fully qualified: "/nao1/robot_state"
	Type       string    // "gonao_msgs/msg/RobotState"
	Hash       string    // "RIHS01_…", "" when not known
	QoS        []ros.QoS // offers of its publishers, one element each; empty if unknown
	Definition string    // definition of the type and of all types it refers to; "" if unknown
	Encoding   string    // encoding of Definition: "ros2msg"; "" is the same
	Format     string    // encoding of the messages: "cdr"; "" is the same
}

// key returns name and type: a damaged bag may have one name with two types.
func (t Topic) key() string { return t.Name + "\x00" + t.Type }

// Names of the formats, in every bag.
const (
	formatCDR       = "cdr"
	encodingMsg     = "ros2msg"
	encodingUnknown = "unknown" // rosbag2's word for a type without definition
)

func (t Topic) format() string {
	return cmp.Or(t.Format, formatCDR)
}

// schemaEncoding returns the encoding for the schema record.
func (t Topic) schemaEncoding() string {
	switch {
	case t.Encoding != "":
		return t.Encoding
	case t.Definition == "":
		return encodingUnknown
	}
	return encodingMsg
}

// TypeError is the error of a topic in a bag whose messages do not have the wanted type.
type TypeError struct {
	Topic              string
	BagType, BagHash   string
	WantType, WantHash string
}

func (e *TypeError) Error() string {
	if e.BagType != e.WantType {
		return fmt.Sprintf("topic %s: the bag has %s, expected %s", e.Topic, e.BagType, e.WantType)
	}
	return fmt.Sprintf("topic %s: the definition of %s differs: the bag has %s, expected %s",
		e.Topic, e.BagType, e.BagHash, e.WantHash)
}

// CheckType returns a *TypeError unless the topic's messages have m's type, by name, and by hash if the bag has one.
func (t Topic) CheckType(m cdr.Message) error { return t.check(m.TypeName(), m.TypeHash()) }

// check is CheckType for a type known by its name and hash; an unknown hash fits any.
func (t Topic) check(typeName, hash string) error {
	if t.Type == typeName && (t.Hash == "" || hash == "" || t.Hash == hash) {
		return nil
	}
	return &TypeError{Topic: t.Name, BagType: t.Type, BagHash: t.Hash, WantType: typeName, WantHash: hash}
}
