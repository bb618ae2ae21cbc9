package bag

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/foxglove/mcap/go/mcap"

	"gonao/internal/wording"
)

// Options is how a bag is written. The zero value is a good choice.
type Options struct {
	Compression string        // compression of chunks: "zstd", "lz4", "none"; "" is none
	MaxSize     int64         // size of a file, bytes, at which the next one begins; 0: no limit
	MaxDuration time.Duration // longest file, in log time; 0: no limit
	ChunkTime   time.Duration // longest chunk, in log time; 0 is 1 s. This much is lost when the process is killed
	ChunkSize   int           // size of a chunk before compression, bytes; 0 is 4 MB
}

// Limits of the chunks of a recording.
const (
	defaultChunkTime = time.Second
	defaultChunkSize = 4 << 20
)

func (o Options) compression() (mcap.CompressionFormat, error) {
	switch o.Compression {
	case "", "none":
		return mcap.CompressionNone, nil
	case "zstd":
		return mcap.CompressionZSTD, nil
	case "lz4":
		return mcap.CompressionLZ4, nil
	}
	return "", fmt.Errorf("compression %q: expected zstd, lz4 or none", o.Compression)
}

// Writer writes a bag. Its methods may be called from any goroutine.
type Writer struct {
	dir         string
	opts        Options
	compression mcap.CompressionFormat

	mu     sync.Mutex
	topics map[string]*Topic // by name
	file   *file
	past   []fileMetadata // files that are finished
	times  times          // times of all messages
	counts map[string]uint64
	fresh  bool  // there are topics that metadata.yaml does not have
	failed error // nothing can be written any more
}

// errClosed is returned by a closed Writer.
var errClosed = errors.New("closed")

// Create begins a bag in a directory that must not exist yet.
func Create(dir string, opts Options) (*Writer, error) {
	w := &Writer{dir: filepath.Clean(dir), opts: opts, topics: map[string]*Topic{}, counts: map[string]uint64{}}
	var err error
	if w.compression, err = opts.compression(); err != nil {
		return nil, fmt.Errorf("bag %s: %w", dir, err)
	}
	if w.opts.ChunkTime <= 0 {
		w.opts.ChunkTime = defaultChunkTime
	}
	if w.opts.ChunkSize <= 0 {
		w.opts.ChunkSize = defaultChunkSize
	}
	if err := os.MkdirAll(filepath.Dir(w.dir), 0o755); err != nil {
		return nil, fmt.Errorf("bag %s: %w", dir, err)
	}
	if err := os.Mkdir(w.dir, 0o755); errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("bag %s: exists already; choose another name", dir)
	} else if err != nil {
		return nil, fmt.Errorf("bag %s: %w", dir, err)
	}
	if err := w.open(); err != nil {
		return nil, fmt.Errorf("bag %s: %w", dir, err)
	}
	return w, nil
}

// AddTopic makes a topic known, before its first message. A topic that is there
// already must have the same type.
func (w *Writer) AddTopic(t Topic) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if old, ok := w.topics[t.Name]; ok {
		if err := old.check(t.Type, t.Hash); err != nil {
			return fmt.Errorf("bag %s: %w", w.dir, err)
		}
		return nil
	}
	t.QoS = slices.Clone(t.QoS)
	w.topics[t.Name] = &t
	w.fresh = true
	return nil
}

// Write adds a message of a topic that is known. It keeps no reference to data. A
// zero publish time counts as the log time.
func (w *Writer) Write(topic string, logTime, publishTime time.Time, data []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed != nil {
		return w.failed
	}
	t, ok := w.topics[topic]
	if !ok {
		return fmt.Errorf("bag %s: topic %s: not known%s", w.dir, topic, wording.DidYouMean(topic, w.names()))
	}
	ns := logTime.UnixNano()
	published := publishTime.UnixNano()
	if publishTime.IsZero() {
		published = ns
	}
	if ns < 0 || published < 0 {
		return fmt.Errorf("bag %s: topic %s: a message from before 1970", w.dir, topic)
	}
	return w.fail(w.write(t, ns, published, data))
}

func (w *Writer) names() []string {
	var names []string
	for name := range w.topics {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (w *Writer) write(t *Topic, logTime, published int64, data []byte) error {
	if c := w.file.chunk; c.count > 0 {
		joined := c
		joined.add(logTime)
		if joined.last-joined.first >= int64(w.opts.ChunkTime) || w.file.bytes+len(data) > w.opts.ChunkSize {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	if w.full(logTime, len(data)) {
		if err := w.split(); err != nil {
			return err
		}
	}
	return w.file.write(t, logTime, published, 0, data)
}

// Flush writes buffered messages to the file.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed != nil {
		return w.failed
	}
	return w.fail(w.flush())
}

func (w *Writer) flush() error {
	if w.fresh { // a player reads the topics from there: they must not be later than their messages
		w.fresh = false
		if err := writeMetadata(w.dir, w.metadata()); err != nil {
			return err
		}
	}
	if !w.file.holds {
		return nil
	}
	if err := w.file.flush(); err != nil {
		return err
	}
	return writeMetadata(w.dir, w.metadata())
}

// fail remembers an error of the disk: the file stays as it was before.
func (w *Writer) fail(err error) error {
	if err == nil {
		return nil
	}
	w.failed = fmt.Errorf("bag %s: %w; the data written before can be read", w.dir, err)
	return w.failed
}

// Close completes the bag. It returns the error that stopped the writing before, if
// any; the bag then is as complete as it can be.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case errors.Is(w.failed, errClosed):
		return nil
	case w.failed != nil:
		err := w.failed
		if w.file != nil {
			_ = w.file.abandon()
		}
		w.failed = errClosed
		return err
	}
	err := w.finish()
	if err == nil {
		err = writeMetadata(w.dir, w.metadata())
	}
	w.failed = errClosed
	if err != nil {
		return fmt.Errorf("bag %s: %w", w.dir, err)
	}
	return nil
}

// Messages returns the number of written messages.
func (w *Writer) Messages() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.times
	if w.file != nil {
		all.join(w.file.times)
	}
	return all.count
}
