package seeds

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAListIsReadAndPrinted(t *testing.T) {
	for text, n := range map[string]int{"7": 1, "1-3": 3, "1-36,1001": 37, "5,4,3": 3, "9,1-2,3,12": 5} {
		var l List
		require.NoError(t, l.Set(text))
		require.Len(t, l, n, text)
		again, err := Parse(l.String())
		require.NoError(t, err)
		require.Equal(t, l, again)
	}
	l := append(Range(1, 36), 1001)
	require.Equal(t, "1-36,1001", l.String())
}

func TestWhatIsNoListIsRefused(t *testing.T) {
	for text, why := range map[string]string{
		"": "expected numbers", "0": "from 1 on", "3-1": "ranges such as", "1,,2": "expected numbers", "-4": "expected numbers", "1-": "expected numbers",
		"1-3,2": "2 is there twice", "1-1000001": "1000000 at most", "99999999999": "expected numbers", "twenty": "expected numbers",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, why, text)
	}
}
