package studio

import (
	"context"
	"fmt"

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
		return a, nil
	case ReadFile:
		text, err := files.Read(q.Path)
		a.Text = text
		return a, err
	case WriteFile:
		return a, files.Write(q.Path, q.Text)
	}
	return a, fmt.Errorf("op %q: expected list, read or write", q.Op)
}
