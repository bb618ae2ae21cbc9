package bag

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Info is a summary of a bag.
type Info struct {
	Files       []string // names within the bag
	Size        int64    // sum of all files, bytes
	Compression string   // compression of the chunks: "none", "zstd", "lz4", or several
	Distro      string   // ROS 2 distribution that recorded it; "" if unknown
	Start, End  time.Time
	Messages    uint64
	Topics      []TopicCount // sorted by name
	Warnings    []string     // missing or damaged parts
}

// TopicCount is a topic with the number of its messages.
type TopicCount struct {
	Topic
	Messages uint64
}

// Info returns the summary of the bag, counted in the files, not read from metadata.yaml.
func (r *Reader) Info() Info {
	info := Info{Distro: r.meta.Distro, Warnings: r.warnings}
	counts := map[*Topic]uint64{}
	var all times
	var compressions []string
	for _, s := range r.sources {
		info.Files = append(info.Files, filepath.Base(s.path))
		info.Size += s.size
		all.join(s.times)
		for id, n := range s.counts {
			if t := r.channels[s][id]; t != nil {
				counts[t] += n
			}
		}
		for _, f := range s.formats {
			compressions = append(compressions, cmp.Or(f, "none"))
		}
		if info.Distro == "" {
			info.Distro = s.distro()
		}
	}
	slices.Sort(compressions)
	info.Compression = cmp.Or(strings.Join(slices.Compact(compressions), ", "), "none")
	info.Messages = all.count
	if all.count > 0 {
		info.Start, info.End = time.Unix(0, all.first), time.Unix(0, all.last)
	}
	for _, t := range r.topics {
		info.Topics = append(info.Topics, TopicCount{Topic: *t, Messages: counts[t]})
	}
	if listed := r.meta.Messages; r.meta.Version > 0 && listed != all.count {
		info.Warnings = append(info.Warnings, fmt.Sprintf("%s counts %d messages, there are %d", metadataName, listed, all.count))
	}
	return info
}

// distro returns the ROS 2 that recorded the file, from its metadata record.
func (s *source) distro() string {
	var m metadata
	if err := yaml.Unmarshal([]byte(s.metadata), &m); err != nil {
		return ""
	}
	return m.Distro
}

// Duration is the time between the first message and the last.
func (i Info) Duration() time.Duration { return i.End.Sub(i.Start) }
