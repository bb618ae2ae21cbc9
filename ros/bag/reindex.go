package bag

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/foxglove/mcap/go/mcap"
)

// Repair reports what Reindex did.
type Repair struct {
	Rewritten []string // names of files that were not whole
	Lost      []string // parts that could not be read
	Messages  uint64   // messages in the bag now
}

// Reindex repairs a bag: it rewrites the files that have no summary with all messages that can be read, and metadata.yaml.
// Each new file is written beside the old one and replaces it when it is on the disk.
func Reindex(dir string) (Repair, error) {
	if !isDir(dir) {
		return Repair{}, fmt.Errorf("bag %s: expected the directory of a bag", dir)
	}
	files, err := findFiles(dir)
	if err != nil {
		return Repair{}, err
	}
	var done Repair
	for _, file := range files {
		s, err := openSource(file)
		if err != nil {
			return done, fmt.Errorf("bag %w", err)
		}
		if !s.whole {
			done.Rewritten = append(done.Rewritten, filepath.Base(file))
			for _, d := range s.damage {
				done.Lost = append(done.Lost, filepath.Base(file)+": "+d)
			}
			err = s.rewrite()
		}
		if err := errors.Join(err, s.f.Close()); err != nil {
			return done, fmt.Errorf("bag %w", err)
		}
	}
	done.Messages, err = describe(dir, files)
	return done, err
}

// describe writes metadata.yaml for files that are whole.
func describe(dir string, files []string) (uint64, error) {
	r, err := openFiles(dir, files)
	if err != nil {
		return 0, err
	}
	info := r.Info()
	var topics []topicEntry
	for _, t := range info.Topics {
		t.QoS = r.offers(t.Topic)
		topics = append(topics, entry(&t.Topic, t.Messages))
	}
	var all times
	var list []fileMetadata
	for _, s := range r.sources {
		all.join(s.times)
		list = append(list, fileMetadata{
			Path: filepath.Base(s.path), Start: s.times.start(), Duration: s.times.duration(), Messages: s.times.count,
		})
	}
	if err := r.Close(); err != nil {
		return 0, fmt.Errorf("bag %w", err)
	}
	return all.count, writeMetadata(dir, newMetadata(topics, list, all))
}

// rewrite replaces the file by a whole one.
func (s *source) rewrite() error {
	path := s.path + ".new"
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	var compression mcap.CompressionFormat
	if len(s.formats) > 0 {
		compression = mcap.CompressionFormat(s.formats[0])
	}
	out, err := newFile(path, compression, s.metadata)
	if err != nil {
		return err
	}
	if err := s.copyTo(out); err != nil {
		return errors.Join(err, out.abandon(), os.Remove(path))
	}
	if err := out.finish(s.metadata); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return os.Rename(path, s.path)
}

// copyTo writes all topics and messages into another file, chunk by chunk.
func (s *source) copyTo(out *file) error {
	r := newReader(s.path)
	r.addTopics(s)
	slices.SortFunc(r.topics, func(a, b *Topic) int { return strings.Compare(a.key(), b.key()) })
	for _, t := range r.topics {
		if _, err := out.declare(t); err != nil {
			return err
		}
	}
	for _, b := range s.blocks {
		err := b.walk(func(m mcap.Message) error {
			if out.bytes+len(m.Data) > defaultChunkSize {
				if err := out.flush(); err != nil {
					return &writeError{err}
				}
			}
			if err := out.write(r.topicOf(s, m), int64(m.LogTime), int64(m.PublishTime), m.Sequence, m.Data); err != nil {
				return &writeError{err}
			}
			return nil
		})
		var failed *writeError
		if errors.As(err, &failed) { // a damaged chunk was noted when the file was opened
			return failed.err
		}
	}
	return nil
}

// writeError marks an error of writing, in contrast to one of reading.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
