//go:build rclgo

package rclgo

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
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
	types   *dynamic.Library // message types of services
	watch   watch
	once    sync.Once
	err     error

	mu    sync.Mutex
	nodes []*node
}

// Open initializes rcl for this process.
func Open() (ros.Backend, error) {
	if err := checkInside(); err != nil {
		return nil, fmt.Errorf("open rcl: %w", err)
	}
	// The layer above publishes /rosout; up to Humble rcl would do so too. Nothing is written to rcl's log files.
	words := []string{"--ros-args", "--disable-rosout-logs", "--disable-external-lib-logs"}
	if enclave := os.Getenv("ROS_SECURITY_ENCLAVE_OVERRIDE"); enclave != "" { // ros.Main sets it from --enclave
		words = append(words, "--enclave", enclave)
	}
	args, _, err := rclgo.ParseArgs(words)
	if err != nil {
		return nil, fmt.Errorf("open rcl: %w", err)
	}
	context, err := rclgo.NewContext(0, args)
	if err != nil {
		return nil, openError(err)
	}
	return &backend{context: context, types: dynamic.Compiled()}, nil
}

// openError returns an error of rcl's without what rclgo adds, the stack in a buffer that ends with zero bytes.
func openError(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\ngoroutine ")
	if strings.Contains(text, "SECURITY ERROR") {
		enclave := cmp.Or(os.Getenv("ROS_SECURITY_ENCLAVE_OVERRIDE"), "/")
		text = fmt.Sprintf("security: enclave %s of ROS_SECURITY_KEYSTORE=%q: %s; gonao ros keys add makes an enclave", enclave, os.Getenv("ROS_SECURITY_KEYSTORE"), text)
	}
	return fmt.Errorf("open rcl, RMW_IMPLEMENTATION=%q: %s", os.Getenv("RMW_IMPLEMENTATION"), text)
}

// SetEnclave does nothing: rcl has the enclave from Open on, with its keys.
func (b *backend) SetEnclave(string) error { return nil }

// CreateNode makes a node visible to others.
func (b *backend) CreateNode(namespace, name string) (ros.NodeHandle, error) {
	rcl, err := b.context.NewNode(name, namespace)
	if err != nil {
		return nil, fmt.Errorf("rcl: %w", err)
	}
	n := &node{backend: b, rcl: rcl, waiter: newWaiter(b.context), log: slog.Default()}
	b.mu.Lock()
	b.nodes = append(b.nodes, n)
	b.mu.Unlock()
	if err := b.watch.on(n); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return n, nil
}

// forget moves the watch of the graph on to another node before one closes.
func (b *backend) forget(gone *node) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.nodes = slices.DeleteFunc(b.nodes, func(n *node) bool { return n == gone })
	if b.watch.off(gone) && len(b.nodes) > 0 {
		if err := b.watch.on(b.nodes[0]); err != nil {
			gone.log.Warn("changes of the graph are no longer detected", "error", err)
		}
	}
}

// ReceiveBuffer returns the largest size that the kernel grants, in bytes: rcl does not report what its middleware
// requested.
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
		nodes := slices.Clone(b.nodes)
		b.mu.Unlock()
		var errs []error
		for _, n := range nodes {
			errs = append(errs, n.Close())
		}
		b.err = errors.Join(append(errs, b.context.Close())...)
	})
	return b.err
}
