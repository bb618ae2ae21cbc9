package batch

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gonao/soccer/match/bundle"
	"gonao/soccer/match/rating"
)

// mostReport is the largest size of a report, bytes: a worker has packed it.
const mostReport = 64 << 20

// A Coordinator holds the queue, in this process or in a cluster. It is used by one goroutine.
type Coordinator struct {
	// Line is the connection line for a worker on another computer: the queue's address, and its fingerprint if it has
	// one. "": other computers cannot reach the queue.
	Line string
	// ViewLine is the connection line for a client that only reads results, or "" if other computers cannot reach the
	// queue, or it is a cluster's.
	ViewLine string

	server *embedded
	conn   *nats.Conn
	q      *queue
	temp   string // directory to remove at the end
}

// Open opens a queue. With address it is that of a cluster; otherwise it runs in this process, with its disk in store, or
// in a temporary directory if store is "", and workers reach it at listen, or only in this process if that is "".
func Open(ctx context.Context, store, listen, address, fingerprint string) (*Coordinator, error) {
	c := &Coordinator{}
	var err error
	if address != "" {
		c.conn, err = connect(address, fingerprint, coordinatorAccount)
		c.Line = address
		if fingerprint != "" {
			c.Line += " --fingerprint " + fingerprint
		}
	} else {
		if store == "" {
			if store, err = os.MkdirTemp("", "gonao_match"); err != nil {
				return nil, fmt.Errorf("store: %w", err)
			}
			c.temp = store
		}
		if c.server, err = startEmbedded(store, listen); err == nil {
			c.Line, c.ViewLine = c.server.line, c.server.view
			c.conn, err = c.server.connect()
		}
	}
	if err == nil {
		within, cancel := context.WithTimeout(ctx, startWithin)
		defer cancel()
		c.q, err = create(within, c.conn)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// View opens the queue of another process for reading: only the methods that return stored data may be called.
func View(ctx context.Context, address, fingerprint string) (*Coordinator, error) {
	c := &Coordinator{}
	var err error
	if c.conn, err = connect(address, fingerprint, viewerAccount); err == nil {
		c.q, err = open(ctx, c.conn)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Close ends the queue of this process.
func (c *Coordinator) Close() {
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.close()
	}
	if c.temp != "" {
		_ = os.RemoveAll(c.temp) // leftovers in the temporary directory are harmless
	}
}

// Team returns the bundle of a team: by its name, as a file, or a stored version, such as ours@1a2b3c4d or @1a2b3c4d.
func (c *Coordinator) Team(ctx context.Context, name string) (bundle.Bundle, error) {
	_, digits, isVersion := strings.Cut(name, "@")
	if !isVersion {
		return bundle.OfTeam(name)
	}
	infos, err := c.q.bundles.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, fmt.Errorf("team %q: %w", name, err)
	}
	var found []string
	for _, i := range infos {
		if len(digits) >= 4 && strings.HasPrefix(i.Name, digits) {
			found = append(found, i.Name)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("team %q: %d stored versions begin with %q; expected one, and at least 4 digits", name, len(found), digits)
	}
	b, err := c.q.getBundle(ctx, found[0])
	if err != nil {
		return nil, err
	}
	if _, ok := b.TeamName(); !ok {
		return nil, fmt.Errorf("team %q: this bundle is not a team's", name)
	}
	return b, nil
}

// Log returns the report of a match.
func (c *Coordinator) Log(ctx context.Context, r *Record) ([]byte, error) {
	packed, err := c.q.logs.GetBytes(ctx, r.Log)
	if err != nil {
		return nil, fmt.Errorf("report %s: %w", r.Log, err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("report %s: %w", r.Log, err)
	}
	text, err := io.ReadAll(io.LimitReader(z, mostReport+1))
	if err == nil && len(text) > mostReport {
		err = fmt.Errorf("expected at most %d bytes", mostReport)
	}
	if err != nil {
		return nil, fmt.Errorf("report %s: %w", r.Log, err)
	}
	return text, nil
}

// Elo returns the ratings of all versions of teams with stored matches, in the world of the last run.
func (c *Coordinator) Elo(ctx context.Context) ([]rating.Rating, error) {
	now, ok, err := c.q.current(ctx)
	if err != nil || !ok {
		return nil, err
	}
	all, err := c.q.records(ctx)
	if err != nil {
		return nil, err
	}
	var games []rating.Game
	for _, r := range all {
		if r.Error != "" || r.Job.Again || r.Job.Task != nil || r.Job.Spec.World != now.Spec.World {
			continue
		}
		red, blue := r.teams()
		score := 0.5 + 0.5*float64(cmp.Compare(r.Result.Score[0], r.Result.Score[1]))
		games = append(games, rating.Game{A: red, B: blue, Score: score})
	}
	return rating.Elo(games), nil
}

// DefaultStore returns where a coordinator keeps its results unless a directory is named.
func DefaultStore() (string, error) {
	dir := os.Getenv("XDG_DATA_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("store: %w; name a directory with --store", err)
		}
		dir = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(dir, "gonao", "matches"), nil
}

// worst returns the n records with the lowest values, lowest first.
func worst(all []*Record, value func(*Record) int, n int) []*Record {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *Record) int { return cmp.Compare(value(a), value(b)) })
	return all[:min(n, len(all))]
}
