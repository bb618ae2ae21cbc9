package tool

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/deploy"
)

// remoteScript opens the robot's studio, or starts one with the deployed gonao or the one in PATH. The studio that
// it starts ends with the connection.
const remoteScript = `
for gonao in "$dir/current/bin/gonao" "$(command -v gonao)"; do
	[ -x "$gonao" ] && break
done
cd "$dir" 2>/dev/null || cd "$HOME" || exit 1
[ -x "$gonao" ] || { echo "this robot has no gonao: deploy it first (gonao robot deploy)" >&2; exit 1; }
if link=$("$gonao" studio --link 2>/dev/null); then
	echo "studio: $link"
	exec cat >/dev/null
fi
"$gonao" studio --no-browser </dev/null 2>&1 &
trap 'kill -INT $! 2>/dev/null' HUP INT TERM PIPE
cat >/dev/null
kill -INT $! 2>/dev/null
wait
`

// overSSH opens the studio of a robot through ssh, and keeps it open until ctx ends.
func overSSH(ctx context.Context, t cli.Terminal, o studioOptions) error {
	robot, err := deploy.Dial(ctx, deploy.Login{Target: o.ssh, Options: o.sshOpts})
	if err != nil {
		return err
	}
	defer robot.Close() //nolint:errcheck // it ends either way
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out, in := io.Pipe()
	hold, release := io.Pipe() // the script ends when its input ends
	defer release.Close()      //nolint:errcheck // a pipe
	ended := make(chan error, 1)
	go func() {
		err := robot.Run(ctx, remoteScript, hold, in)
		in.CloseWithError(io.EOF)
		ended <- err
	}()
	link, err := firstLink(out)
	if err != nil {
		return errors.Join(err, <-ended)
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // what else it prints
	port, err := strconv.Atoi(link.Port())
	if err != nil {
		return fmt.Errorf("the robot's studio is at %s: expected a port", link.Host)
	}
	local, err := freePort(o.port)
	if err != nil {
		return err
	}
	if err := robot.Forward(ctx, local, port); err != nil {
		return err
	}
	link.Host = net.JoinHostPort("127.0.0.1", strconv.Itoa(local))
	fmt.Fprintln(t.Out, "studio:", link)
	fmt.Fprintln(t.Errs, "Ctrl-C ends the connection")
	if !o.noBrowser {
		openBrowser(ctx, link.String())
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-ended:
		return err
	}
}

// firstLink returns the link that a studio prints.
func firstLink(out io.Reader) (*url.URL, error) {
	lines := bufio.NewScanner(out)
	last := ""
	for lines.Scan() {
		if _, text, ok := strings.Cut(lines.Text(), "studio: http"); ok {
			return url.Parse("http" + text)
		}
		last = lines.Text()
	}
	return nil, fmt.Errorf("the robot's studio did not start: %s", last)
}

// freePort returns the first free port of this computer.
func freePort(first int) (int, error) {
	for _, port := range ports(first) {
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("ports %d to %d are taken: choose another --port", first, first+portCount-1)
}
