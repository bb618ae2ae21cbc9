package camera

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// RecordingOptions holds how a recorded stream is read.
type RecordingOptions struct {
	Loop bool // begins again at the end
	// Clock paces the frames as they were taken. Without it they are read as fast as possible.
	Clock Clock
}

// Clock is a source of time: a node's, for instance.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// Recording is a recorded stream as a Reader. It has no controls.
type Recording struct {
	path     string
	file     *os.File
	in       *bufio.Reader
	header   y4mHeader
	begin    int64 // position of the first frame, bytes
	opts     RecordingOptions
	planes   []byte
	count    uint32
	round    uint32        // frames since the stream's begin
	previous time.Duration // when the last frame was taken
	told     bool          // whether the last frame said so
	due      time.Time     // when the last frame was due
}

// longestPause limits the wait between two frames: a stream of two recordings may have a gap of days.
const longestPause = 2 * time.Second

// OpenRecording opens a stream's file.
func OpenRecording(path string, opts RecordingOptions) (*Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("recorded stream: %w", err)
	}
	r := &Recording{path: path, file: file, in: bufio.NewReaderSize(file, 1<<16), opts: opts}
	line, err := r.in.ReadSlice('\n')
	if err != nil && len(line) == 0 {
		file.Close()
		return nil, fmt.Errorf("recorded stream %s: it is empty", path)
	}
	if r.header, err = parseY4MHeader(line); err != nil {
		file.Close()
		return nil, fmt.Errorf("recorded stream %s: %w", path, err)
	}
	r.begin = int64(len(line))
	r.planes = make([]byte, 2*r.header.width*r.header.height)
	return r, nil
}

// Size returns the size of all images, px.
func (r *Recording) Size() (width, height int) { return r.header.width, r.header.height }

// Next reads the next frame of the stream.
func (r *Recording) Next(ctx context.Context, f *Frame) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	taken, told, err := readFrame(r.in, r.planes)
	if errors.Is(err, io.EOF) && r.opts.Loop && r.round > 0 {
		if err = r.rewind(); err == nil {
			taken, told, err = readFrame(r.in, r.planes)
		}
	}
	if errors.Is(err, io.EOF) && r.count > 0 {
		return io.EOF
	}
	if err != nil {
		return fmt.Errorf("recorded stream %s: frame %d: %w", r.path, r.round+1, err)
	}
	if err := r.pause(ctx, taken, told); err != nil {
		return err
	}
	r.previous, r.told = taken, told
	r.round++
	f.Width, f.Height, f.Age, f.Sequence = r.header.width, r.header.height, 0, r.count
	f.YUYV = grow(f.YUYV, len(r.planes))
	pack(f.YUYV, r.planes)
	r.count++
	return nil
}

// pause blocks until a frame is due: as long after the last one as it was taken after that. A slow reader gets
// frames late, but catches up.
func (r *Recording) pause(ctx context.Context, taken time.Duration, told bool) error {
	if r.opts.Clock == nil {
		return nil
	}
	now := r.opts.Clock.Now()
	if r.count == 0 {
		r.due = now
		return nil
	}
	d := r.header.period
	if since := taken - r.previous; told && r.told && r.round > 0 && since > 0 {
		d = min(since, longestPause)
	}
	r.due = r.due.Add(d)
	wait := r.due.Sub(now)
	if wait < -longestPause || wait > longestPause { // the clock was set
		r.due, wait = now, 0
	}
	if wait <= 0 {
		return nil
	}
	return r.opts.Clock.Sleep(ctx, wait)
}

func (r *Recording) rewind() error {
	if _, err := r.file.Seek(r.begin, io.SeekStart); err != nil {
		return err
	}
	r.in.Reset(r.file)
	r.round = 0
	return nil
}

// Controls returns an empty list: a recording has no controls.
func (r *Recording) Controls() ([]Control, error) { return nil, nil }

// Control returns an error: there are no controls.
func (r *Recording) Control(name string) (Control, error) { return Find(nil, name) }

// SetControl returns an error: there are no controls.
func (r *Recording) SetControl(name string, _ int64) (int64, error) {
	_, err := Find(nil, name)
	return 0, err
}

// Close closes the file.
func (r *Recording) Close() error { return r.file.Close() }

// grow returns a slice of n bytes, in the same memory if it is large enough.
func grow(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}
