package lab

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
)

// ErrNoEncoder is returned by WriteMP4 if the program ffmpeg is not installed.
var ErrNoEncoder = errors.New("ffmpeg is not installed (Debian and Ubuntu: apt-get install ffmpeg)")

// WriteMP4 writes a film with the program ffmpeg. frames writes the pictures one after the other, three bytes a pixel: red, green, blue.
func WriteMP4(ctx context.Context, file string, width, height int, fps float64, frames func(io.Writer) error) error {
	encoder, err := exec.LookPath("ffmpeg")
	if err != nil {
		return ErrNoEncoder
	}
	cmd := exec.CommandContext(ctx, encoder, "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt.Sprintf("%dx%d", width, height), //nolint:gosec // figures
		"-r", fmt.Sprint(fps), "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart", file)
	var words bytes.Buffer
	cmd.Stderr = &words
	in, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	out := bufio.NewWriterSize(in, 1<<20)
	err = frames(out)
	if err == nil {
		err = out.Flush()
	}
	in.Close() // Wait reports the error
	if ended := cmd.Wait(); ended != nil {
		return fmt.Errorf("write %s: ffmpeg: %w: %s", file, ended, bytes.TrimSpace(words.Bytes()))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}
