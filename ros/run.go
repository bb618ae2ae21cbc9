package ros

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"gonao/internal/declared"
	"gonao/internal/proc"
	"gonao/ros/param"
)

// FileChecker is a Config whose parameters name files, such as a world or a machine.
type FileChecker interface {
	// CheckFiles returns an error if a file that the parameters name is wrong. It is called after the parameters
	// themselves have been checked.
	CheckFiles() error
}

// configError is an error of the configuration.
type configError struct{ error }

// Main runs a node as a process: it reads the command line (--ros-args, --help, --check), sets the parameters over
// defaults, opens the backend, calls run, and exits with 0, or with 1 and one line on stderr that begins with the node's
// name; with 78 where the configuration is wrong. SIGINT, SIGTERM and SIGHUP end run's context. A second signal
// and a closed output are ignored, so that run can leave the robot safe.
func Main[C any](open Opener, name string, defaults C, run func(ctx context.Context, n *Node, cfg C) error) {
	ctx, _ := proc.WithInterrupt() // until the very end: a late second signal must not kill a process that ended well
	signal.Ignore(syscall.SIGPIPE) // Ctrl-C also ends the tee behind us, before our last log lines
	if err := runMain(ctx, open, name, defaults, run, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, lastWords(name, err))
		if _, wrong := errors.AsType[configError](err); wrong {
			os.Exit(proc.ExitBadConfig)
		}
		os.Exit(1)
	}
}

// lastWords returns an error's text in one line that begins with the node's name, once.
func lastWords(name string, err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	for _, layer := range []string{name, strings.ReplaceAll(name, "_", " ")} {
		text = strings.TrimPrefix(text, layer+": ")
	}
	return name + ": " + text
}

func runMain[C any](ctx context.Context, open Opener, name string, defaults C,
	run func(context.Context, *Node, C) error, args []string, stdout io.Writer,
) (err error) {
	if slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return printHelp(stdout, name, &defaults)
	}
	cfg := defaults
	opts, onlyCheck, err := readConfig(args, name, &cfg)
	if err != nil {
		return configError{err}
	}
	if onlyCheck {
		return nil
	}
	return runNode(ctx, open, name, opts, func(ctx context.Context, n *Node) error { return run(ctx, n, cfg) })
}

// readConfig reads the command line into cfg and checks it with the files that it names.
func readConfig(args []string, name string, cfg any) (opts NodeOptions, onlyCheck bool, err error) {
	a, err := param.ParseArgs(args)
	if err != nil {
		return opts, false, err
	}
	if i := slices.Index(a.Rest, proc.StartCheckFlag); i >= 0 {
		onlyCheck, a.Rest = true, slices.Delete(a.Rest, i, i+1)
	}
	if len(a.Rest) > 0 {
		return opts, false, fmt.Errorf("argument %q: not known; ROS's arguments stand behind --ros-args, see --help", a.Rest[0])
	}
	if opts, err = Configure(a, name, cfg); err != nil {
		return opts, false, err
	}
	if c, ok := cfg.(FileChecker); ok {
		if err := c.CheckFiles(); err != nil {
			return opts, false, err
		}
	}
	opts.warnings = append(opts.warnings, forOthers(a, &opts)...)
	return opts, onlyCheck, nil
}

// sureToRun is the time after which a node logs that it has started: a node that ends at once logs only its error.
const sureToRun = time.Second

// runNode opens the backend and closes it once run has returned.
func runNode(ctx context.Context, open Opener, name string, opts NodeOptions, run func(context.Context, *Node) error) (err error) {
	if err := chooseKeys(opts.Enclave); err != nil {
		return err
	}
	backend, err := open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backend.Close()) }()
	opts.onWork = proc.ReadyReporter()
	n, err := NewNode(ctx, backend, name, opts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	defer n.claimName().Release()
	runs := time.AfterFunc(sureToRun, func() { n.Log.Info("started", "node", n.FullName()) })
	defer runs.Stop()
	err = run(n.Context(), n)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // it ended because it was canceled
	}
	return err
}

// enclaveOverride is the environment variable that chooses the keys of DDS Security, for every way to ROS.
const enclaveOverride = "ROS_SECURITY_ENCLAVE_OVERRIDE"

// chooseKeys sets the enclave whose keys the backend uses, if one is given. As in rcl, the environment overrides
// --enclave.
func chooseKeys(enclave string) error {
	if enclave == "" || os.Getenv(enclaveOverride) != "" {
		return nil
	}
	if err := os.Setenv(enclaveOverride, enclave); err != nil {
		return fmt.Errorf("enclave %s: %w", enclave, err)
	}
	return nil
}

// claimName claims the node's name on this machine, for launchers that would start it a second time. A second node of a name
// runs all the same, as in ROS 2.
func (n *Node) claimName() *proc.Claim {
	held, err := proc.TakeClaim(proc.NodeClaim(os.Getenv("ROS_DOMAIN_ID"), n.FullName()))
	if taken, ok := errors.AsType[*proc.TakenError](err); ok {
		n.Log.Warn("another process runs a node of the same name: both hear the same topics", "process", taken.Holder.String())
	}
	return held
}

func printHelp(w io.Writer, name string, defaults any) error {
	entries, err := param.Entries(defaults)
	if err != nil {
		return err
	}
	standard := standardConfig()
	common, err := param.Entries(&standard)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, `usage: %s [--check] [--ros-args ARGUMENT...]

  --check                     check the parameters and the files they name, and end; 78 where one is wrong
  -r __node:=NAME             another name for the node
  -r __ns:=/NAMESPACE         its namespace; otherwise the environment's ROS_NAMESPACE
  -r FROM:=TO                 another name for a topic, service or action
  -p NAME:=VALUE              a parameter
  --params-file FILE          parameters from a file; the later one wins
  --log-level [LOGGER:=]LEVEL debug, info, warn, error or fatal
  --disable-rosout-logs, --disable-stdout-logs
  -e, --enclave /ENCLAVE      of SROS 2
  -r and -p may name the node they are for: -r NODE:FROM:=TO

`, name)
	if about := declared.Text(defaults); about != "" {
		fmt.Fprintf(w, "%s\n\n", about)
	}
	fmt.Fprintln(w, "Parameters, with types and defaults:")
	group := ""
	for _, e := range append(common, entries...) {
		if e.Group != "" && e.Group != group {
			fmt.Fprintf(w, "  %s.*: %s\n", e.Name[:strings.LastIndex(e.Name, ".")], e.Group)
		}
		group = e.Group
		printParameter(w, &e)
	}
	return nil
}

// printParameter prints a parameter's name, default, type, range and description.
func printParameter(w io.Writer, e *param.Entry) {
	about := e.Type
	if expected := e.Expected(); expected != "" {
		about += ", " + expected
	}
	if e.ReadOnly {
		about += " (start only)"
	}
	fmt.Fprintf(w, "  %-32s  %s\n", e.Name+": "+param.Text(e.Value), about)
	for line := range strings.Lines(e.Description) {
		fmt.Fprintf(w, "      %s\n", strings.TrimSuffix(line, "\n"))
	}
}
