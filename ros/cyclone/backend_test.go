package cyclone

import (
	"testing"

	"gonao/ros/backendtest"
)

func TestItIsAWayToROSAsAnyOther(t *testing.T) {
	useOwnDomain(t, 40)
	backendtest.Run(t, Open)
}

func BenchmarkRoundTripOfTwoNodes(b *testing.B) {
	useOwnDomain(b, 41)
	backendtest.RoundTrip(b, Open)
}
