package matchrun

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"time"

	"gonao/soccer/match/film"
)

// mp4Speed is how many times faster than the match its film is.
const mp4Speed = 4

// mp4 writes the film of a whole match with the program ffmpeg; it reports false where that is not installed.
func (p program) mp4(ctx context.Context, movie *film.Film, file string, until time.Duration) (bool, error) {
	encoder, err := exec.LookPath("ffmpeg")
	if err != nil {
		fmt.Fprintln(p.Errs, "ffmpeg is not installed: the film of the whole match is a GIF")
		return false, nil //nolint:nilerr // nothing is wrong
	}
	w, h, rate := movie.Size()
	cmd := exec.CommandContext(ctx, encoder, "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt.Sprintf("%dx%d", w, h), //nolint:gosec // figures
		"-r", fmt.Sprint(rate*mp4Speed), "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart", file)
	var words bytes.Buffer
	cmd.Stderr = &words
	in, err := cmd.StdinPipe()
	if err != nil {
		return false, fmt.Errorf("write %s: %w", file, err)
	}
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("write %s: %w", file, err)
	}
	out := bufio.NewWriterSize(in, 1<<20)
	err = movie.WriteRGB(out, 0, until)
	if err == nil {
		err = out.Flush()
	}
	in.Close() // Wait reports what is wrong
	if ended := cmd.Wait(); ended != nil {
		return false, fmt.Errorf("write %s: ffmpeg: %w: %s", file, ended, bytes.TrimSpace(words.Bytes()))
	}
	if err != nil {
		return false, fmt.Errorf("write %s: %w", file, err)
	}
	return true, nil
}
