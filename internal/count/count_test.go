package count_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/count"
)

func TestOneThingIsSingular(t *testing.T) {
	require.Equal(t, "1 argument", count.Of(1, "argument"))
	require.Equal(t, "0 arguments", count.Of(0, "argument"))
	require.Equal(t, "2 messages", count.Of(uint64(2), "message"))
}
