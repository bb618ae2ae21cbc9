package graph

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPictureHoldsOnlyThePicture(t *testing.T) {
	m := machine(t, "testdata/match.yaml")
	var out bytes.Buffer
	draw := func(_ context.Context, dot []byte) ([]byte, error) {
		require.Contains(t, string(dot), "digraph")
		return []byte("<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"a\"\n \"b\">\n<!-- by graphviz 12 -->\n<svg>\n<title>s1</title>\n<text font-family=\"Times,serif\">a</text></svg>"), nil
	}
	require.NoError(t, SVG(t.Context(), &out, m, Options{}, draw))
	require.Equal(t, "<?xml version=\"1.0\"?>\n<svg>\n<text font-family=\"Helvetica,Arial,Liberation Sans,sans-serif\">a</text></svg>", out.String())
}

func TestAFaultOfTheLayoutIsTold(t *testing.T) {
	m := machine(t, "testdata/match.yaml")
	err := SVG(t.Context(), &bytes.Buffer{}, m, Options{}, func(context.Context, []byte) ([]byte, error) {
		return nil, errors.New("no room")
	})
	require.EqualError(t, err, `draw "match": no room`)
	err = SVG(t.Context(), &bytes.Buffer{}, m, Options{}, func(context.Context, []byte) ([]byte, error) {
		return []byte("help"), nil
	})
	require.ErrorContains(t, err, "4 bytes that are no SVG")
}
