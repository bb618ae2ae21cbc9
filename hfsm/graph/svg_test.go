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
	draw := func(_ context.Context, dots [][]byte) ([][]byte, error) {
		require.Len(t, dots, 1)
		require.Contains(t, string(dots[0]), "digraph")
		return [][]byte{[]byte("<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"a\"\n \"b\">\n<!-- by graphviz 12 -->\n<svg viewBox=\"0 0 30 20\">\n<title>s1</title>\n<text font-family=\"Times,serif\">a</text></svg>")}, nil
	}
	require.NoError(t, SVG(t.Context(), &out, m, Options{Depth: 1}, draw))
	require.Equal(t, "<?xml version=\"1.0\"?>\n<svg width=\"30.00pt\" height=\"20.00pt\"\n viewBox=\"0.00 0.00 30.00 20.00\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n"+
		"<text font-family=\"Helvetica,Arial,Liberation Sans,sans-serif\">a</text></svg>\n", out.String())
}

func TestAFaultOfTheLayoutIsTold(t *testing.T) {
	m := machine(t, "testdata/match.yaml")
	err := SVG(t.Context(), &bytes.Buffer{}, m, Options{}, func(context.Context, [][]byte) ([][]byte, error) {
		return nil, errors.New("no room")
	})
	require.EqualError(t, err, `draw "match": no room`)
	err = SVG(t.Context(), &bytes.Buffer{}, m, Options{Depth: 1}, func(context.Context, [][]byte) ([][]byte, error) {
		return [][]byte{[]byte("help")}, nil
	})
	require.ErrorContains(t, err, "4 bytes that are not SVG")
}
