package tool

// This part of the package holds the command gonao studio: open the studio of a running robot in the browser.

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

// studioProgram is the executable that serves the studio, beside gonao.
const studioProgram = "studio"

// The ports that a studio tries, as its parameters have them.
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
		Use: "studio", Short: "open the studio: a page that shows, edits and debugs the robot", Args: cobra.NoArgs,
		Long: `studio opens the page of a studio that runs on this machine, such as that of a launch file
with studio:=true. If none runs it starts one, beside whatever robots the graph has, and
serves it until Ctrl-C.

The link that it prints can be used once; the browser then has a cookie. With --ssh the
studio of a robot is opened through ssh: nothing is open to the network.`,
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
	flags.StringVar(&o.address, "address", "localhost", "of a studio that is started: where it listens; other than localhost is served by TLS")
	flags.IntVar(&o.port, "port", firstPort, "its port, or the first of ten while others have them; with --ssh, that of this computer")
	flags.StringVar(&o.directory, "directory", "", "of a studio that is started: where the machines are; empty is gonao/machines in the home directory")
	flags.StringVar(&o.page, "page", "", "of a studio that is started: directory of another page than the one built in")
	flags.BoolVar(&o.viewer, "viewer", false, "print the address for viewers, who can change nothing, and do not open the page")
	flags.BoolVar(&o.noBrowser, "no-browser", false, "print the link only")
	flags.BoolVar(&o.link, "link", false, "print the link of a studio that runs, and nothing else")
	flags.StringVar(&o.ssh, "ssh", "", "open the studio of this robot, USER@HOST, through ssh")
	flags.StringArrayVar(&o.sshOpts, "ssh-option", nil, "an option of ssh -o, such as Port=2222; may be repeated")
	return cmd
}

// here opens the studio of this machine, or starts one.
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

// ports returns the ports on which a studio may be.
func ports(first int) []int {
	list := make([]int, portCount)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// show prints how to open a studio, and opens it.
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

// openBrowser opens a link where there is a screen.
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

// follow passes on what the studio logs, and opens its page when it is ready.
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
