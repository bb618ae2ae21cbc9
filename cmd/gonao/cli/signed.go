package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// negative matches a negative number, to tell it from a flag.
var negative = regexp.MustCompile(`^-([0-9.]|[iI]nf$)`)

// Signed makes a command accept negative numbers as arguments, which cobra would read as flags.
func Signed(cmd *cobra.Command) *cobra.Command {
	check, run := cmd.Args, cmd.RunE
	cmd.DisableFlagParsing, cmd.Args = true, cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		cmd.DisableFlagParsing = false
		flags, rest := splitFlags(cmd, args)
		if err := cmd.ParseFlags(flags); err != nil {
			return cmd.FlagErrorFunc()(cmd, err)
		}
		if help, err := cmd.Flags().GetBool("help"); err == nil && help {
			return cmd.Help()
		}
		if err := cmd.ValidateFlagGroups(); err != nil {
			return Usagef("%v; see %s --help", err, cmd.CommandPath())
		}
		if check(cmd, rest) != nil {
			return Usagef("%s: expected %s", Count(len(rest), "argument"), cmd.UseLine())
		}
		return run(cmd, rest)
	}
	return cmd
}

// splitFlags separates flags, with their values, from arguments.
func splitFlags(cmd *cobra.Command, args []string) (flags, rest []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return flags, append(rest, args[i+1:]...)
		case !strings.HasPrefix(arg, "-") || negative.MatchString(arg):
			rest = append(rest, arg)
		default:
			flags = append(flags, arg)
			name, _, whole := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			if f := cmd.Flag(name); f != nil && !whole && f.NoOptDefVal == "" && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		}
	}
	return flags, rest
}
