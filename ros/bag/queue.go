package bag

import (
	"sync"
	"sync/atomic"
	"time"

	"gonao/ros"
)

// queue carries messages from the receiving goroutines to the disk. It never blocks: a message that does not fit is
// dropped and counted.
type queue struct {
	bag    *Writer
	clock  *ros.Clock
	limit  int64
	items  chan item
	done   chan struct{}
	failed chan struct{} // closed when the bag cannot be written any more
	err    error         // then; read after done

	waiting                 atomic.Int64 // bytes
	written, bytes, dropped atomic.Uint64
}

// item is a message under way.
type item struct {
	topic string
	at    time.Time // arrival time, on the node's clock
	sent  time.Time // send time, on the writer's host
	data  *[]byte
	pool  *sync.Pool
}

// queueLength is how many messages may wait: a second of a busy robot, and more.
const queueLength = 1 << 14

func newQueue(w *Writer, clock *ros.Clock, limit int) *queue {
	q := &queue{
		bag: w, clock: clock, limit: int64(limit), items: make(chan item, queueLength),
		done: make(chan struct{}), failed: make(chan struct{}),
	}
	if limit <= 0 {
		q.limit = defaultQueue
	}
	go q.run()
	return q
}

// input returns the function that receives the messages of a topic. It copies them into reused memory, since messages of
// a topic have about equal sizes.
func (q *queue) input(topic string) ros.Deliver {
	pool := &sync.Pool{New: func() any { return new([]byte) }}
	return func(data []byte, sent time.Time) {
		size := int64(len(data))
		if q.waiting.Add(size) > q.limit {
			q.waiting.Add(-size)
			q.dropped.Add(1)
			return
		}
		buf := pool.Get().(*[]byte)
		*buf = append((*buf)[:0], data...)
		select {
		case q.items <- item{topic: topic, at: q.clock.Now(), sent: sent, data: buf, pool: pool}:
		default:
			pool.Put(buf)
			q.waiting.Add(-size)
			q.dropped.Add(1)
		}
	}
}

// run writes until the queue is closed. A chunk does not wait longer than a second
// for more messages.
func (q *queue) run() {
	defer close(q.done)
	tick := time.NewTicker(defaultChunkTime)
	defer tick.Stop()
	for {
		var err error
		select {
		case i, ok := <-q.items:
			if !ok {
				return
			}
			err = q.write(i)
		case <-tick.C:
			err = q.bag.Flush()
		}
		if err != nil {
			q.err = err
			close(q.failed)
			for range q.items {
				// what arrives from now on is lost
			}
			return
		}
	}
}

func (q *queue) write(i item) error {
	size := len(*i.data)
	err := q.bag.Write(i.topic, i.at, i.sent, *i.data)
	i.pool.Put(i.data)
	q.waiting.Add(int64(-size))
	if err == nil {
		q.written.Add(1)
		q.bytes.Add(uint64(size))
	}
	return err
}

// close blocks until everything is written. No message may arrive any more. The bag's Close returns its error.
func (q *queue) close() error {
	close(q.items)
	<-q.done
	return nil
}
