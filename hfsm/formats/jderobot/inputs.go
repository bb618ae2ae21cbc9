package jderobot

import (
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/foreign"
)

// value is a value of a message or an interface: the end of the input's name, its field, and its type.
type value struct {
	name, field string
	typ         chart.Type
}

// The values of plane motions.
var (
	planar = []value{{"x", "linear.x", chart.Float}, {"y", "linear.y", chart.Float}, {"turn", "angular.z", chart.Float}}
	point  = []value{{"x", "x", chart.Float}, {"y", "y", chart.Float}, {"z", "z", chart.Float}}
)

// messages holds the fields of message types that gonao has. A machine with types of other packages, such as kobuki_msgs,
// would not load without their definitions.
var messages = map[string][]value{
	"std_msgs/Bool": {{"", "data", chart.Bool}}, "std_msgs/String": {{"", "data", chart.String}},
	"std_msgs/Int8": {{"", "data", chart.Int}}, "std_msgs/Int16": {{"", "data", chart.Int}}, "std_msgs/Int32": {{"", "data", chart.Int}}, "std_msgs/Int64": {{"", "data", chart.Int}},
	"std_msgs/UInt8": {{"", "data", chart.Int}}, "std_msgs/UInt16": {{"", "data", chart.Int}}, "std_msgs/UInt32": {{"", "data", chart.Int}},
	"std_msgs/Float32": {{"", "data", chart.Float}}, "std_msgs/Float64": {{"", "data", chart.Float}},
	"sensor_msgs/Range":      {{"range", "range", chart.Float}},
	"sensor_msgs/LaserScan":  {{"first", "ranges[0]", chart.Float}},
	"sensor_msgs/Imu":        {{"turn", "angular_velocity.z", chart.Float}, {"accel_x", "linear_acceleration.x", chart.Float}, {"accel_y", "linear_acceleration.y", chart.Float}},
	"sensor_msgs/JointState": {{"position", "position[0]", chart.Float}, {"joint", "name[0]", chart.String}},
	"geometry_msgs/Point":    point, "geometry_msgs/Vector3": point,
	"geometry_msgs/Twist":  planar,
	"geometry_msgs/Pose2D": {{"x", "x", chart.Float}, {"y", "y", chart.Float}, {"theta", "theta", chart.Float}},
	"geometry_msgs/Pose":   {{"x", "position.x", chart.Float}, {"y", "position.y", chart.Float}},
	"nav_msgs/Odometry": {
		{"x", "pose.pose.position.x", chart.Float},
		{"y", "pose.pose.position.y", chart.Float},
		{"speed", "twist.twist.linear.x", chart.Float},
		{"turn", "twist.twist.angular.z", chart.Float},
	},
}

// interfaces are the message types that stand for interfaces of Ice, of which ROS has no own: a bridge, or a person, publishes
// them on the topic ice/NAME below the robot's namespace.
var interfaces = map[string]string{
	"laser": "sensor_msgs/LaserScan", "pose3d": "geometry_msgs/Pose", "encoders": "geometry_msgs/Pose2D", "bumper": "std_msgs/Int32",
	"sonar": "sensor_msgs/Range", "sonars": "sensor_msgs/Range", "ultrasonic": "sensor_msgs/Range", "ptencoders": "sensor_msgs/JointState", "imu": "sensor_msgs/Imu",
}

// inputsOf declares inputs for the values of a topic or an interface, and returns their names; nil if it only receives,
// or its type is unknown.
func (r *reader) inputsOf(c config, at chart.Place) []string {
	name, typ, topic := c.at.words("variablename"), c.at.words("type"), c.at.words("name")
	if c.role == roleInterface {
		own := nameIn(c.at)
		name, topic = own, "ice/"+foreign.Identifier(own, "interface")
		kind := c.at.words("interfaceName", "interface")
		typ = interfaces[strings.ToLower(kind[strings.LastIndexAny(kind, ":.")+1:])]
	} else if !strings.EqualFold(c.at.words("opType"), "Subscribe") {
		return nil
	}
	if name == "" {
		name = topic[strings.LastIndexByte(topic, '/')+1:]
	}
	pkg, message, ok := strings.Cut(strings.ReplaceAll(typ, "/msg/", "/"), "/")
	if !ok || !chart.IsTopic(topic) {
		return nil
	}
	var names []string
	for _, v := range messages[pkg+"/"+message] {
		own := foreign.Identifier(name, "input")
		if v.name != "" {
			own += "_" + v.name
		}
		if foreign.Reserved[own] {
			own += "_input"
		}
		own = foreign.Unique(own, r.taken)
		r.machine.Inputs = append(r.machine.Inputs, chart.Declaration{
			Place: at, Name: own, Type: v.typ, Initial: &chart.Value{Type: v.typ}, Description: "of the " + c.role + " " + short(nameIn(c.at)),
			From: &chart.Source{Place: at, Topic: topic, Type: pkg + "/msg/" + message, Field: v.field},
		})
		names = append(names, own)
	}
	return names
}
