//go:build rclgo

package rclgo

import (
	"testing"

	"gonao/ros/backendtest"
)

func TestItIsAWayToROSAsAnyOther(t *testing.T) {
	backendtest.UseOwnDomain(t, 1)
	backendtest.Run(t, Open)
}
