package bag

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/foxglove/mcap/go/mcap"
)

// source is an MCAP file that is read. Where it has a summary that is taken; other
// files, those of killed recorders too, are read once from start to end.
type source struct {
	path     string
	f        readCloser
	size     int64
	schemas  map[uint16]*mcap.Schema
	channels map[uint16]*mcap.Channel
	blocks   []block
	counts   map[uint16]uint64 // messages by channel
	times    times
	formats  []string // compressions found, "" for no compression
	whole    bool     // there is a summary
	damage   []string // parts that could not be read
	metadata string   // the text of the last record rosbag2 has put in
}

// readCloser is a file, or memory in tests.
type readCloser interface {
	io.ReaderAt
	io.Closer
}

// block is a piece of a file with messages: a chunk, or records outside of chunks.
type block struct {
	src         *source
	offset      int64
	length      int64 // length of the whole record, or of the records
	loose       bool  // records outside of chunks
	cut         bool  // the file ends within: read what is complete
	first, last int64 // log times
}

// recordHead is the size of a record's opcode and length, bytes.
const recordHead = 9

// record is a record and where it stands in its file.
type record struct {
	op     mcap.OpCode
	offset int64
	body   []byte
}

// The longest records that are believed, bytes: all but chunks are small, and a
// chunk holds little more than one message.
const maxRecord, maxChunk = 1 << 28, 1 << 30

// openSource opens a file and reads its index.
func openSource(path string) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	s := newSource(path, f, info.Size())
	if err := s.open(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func newSource(path string, f readCloser, size int64) *source {
	return &source{
		path: path, f: f, size: size,
		schemas: map[uint16]*mcap.Schema{}, channels: map[uint16]*mcap.Channel{}, counts: map[uint16]uint64{},
	}
}

func (s *source) open() error {
	if err := s.checkMagic(); err != nil {
		return err
	}
	if s.readSummary() == nil {
		s.whole = true
		return nil
	}
	clear(s.schemas)
	clear(s.channels)
	clear(s.counts)
	s.blocks, s.times, s.formats = nil, times{}, nil
	return s.scan()
}

// checkMagic looks whether the file is one of MCAP, with its header.
func (s *source) checkMagic() error {
	head := make([]byte, len(mcap.Magic)+1)
	n, err := s.f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	head = head[:n]
	switch {
	case n == 0:
		return errors.New("is empty")
	case bytes.HasPrefix(head, []byte("SQLite")):
		return errSQLite
	case !bytes.HasPrefix(head, mcap.Magic):
		return fmt.Errorf("is not an MCAP file: it begins with %q", head[:min(n, len(mcap.Magic))])
	case n > len(mcap.Magic) && mcap.OpCode(head[len(mcap.Magic)]) != mcap.OpHeader:
		return fmt.Errorf("the first record is a %v, expected a header", mcap.OpCode(head[len(mcap.Magic)]))
	}
	return nil
}

// errSQLite is returned for a bag of the other storage.
var errSQLite = errors.New("is of the sqlite3 storage, which is not read here; " +
	"make it an mcap bag with ros2 bag convert")

// errNoSummary is returned for a file that must be read from start to end.
var errNoSummary = errors.New("no summary")

// readSummary reads topics, counts and chunks from the summary at the end.
func (s *source) readSummary() error {
	const endSize = recordHead + footerSize + 8
	end := make([]byte, endSize)
	at := s.size - endSize
	if at < int64(len(mcap.Magic)) {
		return errNoSummary
	}
	if _, err := s.f.ReadAt(end, at); err != nil {
		return err
	}
	if !bytes.HasSuffix(end, mcap.Magic) || mcap.OpCode(end[0]) != mcap.OpFooter {
		return errNoSummary
	}
	start := int64(binary.LittleEndian.Uint64(end[recordHead:]))
	if start <= 0 || start >= at {
		return errNoSummary
	}
	var stats *mcap.Statistics
	chunks := 0
	cut, err := s.records(start, at, func(r record) error {
		switch r.op {
		case mcap.OpStatistics:
			var err error
			stats, err = mcap.ParseStatistics(r.body)
			return err
		case mcap.OpChunkIndex:
			chunks++
			return s.addChunk(r.body)
		case mcap.OpMetadataIndex:
			return s.readMetadata(r.body)
		default:
			return s.learn(r)
		}
	})
	if err != nil || cut || stats == nil || int(stats.ChunkCount) != chunks || stats.MessageCount > 0 && chunks == 0 {
		return errNoSummary
	}
	s.counts = stats.ChannelMessageCounts
	s.times = times{first: int64(stats.MessageStartTime), last: int64(stats.MessageEndTime), count: stats.MessageCount}
	return nil
}

// addChunk notes a chunk of the summary.
func (s *source) addChunk(body []byte) error {
	c, err := mcap.ParseChunkIndex(body)
	if err != nil {
		return err
	}
	s.addFormat(string(c.Compression))
	if c.ChunkStartOffset >= uint64(s.size) || c.ChunkLength > uint64(s.size)-c.ChunkStartOffset {
		return errNoSummary
	}
	s.blocks = append(s.blocks, block{
		src: s, offset: int64(c.ChunkStartOffset), length: int64(c.ChunkLength),
		first: int64(c.MessageStartTime), last: int64(c.MessageEndTime),
	})
	return nil
}

// readMetadata reads the record that an index entry points to, if it is rosbag2's.
func (s *source) readMetadata(body []byte) error {
	index, err := mcap.ParseMetadataIndex(body)
	if err != nil || index.Name != "rosbag2" {
		return err
	}
	_, err = s.records(int64(index.Offset), s.size, func(r record) error {
		if r.op == mcap.OpMetadata {
			s.takeMetadata(r.body)
		}
		return io.EOF
	})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func (s *source) takeMetadata(body []byte) {
	if m, err := mcap.ParseMetadata(body); err == nil && m.Name == "rosbag2" {
		s.metadata = m.Metadata["serialized_metadata"]
	}
}

func (s *source) addFormat(compression string) {
	for _, f := range s.formats {
		if f == compression {
			return
		}
	}
	s.formats = append(s.formats, compression)
}

// learn stores schemas and channels.
func (s *source) learn(r record) error {
	switch r.op {
	case mcap.OpSchema:
		schema, err := mcap.ParseSchema(r.body)
		if err != nil {
			return err
		}
		s.schemas[schema.ID] = schema
	case mcap.OpChannel:
		channel, err := mcap.ParseChannel(r.body)
		if err != nil {
			return err
		}
		s.channels[channel.ID] = channel
	default: // holds nothing about topics
	}
	return nil
}

// records calls f with each record from start to end, until f returns an error. It reports cut if a record is longer than
// the rest of the file. Bodies are valid during the call only.
func (s *source) records(start, end int64, f func(record) error) (cut bool, err error) {
	if start < 0 || start > s.size {
		return false, fmt.Errorf("offset %d is outside of the file", start)
	}
	in := bufio.NewReaderSize(io.NewSectionReader(s.f, start, end-start), 1<<16)
	var head [recordHead]byte
	var body []byte
	for at := start; ; {
		if _, err := io.ReadFull(in, head[:]); errors.Is(err, io.EOF) {
			return false, nil
		} else if errors.Is(err, io.ErrUnexpectedEOF) {
			return true, nil
		} else if err != nil {
			return false, err
		}
		r := record{op: mcap.OpCode(head[0]), offset: at}
		length := binary.LittleEndian.Uint64(head[1:])
		room := uint64(end - at - recordHead)
		if length > room {
			r.body = nil
			if r.op == mcap.OpChunk { // its messages may be saved
				return true, f(r)
			}
			return true, nil
		}
		if length > maxChunk || length > maxRecord && r.op != mcap.OpChunk {
			return false, fmt.Errorf("record %v at byte %d is %d bytes long, more than is believed", r.op, at, length)
		}
		if uint64(cap(body)) < length {
			body = make([]byte, length)
		}
		r.body = body[:length]
		if _, err := io.ReadFull(in, r.body); err != nil {
			return true, nil //nolint:nilerr // the file was cut while we read
		}
		if err := f(r); err != nil {
			return false, err
		}
		at += recordHead + int64(length)
	}
}
