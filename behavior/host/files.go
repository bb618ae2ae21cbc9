package host

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// Files watches files. Their directories are watched, since editors put a new file
// in the place of the old one.
type Files struct {
	watcher *fsnotify.Watcher
	changed chan struct{}
	done    chan struct{}

	mu    sync.Mutex
	files map[string]bool // absolute paths
	trees map[string]bool // directories whose files all count
	dirs  map[string]bool // watched directories
}

// NewFiles watches nothing yet. Close it.
func NewFiles() (*Files, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	f := &Files{
		watcher: w, changed: make(chan struct{}, 1), done: make(chan struct{}),
		files: map[string]bool{}, trees: map[string]bool{}, dirs: map[string]bool{},
	}
	go f.run()
	return f, nil
}

// Changed returns a channel that receives an element when a file has changed since the last read. The file may be half
// written yet: the reader must wait a moment.
func (f *Files) Changed() <-chan struct{} { return f.changed }

// Add watches files too.
func (f *Files) Add(files ...string) error {
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			return fmt.Errorf("watch %s: %w", file, err)
		}
		if err := f.add(f.files, path, filepath.Dir(path)); err != nil {
			return err
		}
	}
	return nil
}

// AddDirectory watches all files of a directory, including later ones.
func (f *Files) AddDirectory(dir string) error {
	path, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	return f.add(f.trees, path, path)
}

func (f *Files) add(to map[string]bool, path, dir string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	to[path] = true
	if f.dirs[dir] {
		return nil
	}
	if err := f.watcher.Add(dir); err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	f.dirs[dir] = true
	return nil
}

// run reports changes until the watcher is closed.
func (f *Files) run() {
	defer close(f.done)
	for {
		select {
		case e, open := <-f.watcher.Events:
			if !open {
				return
			}
			if f.counts(e) {
				f.tell()
			}
		case _, open := <-f.watcher.Errors:
			if !open {
				return
			}
			f.tell() // events were lost: any file may have changed
		}
	}
}

func (f *Files) counts(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files[e.Name] || f.trees[filepath.Dir(e.Name)]
}

func (f *Files) tell() {
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// Close ends the watch.
func (f *Files) Close() error {
	err := f.watcher.Close()
	<-f.done
	return err
}
