package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/dynamic"
	"gonao/studio/door"
	"gonao/studio/foxglove"
)

// bagsOp is an operation of studio/bags.
type bagsOp string

// The operations of studio/bags.
const (
	listBags      bagsOp = "list"
	recordBag     bagsOp = "record"
	stopRecording bagsOp = "stop"
)

// bagsRequest lists the bags in bags/ of the studio's directory, or begins or ends a recording.
type bagsRequest struct {
	Op       bagsOp `json:"op"`
	Pictures bool   `json:"pictures,omitempty"` // record the cameras' compressed pictures too
}

// bagsResponse holds the bags, the newest first, and the recording.
type bagsResponse struct {
	Bags      []bagFiles    `json:"bags"`
	Recording *bagRecording `json:"recording,omitempty"` // absent when nothing is recorded
	Problem   string        `json:"problem,omitempty"`   // why the last recording ended early
}

// bagFiles is a bag. The page reads its files at /bags/NAME/FILE.
type bagFiles struct {
	Name     string   `json:"name"`
	Files    []string `json:"files"`
	Bytes    int64    `json:"bytes"`
	Modified int64    `json:"modified"` // in ms since 1970
}

// bagRecording is a recording under way.
type bagRecording struct {
	Name     string  `json:"name"`
	Seconds  float64 `json:"seconds"`
	Messages uint64  `json:"messages"`
	Bytes    uint64  `json:"bytes"`
	Dropped  uint64  `json:"dropped"` // messages for which the disk was too slow
	Topics   int     `json:"topics"`
}

const (
	bagsDir      = "bags"
	mostBagBytes = 4 << 30 // a recording that nobody ends stops here
)

// Raw pictures would be 50 MB/s; what other nodes publish once a browser looks is excluded with them.
var (
	rawPictures = regexp.MustCompile(`/(image|image_raw|image_rect)$`)
	allPictures = regexp.MustCompile(`/(image|image_raw|image_rect)(/|$)`)
)

// bags records and lists bags. It is safe for concurrent use.
type bags struct {
	node  *ros.Node
	clock *ros.Clock
	dir   string

	mu        sync.Mutex
	recording *bagRecording      // nil when nothing is recorded
	stop      context.CancelFunc // ends the recording
	problem   string
	ended     sync.WaitGroup
}

// newBags returns the bags below the studio's directory, whose service it adds.
func newBags(n *ros.Node, server *foxglove.Server, clock *ros.Clock, dir string) (*bags, error) {
	dir, err := machinesDir(dir)
	if err != nil {
		return nil, err
	}
	b := &bags{node: n, clock: clock, dir: filepath.Join(dir, bagsDir)}
	foxglove.AddJSONService(server, "studio/bags", foxglove.Editor, func(_ context.Context, _ *foxglove.Session, q bagsRequest) (bagsResponse, error) {
		return b.serve(q)
	})
	return b, nil
}

// close ends the recording and waits until its bag is complete.
func (b *bags) close() {
	b.end()
	b.ended.Wait()
}

func (b *bags) serve(q bagsRequest) (bagsResponse, error) {
	var err error
	switch q.Op {
	case listBags:
	case recordBag:
		err = b.record(q.Pictures)
	case stopRecording:
		b.close()
	default:
		err = fmt.Errorf("op %q: expected list, record or stop", q.Op)
	}
	if err != nil {
		return bagsResponse{}, err
	}
	list, err := b.list()
	b.mu.Lock()
	defer b.mu.Unlock()
	a := bagsResponse{Bags: list, Problem: b.problem}
	if b.recording != nil {
		now := *b.recording
		a.Recording = &now
	}
	return a, err
}

// record begins a recording.
func (b *bags) record(pictures bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.recording != nil {
		return fmt.Errorf("%s is being recorded", b.recording.Name)
	}
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return fmt.Errorf("record a bag: %w", err)
	}
	began := b.clock.Now()
	name := began.Format("2006-01-02_15-04-05")
	ctx, cancel := context.WithCancel(b.node.Context())
	b.recording, b.stop, b.problem = &bagRecording{Name: name}, cancel, ""
	selection := bag.Selection{All: true, Exclude: allPictures}
	if pictures {
		selection.Exclude = rawPictures
	}
	b.ended.Go(func() {
		_, err := bag.Record(ctx, b.node, bag.RecordOptions{
			Dir: filepath.Join(b.dir, name), Options: bag.Options{Compression: "zstd"}, Selection: selection,
			Define: func(_ context.Context, typeName string, _ []ros.EndpointInfo) (string, error) {
				return dynamic.Compiled().DefinitionWithReferences(typeName)
			},
			Progress: func(p bag.Progress) { b.progress(p, cancel) },
		})
		cancel()
		b.mu.Lock()
		defer b.mu.Unlock()
		b.recording = nil
		if err != nil {
			b.problem = err.Error()
		}
	})
	return nil
}

// progress notes how far the recording is, and ends one that has become too large.
func (b *bags) progress(p bag.Progress, cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.recording
	r.Seconds, r.Messages, r.Bytes, r.Dropped, r.Topics = p.Elapsed.Seconds(), p.Messages, p.Bytes, p.Dropped, len(p.Topics)
	if p.Bytes > mostBagBytes {
		b.problem = fmt.Sprintf("the recording has ended by itself at %d GB", mostBagBytes>>30)
		cancel()
	}
}

func (b *bags) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stop != nil {
		b.stop()
	}
}

// list returns the bags, the newest first.
func (b *bags) list() ([]bagFiles, error) {
	all := []bagFiles{}
	entries, err := os.ReadDir(b.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return all, fmt.Errorf("list the bags: %w", err)
	}
	for _, e := range entries {
		if bag, ok := b.read(e.Name()); ok {
			all = append(all, bag)
		}
	}
	slices.SortFunc(all, func(a, b bagFiles) int { return cmp.Compare(b.Modified, a.Modified) })
	return all, nil
}

// read returns a bag; ok is false for a directory without MCAP files.
func (b *bags) read(name string) (f bagFiles, ok bool) {
	f.Name = name
	files, err := os.ReadDir(filepath.Join(b.dir, name))
	if err != nil || strings.HasPrefix(name, ".") {
		return f, false
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil || path.Ext(file.Name()) != ".mcap" || !info.Mode().IsRegular() {
			continue
		}
		f.Files = append(f.Files, file.Name())
		f.Bytes += info.Size()
		f.Modified = max(f.Modified, info.ModTime().UnixMilli())
	}
	return f, len(f.Files) > 0
}

// ServeHTTP serves the files of the bags, in parts, to editors: /bags/NAME/FILE.mcap.
func (b *bags) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if v, ok := door.VisitorOf(r.Context()); !ok || v.Role < foxglove.Editor {
		http.Error(w, "bags are for editors", http.StatusForbidden)
		return
	}
	file, ok := strings.CutPrefix(r.URL.Path, "/"+bagsDir+"/")
	if !ok || path.Ext(file) != ".mcap" || strings.HasPrefix(file, ".") || strings.Contains(file, "/.") {
		http.NotFound(w, r)
		return
	}
	root, err := os.OpenRoot(b.dir) // no link leads out of it
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer root.Close() //nolint:errcheck // it was only read
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeFileFS(w, r, root.FS(), file)
}
