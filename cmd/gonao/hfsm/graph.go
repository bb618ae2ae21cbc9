package hfsm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/graph"
	"gonao/hfsm/trace"
	"gonao/internal/proc"
)

// newGraph returns the command graph.
func newGraph(t cli.Terminal) *cobra.Command {
	var format, output, traceFile, page string
	var taken []string
	var options graph.Options
	cmd := &cobra.Command{
		Use: "graph MACHINE", Short: "draw a machine, as it is written or as it runs", Args: cobra.ExactArgs(1),
		Long: `Draws a machine as Graphviz DOT, Mermaid, SVG, PNG or PDF. With --trace the states that were active
at the end of a recorded trace are dotted, and the transitions that were taken after the machine's
last start are dashed and numbered; --active and --taken name such states and transitions by hand, the
oldest first.

A large machine is drawn in parts: --depth 1 draws its outermost states and counts what is in them, --inside
draws what is in one state. --page fits a drawing on a page. If the file stores where the states of an automaton are
drawn (the studio and VisualStates store that), SVG, PNG and PDF draw them there; --no-layout places
them again.

SVG, PNG and PDF need Graphviz: either graph_layout, which is built beside gonao and contains Graphviz,
or an installed dot.`,
		Example: `  gonao hfsm graph behavior/machines/dance.yaml > dance.dot
  gonao hfsm graph follow_and_dance -f mermaid --across
  gonao hfsm graph follow_and_dance -o machine.svg
  gonao hfsm graph follow_and_dance --depth 1 --page a4 -o overview.pdf
  gonao hfsm graph follow_and_dance -o now.svg --active dance/left --taken 'followBall -> dance: ten seconds'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := machineFormat(format, output, "dot", "mermaid", "svg", "png", "pdf")
			if err != nil {
				return err
			}
			if options.Depth < 0 {
				return cli.Usagef("--depth %d: expected 0 or more", options.Depth)
			}
			if options.PageWidth, options.PageHeight, err = pageSize(page); err != nil {
				return err
			}
			for _, text := range taken {
				step, err := parseStep(text)
				if err != nil {
					return err
				}
				options.Trace = append(options.Trace, step)
			}
			if traceFile != "" {
				if err := traceInto(&options, traceFile); err != nil {
					return err
				}
			}
			m, _, err := readMachine(args[0])
			if err != nil {
				return err
			}
			return t.WriteTo(output, func(w io.Writer) error { return draw(cmd.Context(), w, format, m, options) })
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&format, "format", "f", "", "dot, mermaid, svg, png or pdf (by the output's ending; else dot)")
	flags.StringVarP(&output, "output", "o", "", "write to this file")
	flags.StringArrayVar(&options.Active, "active", nil, "an active state, such as dance/left; may be repeated")
	flags.StringArrayVar(&taken, "taken", nil, "a transition that was taken, as 'state -> target' or 'state -> target: name'; may be repeated")
	flags.StringVar(&traceFile, "trace", "", "show the states and transitions of a recorded trace")
	flags.StringVar(&options.Inside, "inside", "", "draw only what is in this state, such as dance/left")
	flags.IntVar(&options.Depth, "depth", 0, "draw this many levels of nested automata; 0 draws all")
	flags.StringVar(&page, "page", "", "fit the drawing on a page: a4, a3, or a4r and a3r for upright ones")
	flags.BoolVar(&options.NoLayout, "no-layout", false, "place the states again, even if the file stores their places")
	flags.BoolVar(&options.Across, "across", false, "draw from left to right")
	flags.BoolVar(&options.Plain, "plain", false, "without actions")
	return cmd
}

// pageSize returns the size of a page between its margins, in inches. It returns 0, 0 for the empty name.
func pageSize(name string) (width, height float64, err error) {
	const a4Long, a4Short, a3Long, a3Short = 11.2, 7.8, 16.0, 11.2
	switch name {
	case "":
		return 0, 0, nil
	case "a4":
		return a4Long, a4Short, nil
	case "a4r":
		return a4Short, a4Long, nil
	case "a3":
		return a3Long, a3Short, nil
	case "a3r":
		return a3Short, a3Long, nil
	}
	return 0, 0, cli.Usagef("--page %q: expected a4, a3, a4r or a3r", name)
}

// parseStep parses "state -> target: name".
func parseStep(text string) (graph.Step, error) {
	from, rest, ok := strings.Cut(text, "->")
	to, name, _ := strings.Cut(rest, ":")
	step := graph.Step{From: strings.TrimSpace(from), To: strings.TrimSpace(to), Name: strings.TrimSpace(name), Must: true}
	if !ok || step.From == "" || step.To == "" {
		return step, cli.Usagef("--taken %q: expected 'state -> target' or 'state -> target: name'", text)
	}
	return step, nil
}

// traceInto adds the active states of a trace, and the transitions that were taken after the machine's last start.
func traceInto(options *graph.Options, file string) error {
	src, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("read the trace: %w", err)
	}
	defer func() { _ = src.Close() }()
	_, lines, err := trace.Read(file, src)
	if err != nil {
		return err
	}
	var leaves []string
	for i := range lines {
		l := &lines[i]
		switch l.Kind { //nolint:exhaustive // only records that change the active state are drawn
		case hfsm.RecordStart:
			leaves, options.Trace = []string{l.To}, nil
		case hfsm.RecordTransition:
			options.Trace = append(options.Trace, graph.Step{From: l.Source, To: l.Target, Name: l.Name})
			// A transition changes the automaton of its source, and no other region.
			moved := l.Source[:max(0, strings.LastIndexByte(l.Source, '/'))]
			leaves = slices.DeleteFunc(leaves, func(leaf string) bool { return moved == "" || strings.HasPrefix(leaf, moved+"/") })
			if leaf := entered(l, moved); leaf != "" && !slices.Contains(leaves, leaf) {
				leaves = append(leaves, leaf)
			}
		case hfsm.RecordStop:
			leaves = nil
		}
	}
	options.Active = append(options.Active, leaves...)
	return nil
}

// entered returns the state that a transition made active in the automaton moved. The trace's leaf may belong to
// another region.
func entered(l *trace.Line, moved string) string {
	switch inside := moved + "/"; {
	case moved == "" || strings.HasPrefix(l.To, inside):
		return l.To
	case l.Target == "FINAL" || l.Target == "FAILED":
		return ""
	case strings.HasPrefix(l.Target, inside):
		return l.Target
	default:
		return inside + l.Target
	}
}

// draw writes a machine in a format of drawings.
func draw(ctx context.Context, w io.Writer, format string, m *chart.Machine, options graph.Options) error {
	switch format {
	case "mermaid":
		return graph.Mermaid(w, m, options)
	case "svg":
		return graph.SVG(ctx, w, m, options, layOut)
	case "png", "pdf":
		var svg bytes.Buffer
		if err := graph.SVG(ctx, &svg, m, options, layOut); err != nil {
			return err
		}
		if format == "png" {
			return graph.PNG(w, svg.Bytes())
		}
		return graph.PDF(w, svg.Bytes())
	}
	return graph.DOT(w, m, options)
}

// layOut runs Graphviz: graph_layout beside this program or in PATH, else an installed dot.
func layOut(ctx context.Context, dots [][]byte) ([][]byte, error) {
	program, args, err := layoutProgram()
	if err != nil {
		return nil, err
	}
	// graph_layout stores compiled code in the directory for temporary files. A directory
	// that others can write would let them replace that code.
	private, err := privateDir()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+private)
	cmd.Stdin = bytes.NewReader(bytes.Join(dots, []byte("// next drawing\n"))) // graph_layout needs the separators; dot gets only one drawing
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(program), err, strings.TrimSpace(errs.String()))
	}
	svgs := bytes.SplitAfter(bytes.TrimSpace(out), []byte("</svg>"))
	return svgs[:len(svgs)-1], nil
}

// privateDir returns a directory that only this user can write.
func privateDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("where to keep what Graphviz compiles: %w", err)
	}
	dir := filepath.Join(cache, "gonao")
	return dir, os.MkdirAll(dir, 0o700)
}

func layoutProgram() (program string, args []string, err error) {
	if program, err := proc.Sibling("graph_layout", "Graphviz"); err == nil {
		return program, nil, nil
	}
	if program, err := exec.LookPath("dot"); err == nil {
		return program, []string{"-Tsvg"}, nil
	}
	return "", nil, errors.New("no Graphviz: expected graph_layout beside gonao (make build), or dot (apt install graphviz)")
}
