package cyclone

import (
	"testing"

	"gonao/ros/backendtest"
)

func TestItIsAWayToROSAsAnyOther(t *testing.T) {
	useOwnDomain(t, 40)
	backendtest.Run(t, Open)
}
