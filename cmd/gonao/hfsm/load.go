package hfsm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/msgs"
)

// loadFlags are the flags of hfsm load.
type loadFlags struct {
	liveFlags
	check bool
	anew  bool
	start string
}

func newLoad(t graph.Access) *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use: "load MACHINE", Short: "check a machine on a robot and let it take over", Args: cobra.ExactArgs(1),
		Long: `load sends a machine to a robot, which checks it against what it offers and prints all findings.
When none is an error the machine takes over between two ticks: states that are still there stay
active with their time, values stay by name and type. --anew stops the machine that runs and begins
the new one; where nothing runs, it is started.

The machine - is the standard input. A machine that was sent as a text stands until the robot's own file of
it changes, or gonao service call .../machine/reload.

Exit codes: 0 taken over (--check: no errors), 1 errors, refused, or there is no such machine, 2 wrong
command line.`,
		Example: `  gonao hfsm load behavior/machines/dance.yaml --check
  gonao hfsm load dance --machine /nao1
  gonao hfsm load dance --anew
  gonao hfsm load dance --start arms --machine /nao1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.check && (f.anew || f.start != "") || f.anew && f.start != "" {
				return cli.Usagef("--check, --anew and --start: expected one of them")
			}
			file, text, err := machineText(t.Terminal, args[0])
			if err != nil {
				return err
			}
			return withLive(cmd.Context(), t, &f.liveFlags, func(m live) error { return f.run(t.Terminal, m, file, text) })
		},
	}
	f.add(t, cmd)
	cmd.Flags().BoolVar(&f.check, "check", false, "check it only")
	cmd.Flags().BoolVar(&f.anew, "anew", false, "stop what runs and begin this one")
	cmd.Flags().StringVar(&f.start, "start", "", "start it beside what runs, in this namespace below the machine's")
	return cmd
}

// machineText reads a machine and returns the name for its findings.
func machineText(t cli.Terminal, file string) (name, text string, err error) {
	if file == "-" {
		text, err := t.ReadYAML(nil, 0, true)
		return "stdin.yaml", text, err
	}
	file, src, err := readFile(file)
	if err != nil {
		return "", "", err
	}
	if strings.TrimSpace(string(src)) == "" {
		return "", "", fmt.Errorf("%s: it is empty; expected a machine", file)
	}
	return file, string(src), nil
}

// run sends the machine.
func (f *loadFlags) run(t cli.Terminal, m live, file, text string) error {
	var findings []msgs.MachineFinding
	var success bool
	var message, machine string
	var err error
	switch {
	case f.check:
		var a msgs.CheckMachineResponse
		a, err = ask[msgs.CheckMachineRequest, msgs.CheckMachineResponse](m, "check", msgs.CheckMachineRequest{File: file, Text: text})
		findings, success, message, machine = a.Findings, a.Success, a.Message, a.Machine+" has no errors"
	case f.start != "":
		var a msgs.StartMachineResponse
		q := msgs.StartMachineRequest{File: file, Text: text, Slot: f.start}
		a, err = ask[msgs.StartMachineRequest, msgs.StartMachineResponse](m, "start", q)
		findings, success, message, machine = a.Findings, a.Success, a.Message, "started "+a.Machine
	default:
		q := msgs.LoadMachineRequest{File: file, Text: text}
		if f.anew {
			q.How = msgs.LoadMachineRequestBeginAnew
		}
		var a msgs.LoadMachineResponse
		a, err = ask[msgs.LoadMachineRequest, msgs.LoadMachineResponse](m, "load", q)
		findings, success, message, machine = a.Findings, a.Success, a.Message, a.Machine+" runs"
		if a.Success && a.Message != "" {
			machine += ": " + a.Message
		}
	}
	if err != nil {
		return err
	}
	writeFindings(t.Out, findings)
	errs := 0
	for i := range findings {
		if findings[i].Severity == msgs.MachineFindingError {
			errs++
		}
	}
	switch {
	case !success && errs > 0:
		return errors.New(cli.Count(errs, "error") + "; what runs goes on as it was")
	case !success:
		return errors.New(message)
	}
	fmt.Fprintln(t.Out, machine)
	return nil
}
