package bag

import (
	"bytes"
	"fmt"
	"math"
	"os"

	"github.com/foxglove/mcap/go/mcap"
)

// file is an MCAP file that is being written, and can be read at any time.
//
// The written data end with a tail: the end of the data section and a footer without summary, as a reader expects them. A
// new chunk is first written after the tail, with a tail of its own; a reader then still stops at the old tail. After
// that, one small write replaces the old tail with the chunk's first bytes. If the process is killed at any point, the
// file has complete records and a proper end, without the chunk being written. finish writes the final end, with the
// summary.
type file struct {
	f    *os.File
	buf  bytes.Buffer // written by w since the last commit
	end  int64        // end of the committed data, where the tail is
	w    *mcap.Writer
	opts mcap.WriterOptions // w looks at its ChunkSize with each message

	topics  map[string]uint16 // channels by Topic.key
	schemas map[string]uint16 // by type and definition
	held    mcap.Message      // the last message, not written yet: see flush
	holds   bool

	times  times
	counts map[string]uint64 // messages by Topic.key
	chunk  times             // times of the current chunk
	bytes  int               // size of the current chunk
}

// library names the writer in a bag.
const library = "gonao"

// newFile creates a file that must not exist. metadata is the text of its first record, in rosbag2's form.
func newFile(path string, compression mcap.CompressionFormat, metadata string) (*file, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	out := &file{
		f: f, topics: map[string]uint16{}, schemas: map[string]uint16{}, counts: map[string]uint64{},
		opts: mcap.WriterOptions{IncludeCRC: true, Chunked: true, ChunkSize: math.MaxInt64, Compression: compression},
	}
	if err := out.begin(metadata); err != nil {
		f.Close()
		return nil, err
	}
	return out, nil
}

func (f *file) begin(metadata string) (err error) {
	if f.w, err = mcap.NewWriter(&f.buf, &f.opts); err != nil {
		return err
	}
	if err := f.w.WriteHeader(&mcap.Header{Profile: "ros2", Library: library}); err != nil {
		return err
	}
	if err := f.writeMetadata(metadata); err != nil {
		return err
	}
	return f.commit(tail())
}

// writeMetadata adds a record as rosbag2 has two in each file.
func (f *file) writeMetadata(text string) error {
	return f.w.WriteMetadata(&mcap.Metadata{Name: "rosbag2", Metadata: map[string]string{"serialized_metadata": text}})
}

// tail is the end of a file without summary: the records data end and footer, and
// the magic bytes.
func tail() []byte {
	dataEnd := []byte{byte(mcap.OpDataEnd), 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	footer := append([]byte{byte(mcap.OpFooter), footerSize, 0, 0, 0, 0, 0, 0, 0}, make([]byte, footerSize)...)
	return append(append(dataEnd, footer...), mcap.Magic...)
}

// footerSize is the length of a footer record, tailSize that of a tail, bytes.
const footerSize, tailSize = 20, 13 + recordHead + footerSize + 8

// commit writes the data since the last commit into the file, followed by rest. When it fails, the file is unchanged.
func (f *file) commit(rest []byte) error {
	data := f.buf.Bytes()
	if len(data) == 0 {
		return nil
	}
	over := min(len(data), tailSize) // this much comes onto the tail
	if f.end == 0 {
		over = 0
	}
	n := int64(len(data))
	f.buf.Write(rest)
	data = f.buf.Bytes()
	_, err := f.f.WriteAt(data[over:], f.end+int64(over))
	if err == nil && over > 0 {
		_, err = f.f.WriteAt(data[:over], f.end)
	}
	if err != nil {
		if f.end > 0 {
			_ = f.f.Truncate(f.end + tailSize) // the old tail still stands
		}
		return err
	}
	f.end += n
	f.buf.Reset()
	return nil
}

// declare adds a topic's schema and channel to the file unless it has them.
func (f *file) declare(t *Topic) (uint16, error) {
	if id, ok := f.topics[t.key()]; ok {
		return id, nil
	}
	if len(f.topics) == math.MaxUint16 {
		return 0, fmt.Errorf("topic %s: a bag holds %d topics", t.Name, math.MaxUint16)
	}
	typeKey := t.Type + "\x00" + t.Definition
	schema, ok := f.schemas[typeKey]
	if !ok {
		schema = uint16(len(f.schemas) + 1)
		err := f.w.WriteSchema(&mcap.Schema{
			ID: schema, Name: t.Type, Encoding: t.schemaEncoding(), Data: []byte(t.Definition),
		})
		if err != nil {
			return 0, err
		}
		f.schemas[typeKey] = schema
	}
	id := uint16(len(f.topics) + 1)
	err := f.w.WriteChannel(&mcap.Channel{
		ID: id, SchemaID: schema, Topic: t.Name, MessageEncoding: t.format(),
		Metadata: map[string]string{"offered_qos_profiles": formatProfiles(t.QoS), "topic_type_hash": t.Hash},
	})
	if err != nil {
		return 0, err
	}
	f.topics[t.key()] = id
	return id, nil
}

// write adds a message to the chunk. It copies data.
func (f *file) write(t *Topic, logTime, publishTime int64, sequence uint32, data []byte) error {
	if err := f.release(); err != nil {
		return err
	}
	id, err := f.declare(t)
	if err != nil {
		return err
	}
	f.held = mcap.Message{
		ChannelID: id, Sequence: sequence, LogTime: uint64(logTime), PublishTime: uint64(publishTime),
		Data: append(f.held.Data[:0], data...),
	}
	f.holds = true
	f.times.add(logTime)
	f.chunk.add(logTime)
	f.bytes += len(data)
	f.counts[t.key()]++
	return nil
}

// release hands the message that was held back to the library.
func (f *file) release() error {
	if !f.holds {
		return nil
	}
	f.holds = false
	return f.w.WriteMessage(&f.held)
}

// flush ends the chunk and puts it into the file. The library ends a chunk only
// behind a message, when it exceeds its size: that is why one is held back.
func (f *file) flush() error {
	if !f.holds {
		return nil
	}
	f.opts.ChunkSize = -1
	err := f.release()
	f.opts.ChunkSize = math.MaxInt64
	if err != nil {
		return err
	}
	f.chunk, f.bytes = times{}, 0
	return f.commit(tail())
}

// size is about how long the file would be now, bytes.
func (f *file) size() int64 { return f.end + int64(f.bytes) }

// finish writes the summary, with a record of metadata before it, and closes.
func (f *file) finish(metadata string) error {
	err := f.flush()
	if err == nil {
		err = f.writeMetadata(metadata)
	}
	if err == nil {
		err = f.w.Close()
	}
	if err == nil {
		err = f.commit(nil)
	}
	if err == nil {
		err = f.f.Sync()
	}
	if closeErr := f.f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// abandon closes the file as it was after the last commit.
func (f *file) abandon() error { return f.f.Close() }

// metadata describes the file for metadata.yaml.
func (f *file) metadata(name string) fileMetadata {
	return fileMetadata{Path: name, Start: f.times.start(), Duration: f.times.duration(), Messages: f.times.count}
}
