package lab

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFlagsReachTheProgramThatIsStarted(t *testing.T) {
	var words []string
	cmd := NewFilm(func(_ context.Context, w []string, _ any) error { words = w; return nil })
	cmd.SetArgs([]string{"walk 0.2 0 0 3", "--view", "front", "-o", "push.gif"})
	require.NoError(t, cmd.Execute())
	require.Equal(t, []string{"film", "--output=push.gif", "--view=front", "--", "walk 0.2 0 0 3"}, words)
}
