package graph

// This part of the package holds the commands gonao interface: they show the definitions of
// messages, services and actions.

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
	"gonao/ros/dynamic"
)

// NewInterface returns the commands.
func NewInterface(t Access) *cobra.Command {
	return cli.Group("interface", "show the definitions of messages, services and actions",
		newShow(t), newInterfaceList(t), newPackage(t), newPackages(t), newProto(t))
}

func newShow(t Access) *cobra.Command {
	var all, none bool
	var node string
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "show TYPE", Short: "show the definition of a message, a service or an action", Args: cobra.ExactArgs(1),
		Long: `show writes a definition with its comments, and below each field of another type that
type's fields. Definitions come from gonao itself, from --definitions, from a ROS 2
installation (AMENT_PREFIX_PATH), or, with --node, from a running node that speaks the
type: its description has no comments and no constants.`,
		Example: `  gonao interface show gonao_msgs/msg/RobotState
  gonao interface show gonao_msgs/action/PlayMotion --no-comments
  gonao interface show sensor_msgs/msg/JointState --all-comments
  gonao interface show gonao_msgs/msg/RobotState --node /nao1/nao_driver`,
		ValidArgsFunction: t.CompleteTypes("", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if all && none {
				return cli.Usagef("both --all-comments and --no-comments given; expected one of them")
			}
			lib, err := t.Types()
			if err != nil {
				return err
			}
			s := printer{out: t.Out, lib: lib.Library, nested: all}
			if node == "" {
				lib.AddInstalled() // its definitions have comments
				name, err := lib.Resolve(args[0])
				if err != nil {
					return err
				}
				return s.show(name, !none, 0)
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error {
				if s.lib, err = describedBy(t, n, node, args[0], wait); err != nil {
					return err
				}
				return s.show(args[0], !none, 0)
			})
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&all, "all-comments", false, "show the comments of nested types too")
	flags.BoolVar(&none, "no-comments", false, "show no comments and no empty lines")
	flags.StringVar(&node, "node", "", "use the definition of this node")
	_ = cmd.RegisterFlagCompletionFunc("node", t.CompleteNodes(2)) // the flag exists
	SearchFlag(cmd, &wait)
	return cmd
}

// describedBy requests a type from a node, with the hash of one of its endpoints.
func describedBy(t Access, n *ros.Node, node, typeName string, wait time.Duration) (*dynamic.Library, error) {
	other, g, err := t.AwaitNode(n, node, wait)
	if err != nil {
		return nil, err
	}
	hash := ""
	for _, list := range [][]ros.TopicInfo{g.Topics, g.Services} {
		for _, i := range list {
			for _, e := range i.Endpoints {
				if e.Node == other.FullName() && e.Type == typeName {
					hash = e.Hash
				}
			}
		}
	}
	return describe(n, other.FullName(), typeName, hash, wait)
}

// printer prints definitions.
type printer struct {
	out    io.Writer
	lib    *dynamic.Library
	nested bool // with the comments of nested types
}

// show prints a definition, indented by depth tabs, and below each field of another type
// that type.
func (s printer) show(name string, comments bool, depth int) error {
	text, err := s.lib.Definition(name)
	if err != nil {
		return err
	}
	pkg, _, _ := strings.Cut(name, "/")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		code, _, _ := strings.Cut(line, "#") // a comment; ROS does not look for quotes around #
		code = strings.TrimSpace(code)
		if !comments {
			line = code
		}
		if line != "" {
			line = strings.Repeat("\t", depth) + line
		} else if !comments {
			continue
		}
		if _, err := fmt.Fprintln(s.out, line); err != nil {
			return err
		}
		if inner := nestedType(code, pkg); inner != "" {
			if err := s.show(inner, s.nested, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// nestedType returns the type of the field in a line if it is a message, else "".
func nestedType(line, pkg string) string {
	typ, _, ok := strings.Cut(line, " ")
	if !ok {
		return ""
	}
	typ, _, _ = strings.Cut(typ, "[")
	typ, _, _ = strings.Cut(typ, "<")
	other, name, ok := strings.Cut(typ, "/")
	switch {
	case ok:
		return other + "/msg/" + name
	case typ == "Header":
		return "std_msgs/msg/Header"
	case typ != "" && typ[0] >= 'A' && typ[0] <= 'Z':
		return pkg + "/msg/" + typ
	}
	return ""
}
