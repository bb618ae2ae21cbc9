//go:build rclgo

package rclgo

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/tiiuae/rclgo/pkg/rclgo"

	"gonao/ros"
	"gonao/ros/dynamic"
)

// backend is one rcl context.
type backend struct {
	context *rclgo.Context
	types   *dynamic.Library // of the messages of services
	once    sync.Once
	err     error

	mu    sync.Mutex
	nodes []*node
}

// Open initializes rcl for this process.
func Open() (ros.Backend, error) {
	// The layer above publishes /rosout; up to Humble rcl would do so too.
	args, _, err := rclgo.ParseArgs([]string{"--ros-args", "--disable-rosout-logs"})
	if err != nil {
		return nil, fmt.Errorf("open rcl: %w", err)
	}
	context, err := rclgo.NewContext(0, args)
	if err != nil {
		return nil, fmt.Errorf("open rcl, RMW_IMPLEMENTATION=%q: %w", os.Getenv("RMW_IMPLEMENTATION"), err)
	}
	return &backend{context: context, types: dynamic.Compiled()}, nil
}

// CreateNode makes a node visible to others.
func (b *backend) CreateNode(namespace, name string) (ros.NodeHandle, error) {
	rcl, err := b.context.NewNode(name, namespace)
	if err != nil {
		return nil, fmt.Errorf("rcl: %w", err)
	}
	n := &node{backend: b, rcl: rcl, waiter: newWaiter(b.context)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.nodes = append(b.nodes, n)
	return n, nil
}

// ReceiveBuffer is the most the kernel would grant, in bytes: rcl does not tell what its
// middleware asked for.
func (b *backend) ReceiveBuffer() int {
	text, err := os.ReadFile("/proc/sys/net/core/rmem_max")
	if err != nil {
		return 0
	}
	size, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return size
}

// Close ends all nodes and rcl.
func (b *backend) Close() error {
	b.once.Do(func() {
		b.mu.Lock()
		nodes := b.nodes
		b.mu.Unlock()
		var errs []error
		for _, n := range nodes {
			errs = append(errs, n.Close())
		}
		b.err = errors.Join(append(errs, b.context.Close())...)
	})
	return b.err
}
