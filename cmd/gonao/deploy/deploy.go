package deploy

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Start selects when the nodes start on the robot.
type Start string

// The values of Start.
const (
	StartNot    Start = "no"   // copy only
	StartNow    Start = "now"  // start them now, not at the next boot
	StartAtBoot Start = "boot" // start them now and at every boot
)

// Progress is called with the bytes copied so far and in all. It must not block.
type Progress func(done, total int64)

// margin is the space that must stay free on the robot for logs and recordings, bytes.
const margin = 64 << 20

// Deploy copies a bundle and makes it the current version. The running version continues
// until the new one is complete and its programs have been tried. Then Deploy stops it, so
// that the driver lets the robot down, and starts the new one.
func (r *Robot) Deploy(ctx context.Context, f Facts, b *Bundle, start Start, progress Progress) error {
	changes, err := r.Check(f, b, start)
	if err != nil {
		return err
	}
	if err := r.send(ctx, b.Name, changes.news, changes.Bytes, progress); err != nil {
		return fmt.Errorf("copy to %s: %w (the nodes that run there were not touched)", r.login.Target, err)
	}
	if err := r.run(ctx, checkScript, strings.NewReader(changes.known), nil, "version", b.Name); err != nil {
		return fmt.Errorf("check the copy on %s: %w (the nodes that run there were not touched)", r.login.Target, err)
	}
	return r.activate(ctx, b.Name, start)
}

// Changes holds what Deploy would copy.
type Changes struct {
	Bytes int64    // number of bytes to copy
	Files []string // files to copy, as paths below the version's directory

	news  []file
	known string // paths that the current version already has, one a line
}

// Check returns what Deploy would copy, or the error with which it would refuse. It changes nothing on the robot.
func (r *Robot) Check(f Facts, b *Bundle, start Start) (Changes, error) {
	if err := f.CanRun(b.machine); err != nil {
		return Changes{}, fmt.Errorf("%s: %w", r.login.Target, err)
	}
	if start != StartNot {
		if err := f.HasBody(); err != nil {
			return Changes{}, fmt.Errorf("%s: %w (--no-start copies the files anyway)", r.login.Target, err)
		}
	}
	if start == StartAtBoot && !f.Services {
		return Changes{}, fmt.Errorf("%s: it has no user services (systemctl --user), so nothing can be started at boot: deploy without --at-boot", r.login.Target)
	}
	var c Changes
	c.news, c.known = b.split(f.have)
	for _, file := range c.news {
		c.Bytes += file.size
		c.Files = append(c.Files, file.path)
	}
	if c.Bytes+margin > f.FreeBytes {
		return Changes{}, fmt.Errorf("%s: no space: %s are to be copied and %s are free in %s/gonao; %s must stay free. Remove files there",
			r.login.Target, megabytes(c.Bytes), megabytes(f.FreeBytes), f.Home, megabytes(margin))
	}
	return c, nil
}

// split returns the files to send, and the paths of those that the current version has
// already, one per line.
func (b *Bundle) split(have map[string]string) (news []file, known string) {
	var lines strings.Builder
	for _, f := range b.files {
		if f.sum != "" && have[f.path] == f.sum { // the manifest has no checksum
			lines.WriteString(f.path + "\n")
		} else {
			news = append(news, f)
		}
	}
	return news, lines.String()
}

// send streams files as a tar archive.
func (r *Robot) send(ctx context.Context, version string, files []file, total int64, progress Progress) error {
	out, in := io.Pipe()
	go func() {
		in.CloseWithError(archive(in, files, func(done int64) { progress(done, total) }))
	}()
	err := r.run(ctx, receiveScript, out, nil, "version", version)
	out.CloseWithError(errors.New("the robot has closed the connection"))
	var script *scriptError
	if errors.As(err, &script) && strings.Contains(script.stderr, "No space left") {
		return fmt.Errorf("no space left on the robot: remove files there: %w", err)
	}
	return err
}

// archive writes files as tar.
func archive(to io.Writer, files []file, progress func(done int64)) error {
	out := tar.NewWriter(to)
	meter := &meter{to: out, progress: progress}
	for i := range files {
		f := &files[i]
		if err := out.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.path, Mode: int64(f.mode.Perm()), Size: f.size, Format: tar.FormatUSTAR}); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		in, err := f.open()
		if err != nil {
			return err
		}
		_, err = io.Copy(meter, in)
		in.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	return out.Close()
}

// meter counts the bytes that are written through it.
type meter struct {
	to       io.Writer
	done     int64
	progress func(done int64)
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.to.Write(p)
	m.done += int64(n)
	m.progress(m.done)
	return n, err
}

// activate makes the new version the current one. The robot completes it even if the
// connection is lost.
func (r *Robot) activate(ctx context.Context, version string, start Start) error {
	if err := r.run(ctx, activateScript, nil, nil, "version", version, "start", string(start)); err != nil {
		return fmt.Errorf("start version %s on %s: %w (see `gonao robot logs`; `gonao robot rollback` goes back)", version, r.login.Target, err)
	}
	return nil
}

// Stop stops the nodes. It blocks until they have let the robot down.
func (r *Robot) Stop(ctx context.Context) error {
	if err := r.run(ctx, "stop\n", nil, nil); err != nil {
		return fmt.Errorf("stop the nodes on %s: %w", r.login.Target, err)
	}
	return nil
}

// Rollback stops the nodes and starts the previous version.
func (r *Robot) Rollback(ctx context.Context) error {
	if err := r.run(ctx, rollbackScript, nil, nil, "start", string(StartNow)); err != nil {
		return fmt.Errorf("roll back on %s: %w", r.login.Target, err)
	}
	return nil
}

// Logs writes the last lines of the log to out and, with follow, new lines until ctx ends.
func (r *Robot) Logs(ctx context.Context, lines int, follow bool, out io.Writer) error {
	flags := ""
	if follow {
		flags = "-F"
	}
	script := fmt.Sprintf("[ -f \"$dir/log/robot.log\" ] || { echo \"nothing has run yet: gonao robot deploy\" >&2; exit 1; }\n"+
		"exec tail -n %d %s \"$dir/log/robot.log\" 2>/dev/null\n", lines, flags)
	err := r.run(ctx, script, nil, out)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("log of %s: %w", r.login.Target, err)
	}
	return nil
}
