package bag

import (
	"errors"
	"fmt"
	"io"

	"github.com/foxglove/mcap/go/mcap"
)

// scan reads the whole file and stores where its messages are. Damage is recorded, and skipped if the records' lengths allow.
func (s *source) scan() error {
	var loose block // grows
	end := func() {
		if loose.length > 0 && loose.last >= 0 {
			s.blocks = append(s.blocks, loose)
		}
		loose = block{}
	}
	cut, err := s.records(int64(len(mcap.Magic)), s.size, func(r record) error {
		switch r.op {
		case mcap.OpDataEnd, mcap.OpFooter:
			return io.EOF
		case mcap.OpChunk:
			end()
			s.scanChunk(r)
		case mcap.OpMetadata:
			s.takeMetadata(r.body)
		case mcap.OpMessage:
			s.scanLoose(&loose, r)
			if loose.length > defaultChunkSize {
				end()
			}
		default:
			if err := s.learn(r); err != nil {
				s.damaged("%v at byte %d: %v", r.op, r.offset, err)
			}
			end() // a run of loose records is of messages alone
		}
		return nil
	})
	end()
	switch {
	case errors.Is(err, io.EOF):
		s.damaged("no summary: its recorder did not end properly")
	case err != nil:
		s.damaged("%v", err)
	case cut:
		s.damaged("cut in the middle of a record")
	default:
		s.damaged("no end: its recorder did not end properly")
	}
	return nil
}

func (s *source) damaged(format string, args ...any) {
	s.damage = append(s.damage, fmt.Sprintf(format, args...))
}

// scanChunk records a chunk and its contents.
func (s *source) scanChunk(r record) {
	b := block{src: s, offset: r.offset, length: recordHead + int64(len(r.body))}
	if r.body == nil {
		b.cut, b.length = true, s.size-r.offset
	}
	s.addFormat(compressionOf(r.body))
	var t times
	err := b.walk(func(m mcap.Message) error {
		t.add(int64(m.LogTime))
		s.counts[m.ChannelID]++
		return nil
	})
	if err != nil && !b.cut {
		s.damaged("%v", err)
	}
	if t.count == 0 {
		return
	}
	b.first, b.last = t.first, t.last
	s.times.join(t)
	s.blocks = append(s.blocks, b)
}

// scanLoose adds a message that is in no chunk to the run of such.
func (s *source) scanLoose(b *block, r record) {
	m, err := mcap.ParseMessage(r.body)
	if err != nil {
		s.damaged("%v at byte %d: %v", r.op, r.offset, err)
		return
	}
	t := int64(m.LogTime)
	if b.length == 0 {
		*b = block{src: s, offset: r.offset, loose: true, first: t, last: t}
	}
	b.first, b.last = min(b.first, t), max(b.last, t)
	b.length = r.offset + recordHead + int64(len(r.body)) - b.offset
	s.counts[m.ChannelID]++
	s.times.add(t)
}
