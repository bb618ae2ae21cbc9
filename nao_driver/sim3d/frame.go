package sim3d

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// mostMessage is the largest message that is accepted. The server's have a few kilobytes.
const mostMessage = 1 << 20

// errTooLong is returned for an impossible length, which means that the other side uses another protocol.
var errTooLong = errors.New("expected messages that begin with their length")

// frames reads messages that begin with their length in four bytes, big-endian. If a read ends early, for example
// at a deadline, the next call continues it.
type frames struct {
	buf  []byte
	have int
}

// next returns the next message, which is valid until the next call.
func (f *frames) next(r io.Reader) ([]byte, error) {
	if len(f.buf) < 4 {
		f.buf = make([]byte, 4, 4096)
	}
	for {
		want := 4
		if f.have >= 4 {
			size := binary.BigEndian.Uint32(f.buf[:4])
			if size > mostMessage {
				return nil, fmt.Errorf("a message of %d bytes: %w", size, errTooLong)
			}
			want += int(size)
		}
		if f.have == want && f.have >= 4 {
			f.have = 0
			return f.buf[4:want], nil
		}
		if len(f.buf) < want {
			f.buf = append(f.buf, make([]byte, want-len(f.buf))...)
		}
		n, err := r.Read(f.buf[f.have:want])
		f.have += n
		if err != nil && n == 0 {
			return nil, err
		}
	}
}

// appendFrame appends a message with its length.
func appendFrame[T string | []byte](to []byte, text T) []byte {
	return append(binary.BigEndian.AppendUint32(to, uint32(len(text))), text...)
}
