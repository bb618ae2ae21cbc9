package yamltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAMergeChangesOnlyWhatDiffers(t *testing.T) {
	for _, c := range []struct{ name, text, value, want string }{
		{
			"one argument", "do:\n  - play: # arms\n      motion: left # one\n      times: 3 # two\n  - wave # last\n", "[{play: {motion: right, times: 3}}, wave]",
			"do:\n  - play: # arms\n      motion: right # one\n      times: 3 # two\n  - wave # last\n",
		},
		{"an item more", "do:\n- wave # last\n", "[wave, {play: {motion: x}}]", "do:\n- wave # last\n- {play: {motion: x}}\n"},
		{"an item less", "do: [wave, say] # c\n", "[say]", "do: [say] # c\n"},
		{"a key more and a key less", "do: {a: 1, b: 2}\n", "{b: 2, c: 3}", "do: {b: 2, c: 3}\n"},
		{"another kind", "do: wave # c\n", "[wave, say]", "do: [wave, say] # c\n"},
		{"the same", "do:   [ wave ]\n", "- wave", "do:   [ wave ]\n"},
		{"other order", "do: {a: 1, b: 2}\n", "{b: 2, a: 1}", "do: {b: 2, a: 1}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Parse(c.text)
			require.NoError(t, err)
			next, err := d.Merge(d.Root.At("do"), c.value)
			require.NoError(t, err)
			require.Equal(t, c.want, next.Text)
		})
	}
}
