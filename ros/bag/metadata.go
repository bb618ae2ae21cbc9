package bag

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlread"
	"gonao/ros"
)

// metadataName is the file that describes a bag.
const metadataName = "metadata.yaml"

// metadataVersion is the version that is written; newestVersion is the newest that can be read.
const metadataVersion, newestVersion = 5, 9

// noTime is the start time of a file without messages.
const noTime = math.MaxInt64

// metadata is metadata.yaml below its only key.
type metadata struct {
	Version         int            `yaml:"version"`
	Storage         string         `yaml:"storage_identifier"`
	Duration        nanoseconds    `yaml:"duration"`
	Start           sinceEpoch     `yaml:"starting_time"`
	Messages        uint64         `yaml:"message_count"`
	Topics          []topicEntry   `yaml:"topics_with_message_count"`
	Compression     string         `yaml:"compression_format"`
	CompressionMode string         `yaml:"compression_mode"`
	Paths           []string       `yaml:"relative_file_paths"`
	Files           []fileMetadata `yaml:"files"`
	Distro          string         `yaml:"ros_distro,omitempty"` // since version 8
}

type nanoseconds struct {
	NS int64 `yaml:"nanoseconds"`
}

type sinceEpoch struct {
	NS int64 `yaml:"nanoseconds_since_epoch"`
}

type topicEntry struct {
	Topic    topicMetadata `yaml:"topic_metadata"`
	Messages uint64        `yaml:"message_count"`
}

type topicMetadata struct {
	Name   string   `yaml:"name"`
	Type   string   `yaml:"type"`
	Format string   `yaml:"serialization_format"`
	QoS    profiles `yaml:"offered_qos_profiles"`
	Hash   string   `yaml:"type_description_hash,omitempty"` // since version 7
}

type fileMetadata struct {
	Path     string      `yaml:"path"`
	Start    sinceEpoch  `yaml:"starting_time"`
	Duration nanoseconds `yaml:"duration"`
	Messages uint64      `yaml:"message_count"`
}

// profiles are a text with YAML in it up to version 8, a list later.
type profiles []ros.QoS

// MarshalYAML writes the text.
func (p profiles) MarshalYAML() (any, error) {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: formatProfiles(p)}, nil
}

// ReadYAML reads both.
func (p *profiles) ReadYAML(n yamlread.Node) {
	var err error
	if text, ok := n.Text(); ok || n.IsNull() {
		*p, err = parseProfiles(text)
	} else if list := []profile(nil); n.Into(&list) {
		*p, err = qosOf(list)
	}
	if err != nil {
		n.Faultf("%v", err)
	}
}

// times are the first and the last log time of messages, ns.
type times struct {
	first, last int64
	count       uint64
}

func (t *times) add(ns int64) {
	if t.count == 0 {
		t.first, t.last = ns, ns
	}
	t.first, t.last = min(t.first, ns), max(t.last, ns)
	t.count++
}

func (t *times) join(o times) {
	switch {
	case o.count == 0:
		return
	case t.count == 0:
		*t = o
		return
	}
	t.first, t.last = min(t.first, o.first), max(t.last, o.last)
	t.count += o.count
}

func (t times) start() sinceEpoch {
	if t.count == 0 {
		return sinceEpoch{noTime}
	}
	return sinceEpoch{t.first}
}

func (t times) duration() nanoseconds { return nanoseconds{t.last - t.first} }

// newMetadata returns the metadata of files and their contents.
func newMetadata(topics []topicEntry, files []fileMetadata, all times) metadata {
	m := metadata{
		Version: metadataVersion, Storage: storageMCAP, Topics: topics, Files: files,
		Duration: all.duration(), Start: all.start(), Messages: all.count, Paths: []string{},
	}
	for _, f := range files {
		m.Paths = append(m.Paths, f.Path)
	}
	return m
}

// storageMCAP and storageSQLite are the storages that rosbag2 comes with.
const storageMCAP, storageSQLite = "mcap", "sqlite3"

// text is the metadata as a record in an MCAP file has it.
func (m metadata) text() (string, error) {
	data, err := yaml.Marshal(m)
	return string(data), err
}

// writeMetadata replaces metadata.yaml of a bag in one step.
func writeMetadata(dir string, m metadata) error {
	data, err := yaml.Marshal(map[string]metadata{"rosbag2_bagfile_information": m})
	if err != nil {
		return fmt.Errorf("bag %s: %s: %w", dir, metadataName, err)
	}
	path := filepath.Join(dir, metadataName)
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return fmt.Errorf("bag %s: %w", dir, errors.Join(err, os.Remove(path+".new")))
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("bag %s: %w", dir, err)
	}
	return nil
}

// readMetadata reads metadata.yaml of a bag; the error is os.ErrNotExist if there is none.
func readMetadata(dir string) (metadata, error) {
	path := filepath.Join(dir, metadataName)
	data, err := os.ReadFile(path)
	if err != nil {
		return metadata{}, err
	}
	m, err := parseMetadata(data)
	if err != nil {
		return metadata{}, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func parseMetadata(data []byte) (metadata, error) {
	r := yamlread.New("", data)
	r.Loose = true // later versions have more
	var version struct {
		Bag *struct {
			Version string `yaml:"version"`
		} `yaml:"rosbag2_bagfile_information" need:"what rosbag2 writes"`
	}
	if err := r.Read(&version); err != nil {
		return metadata{}, err
	}
	if v, err := strconv.Atoi(version.Bag.Version); err != nil || v < 1 || v > newestVersion {
		return metadata{}, fmt.Errorf("version %q: expected 1 to %d", version.Bag.Version, newestVersion)
	}
	var root struct {
		Bag metadata `yaml:"rosbag2_bagfile_information"`
	}
	return root.Bag, r.Read(&root)
}
