package images

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gonao/nao/devices/camera"
	"gonao/ros"
)

// mostWaiting limits the images that wait for the disk.
const mostWaiting = 8

// Files holds where images are stored.
type Files struct {
	Directory string `yaml:"directory" desc:"of the stored images; it is made when the first is written"`
	Format    string `yaml:"format" enum:"png|jpeg|y4m" desc:"y4m keeps the image as it came, and can be played as a device"`
}

// DefaultFiles is the directory images, with PNG files.
func DefaultFiles() Files { return Files{Directory: "images", Format: "png"} }

// job is an image on its way to the disk. Jobs are reused.
type job struct {
	frame  camera.Frame
	taken  time.Time
	camera string
	label  string
	order  *order // nil for an image without a waiting service call
	last   bool   // of the order
}

// Store writes images in its own goroutine, so that a slow disk does not block a camera.
type Store struct {
	written func(path string, err error)
	jobs    chan *job
	free    chan *job
	done    chan struct{}

	mu    sync.Mutex
	files Files
}

// NewStore starts a store. It calls written in its own goroutine, with each image that no service call waits for. The
// caller must call Close.
func NewStore(files Files, written func(path string, err error)) *Store {
	s := &Store{
		files: files, written: written,
		jobs: make(chan *job, mostWaiting), free: make(chan *job, mostWaiting), done: make(chan struct{}),
	}
	for range mostWaiting {
		s.free <- &job{}
	}
	go s.run()
	return s
}

// Close writes the waiting images and stops the goroutine.
func (s *Store) Close() {
	close(s.jobs)
	<-s.done
}

// Tune sets where the following images are stored.
func (s *Store) Tune(files Files) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files = files
}

// Put copies an image of a camera into the writer's queue, with a label for its file name. It returns false when the
// queue is full.
func (s *Store) Put(frame *camera.Frame, taken time.Time, of, label string) bool {
	return s.put(frame, job{taken: taken, camera: of, label: label})
}

func (s *Store) put(frame *camera.Frame, what job) bool {
	select {
	case j := <-s.free:
		yuyv := append(j.frame.YUYV[:0], frame.YUYV...)
		*j = what
		j.frame = *frame
		j.frame.YUYV = yuyv
		s.jobs <- j
		return true
	default:
		return false
	}
}

func (s *Store) run() {
	defer close(s.done)
	for j := range s.jobs {
		s.mu.Lock()
		files := s.files
		s.mu.Unlock()
		path, err := write(j, files)
		switch o := j.order; {
		case o == nil:
			s.written(path, err)
		case err != nil || j.last:
			o.end(err)
		}
		j.order = nil
		s.free <- j
	}
}

// write writes one image.
func write(j *job, files Files) (path string, err error) {
	if err := os.MkdirAll(files.Directory, 0o755); err != nil {
		return "", fmt.Errorf("store.directory: %w", err)
	}
	path = filepath.Join(files.Directory, fileName(j, files.Format))
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
	if files.Format != string(camera.Y4M) {
		return path, errors.Join(camera.Encode(file, &j.frame, camera.Format(files.Format)), file.Close())
	}
	stream := camera.NewStreamWriter(file, 30)
	err = stream.Write(&j.frame, ros.SinceEpoch(j.taken))
	if j.order != nil && err == nil {
		j.order.file, j.order.stream = file, stream // for the next image; the order's end closes it
		return path, nil
	}
	return path, errors.Join(err, file.Close())
}

// fileName returns camera, time and label, such as top_20060102T150405.123456_red.png.
func fileName(j *job, format string) string {
	label := pathless(j.label)
	if label != "" {
		label = "_" + label
	}
	return fmt.Sprintf("%s_%s%s.%s", pathless(j.camera), j.taken.UTC().Format("20060102T150405.000000"), label, format)
}

// pathless replaces characters that could form a path.
func pathless(text string) (out string) {
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			out += string(r)
		default:
			out += "-"
		}
	}
	return out
}
