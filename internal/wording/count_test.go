package wording_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/wording"
)

func TestOneThingIsSingular(t *testing.T) {
	require.Equal(t, "1 argument", wording.Count(1, "argument"))
	require.Equal(t, "0 arguments", wording.Count(0, "argument"))
	require.Equal(t, "2 messages", wording.Count(uint64(2), "message"))
}
