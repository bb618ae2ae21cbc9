package bag

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// walk calls f with each message of the block, in the file's order, and learns the
// schemas and channels between them. The data are the caller's to keep.
func (b block) walk(f func(mcap.Message) error) error {
	data := make([]byte, b.length)
	if _, err := b.src.f.ReadAt(data, b.offset); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !b.loose {
		if len(data) < recordHead || mcap.OpCode(data[0]) != mcap.OpChunk {
			return b.wrong(errors.New("no chunk is there"))
		}
		var err error
		if data, err = unpack(data[recordHead:], b.cut); err != nil {
			return b.wrong(err)
		}
	}
	return b.walkRecords(data, f)
}

func (b block) wrong(err error) error { return fmt.Errorf("chunk at byte %d: %w", b.offset, err) }

// walkRecords goes through the records of a chunk.
func (b block) walkRecords(data []byte, f func(mcap.Message) error) error {
	for len(data) > 0 {
		if len(data) < recordHead {
			return b.cutOff()
		}
		r := record{op: mcap.OpCode(data[0])}
		length := binary.LittleEndian.Uint64(data[1:])
		if length > uint64(len(data)-recordHead) {
			return b.cutOff()
		}
		r.body, data = data[recordHead:recordHead+length], data[recordHead+length:]
		if r.op != mcap.OpMessage {
			if err := b.src.learn(r); err != nil {
				return b.wrong(err)
			}
			continue
		}
		m, err := mcap.ParseMessage(r.body)
		if err != nil {
			return b.wrong(err)
		}
		if b.src.channels[m.ChannelID] == nil {
			return b.wrong(fmt.Errorf("a message on channel %d, which is not declared", m.ChannelID))
		}
		if err := f(*m); err != nil {
			return err
		}
	}
	return nil
}

// cutOff is the error of records that end in the middle, unless that is known.
func (b block) cutOff() error {
	if b.cut {
		return nil
	}
	return b.wrong(errors.New("a record in it is cut"))
}

// unpack returns the records of a chunk; of a truncated chunk, those that are complete.
func unpack(chunk []byte, cut bool) ([]byte, error) {
	const fixed = 8 + 8 + 8 + 4 + 4 // start, end, size, checksum, length of the compression's name
	if len(chunk) < fixed {
		return nil, errShort(cut)
	}
	size := binary.LittleEndian.Uint64(chunk[16:])
	sum := binary.LittleEndian.Uint32(chunk[24:])
	nameLength := int(min(binary.LittleEndian.Uint32(chunk[28:]), 1<<16))
	if len(chunk) < fixed+nameLength+8 {
		return nil, errShort(cut)
	}
	compression := mcap.CompressionFormat(chunk[fixed : fixed+nameLength])
	packedSize := binary.LittleEndian.Uint64(chunk[fixed+nameLength:])
	packed := chunk[fixed+nameLength+8:]
	if packedSize > uint64(len(packed)) && !cut {
		return nil, errShort(false)
	}
	packed = packed[:min(packedSize, uint64(len(packed)))]
	if size > maxChunk {
		return nil, fmt.Errorf("%d bytes unpacked, more than is believed", size)
	}
	data, err := decompress(compression, packed, size)
	switch {
	case cut:
		return data, nil // as much as could be read
	case err != nil:
		return nil, err
	case uint64(len(data)) != size:
		return nil, fmt.Errorf("%d bytes unpacked, expected %d", len(data), size)
	case sum != 0 && crc32.ChecksumIEEE(data) != sum:
		return nil, errors.New("the checksum is wrong")
	}
	return data, nil
}

// compressionOf returns the compression of a chunk, "" if it cannot be read.
func compressionOf(chunk []byte) string {
	const at = 8 + 8 + 8 + 4 // offset of its name, which follows its length
	if len(chunk) < at+4 {
		return ""
	}
	n := binary.LittleEndian.Uint32(chunk[at:])
	if n > uint32(len(chunk)-at-4) || n > 16 {
		return ""
	}
	return string(chunk[at+4 : at+4+int(n)])
}

func errShort(cut bool) error {
	if cut {
		return nil
	}
	return errors.New("it is cut")
}

// decompress returns up to size bytes; with an error, those before it.
func decompress(compression mcap.CompressionFormat, packed []byte, size uint64) ([]byte, error) {
	var in io.Reader
	switch compression {
	case mcap.CompressionNone:
		return packed, nil
	case mcap.CompressionZSTD:
		d, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxChunk))
		if err != nil {
			return nil, err
		}
		defer d.Close()
		in = d
	case mcap.CompressionLZ4:
		in = lz4.NewReader(bytes.NewReader(packed))
	default:
		return nil, fmt.Errorf("compression %q: expected zstd, lz4 or none", compression)
	}
	var out bytes.Buffer
	out.Grow(int(min(size, 1<<24)))
	_, err := io.Copy(&out, io.LimitReader(in, int64(size)+1))
	return out.Bytes(), err
}
