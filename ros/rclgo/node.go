//go:build rclgo

package rclgo

import (
	"errors"
	"log/slog"
	"sync"

	"github.com/tiiuae/rclgo/pkg/rclgo"

	"gonao/ros"
)

// node is a node of rcl.
type node struct {
	backend *backend
	rcl     *rclgo.Node
	waiter  *waiter
	log     *slog.Logger // the node's

	open   sync.RWMutex // held while rcl reads the graph
	closed bool
}

// Close removes the node with its endpoints.
func (n *node) Close() error {
	n.backend.forget(n)
	n.open.Lock()
	defer n.open.Unlock()
	if n.closed {
		return nil
	}
	n.closed = true
	n.waiter.close()
	return n.rcl.Close()
}

// profile is a QoS as rcl has it.
func profile(q ros.QoS) rclgo.QosProfile {
	p := rclgo.NewDefaultQosProfile()
	p.Depth = max(q.Depth, 1)
	if q.KeepAll {
		p.History = rclgo.HistoryKeepAll
	}
	if !q.Reliable {
		p.Reliability = rclgo.ReliabilityBestEffort
	}
	p.Durability = rclgo.DurabilityVolatile
	if q.TransientLocal {
		p.Durability = rclgo.DurabilityTransientLocal
	}
	p.Deadline, p.Lifespan = q.Deadline, q.Lifespan
	p.Liveliness, p.LivelinessLeaseDuration = rclgo.LivelinessAutomatic, q.Lease
	if q.ManualLiveliness {
		p.Liveliness = rclgo.LivelinessManualByTopic
	}
	return p
}

// SetLogger sets where endpoints that are left out, and messages that are lost, are reported.
func (n *node) SetLogger(log *slog.Logger) { n.log, n.waiter.log = log, log }

// leaveOut logs that an endpoint cannot be created because the library of its type is missing.
func (n *node) leaveOut(what, name, typ string, err error) {
	n.log.Warn("left out: the type support is not installed", what, name, "type", typ, "error", err)
}

var errClosed = errors.New("closed")

// absent replaces an endpoint whose type is not installed. A client that waits for its server gets the reason.
type absent struct{ why error }

func (absent) Publish([]byte) error                { return nil }
func (absent) Subscribers() int                    { return 0 }
func (absent) Publishers() int                     { return 0 }
func (a absent) Reply(ros.RequestID, []byte) error { return a.why }
func (a absent) Request([]byte, func(int64)) error { return a.why }
func (absent) ID() uint64                          { return 0 }
func (absent) Ready() bool                         { return false }
func (a absent) NeverReady() error                 { return a.why }
func (absent) Close() error                        { return nil }
