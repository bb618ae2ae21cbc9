package gazebobridge

// This part of the package reads which topics are bridged between ROS and Gazebo from a file in
// the form of ros_gz_bridge: a list of entries, each with the topic's name and type on
// both sides and the direction.

import (
	"fmt"
	"os"
)

// Direction is the direction in which messages are passed.
type Direction uint8

// The directions.
const (
	Both  Direction = iota // BIDIRECTIONAL, also the default
	ToROS                  // GZ_TO_ROS
	ToGz                   // ROS_TO_GZ
)

var directions = [...]string{Both: "BIDIRECTIONAL", ToROS: "GZ_TO_ROS", ToGz: "ROS_TO_GZ"}

// String returns the direction's name in the file.
func (d Direction) String() string { return directions[d] }

// ToROS reports whether messages go from Gazebo to ROS.
func (d Direction) ToROS() bool { return d != ToGz }

// ToGz reports whether messages go from ROS to Gazebo.
func (d Direction) ToGz() bool { return d != ToROS }

// Pair is a type of ROS and the type of Gazebo that it is converted to.
type Pair struct {
	ROS string // such as std_msgs/msg/Bool
	Gz  string // without its package: Boolean
}

// Entry is one topic to bridge.
type Entry struct {
	Line            int    // in the file
	ROSTopic        string // relative ones are in the node's namespace
	GzTopic         string // begins with a slash
	Pair            Pair
	GzType          string // as in the file, such as gz.msgs.Boolean
	Direction       Direction
	SubscriberQueue int  // messages from ROS that wait for the bridge
	PublisherQueue  int  // messages to ROS that wait for slow readers
	Lazy            bool // subscribe only while the other side has subscribers
}

// load reads a file; pairs are the types that can be bridged. Errors name the file, the line, the
// key and what was expected.
func load(path string, pairs []Pair) ([]Entry, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("bridge file: %w", err)
	}
	entries, err := parse(path, text, pairs)
	if err != nil {
		return nil, fmt.Errorf("bridge file: %w", err)
	}
	return entries, nil
}
