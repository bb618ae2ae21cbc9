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
		Use: "load MACHINE", Short: "check a machine on a robot and run it instead of the running one", Args: cobra.ExactArgs(1),
		Long: `load sends a machine to a robot, which checks it against its actions and inputs, and prints all findings.
If there are no errors, the machine replaces the running one between two ticks: states that both have stay
active with their time, and values stay if name and type are the same. --anew stops the running machine and starts
the new one. If no machine runs, the new one is started.

The machine - is the standard input. The sent machine stays until its file on the robot
changes, or until gonao service call .../machine/reload.

Exit codes: 0 loaded (--check: no errors), 1 errors, refused, or there is no such machine, 2 wrong
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
	cmd.Flags().BoolVar(&f.check, "check", false, "only check the machine")
	cmd.Flags().BoolVar(&f.anew, "anew", false, "stop the running machine and start this one")
	cmd.Flags().StringVar(&f.start, "start", "", "start it beside the running machine, in this namespace below that machine's")
	return cmd
}

// machineText reads a machine. It also returns the name that findings print.
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
		return errors.New(cli.Count(errs, "error") + "; the running machine goes on unchanged")
	case !success:
		return errors.New(message)
	}
	fmt.Fprintln(t.Out, machine)
	return nil
}
