package studio

import (
	"context"
	"fmt"
	"strings"

	"gonao/motion"
	doc "gonao/studio"
	"gonao/studio/foxglove"
)

// FilesOp is an operation of studio/files.
type FilesOp string

// The operations of studio/files.
const (
	ListFiles FilesOp = "list"
	ReadFile  FilesOp = "read"
	WriteFile FilesOp = "write"
)

// FilesRequest lists, reads or writes the files of motions in the studio's directory.
type FilesRequest struct {
	Op      FilesOp `json:"op"`
	Pattern string  `json:"pattern,omitempty"` // of the paths to list, such as motions/*.xml; "" for all
	Path    string  `json:"path,omitempty"`    // to read or write
	Text    string  `json:"text,omitempty"`    // to write
}

// FilesResponse holds the files, or the text of one.
type FilesResponse struct {
	Files []MotionFile `json:"files"`
	Own   []string     `json:"own,omitempty"` // of a list: names of gonao's motions, which are read as gonao/NAME
	Text  string       `json:"text,omitempty"`
}

// MotionFile is one file.
type MotionFile struct {
	Path     string `json:"path"`
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // in ms since 1970
}

// motionLimit is the largest motion file, in bytes: ten thousand slots of a few joints.
const motionLimit = 1 << 20

// addFiles serves the files of motions in the studio's directory, which stays open until closeFiles is called.
func addFiles(server *foxglove.Server, dir string) (closeFiles func() error, err error) {
	dir, err = machinesDir(dir)
	if err != nil {
		return nil, err
	}
	files, err := doc.OpenFiles(dir, []string{".xml", ".pos"}, motionLimit)
	if err != nil {
		return nil, err
	}
	foxglove.AddJSONService(server, "studio/files", foxglove.Editor, func(_ context.Context, _ *foxglove.Session, q FilesRequest) (FilesResponse, error) {
		return serveFiles(files, q)
	})
	return files.Close, nil
}

// ownMotions is what the paths of gonao's motions begin with.
const ownMotions = "gonao/"

// ownMotion returns the text of one of gonao's motions.
func ownMotion(name string) (FilesResponse, error) {
	library, err := motion.Builtin()
	if err != nil {
		return FilesResponse{}, err
	}
	m, ok := library[name]
	if !ok {
		return FilesResponse{}, fmt.Errorf("%s%s: no such motion", ownMotions, name)
	}
	return FilesResponse{Files: []MotionFile{}, Text: string(m.XML(""))}, nil
}

func serveFiles(files *doc.Files, q FilesRequest) (FilesResponse, error) {
	a := FilesResponse{Files: []MotionFile{}}
	switch q.Op {
	case ListFiles:
		list, err := files.List(q.Pattern)
		if err != nil {
			return a, err
		}
		for _, f := range list {
			a.Files = append(a.Files, MotionFile{f.Path, f.Size, f.Modified})
		}
		library, err := motion.Builtin()
		a.Own = library.Names()
		return a, err
	case ReadFile:
		if name, ok := strings.CutPrefix(q.Path, ownMotions); ok {
			return ownMotion(name)
		}
		text, err := files.Read(q.Path)
		a.Text = text
		return a, err
	case WriteFile:
		return a, files.Write(q.Path, q.Text)
	}
	return a, fmt.Errorf("op %q: expected list, read or write", q.Op)
}
