package camera

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gonao/devices/camera"
	"gonao/internal/si"
	"gonao/internal/throttle"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// waiting limits the images that wait for the disk.
const waiting = 8

// order is a request for a camera's next images, from a service call.
type order struct {
	count int
	label string
	done  chan error // receives one value, when the order has ended

	mu     sync.Mutex
	ended  bool
	files  []string
	file   *os.File // of a stream that is being written
	stream *camera.StreamWriter
}

func newOrder(count int, label string) *order {
	return &order{count: count, label: label, done: make(chan error, 1)}
}

// end ends the order with an error or nil. Calls after the first do nothing.
func (o *order) end(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return
	}
	o.ended = true
	if o.file != nil {
		err = errors.Join(err, o.file.Close())
	}
	o.done <- err
}

// isOver reports whether the order needs no further image: it is complete, failed or timed out.
func (o *order) isOver() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ended
}

// sighted identifies an image in which a wanted colour was seen.
type sighted struct {
	taken time.Time
	label string
}

// job is an image on its way to the disk. Jobs are reused.
type job struct {
	frame camera.Frame
	taken time.Time
	which nao.Camera
	label string
	order *order // nil for what was seen
	last  bool   // of the order
}

// store writes images in its own goroutine, so that a slow disk does not block a camera.
type store struct {
	node   *ros.Node
	warned throttle.Counter
	jobs   chan *job
	free   chan *job
	done   chan struct{}

	mu   sync.Mutex
	cfg  Store
	kept int // images for what was seen
	last [nao.NumCameras]time.Time
}

func newStore(n *ros.Node, cfg Store) *store {
	s := &store{
		node: n, cfg: cfg, warned: throttle.Counter{Period: 10 * time.Second},
		jobs: make(chan *job, waiting), free: make(chan *job, waiting), done: make(chan struct{}),
	}
	for range waiting {
		s.free <- &job{}
	}
	go s.run()
	return s
}

// end writes the waiting images and stops the goroutine.
func (s *store) end() {
	close(s.jobs)
	<-s.done
}

func (s *store) applyParameters(cfg Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cfg = cfg
}

func (s *store) config() Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cfg
}

// warn logs a warning unless one was logged in the last ten seconds.
func (s *store) warn(text string, args ...any) {
	if _, due := s.warned.Count(s.node.Clock.Now()); due {
		s.node.Log.Warn(text, args...)
	}
}

// put copies an image into the writer's queue. It reports false when the queue is full.
func (s *store) put(e *loop, shot *shot, label string, o *order, last bool) bool {
	select {
	case j := <-s.free:
		yuyv := append(j.frame.YUYV[:0], shot.frame.YUYV...)
		j.frame = shot.frame
		j.frame.YUYV = yuyv
		j.taken, j.which, j.label, j.order, j.last = shot.taken, e.which, label, o, last
		s.jobs <- j
		return true
	default:
		return false
	}
}

func (s *store) run() {
	defer close(s.done)
	for j := range s.jobs {
		cfg := s.config()
		path, err := s.write(j, cfg)
		switch o := j.order; {
		case o == nil && err != nil:
			s.warn("image not stored", "error", err)
		case o == nil:
			s.node.Log.Info("image stored", "file", path)
		case err != nil || j.last:
			o.end(err)
		}
		s.free <- j
	}
}

// write writes one image.
func (s *store) write(j *job, cfg Store) (path string, err error) {
	if err := os.MkdirAll(cfg.Directory, 0o755); err != nil {
		return "", fmt.Errorf("store.directory: %w", err)
	}
	path = filepath.Join(cfg.Directory, fileName(j, cfg.Format))
	if o := j.order; o != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.ended {
			return path, nil
		}
		if o.file != nil {
			return path, o.stream.Write(&j.frame, ros.SinceEpoch(j.taken))
		}
		o.files = append(o.files, path)
	}
	file, err := os.Create(path)
	if err != nil {
		return path, err
	}
	if cfg.Format != string(camera.Y4M) {
		return path, errors.Join(camera.Encode(file, &j.frame, camera.Format(cfg.Format)), file.Close())
	}
	stream := camera.NewStreamWriter(file, 30)
	err = stream.Write(&j.frame, ros.SinceEpoch(j.taken))
	if j.order != nil && err == nil {
		j.order.file, j.order.stream = file, stream // for the next one; the order's end closes it
		return path, nil
	}
	return path, errors.Join(err, file.Close())
}

// fileName returns camera, time and label, such as top_20060102T150405.123456_red.png.
func fileName(j *job, format string) string {
	label := ""
	for _, r := range j.label {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			label += string(r)
		default:
			label += "-" // a label must not form a path
		}
	}
	if label != "" {
		label = "_" + label
	}
	return fmt.Sprintf("%s_%s%s.%s", names[j.which], j.taken.UTC().Format("20060102T150405.000000"), label, format)
}

// seen orders the image in which a wanted colour was seen.
func (s *store) seen(m *msgs.ColorBlobArray, loops []*loop) {
	cfg := s.config()
	for _, e := range loops {
		if m.Header.FrameId != e.which.OpticalFrame() {
			continue
		}
		for i := range m.Blobs {
			if !slices.Contains(cfg.OnColors, m.Blobs[i].Color) {
				continue
			}
			if s.due(e, ros.StampTime(m.Header.Stamp), cfg) {
				select {
				case e.blobs <- sighted{ros.StampTime(m.Header.Stamp), m.Blobs[i].Color}:
				default: // the camera is closed
				}
			}
			return
		}
	}
}

// due reports whether an image may be stored again.
func (s *store) due(e *loop, taken time.Time, cfg Store) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	since := taken.Sub(s.last[e.which])
	if since >= 0 && since < si.Seconds(cfg.EverySec) || s.kept > cfg.MaxImages {
		return false
	}
	s.last[e.which] = taken
	if s.kept++; s.kept > cfg.MaxImages {
		s.node.Log.Warn("no more images are stored for what is seen", "store.max_images", cfg.MaxImages)
		return false
	}
	return true
}

// keep stores the newest image, or one before it, if a call or a detection wants it.
func (e *loop) keep(s *shot) {
	for {
		select {
		case seen := <-e.blobs:
			e.keepSeen(seen)
			continue
		default:
		}
		break
	}
	for e.pending == nil || e.pending.isOver() {
		select {
		case e.pending = <-e.orders:
		default:
			e.pending = nil
			return
		}
	}
	o := e.pending
	if e.store.put(e, s, o.label, o, o.count == 1) {
		if o.count--; o.count == 0 {
			e.pending = nil
		}
	}
}

// keepSeen stores the image of a detection, if it is still in the ring.
func (e *loop) keepSeen(seen sighted) {
	for i := range e.ring {
		if e.ring[i].taken.Equal(seen.taken) {
			if !e.store.put(e, &e.ring[i], seen.label, nil, false) {
				e.store.warn("image not stored: the disk is too slow", "camera", e.name)
			}
			return
		}
	}
	e.store.warn("image not stored: color_blobs came too late for it", "camera", e.name, "color", seen.label)
}

// refuse ends all orders with an error.
func (e *loop) refuse(why string) {
	err := fmt.Errorf("camera %s: %s", e.name, why)
	if e.pending != nil {
		e.pending.end(err)
		e.pending = nil
	}
	for {
		select {
		case o := <-e.orders:
			o.end(err)
			continue
		case <-e.blobs:
			continue
		default:
			return
		}
	}
}
