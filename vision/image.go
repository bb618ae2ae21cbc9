package vision

import (
	"errors"
	"fmt"
)

// EncodingYUYV is the ROS name of the only encoding the filter reads: YUV 4:2:2
// with the bytes Y0 U Y1 V for every two pixels of a row.
const EncodingYUYV = "yuv422_yuy2"

// maxSidePixels bounds an image's sides, so that sums over it fit their types.
const maxSidePixels = 8192

// ErrImage is in the chain of every error about an image that cannot be read.
var ErrImage = errors.New("unusable image")

// Image is a borrowed camera image; its owner keeps Data.
type Image struct {
	Width, Height int    // pixels
	Step          int    // bytes from one row to the next
	Encoding      string // must be EncodingYUYV
	Data          []byte // at least Step·Height bytes
}

// Check returns an error if the image's encoding or size cannot be read.
func (m Image) Check() error {
	switch {
	case m.Encoding != EncodingYUYV:
		return fmt.Errorf("%w: encoding %q: expected %q", ErrImage, m.Encoding, EncodingYUYV)
	case m.Width < 2 || m.Width > maxSidePixels || m.Width%2 != 0:
		return fmt.Errorf("%w: width %d: expected an even number from 2 to %d", ErrImage, m.Width, maxSidePixels)
	case m.Height < 1 || m.Height > maxSidePixels:
		return fmt.Errorf("%w: height %d: expected 1 to %d", ErrImage, m.Height, maxSidePixels)
	case m.Step < 2*m.Width || m.Step > 4*maxSidePixels:
		return fmt.Errorf("%w: step %d: expected at least %d bytes for a row of %d pixels, at most %d",
			ErrImage, m.Step, 2*m.Width, m.Width, 4*maxSidePixels)
	case len(m.Data) < m.Step*m.Height:
		return fmt.Errorf("%w: %d bytes of data: expected %d (step %d × height %d)",
			ErrImage, len(m.Data), m.Step*m.Height, m.Step, m.Height)
	}
	return nil
}

// row returns the bytes of row y, two per pixel.
func (m Image) row(y int) []byte {
	return m.Data[y*m.Step : y*m.Step+2*m.Width]
}
