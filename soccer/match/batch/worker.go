package batch

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gonao/internal/latest"
	"gonao/soccer/match"
	"gonao/soccer/match/bundle"
)

// mostDeliveries is how often a job is handed out before it is given up: its workers seem to die of it.
const mostDeliveries = 50

// yields is how often a worker leaves the second play of its own match to others.
const yields = 20

// A Worker plays the matches of a coordinator.
type Worker struct {
	Identity
	Name   string            // in reports; "": from the computer and the process
	Cache  string            // directory of the bundles; "": a temporary one
	Slots  int               // matches at a time; 0: 1
	Notice func(text string) // receives notices; may be nil
	// Wait is how long to wait for a coordinator that is not reachable; 0: 10 minutes.
	Wait time.Duration
	// Task does work that is not a match; nil: it is refused.
	Task func(ctx context.Context, task json.RawMessage) (json.RawMessage, error)

	bundles *bundle.Cache // in the directory Cache
}

// Work plays the matches of the queue at an address until its coordinator reports that all are complete, or until ctx
// ends.
func (w Worker) Work(ctx context.Context, address, fingerprint string) error {
	w.Wait = cmp.Or(w.Wait, 10*time.Minute)
	w.complete()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	stopped := errors.New("all matches are played")
	lost := make(chan struct{}, 1)
	conn, err := connect(address, fingerprint, workerAccount, nats.RetryOnFailedConnect(false), nats.DisconnectErrHandler(func(*nats.Conn, error) {
		latest.Notify(lost)
	}))
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.Subscribe(stopSubject, func(*nats.Msg) { end(stopped) }); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if err := w.mayPlay(ctx, conn); err != nil {
		return err
	}
	go w.watchConnection(ctx, conn, lost, end)
	w.Notice(fmt.Sprintf("%s plays for %s, %d at a time", w.Name, conn.ConnectedAddr(), w.Slots))
	if err := w.run(ctx, conn); err != nil && ctx.Err() == nil {
		return err
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, stopped):
		w.Notice(stopped.Error())
		return nil
	default:
		return cause
	}
}

// complete fills the fields that were left out.
func (w *Worker) complete() {
	w.Slots = cmp.Or(w.Slots, 1)
	if w.Notice == nil {
		w.Notice = func(string) {}
	}
	if w.Name == "" {
		host, err := os.Hostname()
		if err != nil {
			host = "worker"
		}
		var id [2]byte
		_, _ = rand.Read(id[:])
		w.Name = fmt.Sprintf("%s/%d/%s", host, os.Getpid(), hex.EncodeToString(id[:]))
	}
}

// mayPlay waits until something is played and returns an error where this worker cannot play it.
func (w *Worker) mayPlay(ctx context.Context, conn *nats.Conn) error {
	for {
		q, err := open(ctx, conn)
		if err != nil {
			return err
		}
		c, ok, err := q.current(ctx)
		if err != nil {
			return err
		}
		if ok && !c.Done {
			return w.refuse(Identity{Build: c.Spec.Build, Class: c.Spec.Class})
		}
		if pause(ctx, time.Second); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// watchConnection gives up when the coordinator stays away.
func (w *Worker) watchConnection(ctx context.Context, conn *nats.Conn, lost <-chan struct{}, end context.CancelCauseFunc) {
	for ctx.Err() == nil {
		select {
		case <-lost:
		case <-ctx.Done():
			return
		}
		w.Notice("the coordinator is not reachable; waiting for it")
		for began := now(); !conn.IsConnected() && ctx.Err() == nil; pause(ctx, 200*time.Millisecond) {
			if now().Sub(began) > w.Wait {
				end(fmt.Errorf("the coordinator has not been reachable for %v", w.Wait))
				return
			}
		}
		if ctx.Err() == nil {
			w.Notice("the coordinator is back")
		}
	}
}

// run plays with all slots until ctx ends.
func (w *Worker) run(ctx context.Context, conn *nats.Conn) error {
	q, err := open(ctx, conn)
	if err != nil {
		return err
	}
	if w.Cache == "" {
		if w.Cache, err = os.MkdirTemp("", "gonao_match"); err != nil {
			return fmt.Errorf("worker: %w", err)
		}
		defer func() { _ = os.RemoveAll(w.Cache) }()
	}
	if w.bundles, err = bundle.OpenCache(w.Cache); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	defer w.bundles.Close()
	consumer, err := q.jobs.Consumer(ctx, w.consumer())
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	go w.sayHere(ctx, conn)
	var wait sync.WaitGroup
	for range w.Slots {
		wait.Go(func() { w.take(ctx, q, consumer) })
	}
	wait.Wait()
	return ctx.Err()
}

// sayHere reports to the coordinator every few seconds that this worker is alive.
func (w *Worker) sayHere(ctx context.Context, conn *nats.Conn) {
	say := func() { _ = conn.Publish(hereSubject, []byte(w.Name)) } // a lost message is followed by another
	say()
	every(ctx, 5*time.Second, say)
}

// take receives jobs until ctx ends.
func (w *Worker) take(ctx context.Context, q *queue, consumer jetstream.Consumer) {
	for ctx.Err() == nil {
		within, cancel := context.WithTimeout(ctx, 5*time.Second)
		msg, err := consumer.Next(jetstream.FetchContext(within))
		cancel()
		switch {
		case err == nil:
			w.job(ctx, q, msg)
		case errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded):
		default:
			pause(ctx, 300*time.Millisecond) // the connection is lost, or the consumer is being moved
		}
	}
}

// job plays one job, stores its result, and acknowledges it last.
func (w *Worker) job(ctx context.Context, q *queue, msg jetstream.Msg) {
	var j Job
	if err := json.Unmarshal(msg.Data(), &j); err != nil {
		w.Notice(fmt.Sprintf("an invalid job: %v", err))
		_ = msg.Term()
		return
	}
	delivered := uint64(1)
	if meta, err := msg.Metadata(); err == nil {
		delivered = meta.NumDelivered
	}
	if _, there, err := q.record(ctx, j.key()); err == nil && there {
		_ = msg.DoubleAck(ctx) // played, and its worker has died before the acknowledgement
		return
	}
	if j.Again && j.Not == w.Name && delivered < yields {
		_ = msg.NakWithDelay(time.Second)
		return
	}
	held, release := context.WithCancel(ctx)
	defer release()
	go every(held, handOutAgain/3, func() { _ = msg.InProgress() })
	r := &Record{Job: j, Worker: w.Name}
	if delivered > mostDeliveries {
		r.Error = fmt.Sprintf("its workers have died or lost it %d times", delivered-1)
	} else if log, err := w.do(ctx, q, r); ctx.Err() != nil {
		_ = msg.Nak() // another worker plays it, now
		return
	} else if err != nil {
		r.Error = err.Error()
	} else if j.Task == nil {
		w.putLog(ctx, q, r, log)
	}
	w.store(ctx, q, r)
	_ = msg.DoubleAck(ctx) // without it the job is handed out again, and its record found
}

// do plays a match and returns its report, or does a task.
func (w *Worker) do(ctx context.Context, q *queue, r *Record) (report []byte, err error) {
	switch {
	case r.Job.Task == nil:
		return w.play(ctx, q, r)
	case w.Task == nil:
		return nil, errors.New("this worker plays matches; expected one of gonao experiment work")
	}
	r.Answer, err = w.Task(ctx, r.Job.Task)
	return nil, err
}

// play plays a match and returns its report.
func (w *Worker) play(ctx context.Context, q *queue, r *Record) ([]byte, error) {
	if err := r.Job.check(); err != nil {
		return nil, err
	}
	var b [3]bundle.Bundle
	for i, hash := range []string{r.Job.Spec.A, r.Job.Spec.B, r.Job.Spec.World} {
		var err error
		if b[i], err = w.fetch(ctx, q, hash); err != nil {
			return nil, err
		}
	}
	cfg, err := r.Job.config(b[0], b[1], b[2])
	if err != nil {
		return nil, err
	}
	m, err := match.New(cfg)
	if err != nil {
		return nil, err
	}
	result, err := m.Run(ctx)
	if err != nil {
		return nil, err
	}
	r.Result = *result
	var report bytes.Buffer
	z := gzip.NewWriter(&report)
	if err := errors.Join(m.WriteReport(z, match.Attachments{}), z.Close()); err != nil {
		return nil, err
	}
	return report.Bytes(), nil
}

// fetch returns a bundle, from the cache or the queue. It retries errors of the transfer; the returned error is one of
// the bundle itself.
func (w *Worker) fetch(ctx context.Context, q *queue, hash string) (b bundle.Bundle, err error) {
	w.retry(ctx, "fetch bundle "+bundle.Short(hash), func(ctx context.Context) error {
		var there bool
		if b, there, err = w.bundles.Get(hash); err != nil || there {
			return err
		}
		archive, fault := q.getArchive(ctx, hash)
		if fault != nil {
			return fault
		}
		if b, err = bundle.Unpack(archive, hash); err != nil {
			return nil // it cannot change
		}
		return w.bundles.Put(b)
	})
	return b, cmp.Or(ctx.Err(), err)
}

// retry calls f until it succeeds or ctx ends: a coordinator that is away comes back, or a full disk gets room.
func (w *Worker) retry(ctx context.Context, what string, f func(context.Context) error) {
	for wait := 100 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, 5*time.Second) {
		within, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := f(within)
		cancel()
		if err == nil {
			return
		}
		if ctx.Err() == nil {
			w.Notice(fmt.Sprintf("%s: %v; trying again", what, err))
			pause(ctx, wait)
		}
	}
}

// putLog stores a report under the name of its match and digest.
func (w *Worker) putLog(ctx context.Context, q *queue, r *Record, log []byte) {
	r.Log = r.Job.key() + "." + bundle.Short(r.Result.Digest)
	w.retry(ctx, "store the report of "+r.Job.key(), func(ctx context.Context) error {
		if _, err := q.logs.GetInfo(ctx, r.Log); err == nil {
			return nil // the stored report has the same bytes; replacing it would purge, which a worker may not
		}
		_, err := q.logs.PutBytes(ctx, r.Log, log)
		return err
	})
}

// store creates the record of a job, unless it exists.
func (w *Worker) store(ctx context.Context, q *queue, r *Record) {
	w.retry(ctx, "store the result of "+r.Job.key(), func(ctx context.Context) error {
		_, err := q.createRecord(ctx, r)
		return err
	})
}
