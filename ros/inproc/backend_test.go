package inproc_test

import (
	"testing"

	"gonao/ros"
	"gonao/ros/backendtest"
	"gonao/ros/inproc"
)

func TestItIsAWayToROSAsAnyOther(t *testing.T) {
	bus := inproc.NewBus()
	backendtest.Run(t, func() (ros.Backend, error) { return bus, nil }, backendtest.CallEnds)
}
