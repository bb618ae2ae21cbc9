package cli

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// A command that starts another program passes its flags on: the other one reads the same values.
func TestGivenFlagsAreReadBackAsTheyWere(t *testing.T) {
	type values struct {
		names []string
		all   []string
		n     int
		on    bool
	}
	parse := func(words ...string) (values, []string) {
		var v values
		var given []string
		cmd := &cobra.Command{Use: "x", RunE: func(cmd *cobra.Command, _ []string) error { given = GivenFlags(cmd); return nil }}
		cmd.Flags().StringSliceVar(&v.names, "names", nil, "")
		cmd.Flags().StringArrayVar(&v.all, "all", nil, "")
		cmd.Flags().IntVar(&v.n, "n", 0, "")
		cmd.Flags().BoolVar(&v.on, "on", false, "")
		cmd.SetArgs(words)
		require.NoError(t, cmd.Execute())
		return v, given
	}
	want, words := parse("--names", "a,b", "--names=c", "--all", "x y", "--all", "z", "--n", "3", "--on")
	got, _ := parse(words...)
	require.Equal(t, want, got)
	require.Equal(t, values{[]string{"a", "b", "c"}, []string{"x y", "z"}, 3, true}, got)
	_, words = parse()
	require.Empty(t, words)
}
