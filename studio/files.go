package studio

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// Files reads and writes files below one directory only: no path leads out of it, neither with .. nor through a
// link. Hidden files are excluded.
type Files struct {
	root    *os.Root
	endings []string
	limit   int64
	writing sync.Mutex
}

// MachineLimit is the largest machine file that is read, in bytes.
const MachineLimit = 1 << 20

// machineEndings are the endings of the files that the studio opens.
var machineEndings = []string{".yaml", ".yml", ".lua", ".scxml", ".xml"}

// OpenFiles opens a directory. Only files with one of the endings and at most limit bytes are read and written.
func OpenFiles(dir string, endings []string, limit int64) (*Files, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the directory of the studio: %w", err)
	}
	return &Files{root: root, endings: endings, limit: limit}, nil
}

// Close closes the directory.
func (f *Files) Close() error { return f.root.Close() }

// Directory returns the path of the directory.
func (f *Files) Directory() string { return f.root.Name() }

// namePattern matches valid paths of files: names of letters, digits and _ . -, none hidden, separated by slashes.
var namePattern = regexp.MustCompile(`^[\pL\pN_][\pL\pN_. -]*(/[\pL\pN_][\pL\pN_. -]*)*$`)

// Check refuses an invalid path of a file.
func (f *Files) Check(name string) error {
	const longest = 200
	switch {
	case !namePattern.MatchString(name) || len(name) > longest || path.Clean(name) != name:
		return refuse(Invalid, "%q is not a name of a file here; expected letters, digits, _, - and . between slashes, none hidden", shortened(name, 80))
	case !slices.Contains(f.endings, path.Ext(name)):
		return refuse(Invalid, "%q ends with %q; expected one of %s", name, path.Ext(name), strings.Join(f.endings, ", "))
	}
	return nil
}

// File holds what is known about a file without reading it.
type File struct {
	Path     string
	Size     int64
	Modified int64 // in ms since 1970
}

// mostFiles bounds the number of listed files.
const mostFiles = 5000

// List returns the files whose paths match a pattern, sorted; "" matches all.
func (f *Files) List(pattern string) ([]File, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, refuse(Invalid, "the pattern %q: %v", pattern, err)
	}
	var all []File
	err := fs.WalkDir(f.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			return nil // the directory cannot be read
		case entry.IsDir():
			if name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || strings.Count(name, "/") > 8) {
				return fs.SkipDir
			}
			return nil
		case f.Check(name) != nil:
			return nil
		}
		if matched, _ := path.Match(pattern, name); pattern != "" && !matched {
			return nil
		}
		info, err := f.root.Stat(name)
		if err != nil || !info.Mode().IsRegular() { // for example a link that leads out of the directory, or a socket
			return nil
		}
		all = append(all, File{name, info.Size(), info.ModTime().UnixMilli()})
		if len(all) > mostFiles {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		return nil, refuse(Failed, "list the files: %v", err)
	}
	return all, nil
}

// Read returns the text of a file.
func (f *Files) Read(name string) (string, error) {
	if err := f.Check(name); err != nil {
		return "", err
	}
	return f.read(name, f.limit)
}

func (f *Files) read(name string, limit int64) (string, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return "", fileError("open", name, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", fileError("open", name, err)
	case !info.Mode().IsRegular():
		return "", refuse(Invalid, "%s is not a file", name)
	case info.Size() > limit:
		return "", refuse(TooLarge, "%s has %s; the studio opens files of at most %s", name, megabytes(info.Size()), megabytes(limit))
	}
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case err != nil:
		return "", fileError("read", name, err)
	case int64(len(text)) > limit:
		return "", refuse(TooLarge, "%s grows beyond %s while it is read", name, megabytes(limit))
	}
	return string(text), nil
}

func megabytes(n int64) string {
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
}

// fileError returns the error of an operation on a file, without the path of the directory.
func fileError(what, name string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse(Missing, "%s %s: no such file", what, name)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return refuse(Failed, "%s %s: the disk is full; nothing was changed, and the text is kept here", what, name)
	}
	return refuse(Failed, "%s %s: %v", what, name, err)
}

// Write writes a file completely or not at all: a reader finds the old or the new text, even after a crash. An
// existing file keeps its mode.
func (f *Files) Write(name, text string) error {
	if err := f.Check(name); err != nil {
		return err
	}
	if int64(len(text)) > f.limit {
		return refuse(TooLarge, "%s would have %s; expected at most %s", name, megabytes(int64(len(text))), megabytes(f.limit))
	}
	return f.write(name, text, true)
}

const plainMode = 0o644

// write writes a file completely or not at all. If lasts is set, it blocks until the file survives a power failure;
// otherwise the file only survives the death of the process.
func (f *Files) write(name, text string, lasts bool) (err error) {
	mode := fs.FileMode(plainMode)
	switch info, err := f.root.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
		if dir := path.Dir(name); dir != "." {
			if err := f.root.MkdirAll(dir, 0o755); err != nil {
				return fileError("make the directory of", name, err)
			}
		}
	case err != nil:
		return fileError("write", name, err)
	case !info.Mode().IsRegular():
		return refuse(Invalid, "write %s: it is a link or not a file; save it under another name", name)
	default:
		mode = info.Mode().Perm()
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	f.clean(name)
	draft := draftName(name, os.Getpid())
	file, err := f.root.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return fileError("write", name, err)
	}
	defer func() {
		if err != nil {
			_ = f.root.Remove(draft) // the caller needs the first error
		}
	}()
	_, err = file.WriteString(text)
	if err == nil {
		err = file.Chmod(mode) // the umask may have removed some bits
	}
	if err == nil && lasts {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fileError("write", name, err)
	}
	if err = f.root.Rename(draft, name); err != nil {
		return fileError("write", name, err)
	}
	if !lasts {
		return nil
	}
	return f.syncDir(path.Dir(name))
}

// sync makes a file durable that was written without lasts.
func (f *Files) sync(name string) error {
	file, err := f.root.Open(name)
	if err != nil {
		return fileError("write", name, err)
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fileError("write", name, err)
	}
	return f.syncDir(path.Dir(name))
}

// draftName returns the name of the file that a process writes before renaming it.
func draftName(name string, process int) string {
	return path.Join(path.Dir(name), fmt.Sprintf(".%s.%d.tmp", path.Base(name), process))
}

// clean removes such files of processes that were killed.
func (f *Files) clean(name string) {
	dir, err := f.root.Open(path.Dir(name))
	if err != nil {
		return
	}
	defer func() { _ = dir.Close() }() // it was only read
	names, _ := dir.Readdirnames(-1)
	for _, other := range names {
		var process int
		middle, ok := strings.CutPrefix(other, "."+path.Base(name)+".")
		middle, ended := strings.CutSuffix(middle, ".tmp")
		if n, _ := fmt.Sscanf(middle, "%d", &process); ok && ended && n == 1 && errors.Is(syscall.Kill(process, 0), syscall.ESRCH) {
			_ = f.root.Remove(path.Join(path.Dir(name), other)) // another process may have removed it
		}
	}
}

// syncDir makes the names of files in a directory durable.
func (f *Files) syncDir(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return fileError("open", dir, err)
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) { // some file systems do not support it
		err = nil
	}
	if err = errors.Join(err, d.Close()); err != nil {
		return fileError("write", dir, err)
	}
	return nil
}

// fingerprint returns a short hash of a text.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
