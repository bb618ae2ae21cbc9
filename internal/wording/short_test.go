package wording_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/wording"
)

func TestALongTextIsCutBetweenCharacters(t *testing.T) {
	require.Equal(t, "grün", wording.Short("grün", 5))
	require.Equal(t, "gr…", wording.Short("grün", 3))
}
