package bag

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/foxglove/mcap/go/mcap"

	"gonao/internal/wording"
	"gonao/ros"
)

// Reader reads a bag. Several iterations may run, one after another.
type Reader struct {
	path     string
	meta     metadata // zero without metadata.yaml
	sources  []*source
	topics   []*Topic
	byKey    map[string]*Topic
	channels map[*source]map[uint16]*Topic
	warnings []string
}

// Open opens a bag: its directory, or one of its files. It also reads bags without metadata.yaml and files without
// summary; Warnings then returns what is missing.
func Open(path string) (*Reader, error) {
	files, meta, err := bagFiles(path)
	if err != nil {
		return nil, err
	}
	r, err := openFiles(path, files)
	if err != nil {
		return nil, err
	}
	r.meta = meta
	if meta.Version == 0 && isDir(path) {
		r.warn("no %s", metadataName)
	}
	return r, nil
}

func newReader(path string) *Reader {
	return &Reader{path: path, byKey: map[string]*Topic{}, channels: map[*source]map[uint16]*Topic{}}
}

// openFiles opens files as one bag.
func openFiles(path string, files []string) (*Reader, error) {
	r := newReader(path)
	for _, file := range files {
		s, err := openSource(file)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("bag %w", err), r.Close())
		}
		r.add(s)
	}
	return r, nil
}

// add adds an opened file to the bag.
func (r *Reader) add(s *source) {
	r.sources = append(r.sources, s)
	for _, d := range s.damage {
		r.warn("%s: %s", filepath.Base(s.path), d)
	}
	r.addTopics(s)
	slices.SortFunc(r.topics, func(a, b *Topic) int { return strings.Compare(a.key(), b.key()) })
}

func (r *Reader) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// Close closes the files.
func (r *Reader) Close() error {
	var errs []error
	for _, s := range r.sources {
		errs = append(errs, s.f.Close())
	}
	return errors.Join(errs...)
}

// Warnings returns the missing or damaged parts; the rest can be read.
func (r *Reader) Warnings() []string { return r.warnings }

// Topics are those of the bag, sorted by name.
func (r *Reader) Topics() []Topic {
	var out []Topic
	for _, t := range r.topics {
		out = append(out, *t)
	}
	return out
}

// Topic finds a topic; the error suggests one with a similar name.
func (r *Reader) Topic(name string) (Topic, error) {
	var names []string
	for _, t := range r.topics {
		if t.Name == name {
			return *t, nil
		}
		names = append(names, t.Name)
	}
	near := cmp.Or(wording.DidYouMean(name, names), "; it has "+cmp.Or(strings.Join(names, ", "), "no topics"))
	return Topic{}, fmt.Errorf("bag %s: topic %s: not in it%s", r.path, name, near)
}

// addTopics makes topics of a file's channels.
func (r *Reader) addTopics(s *source) {
	byChannel := map[uint16]*Topic{}
	r.channels[s] = byChannel
	for id, c := range s.channels {
		t := Topic{Name: c.Topic, Format: c.MessageEncoding, Hash: c.Metadata["topic_type_hash"]}
		if schema := s.schemas[c.SchemaID]; schema != nil {
			t.Type, t.Encoding, t.Definition = schema.Name, schema.Encoding, string(schema.Data)
		}
		var err error
		if t.QoS, err = parseProfiles(c.Metadata["offered_qos_profiles"]); err != nil {
			r.warn("topic %s: %v", c.Topic, err)
		}
		known, ok := r.byKey[t.key()]
		if !ok {
			known = &t
			r.byKey[t.key()] = known
			r.topics = append(r.topics, known)
		}
		byChannel[id] = known
	}
}

// bagFiles finds the files of a bag and its metadata; the metadata are the zero value if the bag has none.
func bagFiles(path string) ([]string, metadata, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, metadata{}, fmt.Errorf("bag %s: no such file or directory", path)
	}
	if !info.IsDir() {
		return []string{path}, metadata{}, nil
	}
	meta, err := readMetadata(path)
	if errors.Is(err, os.ErrNotExist) {
		files, err := findFiles(path)
		return files, metadata{}, err
	}
	if err != nil {
		return nil, metadata{}, fmt.Errorf("bag %w; %s", err, reindexHint(path))
	}
	switch {
	case meta.Storage == storageSQLite:
		return nil, metadata{}, fmt.Errorf("bag %s: %w", path, errSQLite)
	case meta.Storage != storageMCAP:
		return nil, metadata{}, fmt.Errorf("bag %s: storage %q: expected %s", path, meta.Storage, storageMCAP)
	case meta.CompressionMode == "FILE" || meta.CompressionMode == "MESSAGE":
		return nil, metadata{}, fmt.Errorf("bag %s: compressed by rosbag2 in mode %s, which is not read here; "+
			"ros2 bag convert can undo it", path, meta.CompressionMode)
	}
	var files []string
	for _, name := range meta.Paths {
		file := filepath.Join(path, name)
		if _, err := os.Stat(file); err != nil {
			return nil, metadata{}, fmt.Errorf("bag %s: %s names %s, which is not there; %s",
				path, metadataName, name, reindexHint(path))
		}
		files = append(files, file)
	}
	return files, meta, nil
}

func reindexHint(path string) string { return "gonao bag reindex " + path + " writes it again" }

// findFiles returns the MCAP files of a directory, in the order of their numbers.
func findFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("bag %w", err)
	}
	var files []string
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".mcap":
			files = append(files, filepath.Join(dir, e.Name()))
		case ".db3":
			return nil, fmt.Errorf("bag %s: %s %w", dir, e.Name(), errSQLite)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("bag %s: no .mcap file in it", dir)
	}
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(fileNumber(a), fileNumber(b)) })
	return files, nil
}

// fileNumber is 3 for bag_3.mcap, -1 for bag.mcap.
func fileNumber(path string) int {
	name := strings.TrimSuffix(path, ".mcap")
	n, err := strconv.Atoi(name[strings.LastIndex(name, "_")+1:])
	if err != nil {
		return -1
	}
	return n
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// topicOf returns the topic of a message in a file.
func (r *Reader) topicOf(s *source, m mcap.Message) *Topic { return r.channels[s][m.ChannelID] }

// offers returns the QoS profiles of a topic, from metadata.yaml if the file has none.
func (r *Reader) offers(t Topic) []ros.QoS {
	if len(t.QoS) > 0 {
		return t.QoS
	}
	for _, e := range r.meta.Topics {
		if e.Topic.Name == t.Name {
			return e.Topic.QoS
		}
	}
	return nil
}
