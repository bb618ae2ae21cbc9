package hfsm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm"
)

func newCheck(t cli.Terminal) *cobra.Command {
	var words vocabulary
	var asJSON, strict bool
	cmd := &cobra.Command{
		Use: "check MACHINE...", Short: "report everything that is wrong with machines", Args: cobra.MinimumNArgs(1),
		Long: `check reads machines as the robot would and reports everything that is wrong with them,
with file, line, column and key: errors, which keep a machine from running, and warnings
and notes, which do not.

Inputs and activities must be those of the robot; --loose accepts any. Colours must be those of
vision's defaults, or those that --params defines; motions must be the built-in ones or those of --motions. The file - is the standard input, a machine in YAML.

Exit codes: 0 no errors, 1 errors, 2 wrong command line.`,
		Example: `  gonao hfsm check behavior/machines/dance.yaml
  gonao hfsm check dance follow_ball --strict
  gonao hfsm check hfsm/scenario/testdata/door.yaml --loose --json
  gonao hfsm check behavior/machines/dance.yaml --params launch/params/executor.yaml`,
		RunE: func(_ *cobra.Command, args []string) error {
			var all hfsm.Findings
			for _, file := range args {
				found, err := checkMachine(t, &words, file)
				if err != nil {
					return err
				}
				all = append(all, found...)
			}
			if err := showFindings(t.Out, all, asJSON); err != nil {
				return err
			}
			errs, rest := len(all.Errors()), len(all.Warnings())
			if errs > 0 || strict && rest > 0 {
				return fmt.Errorf("%s, %s", cli.Count(errs, "error"), cli.Count(rest, "warning"))
			}
			return nil
		},
	}
	words.addLoose(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a list of objects, for editors")
	cmd.Flags().BoolVar(&strict, "strict", false, "fail on warnings too")
	return cmd
}

// standardInput stands for the standard input as a file: its ending selects the format, and messages print it.
const standardInput = "stdin.yaml"

// checkMachine returns all findings of a file.
func checkMachine(t cli.Terminal, words *vocabulary, file string) (hfsm.Findings, error) {
	load := loadMachine
	if file == "-" {
		src, err := io.ReadAll(t.In)
		if err != nil {
			return nil, fmt.Errorf("read the standard input: %w", err)
		}
		load = func(v *vocabulary, _ string) (*hfsm.Model, error) { return loadText(v, standardInput, src) }
	}
	model, err := load(words, file)
	var found hfsm.Findings
	switch {
	case errors.As(err, &found):
		return found, nil
	case err != nil:
		return nil, err
	}
	return model.Warnings(), nil
}

// showFindings prints findings one per line, or as JSON.
func showFindings(out io.Writer, all hfsm.Findings, asJSON bool) error {
	if !asJSON {
		for _, f := range all {
			fmt.Fprintln(out, f)
		}
		return nil
	}
	type finding struct {
		Severity string `json:"severity"`
		File     string `json:"file"`
		Line     int    `json:"line"`
		Column   int    `json:"column"`
		Key      string `json:"key,omitempty"`
		Code     string `json:"code,omitempty"`
		Text     string `json:"text"`
	}
	list := []finding{}
	for _, f := range all {
		list = append(list, finding{f.Severity.String(), f.File, f.Line, f.Column, f.Key, f.Code, f.Text})
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(list)
}
