package bag

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/foxglove/mcap/go/mcap"

	"gonao/ros"
	"gonao/ros/cdr"
)

// Message is a message of a bag.
type Message struct {
	Topic       *Topic // owned by the reader; must not be changed
	LogTime     time.Time
	PublishTime time.Time
	Data        []byte // as on the wire: CDR with its header, padding at the end. The receiver owns it
}

// Query selects messages. The zero value selects all.
type Query struct {
	Topics []string  // empty: all
	From   time.Time // zero: from the start
	Until  time.Time // exclusive; zero: to the end
}

func (q Query) limits() (from, until int64) {
	from, until = math.MinInt64, math.MaxInt64
	if !q.From.IsZero() {
		from = q.From.UnixNano()
	}
	if !q.Until.IsZero() {
		until = q.Until.UnixNano()
	}
	return from, until
}

// Messages yields the messages of all files in the order of their log times. After an error it ends.
func (r *Reader) Messages(q Query) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for _, name := range q.Topics {
			if _, err := r.Topic(name); err != nil {
				yield(Message{}, err)
				return
			}
		}
		m := merger{reader: r, query: q}
		m.from, m.until = q.limits()
		for _, s := range r.sources {
			m.blocks = append(m.blocks, s.blocks...)
		}
		slices.SortStableFunc(m.blocks, func(a, b block) int { return cmp.Compare(a.first, b.first) })
		for {
			msg, ok, err := m.next()
			if err != nil {
				yield(Message{}, fmt.Errorf("bag %w", err))
				return
			}
			if !ok || !yield(msg, nil) {
				return
			}
		}
	}
}

// merger yields the messages of blocks that may overlap in time, in the order of their times.
type merger struct {
	reader      *Reader
	query       Query
	from, until int64
	blocks      []block // not loaded yet, ordered by their first message
	ready       []timed // loaded, by time
}

type timed struct {
	at  int64
	msg Message
}

func (m *merger) next() (Message, bool, error) {
	for len(m.blocks) > 0 && (len(m.ready) == 0 || m.blocks[0].first < m.ready[0].at) {
		b := m.blocks[0]
		m.blocks = m.blocks[1:]
		if b.last < m.from || b.first >= m.until {
			continue
		}
		if err := m.load(b); err != nil {
			return Message{}, false, fmt.Errorf("%s: %w", b.src.path, err)
		}
	}
	if len(m.ready) == 0 {
		return Message{}, false, nil
	}
	first := m.ready[0].msg
	m.ready[0] = timed{} // frees its chunk
	m.ready = m.ready[1:]
	return first, true, nil
}

// load adds the messages of a block.
func (m *merger) load(b block) error {
	sorted := true
	err := b.walk(func(rec mcap.Message) error {
		at := int64(rec.LogTime)
		t := m.reader.topicOf(b.src, rec)
		if t == nil || at < m.from || at >= m.until || len(m.query.Topics) > 0 && !slices.Contains(m.query.Topics, t.Name) {
			return nil
		}
		sorted = sorted && (len(m.ready) == 0 || m.ready[len(m.ready)-1].at <= at)
		m.ready = append(m.ready, timed{at: at, msg: Message{
			Topic: t, LogTime: time.Unix(0, at), PublishTime: time.Unix(0, int64(rec.PublishTime)), Data: rec.Data,
		}})
		return nil
	})
	if !sorted {
		slices.SortStableFunc(m.ready, func(a, b timed) int { return cmp.Compare(a.at, b.at) })
	}
	return err
}

// Stamped is a message with the time it was received at by the recorder.
type Stamped[T any] struct {
	LogTime time.Time
	Message T
}

// Messages yields the decoded messages of one topic. The bag's messages must have the same type, and the same definition if
// the bag has it; otherwise the error is a *TypeError.
func Messages[T any, PT ros.Message[T]](r *Reader, topic string) iter.Seq2[Stamped[T], error] {
	return func(yield func(Stamped[T], error) bool) {
		t, err := r.Topic(topic)
		if err == nil {
			err = t.CheckType(PT(new(T)))
		}
		if err != nil {
			yield(Stamped[T]{}, err)
			return
		}
		for m, err := range r.Messages(Query{Topics: []string{topic}}) {
			out := Stamped[T]{LogTime: m.LogTime}
			if err == nil {
				err = cdr.Unmarshal(m.Data, PT(&out.Message))
			}
			if !yield(out, err) || err != nil {
				return
			}
		}
	}
}

// Decode decodes a message of the bag, if it is of m's type and definition.
func (m Message) Decode(into cdr.Message) error {
	if err := m.Topic.CheckType(into); err != nil {
		return err
	}
	return cdr.Unmarshal(m.Data, into)
}
