// Package web holds the studio's page: the files that `make page` built, embedded into the program.
//
// The sources are TypeScript in src; build bundles them with esbuild into dist, compressed. dist is not in git, except for
// a placeholder: a program that was built without the page serves that instead, and everything but the page works.
package web

import (
	"embed"
	"io/fs"
	"os"
	"path"
	"strings"
)

//go:embed all:dist
var embedded embed.FS

// Page holds the files of the page. The zero value holds no files; use Embedded or Dir.
type Page struct {
	files fs.FS
}

// File is a file of the page in the form in which a server sends it.
type File struct {
	Content     []byte
	ContentType string
	Gzipped     bool // Content is gzip-compressed
	Immutable   bool // the name contains a hash of the content, so a browser may keep the file forever
}

// Embedded returns the page that is embedded in this program.
func Embedded() Page {
	files, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // dist is a valid path
	}
	return Page{files}
}

// Dir returns the page in a directory, such as the one that `go run ./studio/web/build -watch` writes to.
func Dir(dir string) Page { return Page{os.DirFS(dir)} }

// Built reports whether the page was built. Otherwise it consists of the placeholder.
func (p Page) Built() bool {
	_, err := fs.Stat(p.files, "index.html.gz")
	return err == nil
}

// File returns the file for the path of a URL, and whether it exists. The path / is the page itself.
func (p Page) File(urlPath string) (File, bool) {
	name := strings.TrimPrefix(path.Clean("/"+urlPath), "/")
	if name == "" {
		name = "index.html"
		if !p.Built() {
			name = "placeholder.html"
		}
	}
	f := File{ContentType: contentType(name), Immutable: strings.HasPrefix(name, "assets/")}
	if content, err := fs.ReadFile(p.files, name+".gz"); err == nil {
		f.Content, f.Gzipped = content, true
		return f, true
	}
	content, err := fs.ReadFile(p.files, name)
	if err != nil || strings.HasSuffix(name, ".gz") {
		return File{}, false
	}
	f.Content = content
	return f, true
}

// contentType returns the media type of a file. It does not use the system's tables, which differ between systems.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	}
	return "application/octet-stream"
}
