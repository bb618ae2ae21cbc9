package deploy

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/sshdtest"
)

// login says how a robot is reached, with options that count before the usual ones.
func login(r *sshdtest.Robot, first ...string) Login {
	return Login{Target: r.Target(), Options: append(first, r.Options...)}
}

// dial logs in until the test has cleaned up.
func dial(t *testing.T, r *sshdtest.Robot) *Robot {
	t.Helper()
	robot, err := Dial(context.Background(), login(r))
	require.NoError(t, err)
	t.Cleanup(func() { robot.Close() })
	return robot
}
