package studio

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gonao/ros"
	"gonao/ros/dynamic"
)

// typeText is a message type as viewers need it.
type typeText struct {
	hash   string
	schema string // ros2msg
}

// typeKey names a type as an endpoint announces it. The hash is "" if none is announced.
type typeKey struct{ name, hash string }

// types returns the definitions of types: those of this program, and those that other nodes describe. It is safe for
// concurrent use.
type types struct {
	node  *ros.Node
	ready func() // called when a description has arrived; must not block

	mu    sync.Mutex
	known map[typeKey]*typeText
	asked map[typeKey]int // number of requests for a description
}

func newTypes(n *ros.Node, ready func()) *types {
	return &types{node: n, ready: ready, known: map[typeKey]*typeText{}, asked: map[typeKey]int{}}
}

// maxRequests is how many times a description is requested before a type counts as unknown.
const maxRequests = 3

// describeWait is the time limit of a node for describing a type.
const describeWait = 5 * time.Second

// find returns the definition of a type, or false while it is requested from one of the nodes. A type without a
// description stays unknown.
func (t *types) find(key typeKey, nodes []string) (*typeText, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text, ok := t.known[key]; ok {
		return text, text != nil
	}
	lib := dynamic.Compiled()
	if hash, err := lib.Hash(key.name); err == nil && (key.hash == "" || key.hash == hash) {
		if schema, err := lib.DefinitionWithReferences(key.name); err == nil {
			t.known[key] = &typeText{hash: hash, schema: schema}
			return t.known[key], true
		}
	}
	if len(nodes) > 0 && t.asked[key] < maxRequests {
		t.asked[key]++
		t.known[key] = nil // while the request is on its way
		go t.request(key, nodes)
	}
	return nil, false
}

// request requests a description from the nodes, one after the other.
func (t *types) request(key typeKey, nodes []string) {
	text, err := t.describe(key, nodes)
	t.mu.Lock()
	if err == nil {
		t.known[key] = text
	} else {
		delete(t.known, key)
		if t.asked[key] >= maxRequests {
			t.node.Log.Warn("a topic is not shown: no node describes its type", "type", key.name, "error", err)
			t.known[key] = nil
		}
	}
	t.mu.Unlock()
	t.ready()
}

func (t *types) describe(key typeKey, nodes []string) (*typeText, error) {
	var last error
	for _, node := range nodes {
		ctx, cancel := context.WithTimeout(t.node.Context(), describeWait)
		d, err := ros.GetTypeDescription(ctx, t.node, node, key.name, key.hash)
		cancel()
		if err != nil {
			last = err
			continue
		}
		lib := dynamic.NewLibrary()
		if err := lib.AddDescription(&d); err != nil {
			return nil, err
		}
		schema, err := lib.DefinitionWithReferences(key.name)
		if err != nil {
			return nil, err
		}
		hash, err := lib.Hash(key.name)
		return &typeText{hash: hash, schema: schema}, err
	}
	return nil, fmt.Errorf("type %s: %w", key.name, last)
}
