package train

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every kind of net draws the same set with any number of threads, with objects and without, and its copies are usable.
func TestEveryKindDrawsASetOfItsOwn(t *testing.T) {
	for _, k := range Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			n := 24
			set := k.Draw(3, n, 1)
			require.NoError(t, set.Check())
			require.Equal(t, set.Hash(), k.Draw(3, n, 2).Hash())
			require.Equal(t, k.Shape.Width, set.Width)
			require.Equal(t, k.Shape.Channels, set.Channels)
			there := 0
			for _, s := range set.Samples {
				for i := range s.Target {
					name := set.Outputs[i%len(set.Outputs)]
					if s.Target[i] == 1 && name != "class_none" && name[:3] != "at_" {
						there++
						break
					}
				}
			}
			require.Greater(t, there, n/8)
			require.Less(t, there, n)
			varied := k.Vary(set, 5, 1, 1)
			require.NoError(t, varied.Check())
			require.Len(t, varied.Samples, 2*n)
			require.Equal(t, varied.Hash(), k.Vary(set, 5, 1, 2).Hash())
		})
	}
}
