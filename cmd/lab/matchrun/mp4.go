package matchrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gonao/cmd/gonao/lab"
	"gonao/soccer/match/film"
)

// mp4Speed is how many times faster than the match its film is.
const mp4Speed = 4

// mp4 writes the film of a whole match with the program ffmpeg; it reports false if ffmpeg is not installed.
func (p program) mp4(ctx context.Context, movie *film.Film, file string, until time.Duration) (bool, error) {
	w, h, rate := movie.Size()
	err := lab.WriteMP4(ctx, file, w, h, float64(rate*mp4Speed), func(out io.Writer) error { return movie.WriteRGB(out, 0, until) })
	if errors.Is(err, lab.ErrNoEncoder) {
		fmt.Fprintln(p.Errs, "ffmpeg is not installed: the film of the whole match is a GIF")
		return false, nil
	}
	return err == nil, err
}
