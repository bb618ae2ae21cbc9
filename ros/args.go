package ros

import (
	"fmt"
	"io"
	"strings"
)

// start is what the command line says about a node.
type start struct {
	help    bool
	name    string
	options NodeOptions
	params  []string // "key:=value"
}

func parseArgs(name string, args []string) (start, error) {
	s := start{name: name}
	inside := false
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--help" || arg == "-h":
			s.help = true
		case arg == "--ros-args":
			inside = true
		case arg == "--":
			inside = false
		case inside && (arg == "-r" || arg == "--remap" || arg == "-p" || arg == "--param") && i+1 < len(args):
			i++
			if err := s.rule(arg, args[i]); err != nil {
				return s, err
			}
		default:
			return s, fmt.Errorf("argument %q: not known here", arg)
		}
	}
	return s, nil
}

func (s *start) rule(flag, text string) error {
	from, to, ok := strings.Cut(text, ":=")
	if !ok {
		return fmt.Errorf("%s %q: expected from:=to", flag, text)
	}
	switch {
	case flag == "-p" || flag == "--param":
		s.params = append(s.params, text)
		if from == "use_sim_time" {
			s.options.UseSimTime = to == "true" || to == "True"
		}
	case from == "__node":
		s.name = to
	case from == "__ns":
		s.options.Namespace = to
	default:
		s.options.Remaps = append(s.options.Remaps, Remap{From: from, To: to})
	}
	return nil
}

func (s *start) decode(any) error { return nil }

func printHelp(w io.Writer, name string, defaults any) error {
	_, err := fmt.Fprintf(w, "usage: %s [--ros-args -r __node:=name -r __ns:=/ns -r from:=to -p key:=value]\n%+v\n", name, defaults)
	return err
}
