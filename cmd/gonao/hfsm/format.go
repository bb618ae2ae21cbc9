package hfsm

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm/chart"
)

// newFormat returns the command fmt.
func newFormat(t cli.Terminal) *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use: "fmt FILE...", Short: "rewrite machine files in one layout", Args: cobra.MinimumNArgs(1),
		Long: `fmt rewrites machines in YAML in one layout: indented by two, with single spaces, and with the comments of
neighbouring lines aligned. Comments, quotes, the order of keys and line breaks stay. If a file would not mean
the same machine afterwards, it is left as it is. The file - is the standard input, which is written to the
standard output.

With --list no file is changed: the names of the files that would change are printed, and the exit code is 1 if
there are any.`,
		Example: "  gonao hfsm fmt behavior/machines/dance.yaml\n  gonao hfsm fmt --list behavior/machines/dance.yaml behavior/machines/follow_ball.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			other := 0
			for _, file := range args {
				changed, err := format(t, file, list)
				if err != nil {
					return err
				}
				if changed {
					other++
				}
			}
			if list && other > 0 {
				return fmt.Errorf("%s in another layout", cli.Count(other, "file"))
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&list, "list", "l", false, "only list the files that would be changed")
	return cmd
}

// format formats a file, unless list is set, and reports whether it changed or would change.
func format(t cli.Terminal, file string, list bool) (bool, error) {
	if file == "-" {
		src, err := io.ReadAll(t.In)
		if err != nil {
			return false, fmt.Errorf("read the standard input: %w", err)
		}
		out, err := chart.Format(standardInput, src)
		if err != nil {
			return false, err
		}
		if !list {
			_, err = t.Out.Write(out)
		}
		return !bytes.Equal(src, out), err
	}
	if ending := filepath.Ext(file); ending != ".yaml" && ending != ".yml" {
		return false, cli.Usagef("%s: expected a machine in YAML, .yaml", file)
	}
	info, err := os.Stat(file)
	if err != nil {
		return false, fmt.Errorf("read the machine: %w", err)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return false, fmt.Errorf("read the machine: %w", err)
	}
	out, err := chart.Format(file, src)
	if err != nil || bytes.Equal(src, out) {
		return false, err
	}
	fmt.Fprintln(t.Out, file)
	if list {
		return true, nil
	}
	return true, os.WriteFile(file, out, info.Mode().Perm())
}

// newDiff returns the command diff.
func newDiff(t cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use: "diff OLD NEW", Short: "show what differs between two machines", Args: cobra.ExactArgs(2),
		Long: `diff compares the meaning of two machines and prints one difference a line, with its place: states, transitions,
values, activities. It ignores comments, indentation, the order of states and where the editor draws them. The
machines may be of different formats: an import beside a machine in YAML.

Exit codes: 0 no difference, 1 different, or a machine cannot be read, 2 wrong command line.`,
		Example: "  gonao hfsm diff behavior/machines/follow_ball.yaml behavior/machines/follow_and_dance.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			var machines [2]*chart.Machine
			for i, file := range args {
				m, findings, err := readMachine(file)
				if err != nil {
					return err
				}
				printFindings(t, findings)
				machines[i] = m
			}
			changes, err := chart.Diff(machines[0], machines[1])
			if err != nil {
				return fmt.Errorf("compare %s with %s: %w", args[0], args[1], err)
			}
			for _, c := range changes {
				fmt.Fprintln(t.Out, c)
			}
			if len(changes) > 0 {
				return fmt.Errorf("%s", cli.Count(len(changes), "difference"))
			}
			return nil
		},
	}
}
