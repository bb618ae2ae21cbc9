//go:build rclgo

package rclgo

/*
#include "graph.h"
*/
import "C"

import (
	"fmt"
	"reflect"
	"time"
	"unsafe"

	"github.com/tiiuae/rclgo/pkg/rclgo"
)

// inside returns the pointer to rcl's own struct in an unexported field of an object of rclgo. rclgo is pinned; checkInside checks at
// the start that the fields still have these names.
func inside(object any, field string) unsafe.Pointer {
	return reflect.ValueOf(object).Elem().FieldByName(field).UnsafePointer()
}

const (
	nodeField      = "rcl_node_t"
	publisherField = "rcl_publisher_t"
	clientField    = "rclClient"
)

// checkInside returns an error if rclgo is not the version that this package was written for.
func checkInside() error {
	for field, object := range map[string]any{
		nodeField: (*rclgo.Node)(nil), publisherField: (*rclgo.Publisher)(nil), clientField: (*rclgo.Client)(nil),
	} {
		t := reflect.TypeOf(object).Elem()
		if f, ok := t.FieldByName(field); !ok || f.Type.Kind() != reflect.Pointer {
			return fmt.Errorf("%v has no pointer %s: gonao needs the rclgo of its go.mod", t, field)
		}
	}
	return nil
}

func nodePointer(n *rclgo.Node) *C.rcl_node_t { return (*C.rcl_node_t)(inside(n, nodeField)) }

// available reports whether a client has a server to answer it.
func available(n *rclgo.Node, c *rclgo.Client) bool {
	return bool(C.gr_available(nodePointer(n), (*C.rcl_client_t)(inside(c, clientField))))
}

// acked waits until readers have received what a reliable publisher sent, at most for a time.
func acked(p *rclgo.Publisher, most time.Duration) {
	C.gr_acked((*C.rcl_publisher_t)(inside(p, publisherField)), C.longlong(most))
}

// rclError returns an error of rcl.
func rclError(what string, rc C.rcl_ret_t) error {
	return fmt.Errorf("rcl: %s: error %d", what, int(rc))
}
