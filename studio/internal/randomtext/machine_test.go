package randomtext_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
	"gonao/studio/internal/randomtext"
)

func TestTheMachinesCanBeRead(t *testing.T) {
	for seed := range uint64(200) {
		text := randomtext.Machine(rand.New(rand.NewPCG(seed, 1)))
		_, findings := chart.ReadYAML("drawn.yaml", []byte(text))
		require.Empty(t, findings.Errors(), text)
	}
}
