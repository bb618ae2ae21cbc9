package hfsm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/behavior"
	"gonao/behavior/machines/soccer"
	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
	"gonao/internal/wording"
)

// readFile returns the text of a machine and its file name. machine is a file, or the name of one of gonao's own
// machines.
func readFile(machine string) (file string, src []byte, err error) {
	src, err = os.ReadFile(machine)
	if err == nil {
		return machine, src, nil
	}
	ours := ownMachines()
	if slices.Contains(ours, machine) {
		return behavior.ReadSkill(machine)
	}
	if name := strings.TrimSuffix(machine, filepath.Ext(machine)); errors.Is(err, os.ErrNotExist) && slices.Contains(ours, name) {
		return "", nil, fmt.Errorf("read the machine: %w (gonao's own is %s, without an ending)", err, name)
	}
	if strings.ContainsAny(machine, "/.") {
		return "", nil, fmt.Errorf("read the machine: %w", err)
	}
	return "", nil, fmt.Errorf("machine %q: no such file, and no machine of gonao's%s; expected a file, or one of %s",
		machine, wording.DidYouMeanFile(machine, ours), strings.Join(behavior.Machines(), ", "))
}

// ownMachines returns the names of the machines that come with gonao.
func ownMachines() []string {
	return slices.Concat(behavior.Machines(), behavior.Agents(), behavior.Skills(), soccer.Machines())
}

// takesMachine makes the shell complete machines for a command: files, and the names of gonao's own machines.
func takesMachine(cmd *cobra.Command) *cobra.Command {
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if cmd.Args(cmd, append(args, typed)) != nil { // it has all its arguments
			return graph.NoCompletions()
		}
		return graph.WithPrefix(ownMachines(), typed), cobra.ShellCompDirectiveDefault
	}
	return cmd
}

// readMachine reads a machine. The ending of the file selects the format; a .xml file is SCXML or JdeRobot's,
// according to its root element.
func readMachine(machine string) (*chart.Machine, chart.Findings, error) {
	file, src, err := readFile(machine)
	if err != nil {
		return nil, nil, err
	}
	read, ok := machineReaders()[strings.ToLower(filepath.Ext(file))]
	if !ok {
		return nil, nil, cli.Usagef("%s: expected a machine, .yaml, .lua, .scxml, .xml or .xabsl", file)
	}
	m, findings := read(file, src, nil)
	if m != nil && m.Extends != nil {
		words, err := vocabularyFor(&vocabulary{loose: true}, file)
		if err != nil {
			return nil, nil, err
		}
		whole, more := hfsm.Extended(m, words)
		m, findings = whole, append(findings, more...)
	}
	if m == nil || len(findings.Errors()) > 0 {
		return nil, findings, findings.Errors()
	}
	return m, findings, nil
}

// beside returns a function that opens the files in the directory of file.
func beside(file string) scxml.Open {
	return func(name string) ([]byte, error) {
		dir, err := os.OpenRoot(filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		defer func() { _ = dir.Close() }()
		return dir.ReadFile(name)
	}
}

// machineFormats are the formats that machines are written in, with their endings.
var machineFormats = []struct {
	name    string
	endings []string
}{
	{"yaml", []string{".yaml", ".yml"}},
	{"scxml", []string{".scxml"}},
	{"dot", []string{".dot", ".gv"}},
	{"mermaid", []string{".mmd", ".mermaid"}},
	{"svg", []string{".svg"}},
	{"png", []string{".png"}},
	{"pdf", []string{".pdf"}},
}

// machineFormat returns the asked format if it is set, else the format for the ending of output, else the first
// allowed format. It returns an error if the ending belongs to another format.
func machineFormat(asked, output string, allowed ...string) (string, error) {
	expected := strings.Join(allowed, ", ")
	ending := strings.ToLower(filepath.Ext(output))
	switch {
	case asked != "" && !slices.Contains(allowed, asked):
		return "", cli.Usagef("format %q%s; expected %s", asked, wording.DidYouMean(asked, allowed), expected)
	case asked != "":
		return asked, nil
	case ending == "":
		return allowed[0], nil
	}
	for _, f := range machineFormats {
		if slices.Contains(f.endings, ending) && slices.Contains(allowed, f.name) {
			return f.name, nil
		}
	}
	return "", cli.Usagef("-o %s: this command writes no format with the ending %s; expected one of %s, or --format", output, ending, expected)
}

// printFindings prints findings on the error output.
func printFindings(t cli.Terminal, findings chart.Findings) {
	for _, f := range findings {
		fmt.Fprintln(t.Errs, f)
	}
}
