package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gonao/soccer/match/bundle"
)

// Names in the queue.
const (
	jobStream     = "gonao_jobs"
	jobSubjects   = "gonao.job.>"
	resultKeys    = "gonao_results"
	runKeys       = "gonao_runs"
	logObjects    = "gonao_logs"
	bundleObjects = "gonao_bundles"
	stopSubject   = "gonao.stop" // the run whose matches are complete
	hereSubject   = "gonao.here" // a worker, every few seconds
	currentRun    = "current"    // key of the present run
)

// handOutAgain is the time after which the job of a silent worker is handed out again.
const handOutAgain = 30 * time.Second

// A queue is a connection to JetStream, with its streams and stores.
type queue struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	results jetstream.KeyValue
	runs    jetstream.KeyValue
	logs    jetstream.ObjectStore
	bundles jetstream.ObjectStore
	chunks  jetstream.Stream // of the bundles
}

// connect connects to a queue that is there, in a role; a lost connection is taken up again for as long as the process lives.
func connect(address, print string, as account, options ...nats.Option) (*nats.Conn, error) {
	u, err := checkURL(address, print)
	if err != nil {
		return nil, err
	}
	if u.Scheme == "tls" {
		options = append(options, nats.Secure(checkCertificate(print)))
	}
	conn, err := nats.Connect(address, append(options, nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.IgnoreAuthErrorAbort(), nats.CustomInboxPrefix(as.inbox()))...)
	if err != nil {
		return nil, explainConnection(u.Host, err)
	}
	return conn, nil
}

// explainConnection returns why there is no connection to a coordinator.
func explainConnection(host string, err error) error {
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("connect to %s: no coordinator runs there", host)
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("connect to %s: the name or the secret is wrong, or missing: expected the line that the coordinator prints", host)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("connect to %s: expected tls:// in place of nats://", host)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("connect to %s: expected nats:// in place of tls://: the coordinator serves this computer only", host)
	case strings.Contains(err.Error(), "x509"): // the library drops the type of the error
		return fmt.Errorf("connect to %s: %w: expected --fingerprint, as the coordinator prints it", host, err)
	}
	return fmt.Errorf("connect to %s: %w", host, err)
}

// open opens the queue of a connection.
func open(ctx context.Context, conn *nats.Conn) (*queue, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	q := &queue{conn: conn, js: js}
	for _, step := range []func() error{
		func() (err error) { q.jobs, err = js.Stream(ctx, jobStream); return err },
		func() (err error) { q.results, err = js.KeyValue(ctx, resultKeys); return err },
		func() (err error) { q.runs, err = js.KeyValue(ctx, runKeys); return err },
		func() (err error) { q.logs, err = js.ObjectStore(ctx, logObjects); return err },
		func() (err error) { q.bundles, err = js.ObjectStore(ctx, bundleObjects); return err },
		func() (err error) { q.chunks, err = js.Stream(ctx, objectStream(bundleObjects)); return err },
	} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("queue: %w", err)
		}
	}
	return q, nil
}

// create makes the streams of a queue where they are missing, and opens it.
func create(ctx context.Context, conn *nats.Conn) (*queue, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	_, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: jobStream, Subjects: []string{jobSubjects}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
	})
	for _, bucket := range []string{resultKeys, runKeys} {
		if err == nil {
			_, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, Storage: jetstream.FileStorage})
		}
	}
	for _, bucket := range []string{logObjects, bundleObjects} {
		if err == nil {
			_, err = js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucket, Storage: jetstream.FileStorage})
		}
	}
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	return open(ctx, conn)
}

// subject returns where the jobs of a run are queued.
func (s *Spec) subject(run string) string {
	return fmt.Sprintf("gonao.job.%s.%s.%s", s.Build, s.Class, run)
}

// putBundle stores a bundle and returns its hash.
func (q *queue) putBundle(ctx context.Context, b bundle.Bundle) (string, error) {
	archive := b.Pack()
	hash := b.Hash()
	if _, err := q.bundles.GetInfo(ctx, hash); err == nil {
		return hash, nil
	}
	if _, err := q.bundles.PutBytes(ctx, hash, archive); err != nil {
		return "", fmt.Errorf("store a bundle: %w", err)
	}
	return hash, nil
}

// getArchive returns the archive of a bundle, or the beginning of one that is too large. It reads message by message: the
// library reads objects with a consumer, which workers may not create, and follows links to other stores.
func (q *queue) getArchive(ctx context.Context, hash string) ([]byte, error) {
	info, err := q.bundles.GetInfo(ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", bundle.Short(hash), err)
	}
	var archive []byte
	next := uint64(1)
	for range info.Chunks {
		m, err := q.chunks.GetMsg(ctx, next, jetstream.WithGetMsgSubject(fmt.Sprintf("$O.%s.C.%s", bundleObjects, info.NUID)))
		if err != nil {
			return nil, fmt.Errorf("bundle %s: %w", bundle.Short(hash), err)
		}
		archive, next = append(archive, m.Data...), m.Sequence+1
		if len(archive) > bundle.Most {
			break
		}
	}
	return archive, nil
}

// getBundle returns a bundle by its hash.
func (q *queue) getBundle(ctx context.Context, hash string) (bundle.Bundle, error) {
	archive, err := q.getArchive(ctx, hash)
	if err != nil {
		return nil, err
	}
	return bundle.Unpack(archive, hash)
}

// consumer returns the name of the consumer for the workers of an identity.
func (i *Identity) consumer() string { return "w_" + i.Build + "_" + i.Class }

// createConsumer creates the consumer from which workers of an identity receive their jobs.
func (q *queue) createConsumer(ctx context.Context, i Identity) error {
	_, err := q.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: i.consumer(), FilterSubject: fmt.Sprintf("gonao.job.%s.%s.>", i.Build, i.Class),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: handOutAgain, MaxDeliver: -1, MaxAckPending: 10_000,
	})
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}

// createRecord stores a record, and reports whether it is the first of its job.
func (q *queue) createRecord(ctx context.Context, r *Record) (bool, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return false, fmt.Errorf("record %s: %w", r.Job.key(), err)
	}
	_, err = q.results.Create(ctx, r.Job.key(), text)
	if errors.Is(err, jetstream.ErrKeyExists) {
		return false, nil
	}
	return err == nil, err
}

// record returns the record of a key, and whether there is one.
func (q *queue) record(ctx context.Context, key string) (*Record, bool, error) {
	entry, err := q.results.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("record %s: %w", key, err)
	}
	r := &Record{}
	if err := json.Unmarshal(entry.Value(), r); err != nil {
		return nil, false, fmt.Errorf("record %s: %w", key, err)
	}
	return r, true, nil
}

// records returns all records. It reads them one by one, since viewers may not make the consumer that a watcher needs.
func (q *queue) records(ctx context.Context) ([]*Record, error) {
	stream, err := q.js.Stream(ctx, keyStream(resultKeys))
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	prefix := fmt.Sprintf("$KV.%s.", resultKeys)
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	keys := slices.Sorted(maps.Keys(info.State.Subjects))
	found := make([]*Record, len(keys))
	errs := make([]error, len(keys))
	var wait sync.WaitGroup
	turn := make(chan struct{}, 64) // requests on their way at a time: a viewer may be far away
	for i, key := range keys {
		turn <- struct{}{}
		wait.Go(func() {
			found[i], _, errs[i] = q.record(ctx, strings.TrimPrefix(key, prefix))
			<-turn
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found, func(r *Record) bool { return r == nil }), nil
}

// A current is the present run.
type current struct {
	Run  string
	Spec Spec
	Done bool
}

// current returns the present run, and whether there is one.
func (q *queue) current(ctx context.Context) (current, bool, error) {
	entry, err := q.runs.Get(ctx, currentRun)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return current{}, false, nil
	}
	if err != nil {
		return current{}, false, fmt.Errorf("queue: %w", err)
	}
	var c current
	if err := json.Unmarshal(entry.Value(), &c); err != nil {
		return current{}, false, fmt.Errorf("queue: %w", err)
	}
	return c, true, nil
}

func (q *queue) setCurrent(ctx context.Context, c current) error {
	text, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if _, err := q.runs.Put(ctx, currentRun, text); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}
