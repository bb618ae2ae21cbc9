package ros

// Graph is what is known of all nodes, topics and services, sorted by name.
type Graph struct {
	Nodes    []NodeInfo
	Topics   []TopicInfo
	Services []TopicInfo // Publishers counts servers, Subscribers clients
}

// NodeInfo is a node with the topics it has endpoints on.
type NodeInfo struct {
	Namespace, Name       string
	Publishes, Subscribes []string // fully qualified topic names
	Serves, Calls         []string // fully qualified service names
}

// FullName is the node's name with its namespace: "/nao1/vision".
func (i NodeInfo) FullName() string { return joinName(i.Namespace, i.Name) }

// TopicInfo is a topic with the types its endpoints speak, commonly one.
type TopicInfo struct {
	Name        string   // fully qualified
	Types       []string // "std_msgs/msg/String"
	Publishers  int
	Subscribers int
}
