package tool

// This part of the package holds the command gonao studio, which opens the studio of a running robot in the
// browser.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/proc"
	"gonao/studio/door"
	"gonao/studio/foxglove"
)

// studioProgram is the executable that serves the studio, which is beside gonao.
const studioProgram = "studio"

// These are the ports that a studio tries, as in its parameters.
const (
	firstPort = 8765
	portCount = 10
)

// studioOptions holds the command line.
type studioOptions struct {
	address   string
	port      int
	directory string
	page      string
	viewer    bool
	noBrowser bool
	link      bool
	ssh       string
	sshOpts   []string
}

// newStudio returns the command.
func newStudio(t cli.Terminal) *cobra.Command {
	var o studioOptions
	cmd := &cobra.Command{
		Use: "studio", Short: "open the studio, a page to watch the robot and to edit and debug its machines", Args: cobra.NoArgs,
		Long: `studio opens the page of a studio that runs on this machine, such as that of a launch file
with studio:=true. If none runs, it starts a studio for the robots of the graph, and
serves it until Ctrl-C.

The link that it prints can be used once; then the browser has a cookie. With --ssh, the
studio of a robot is opened through ssh, so that no port is open to the network.`,
		Example: `  gonao studio
  gonao studio --viewer                   # the address for Foxglove and Lichtblick
  gonao studio --ssh nao@nao.local        # the studio of a robot`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.ssh != "" {
				return overSSH(cmd.Context(), t, o)
			}
			return here(cmd.Context(), t, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.address, "address", "localhost", "for a new studio: address to listen at; addresses other than localhost use TLS")
	flags.IntVar(&o.port, "port", firstPort, "first of the ten ports that are tried; with --ssh, port of this computer")
	flags.StringVar(&o.directory, "directory", "", "for a new studio: directory of the machines (default: gonao/machines in the home directory)")
	flags.StringVar(&o.page, "page", "", "for a new studio: directory of a page to use instead of the built-in one")
	flags.BoolVar(&o.viewer, "viewer", false, "print the address for viewers, which can change nothing, and do not open the page")
	flags.BoolVar(&o.noBrowser, "no-browser", false, "only print the link")
	flags.BoolVar(&o.link, "link", false, "only print the link of a running studio")
	flags.StringVar(&o.ssh, "ssh", "", "open the studio of this robot, USER@HOST, through ssh")
	flags.StringArrayVar(&o.sshOpts, "ssh-option", nil, "an option of ssh -o, such as Port=2222; may be repeated")
	return cmd
}

// here opens the studio of this computer, or starts one.
func here(ctx context.Context, t cli.Terminal, o studioOptions) error {
	path, err := door.DefaultPath()
	if err != nil {
		return err
	}
	keys, err := door.LoadKeys(path)
	if err != nil {
		return err
	}
	address, link, err := door.Find(ctx, keys, foxglove.Driver, time.Now, ports(o.port)...)
	switch {
	case err == nil:
		return o.show(ctx, t, keys, address, link)
	case !errors.Is(err, door.ErrNoStudio) || o.link:
		return err
	}
	return serve(ctx, t, o, keys)
}

// ports returns the ports on which a studio may listen.
func ports(first int) []int {
	list := make([]int, portCount)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// show prints how to open a studio and, unless an option forbids it, opens it.
func (o studioOptions) show(ctx context.Context, t cli.Terminal, keys door.Keys, address, link string) error {
	switch {
	case o.viewer:
		fmt.Fprintf(t.Out, "%s/?token=%s\n", strings.Replace(address, "http", "ws", 1), keys.Viewer)
		return nil
	case o.link:
		fmt.Fprintln(t.Out, link)
		return nil
	}
	fmt.Fprintln(t.Out, "studio:", link)
	if !o.noBrowser {
		openBrowser(ctx, link)
	}
	return nil
}

// openBrowser opens a link if there is a screen.
func openBrowser(ctx context.Context, link string) {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return
	}
	if program, err := exec.LookPath("xdg-open"); err == nil {
		exec.CommandContext(ctx, program, link).Start() //nolint:errcheck,gosec // the link is printed too
	}
}

// serve starts a studio and waits for its end.
func serve(ctx context.Context, t cli.Terminal, o studioOptions, keys door.Keys) error {
	program, err := proc.Sibling(studioProgram, "studio")
	if err != nil {
		return err
	}
	args := []string{"--ros-args", "-p", "address:=" + o.address, "-p", "port:=" + strconv.Itoa(o.port)}
	for name, value := range map[string]string{"directory": o.directory, "page": o.page} {
		if value != "" {
			args = append(args, "-p", name+":="+value)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdin = nil
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = 10 * time.Second
	output, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	cmd.Stdout = t.Out
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the studio: %w", err)
	}
	o.follow(ctx, t, keys, output)
	err = cmd.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// follow prints what the studio logs, and opens its page when the studio is ready.
func (o studioOptions) follow(ctx context.Context, t cli.Terminal, keys door.Keys, output io.Reader) {
	opened := false
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		_, link, found := strings.Cut(lines.Text(), "studio: open ")
		if !found || opened {
			fmt.Fprintln(t.Errs, lines.Text())
			continue
		}
		opened = true
		link, _, _ = strings.Cut(link, " ")
		address, _, _ := strings.Cut(link, "/login")
		o.show(ctx, t, keys, address, link) //nolint:errcheck // it is printed
	}
}
