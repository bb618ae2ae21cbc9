package cyclone

import (
	"fmt"
	"strings"
)

// ddsType is a ROS type's name in DDS: "std_msgs/msg/String" becomes
// "std_msgs::msg::dds_::String_".
func ddsType(rosType string) (string, error) {
	part := strings.Split(rosType, "/")
	if len(part) != 3 || part[0] == "" || part[2] == "" {
		return "", fmt.Errorf("type %q: expected package/kind/Name, such as std_msgs/msg/String", rosType)
	}
	return part[0] + "::" + part[1] + "::dds_::" + part[2] + "_", nil
}

// rosType is the way back; a type that is not ROS's stays as it is.
func rosType(ddsType string) string {
	pkg, name, ok := strings.Cut(ddsType, "::dds_::")
	if !ok {
		return ddsType
	}
	return strings.ReplaceAll(pkg, "::", "/") + "/" + strings.TrimSuffix(name, "_")
}

// The prefixes of DDS topics that carry topics, requests and replies.
const (
	topicPrefix   = "rt"
	requestPrefix = "rq"
	replyPrefix   = "rr"
)

// hashUserData is an endpoint's USER_DATA.
func hashUserData(hash string) string {
	if hash == "" {
		return ""
	}
	return "typehash=" + hash + ";"
}

// serviceID is how rmw_cyclonedds writes the id that a service's two endpoints
// share: kind is serviceid or clientid.
func serviceID(kind string, id [16]byte) string {
	var b strings.Builder
	b.WriteString(kind + "= ")
	for i, v := range id {
		if i > 0 {
			b.WriteByte('.')
		}
		fmt.Fprintf(&b, "%x", v)
	}
	return b.String() + ";"
}
