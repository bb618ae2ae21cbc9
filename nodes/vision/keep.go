package vision

// This part of the package writes single images as files, with a limit on the disk that they need.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gonao/nao/devices/camera"
)

// Files holds where images are written.
type Files struct {
	Directory string
	Format    camera.Format // PNG or JPEG
	Limit     int64         // bytes; the oldest images are deleted
}

// writer writes images in its own goroutine, so that a slow disk does not block a camera. The owner must call Close.
type writer struct {
	files   Files
	written func(path string, err error)
	jobs    chan *job
	free    chan *job
	done    chan struct{}
}

// job is an image on its way to the disk. Jobs are reused.
type job struct {
	frame camera.Frame
	name  string
}

// mostWaiting limits the images that wait for the disk.
const mostWaiting = 4

// newWriter starts a writer. It calls written in its own goroutine, after each image.
func newWriter(files Files, written func(path string, err error)) *writer {
	w := &writer{files: files, written: written, jobs: make(chan *job, mostWaiting), free: make(chan *job, mostWaiting), done: make(chan struct{})}
	for range mostWaiting {
		w.free <- &job{}
	}
	go w.run()
	return w
}

// Put copies an image of a camera into the queue. Its file is called camera, time and label, such as
// top_20060102T150405.123456_ball_seen.png. It reports false when the queue is full.
func (w *writer) Put(width, height int, yuyv []byte, taken time.Time, of, label string) bool {
	select {
	case j := <-w.free:
		j.frame = camera.Frame{Width: width, Height: height, YUYV: append(j.frame.YUYV[:0], yuyv...)}
		j.name = fmt.Sprintf("%s_%s_%s.%s", of, taken.UTC().Format("20060102T150405.000000"), label, w.files.Format)
		w.jobs <- j
		return true
	default:
		return false
	}
}

// Close writes the waiting images and stops the goroutine.
func (w *writer) Close() {
	close(w.jobs)
	<-w.done
}

func (w *writer) run() {
	defer close(w.done)
	for j := range w.jobs {
		path := filepath.Join(w.files.Directory, j.name)
		err := w.write(path, &j.frame)
		if err == nil {
			err = limit(w.files.Directory, w.files.Limit)
		}
		w.written(path, err)
		w.free <- j
	}
}

func (w *writer) write(path string, frame *camera.Frame) error {
	if err := os.MkdirAll(w.files.Directory, 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(camera.Encode(file, frame, w.files.Format), file.Close())
}
