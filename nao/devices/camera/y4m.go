package camera

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// The words of a YUV4MPEG2 stream.
const (
	y4mMagic   = "YUV4MPEG2"
	y4mFrame   = "FRAME"
	y4mTaken   = "XTAKEN=" // ours, a comment to others: when the frame was taken, ns
	maxSide    = 8192      // px
	maxY4MLine = 256       // bytes
)

// y4mHeader is a stream's header.
type y4mHeader struct {
	width, height int
	period        time.Duration // between two frames
}

// parseY4MHeader reads a stream's first line, without its end.
func parseY4MHeader(line []byte) (y4mHeader, error) {
	words := bytes.Fields(line)
	if len(words) == 0 || string(words[0]) != y4mMagic {
		return y4mHeader{}, fmt.Errorf("it begins with %q, expected %s: it is not a YUV4MPEG2 stream", clip(line, 20), y4mMagic)
	}
	h := y4mHeader{period: time.Second / 30}
	chroma := "420"
	for _, word := range words[1:] {
		var err error
		switch value := string(word[1:]); word[0] {
		case 'W':
			h.width, err = side(value)
		case 'H':
			h.height, err = side(value)
		case 'F':
			h.period, err = framePeriod(value)
		case 'C':
			chroma = value
		}
		if err != nil {
			return y4mHeader{}, fmt.Errorf("its %c: %w", word[0], err)
		}
	}
	switch {
	case h.width == 0 || h.height == 0:
		return y4mHeader{}, errors.New("its first line lacks W or H, the image's size")
	case h.width%2 != 0:
		return y4mHeader{}, fmt.Errorf("its width is %d, expected an even number", h.width)
	case chroma != "422":
		return y4mHeader{}, fmt.Errorf("its colours are C%s, expected C422; to convert: ffmpeg -i IN -pix_fmt yuv422p OUT.y4m", clip([]byte(chroma), 20))
	}
	return h, nil
}

func side(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxSide {
		return 0, fmt.Errorf("%q: expected 1 to %d", clip([]byte(text), 20), maxSide)
	}
	return n, nil
}

// framePeriod reads a rate such as 30:1.
func framePeriod(text string) (time.Duration, error) {
	var num, den int64
	if _, err := fmt.Sscanf(text, "%d:%d", &num, &den); err != nil || num < 0 || den < 0 || num > 1e9 || den > 1e9 {
		return 0, fmt.Errorf("%q: expected a rate such as 30:1", clip([]byte(text), 20))
	}
	if num == 0 || den == 0 {
		return time.Second / 30, nil // unknown
	}
	return min(time.Duration(float64(time.Second)*float64(den)/float64(num)), time.Minute), nil
}

func clip(text []byte, n int) []byte { return text[:min(len(text), n)] }

// readFrame reads one frame's line and planes. It returns when the frame was taken; told is false if the line does
// not have the time. At the stream's end the error is io.EOF.
func readFrame(in *bufio.Reader, planes []byte) (taken time.Duration, told bool, err error) {
	line, err := in.ReadSlice('\n')
	if errors.Is(err, io.EOF) && len(line) == 0 {
		return 0, false, io.EOF
	}
	if err != nil || !bytes.HasPrefix(line, []byte(y4mFrame)) {
		return 0, false, fmt.Errorf("a frame begins with %q, expected %s", clip(line, 20), y4mFrame)
	}
	if _, after, ok := bytes.Cut(line, []byte(y4mTaken)); ok {
		taken, told = nanoseconds(after)
	}
	if _, err := io.ReadFull(in, planes); err != nil {
		return 0, false, fmt.Errorf("a frame is cut off: %w", noEOF(err))
	}
	return taken, told, nil
}

// nanoseconds reads the digits that a text begins with.
func nanoseconds(text []byte) (time.Duration, bool) {
	var n time.Duration
	digits := 0
	for ; digits < len(text) && digits < 19 && text[digits] >= '0' && text[digits] <= '9'; digits++ {
		n = 10*n + time.Duration(text[digits]-'0')
	}
	return n, digits > 0 && n >= 0
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// pack turns planes of 4:2:2 into YUYV.
func pack(yuyv, planes []byte) {
	pixels := len(yuyv) / 2
	y, u, v := planes[:pixels], planes[pixels:pixels+pixels/2], planes[pixels+pixels/2:]
	for i := range pixels / 2 {
		pair := yuyv[4*i : 4*i+4 : 4*i+4]
		pair[0], pair[1], pair[2], pair[3] = y[2*i], u[i], y[2*i+1], v[i]
	}
}

// unpack turns YUYV into planes of 4:2:2.
func unpack(planes, yuyv []byte) {
	pixels := len(yuyv) / 2
	y, u, v := planes[:pixels], planes[pixels:pixels+pixels/2], planes[pixels+pixels/2:]
	for i := range pixels / 2 {
		pair := yuyv[4*i : 4*i+4 : 4*i+4]
		y[2*i], u[i], y[2*i+1], v[i] = pair[0], pair[1], pair[2], pair[3]
	}
}

// StreamWriter writes frames of one size as a recorded stream.
type StreamWriter struct {
	out    io.Writer
	rateHz float64
	width  int
	height int
	planes []byte
}

// NewStreamWriter returns a writer for frames at about rateHz.
func NewStreamWriter(out io.Writer, rateHz float64) *StreamWriter {
	return &StreamWriter{out: out, rateHz: rateHz}
}

// Write writes one frame, taken at the given time since any fixed moment.
func (w *StreamWriter) Write(f *Frame, taken time.Duration) error {
	if len(f.YUYV) != 2*f.Width*f.Height || f.Width%2 != 0 || len(f.YUYV) == 0 {
		return fmt.Errorf("write frame: %d bytes for %d×%d pixels", len(f.YUYV), f.Width, f.Height)
	}
	if w.width == 0 {
		w.width, w.height = f.Width, f.Height
		w.planes = make([]byte, len(f.YUYV))
		if _, err := fmt.Fprintf(w.out, "%s W%d H%d F%d:1000 Ip A1:1 C422 XCOLORRANGE=FULL\n",
			y4mMagic, w.width, w.height, int(w.rateHz*1000+0.5)); err != nil {
			return fmt.Errorf("write stream: %w", err)
		}
	}
	if f.Width != w.width || f.Height != w.height {
		return fmt.Errorf("write frame: it has %d×%d pixels, the stream %d×%d", f.Width, f.Height, w.width, w.height)
	}
	unpack(w.planes, f.YUYV)
	if _, err := fmt.Fprintf(w.out, "%s %s%d\n", y4mFrame, y4mTaken, taken.Nanoseconds()); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	if _, err := w.out.Write(w.planes); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	return nil
}
