package ros

import (
	"fmt"
	"log/slog"
	"os"
	"strings"

	"gonao/ros/param"
)

// Configure reads the command line (param.ParseArgs) and the environment for the node called name. It returns the
// options for NewNode, and sets the parameters in config, a pointer to the node's Config with the defaults; nil if it
// has only the parameters of every node. A process with several nodes calls it once for each.
//
//	args, err := param.ParseArgs(os.Args[1:])
//	opts, err := ros.Configure(args, "talker", &cfg)
//	node, err := ros.NewNode(ctx, backend, "talker", opts)
func Configure(args param.Args, name string, config any) (NodeOptions, error) {
	node, namespace := args.Named(name)
	if !args.Placed(node) {
		var err error
		if namespace, err = param.NamespaceFrom(os.Getenv("ROS_NAMESPACE")); err != nil {
			return NodeOptions{}, err
		}
	}
	full := joinName(namespace, node)
	values, err := param.Load(args, full)
	if err != nil {
		return NodeOptions{}, err
	}
	standard := standardConfig()
	if err := values.Common(&standard); err != nil {
		return NodeOptions{}, err
	}
	if config != nil {
		if err := values.Decode(config); err != nil {
			return NodeOptions{}, err
		}
	}
	opts := NodeOptions{
		Name: node, Namespace: namespace, Parameters: config,
		UseSimTime: standard.UseSimTime, NoTypeDescription: !standard.TypeDescription,
		ServiceIntrospection: standard.ServiceIntrospection,
		LogLevel:             logLevel(args.Level(loggerName(full))), NoConsole: args.NoStdout, NoRosout: args.NoRosout,
		Enclave: args.Enclave, warnings: args.Ignored, qosOverrides: values.QoSOverrides(),
	}
	own, _ := args.Names(node, namespace)
	for _, r := range own {
		opts.Remaps = append(opts.Remaps, Remap{From: r.From, To: r.To})
	}
	opts.warnings = append(opts.warnings, values.Warnings()...)
	for _, text := range values.Silent() {
		opts.warnings = append(opts.warnings, "parameters not used: "+text+", this node is "+full)
	}
	return opts, nil
}

// forOthers returns warnings about rules for nodes of other names, if the process has only this node.
func forOthers(args param.Args, opts *NodeOptions) []string {
	_, others := args.Names(opts.Name, opts.Namespace)
	var texts []string
	for _, r := range others {
		texts = append(texts, fmt.Sprintf("remap rule not used: %s is for a node called %s, this one is called %s", r, r.Node, opts.Name))
	}
	return texts
}

func logLevel(name string) slog.Level {
	switch name {
	case "debug":
		return slog.LevelDebug
	case "warn":
		return slog.LevelWarn
	case "error":
		return slog.LevelError
	case "fatal":
		return LevelFatal
	}
	return slog.LevelInfo
}

// loggerName returns the name of a node's logger: "nao1.vision" for "/nao1/vision".
func loggerName(fullName string) string {
	return strings.ReplaceAll(strings.TrimPrefix(fullName, "/"), "/", ".")
}

// LevelFatal is the level of errors that end a node, above slog's own.
const LevelFatal = slog.LevelError + 4

// setEnclave announces the enclave of the process; "" leaves it as it is.
func (n *Node) setEnclave(name string) error {
	if name == "" {
		return nil
	}
	b, ok := n.backend.(Enclaved)
	if !ok {
		n.Log.Warn("this way to ROS has no enclaves", "enclave", name)
		return nil
	}
	return b.SetEnclave(name)
}
