package ros

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	typedescription "gonao/msgs/type_description_interfaces"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// compiledTypes are the types that every node of the process can describe, built at the first request. Describe adds types
// for one node.
var compiledTypes = sync.OnceValue(dynamic.Compiled)

const getTypeDescription = "get_type_description"

// startTypeDescription serves ~/get_type_description.
func (n *Node) startTypeDescription(opts NodeOptions) error {
	if opts.NoTypeDescription {
		return nil
	}
	_, err := Serve(n, "~/"+getTypeDescription, func(_ context.Context, q typedescription.GetTypeDescriptionRequest) (typedescription.GetTypeDescriptionResponse, error) {
		return describeType(n.describable(), q), nil
	})
	return err
}

// Describe adds type descriptions that are not gonao's own to those the node serves: the types of a ROS package, from its
// directories msg, srv and action. A package of generated Go embeds them:
//
//	//go:embed msg srv
//	var Definitions embed.FS
//
// Without it, tools such as gonao topic echo need --definitions for these types.
func (n *Node) Describe(pkg string, definitions fs.FS) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.types == nil {
		n.types = dynamic.Compiled()
	}
	return n.types.AddFS(pkg, definitions)
}

// describable returns the types that the node can describe.
func (n *Node) describable() *dynamic.Library {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.types == nil {
		return compiledTypes()
	}
	return n.types
}

// describeType answers a request. That a type is unknown, or known with another hash, is part of the answer.
func describeType(l *dynamic.Library, q typedescription.GetTypeDescriptionRequest) (a typedescription.GetTypeDescriptionResponse) {
	fail := func(err error) typedescription.GetTypeDescriptionResponse {
		return typedescription.GetTypeDescriptionResponse{FailureReason: err.Error()}
	}
	hash, err := l.Hash(q.TypeName_)
	if err != nil {
		return fail(err)
	}
	if q.TypeHash_ != "" && q.TypeHash_ != hash {
		return fail(fmt.Errorf("type %s has hash %s here, but %s was requested", q.TypeName_, hash, q.TypeHash_))
	}
	if a.TypeDescription, err = l.Description(q.TypeName_); err != nil {
		return fail(err)
	}
	if q.IncludeTypeSources {
		if a.TypeSources, err = l.Sources(q.TypeName_); err != nil {
			return fail(err)
		}
	}
	a.Successful = true
	return a
}

// GetTypeDescription requests a type description from a node with a full name. The description must have the hash
// ("RIHS01_…"; "" for any), which is computed from the received description.
func GetTypeDescription(ctx context.Context, n *Node, node, typeName, hash string) (typedescription.TypeDescription, error) {
	d, err := askTypeDescription(ctx, n, node, typeName, hash)
	if err != nil {
		return d, fmt.Errorf("description of %s from %s: %w", typeName, node, err)
	}
	return d, nil
}

func askTypeDescription(ctx context.Context, n *Node, node, typeName, hash string) (d typedescription.TypeDescription, err error) {
	q := typedescription.GetTypeDescriptionRequest{TypeName_: typeName, TypeHash_: hash}
	if hash == "" {
		q.TypeHash_ = n.likelyHash(node, typeName)
	}
	c, err := openCaller(n, serviceSpec(node+"/"+getTypeDescription, q.ServiceType()))
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.WaitForServer(ctx); err != nil {
		return d, err
	}
	data, err := c.call(ctx, cdr.Marshal(&q))
	if err != nil {
		return d, err
	}
	var a typedescription.GetTypeDescriptionResponse
	if err := cdr.Unmarshal(data, &a); err != nil {
		return d, err
	}
	switch {
	case !a.Successful && q.TypeHash_ == "":
		return d, fmt.Errorf("refused: %s (its hash is unknown here, and rcl describes a type only if the request has its hash)", a.FailureReason)
	case !a.Successful:
		return d, fmt.Errorf("refused: %s", a.FailureReason)
	}
	l := dynamic.NewLibrary()
	if err := l.AddDescription(&a.TypeDescription); err != nil {
		return d, err
	}
	sent, err := l.Hash(typeName)
	if err != nil {
		return d, err
	}
	if hash != "" && sent != hash {
		return d, fmt.Errorf("the received description has hash %s, but %s was requested", sent, hash)
	}
	return a.TypeDescription, nil
}

// likelyHash returns the hash of a node's type, from its endpoints or our own definitions; rcl's nodes do not answer
// without one.
func (n *Node) likelyHash(node, typeName string) string {
	if g, err := n.Graph(); err == nil {
		for _, t := range g.Topics {
			for _, e := range t.Endpoints {
				if e.Node == node && e.Type == typeName && e.Hash != "" {
					return e.Hash
				}
			}
		}
	}
	hash, err := compiledTypes().Hash(typeName)
	if err != nil {
		return ""
	}
	return hash
}

// TopicMessage returns a message of the type that a topic has now. A type that lib lacks, or has with another hash, is
// requested from the nodes on the topic.
func TopicMessage(ctx context.Context, n *Node, lib *dynamic.Library, topic string) (*dynamic.Message, error) {
	name, err := n.resolve(topic)
	if err != nil {
		return nil, err
	}
	g, err := n.Graph()
	if err != nil {
		return nil, err
	}
	for _, t := range g.Topics {
		if t.Name == name {
			return topicMessage(ctx, n, lib, t)
		}
	}
	return nil, fmt.Errorf("topic %s: it has no publishers or subscribers", name)
}

func topicMessage(ctx context.Context, n *Node, lib *dynamic.Library, t TopicInfo) (*dynamic.Message, error) {
	if len(t.Types) != 1 {
		return nil, fmt.Errorf("topic %s has %d types: %v; choose one", t.Name, len(t.Types), t.Types)
	}
	m, err := lib.Message(t.Types[0])
	errs := []error{err}
	asked := map[string]bool{}
	for _, e := range t.Endpoints {
		if err == nil && (e.Hash == "" || e.Hash == m.TypeHash()) {
			return m, nil
		}
		if err == nil && len(asked) == 0 {
			errs = append(errs, fmt.Errorf("type %s is here with hash %s, in %s with hash %s", t.Types[0], m.TypeHash(), e.Node, e.Hash))
		}
		if e.Node == "" || asked[e.Node] {
			continue
		}
		asked[e.Node] = true
		d, err := GetTypeDescription(ctx, n, e.Node, t.Types[0], e.Hash)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		learned := dynamic.NewLibrary()
		if err := learned.AddDescription(&d); err != nil {
			return nil, fmt.Errorf("topic %s: %w", t.Name, err)
		}
		return learned.Message(t.Types[0])
	}
	if err == nil && len(asked) == 0 {
		return m, nil // no endpoint announces a hash
	}
	return nil, fmt.Errorf("topic %s: %w", t.Name, errors.Join(errs...))
}

// SubscribeDynamic receives a topic of a type known at run time. Each message is a
// new one and belongs to deliver, which is called one message at a time; like is a message of the type.
func SubscribeDynamic(n *Node, topic string, like *dynamic.Message, deliver func(*dynamic.Message), opts ...Option) (RawSubscriber, error) {
	bad := badMessages{node: n, topic: topic}
	return SubscribeRaw(n, topic, like.TypeName(), like.TypeHash(), func(data []byte, _ time.Time) {
		m := like.New()
		if err := cdr.Unmarshal(data, m); err != nil {
			bad.report(err)
			return
		}
		deliver(m)
	}, opts...)
}
