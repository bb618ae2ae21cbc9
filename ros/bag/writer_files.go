package bag

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// fileName is the name of the bag's file number i.
func (w *Writer) fileName(i int) string { return fmt.Sprintf("%s_%d.mcap", filepath.Base(w.dir), i) }

// open begins the next file and updates metadata.yaml.
func (w *Writer) open() error {
	name := w.fileName(len(w.past))
	text, err := newMetadata(nil, []fileMetadata{{Path: name, Start: sinceEpoch{noTime}}}, times{}).text()
	if err != nil {
		return err
	}
	if w.file, err = newFile(filepath.Join(w.dir, name), w.compression, text); err != nil {
		return err
	}
	return writeMetadata(w.dir, w.metadata())
}

// metadata describes the bag as it is now.
func (w *Writer) metadata() metadata {
	all, files := w.times, slices.Clone(w.past)
	if w.file != nil {
		all.join(w.file.times)
		files = append(files, w.file.metadata(w.fileName(len(w.past))))
	}
	var topics []topicEntry
	for _, t := range w.topics {
		n := w.counts[t.key()]
		if w.file != nil {
			n += w.file.counts[t.key()]
		}
		topics = append(topics, entry(t, n))
	}
	slices.SortFunc(topics, func(a, b topicEntry) int { return strings.Compare(a.Topic.Name, b.Topic.Name) })
	return newMetadata(topics, files, all)
}

func entry(t *Topic, messages uint64) topicEntry {
	return topicEntry{Messages: messages, Topic: topicMetadata{Name: t.Name, Type: t.Type, Format: t.format(), QoS: t.QoS}}
}

// full reports whether a message belongs in the next file.
func (w *Writer) full(logTime int64, size int) bool {
	f := w.file
	return f.times.count > 0 &&
		(w.opts.MaxSize > 0 && f.size()+int64(size) > w.opts.MaxSize ||
			w.opts.MaxDuration > 0 && logTime-f.times.first >= int64(w.opts.MaxDuration))
}

// split finishes the file and begins the next.
func (w *Writer) split() error {
	if err := w.finish(); err != nil {
		return err
	}
	return w.open()
}

// finish finishes the file and counts it among the past ones.
func (w *Writer) finish() error {
	f := w.file
	name := w.fileName(len(w.past))
	var topics []topicEntry
	for _, t := range w.topics {
		if _, err := f.declare(t); err != nil { // those without a message too
			return errors.Join(err, f.abandon())
		}
		topics = append(topics, entry(t, f.counts[t.key()]))
	}
	slices.SortFunc(topics, func(a, b topicEntry) int { return strings.Compare(a.Topic.Name, b.Topic.Name) })
	text, err := newMetadata(topics, []fileMetadata{f.metadata(name)}, f.times).text()
	if err != nil {
		return err
	}
	if err := f.finish(text); err != nil {
		return err
	}
	w.past = append(w.past, f.metadata(name))
	w.times.join(f.times)
	for key, n := range f.counts {
		w.counts[key] += n
	}
	w.file = nil
	return nil
}
