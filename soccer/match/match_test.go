package match

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func play(t *testing.T, c Config) *Result {
	t.Helper()
	m, err := New(c)
	require.NoError(t, err)
	r, err := m.Run(context.Background())
	require.NoError(t, err)
	return r
}

func TestTheSameSeedReturnsTheSameBytes(t *testing.T) {
	a := play(t, Config{Seed: 5, Half: 40 * time.Second})
	b := play(t, Config{Seed: 5, Half: 40 * time.Second, Threads: 4})
	require.Equal(t, a, b)
	require.NotEqual(t, a.Digest, play(t, Config{Seed: 6, Half: 40 * time.Second}).Digest)
	t.Logf("%+v", a)
}

func TestOneWholeMatch(t *testing.T) {
	r := play(t, Config{Seed: 3})
	t.Logf("%+v", r)
}
