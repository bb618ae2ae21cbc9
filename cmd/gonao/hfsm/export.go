package hfsm

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
	"gonao/hfsm/graph"
)

// newImport returns the command import.
func newImport(t cli.Terminal) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "import FILE", Short: "turn machines of SCXML, JdeRobot, Luar or XABSL into machine files", Args: cobra.ExactArgs(1),
		Long: `Reads SCXML, what JdeRobot's VisualHFSM and VisualStates wrote in any of their dialects, Luar's machines (*FSM.lua, with the
files of their states beside them) or an option of XABSL (.xabsl), and writes it as a machine file; what was repaired, and what
has to be ported by hand, is printed on the error output.

Code in C++, Python, Lua or XABSL is kept in the file and not run. A condition that is more than a
comparison of variables becomes an input of type bool with the transition's name.`,
		Example: `  gonao hfsm import bump_and_go.xml -o bump_and_go.yaml
  gonao hfsm import door.scxml
  gonao hfsm import HeadFSM.lua -o head.yaml`,
		RunE: func(_ *cobra.Command, args []string) error {
			m, findings, err := readMachine(args[0])
			if err != nil {
				printFindings(t, findings.Warnings())
				return err
			}
			printFindings(t, findings)
			text, err := withinLimits(args[0], m)
			if err != nil {
				return err
			}
			return t.WriteTo(output, func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			})
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this file")
	return cmd
}

// withinLimits returns a machine as a machine file, or an error if the file would be larger or deeper than gonao
// loads.
func withinLimits(from string, m *chart.Machine) ([]byte, error) {
	var text bytes.Buffer
	if err := m.WriteYAML(&text); err != nil {
		return nil, err
	}
	_, findings := chart.ReadYAML("", text.Bytes())
	for _, f := range findings.Errors() {
		if f.Code == chart.CodeTooMuch {
			return nil, fmt.Errorf("%s: the machine is too large for gonao: %s", from, f.Text)
		}
	}
	return text.Bytes(), nil
}

// newExport returns the command export.
func newExport(t cli.Terminal) *cobra.Command {
	var format, output string
	cmd := &cobra.Command{
		Use: "export MACHINE", Short: "write a machine as SCXML or as a drawing", Args: cobra.ExactArgs(1),
		Long: `Writes a machine as yaml, scxml, dot, mermaid, svg, png or pdf.`,
		Example: `  gonao hfsm export behavior/machines/dance.yaml -o dance.scxml
  gonao hfsm export dance -f mermaid`,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := machineFormat(format, output, "yaml", "scxml", "dot", "mermaid", "svg", "png", "pdf")
			if err != nil {
				return err
			}
			m, _, err := readMachine(args[0])
			if err != nil {
				return err
			}
			return t.WriteTo(output, func(w io.Writer) error {
				switch format {
				case "yaml":
					return m.WriteYAML(w)
				case "scxml":
					return scxml.Write(w, m)
				}
				return draw(cmd.Context(), w, format, m, graph.Options{})
			})
		},
	}
	cmd.Flags().StringVarP(&format, "format", "f", "", "yaml, scxml, dot, mermaid, svg, png or pdf (by the output's ending; else yaml)")
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this file")
	return cmd
}
