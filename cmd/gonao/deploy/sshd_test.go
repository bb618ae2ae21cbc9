package deploy

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/sshdtest"
)

// login returns how to reach r. Options in first count before those of r.
func login(r *sshdtest.Robot, first ...string) Login {
	return Login{Target: r.Target(), Options: append(first, r.Options...)}
}

// dial logs in until the test ends.
func dial(t *testing.T, r *sshdtest.Robot) *Robot {
	t.Helper()
	robot, err := Dial(context.Background(), login(r))
	require.NoError(t, err)
	t.Cleanup(func() { robot.Close() })
	return robot
}
