package cyclone

import (
	"os"
	"testing"
)

// TestMain also plays the second process of some tests: see partner_test.go.
func TestMain(m *testing.M) {
	if role := os.Getenv("GONAO_TEST_ROLE"); role != "" {
		os.Exit(playRole(role))
	}
	code := m.Run()
	removePeer()
	os.Exit(code)
}
