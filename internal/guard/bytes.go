package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonao/behavior"
	"gonao/hfsm/trace"
	"gonao/ros/bag"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// files is the directory of the recordings; its README names the origin of each.
const files = "internal/guard/bytes/"

// byteParts returns the parts that read recordings and write them again. If a recording is not written as it was read,
// that is an error, whatever the digests are.
func byteParts() []part {
	parts := []part{
		{"bytes/lola", func(d *digest) error { return replaySession(d, files+"session.lola.gz") }},
		{"bytes/trace", func(d *digest) error { return replayTrace(d, files+"levels.trace", own+"levels.yaml") }},
	}
	for _, name := range []string{"walk", "match"} {
		parts = append(parts,
			part{"bytes/" + name + "/read", func(d *digest) error { return readBag(d, files+name) }},
			part{"bytes/" + name + "/seek", func(d *digest) error { return seekBag(d, files+name) }},
			part{"bytes/" + name + "/written", func(d *digest) error { return writeBag(d, files+name) }})
	}
	return parts
}

// replayTrace replays a trace. The machine must write the same lines again.
func replayTrace(d *digest, file, machine string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	cfg := behavior.DefaultConfig()
	model, err := behavior.LoadMachine(machine, &cfg)
	if err != nil {
		return err
	}
	reader, err := trace.NewReader(file, bytes.NewReader(text))
	if err != nil {
		return err
	}
	var again bytes.Buffer
	replayed, err := trace.Replay(reader, model, trace.ReplayOptions{Out: func(l *trace.Line) { fmt.Fprintln(&again, l) }})
	if err != nil {
		return err
	}
	if replayed.Difference != nil {
		return replayed.Difference
	}
	_, lines, _ := strings.Cut(string(text), "\n") // the lines after the header
	if at := differs(lines, again.String()); at >= 0 {
		return fmt.Errorf("%s: the replay differs at byte %d behind the header", file, at)
	}
	d.data(again.Bytes())
	d.ints(replayed.Records, replayed.Ticks)
	return nil
}

// differs returns the first position at which two texts differ, or −1 if they are equal.
func differs(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// readBag adds all messages of a bag. Each is decoded, and must be encoded to the same bytes again.
func readBag(d *digest, dir string) error {
	r, err := bag.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	library := dynamic.Compiled()
	for m, err := range r.Messages(bag.Query{}) {
		if err != nil {
			return err
		}
		decoded, err := library.Message(m.Topic.Type)
		if err != nil {
			return err
		}
		if err := cdr.Unmarshal(m.Data, decoded); err != nil {
			return fmt.Errorf("%s: %w", m.Topic.Name, err)
		}
		if at := differs(string(m.Data), string(cdr.Marshal(decoded))); at >= 0 {
			return fmt.Errorf("%s: a message of %s at %v differs at byte %d when it is encoded again", dir, m.Topic.Name, m.LogTime.UTC(), at)
		}
		d.message(&m)
		d.data(decoded.YAML(dynamic.Style{}))
	}
	return nil
}

// seekBag adds the messages of a bag from its middle on, and then each of its topics separately.
func seekBag(d *digest, dir string) error {
	r, err := bag.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	info := r.Info()
	middle := info.Start.Add(info.Duration() / 2)
	queries := []bag.Query{{From: middle}, {Until: middle}, {From: middle, Until: middle.Add(info.Duration() / 10)}}
	for _, t := range r.Topics() {
		queries = append(queries, bag.Query{Topics: []string{t.Name}, From: middle})
	}
	for _, q := range queries {
		n := 0
		for m, err := range r.Messages(q) {
			if err != nil {
				return err
			}
			d.message(&m)
			n++
		}
		d.ints(n)
	}
	d.ints(int(info.Messages))
	return nil
}

// message adds a message of a bag.
func (d *digest) message(m *bag.Message) {
	d.texts(m.Topic.Name, m.Topic.Type, m.Topic.Hash, m.Topic.Definition)
	d.ints(int(m.LogTime.UnixNano()), int(m.PublishTime.UnixNano()))
	d.data(m.Data)
}

// writeBag writes the messages of a bag to a new bag and adds its files. The new bag must contain the same messages.
func writeBag(d *digest, dir string) (err error) {
	r, err := bag.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	temp, err := os.MkdirTemp("", "guard")
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, os.RemoveAll(temp)) }()
	copied := filepath.Join(temp, filepath.Base(dir))
	if err := copyBag(r, copied); err != nil {
		return err
	}
	before, after := newDigest(), newDigest()
	if err := errors.Join(readBag(before, dir), readBag(after, copied)); err != nil {
		return err
	}
	if before.String() != after.String() {
		return fmt.Errorf("%s: what was read and written again holds other messages", dir)
	}
	names, err := filepath.Glob(copied + "/*")
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		d.texts(filepath.Base(name))
		d.data(data)
	}
	return nil
}

// copyBag writes the messages of a bag to another bag.
func copyBag(r *bag.Reader, dir string) error {
	w, err := bag.Create(dir, bag.Options{Compression: "zstd", ChunkTime: 5 * time.Second})
	if err != nil {
		return err
	}
	for m, err := range r.Messages(bag.Query{}) {
		if err == nil {
			err = w.AddTopic(*m.Topic)
		}
		if err == nil {
			err = w.Write(m.Topic.Name, m.LogTime, m.PublishTime, m.Data)
		}
		if err != nil {
			return errors.Join(err, w.Close())
		}
	}
	return w.Close()
}
