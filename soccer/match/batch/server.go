package batch

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"golang.org/x/sys/unix"
)

// leastFree is how much room the disk of a coordinator must have, bytes.
const leastFree = 16 << 20

// startWithin is the longest start of the embedded queue, which reads its disk.
const startWithin = 2 * time.Minute

// embedded is a queue in this process.
type embedded struct {
	server *server.Server
	dir    string
	lock   *os.File
	secret string // of the coordinator
	line   string // connection line for workers on other computers; "": none
	view   string // the same of a viewer
}

// startEmbedded starts a queue with its disk in dir. listen is the address for workers; may be "".
func startEmbedded(dir, listen string) (*embedded, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	e := &embedded{dir: dir, secret: rand.Text()}
	if err := e.checkRoom(); err != nil {
		return nil, err
	}
	var err error
	if e.lock, err = lock(dir); err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: "gonao", NoSigs: true, NoLog: true, DontListen: listen == "", JetStream: true, StoreDir: dir,
		JetStreamMaxStore: 1 << 50, JetStreamMaxMemory: 256 << 20, // the disk itself is the limit
	}
	if err := e.listen(options, listen); err != nil {
		e.lock.Close()
		return nil, err
	}
	if e.server, err = server.NewServer(options); err == nil {
		e.server.Start()
		if !e.server.ReadyForConnections(startWithin) {
			err = errors.New("it was not ready in time; is the address used by another program?")
			e.server.Shutdown()
		}
	}
	if err != nil {
		e.lock.Close()
		return nil, fmt.Errorf("start the queue in %s: %w", dir, err)
	}
	if listen != "" {
		_, port, err := net.SplitHostPort(e.server.Addr().String())
		if err != nil {
			e.close()
			return nil, fmt.Errorf("start the queue: %w", err)
		}
		at := net.JoinHostPort(reachable(options.Host), port)
		if options.TLSConfig != nil {
			at += " --fingerprint " + fingerprint(options.TLSConfig.Certificates[0].Certificate[0])
		}
		e.line += at
		e.view += at
	}
	return e, nil
}

// listen fills where the server listens, and which roles it accepts.
func (e *embedded) listen(o *server.Options, listen string) error {
	o.Users = users(map[account]string{coordinatorAccount: e.secret})
	if listen == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return fmt.Errorf("address %q: expected HOST:PORT, such as 0.0.0.0:4222", listen)
	}
	if o.Port, err = strconv.Atoi(port); err != nil || o.Port < 0 || o.Port > 65535 {
		return fmt.Errorf("address %q: expected a port of 0 to 65535", listen)
	}
	o.Port = cmp.Or(o.Port, server.RANDOM_PORT)
	// Opened and closed, since the server ends the whole process if it cannot listen.
	probe, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	probe.Close()
	o.Host = host
	if host == "" {
		o.Host = "0.0.0.0"
	}
	a, err := loadAccess(e.dir)
	if err != nil {
		return err
	}
	o.Users = append(o.Users, users(a.secrets)...)
	scheme := "nats"
	if !loopback(host) {
		scheme = "tls"
		o.TLS, o.TLSTimeout = true, 10
		o.TLSConfig = tlsServer(a)
	}
	e.line = fmt.Sprintf("%s://%s:%s@", scheme, workerAccount, a.secrets[workerAccount])
	e.view = fmt.Sprintf("%s://%s:%s@", scheme, viewerAccount, a.secrets[viewerAccount])
	return nil
}

// connect returns a connection within this process.
func (e *embedded) connect() (*nats.Conn, error) {
	conn, err := nats.Connect("", nats.InProcessServer(e.server), nats.UserInfo(string(coordinatorAccount), e.secret))
	if err != nil {
		return nil, fmt.Errorf("connect to the queue: %w", err)
	}
	return conn, nil
}

func (e *embedded) close() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
	e.lock.Close()
}

// checkRoom returns an error where the disk is almost full.
func (e *embedded) checkRoom() error {
	var s unix.Statfs_t
	if err := unix.Statfs(e.dir, &s); err != nil {
		return fmt.Errorf("store: %s: %w", e.dir, err)
	}
	if free := s.Bavail * uint64(s.Bsize); free < leastFree {
		return &FullError{Dir: e.dir, free: free}
	}
	return nil
}

// A FullError reports that the disk of a coordinator is full. Stored data are kept.
type FullError struct {
	Dir  string
	free uint64
	err  error // of a write; nil: the free space was too small
}

func (e *FullError) Error() string {
	if e.err != nil {
		return fmt.Sprintf("%s: %v: is its disk full?", e.Dir, e.err)
	}
	return fmt.Sprintf("%s: its disk has %.1f MB left; expected at least %d MB", e.Dir, float64(e.free)/(1<<20), leastFree>>20)
}

func (e *FullError) Unwrap() error { return e.err }

// lock locks a directory for this process; the lock of a killed process is released.
func lock(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("store: %s is used by another gonao match: wait for its end, or name another directory with --store", dir)
	}
	return f, nil
}

// guard watches a coordinator's disk until ctx ends, and ends it with the error.
func (e *embedded) guard(ctx context.Context, q *queue, fail context.CancelCauseFunc) {
	every(ctx, time.Second, func() {
		if err := e.checkRoom(); err != nil {
			fail(err)
			return
		}
		if !e.server.JetStreamEnabled() {
			fail(&FullError{Dir: e.dir, err: errors.New("the queue has stopped writing")})
			return
		}
		within, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		if _, err := q.runs.PutString(within, "alive", "1"); err != nil && ctx.Err() == nil {
			fail(&FullError{Dir: e.dir, err: err})
		}
	})
}
