package ros

// Graph holds all discovered nodes, topics and services, sorted by name.
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
	Participant           [16]byte // DDS participant of the process, zero if there is none
	Host                  string   // host of the process, "" if unknown
	PID                   int      // id of the process on its host, 0 if unknown
}

// FullName returns the node's name with its namespace: "/nao1/vision".
func (i NodeInfo) FullName() string { return joinName(i.Namespace, i.Name) }

// TopicInfo is a topic with the types of its endpoints, usually one.
type TopicInfo struct {
	Name        string   // fully qualified
	Types       []string // "std_msgs/msg/String"
	Publishers  int
	Subscribers int
	Endpoints   []EndpointInfo // for a service, those of its requests and replies
}

// EndpointInfo is a reader or a writer of any node.
type EndpointInfo struct {
	Node             string // "/nao1/vision", "" when not known yet
	Type             string // ROS type: "std_msgs/msg/String"
	Hash             string // "RIHS01_…", "" when not known
	Writer           bool
	QoS              QoS // a reader has no lifespan, and some peers do not report the depth
	GID, Participant [16]byte
	RMW              string // "rmw_cyclonedds_cpp", "rmw_fastrtps_cpp", "" when not known
}

// GraphChanged returns a channel that receives an element when nodes, topics or services have appeared or disappeared
// since it was last read. Each call creates a channel, which is closed with the node: call it once, not in a loop.
func (n *Node) GraphChanged() <-chan struct{} {
	changed := make(chan struct{}, 1)
	stop := n.backend.NotifyGraph(changed)
	if err := n.own(&closer{func() error { stop(); close(changed); return nil }}); err != nil {
		n.Log.Debug("graph not watched", "reason", err)
	}
	return changed
}

// closer is an io.Closer that calls a function.
type closer struct{ f func() error }

func (c *closer) Close() error { return c.f() }
