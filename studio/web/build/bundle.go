package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// entry is the source of the page; workers are the sources that run beside it, each in a thread of its own. A worker is
// bundled first, so that the page can be compiled with the address of the file.
const entry = "src/main.tsx"

var workers = map[string]string{
	"SOCKET_WORKER_URL": "src/wire/worker.ts",
	"LAYOUT_WORKER_URL": "src/machine/layout.worker.ts",
}

// bundled holds the files of a page with their sizes, before they are written.
type bundled struct {
	files []api.OutputFile
	sizes Sizes
}

// Build bundles the page of a directory, writes it to its dist and returns the sizes.
func Build(dir string) (Sizes, error) {
	b, err := bundle(dir)
	if err != nil {
		return Sizes{}, err
	}
	return b.sizes, write(dir, b.files, b.sizes)
}

// bundle bundles the page of a directory.
func bundle(dir string) (bundled, error) {
	var b bundled
	define := map[string]string{"process.env.NODE_ENV": `"production"`}
	for name, source := range workers {
		result := api.Build(options(dir, source, nil))
		if err := failure(result); err != nil {
			return b, err
		}
		for _, f := range result.OutputFiles {
			define[name] = strconv.Quote(address(dir, f.Path))
			b.sizes.add(address(dir, f.Path), f.Contents, name == "SOCKET_WORKER_URL")
		}
		b.files = append(b.files, result.OutputFiles...)
	}
	o := options(dir, entry, define)
	o.Splitting = true
	result := api.Build(o)
	if err := failure(result); err != nil {
		return b, err
	}
	first, err := firstLoad(result.Metafile)
	if err != nil {
		return b, err
	}
	page := index(dir, result.OutputFiles, first)
	for _, f := range result.OutputFiles {
		b.sizes.add(address(dir, f.Path), f.Contents, slices.Contains(first, filepath.Base(f.Path)))
	}
	b.files = append(b.files, result.OutputFiles...)
	b.files = append(b.files, api.OutputFile{Path: filepath.Join(dir, "dist/index.html"), Contents: page})
	b.sizes.add("/index.html", page, true)
	return b, nil
}

func options(dir, source string, define map[string]string) api.BuildOptions {
	return api.BuildOptions{
		EntryPoints:       []string{filepath.Join(dir, source)},
		AbsWorkingDir:     dir,
		Outdir:            filepath.Join(dir, "dist/assets"),
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		JSX:               api.JSXAutomatic,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		EntryNames:        "[name]-[hash]",
		ChunkNames:        "[name]-[hash]",
		AssetNames:        "[name]-[hash]",
		LegalComments:     api.LegalCommentsNone,
		Loader:            map[string]api.Loader{".png": api.LoaderFile, ".svg": api.LoaderFile},
		PublicPath:        "/assets",
		Define:            define,
		Metafile:          true,
		Charset:           api.CharsetUTF8,
	}
}

// failure returns the errors of a build as one error with places, or nil.
func failure(result api.BuildResult) error {
	var errs []error
	for _, m := range result.Errors {
		where := ""
		if m.Location != nil {
			where = fmt.Sprintf("%s:%d:%d: ", m.Location.File, m.Location.Line, m.Location.Column)
		}
		errs = append(errs, fmt.Errorf("%s%s", where, m.Text))
	}
	return errors.Join(errs...)
}

// address returns the path at which a server offers an output file.
func address(dir, path string) string {
	return strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(filepath.Join(dir, "dist")))
}

// firstLoad returns the names of the files that a browser needs before it can draw: the entry, its style sheet, and what
// they import without waiting.
func firstLoad(metafile string) ([]string, error) {
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string
			CSSBundle  string
			Imports    []struct{ Path, Kind string }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	var names []string
	var follow func(path string)
	follow = func(path string) {
		name := filepath.Base(path)
		if slices.Contains(names, name) {
			return
		}
		names = append(names, name)
		for _, i := range meta.Outputs[path].Imports {
			if i.Kind == "import-statement" {
				follow(i.Path)
			}
		}
		if css := meta.Outputs[path].CSSBundle; css != "" {
			follow(css)
		}
	}
	for path, out := range meta.Outputs {
		if out.EntryPoint == entry {
			follow(path)
		}
	}
	return names, nil
}

// index returns the HTML of the page, which loads the files of the first load.
func index(dir string, files []api.OutputFile, first []string) []byte {
	var head bytes.Buffer
	for _, name := range first {
		i := slices.IndexFunc(files, func(f api.OutputFile) bool { return filepath.Base(f.Path) == name })
		if i < 0 {
			continue
		}
		at := html.EscapeString(address(dir, files[i].Path))
		switch {
		case strings.HasSuffix(name, ".css"):
			fmt.Fprintf(&head, "<link rel=\"stylesheet\" href=\"%s\">\n", at)
		case strings.HasPrefix(name, "main-"):
			fmt.Fprintf(&head, "<script type=\"module\" src=\"%s\"></script>\n", at)
		default:
			fmt.Fprintf(&head, "<link rel=\"modulepreload\" href=\"%s\">\n", at)
		}
	}
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>gonao studio</title>
<link rel="icon" href="data:,">
%s</head>
<body>
<div id="root"></div>
<noscript>The studio needs JavaScript.</noscript>
</body>
</html>
`, head.Bytes())
}

// write replaces the content of dist, except for the placeholder, by compressed files.
func write(dir string, files []api.OutputFile, sizes Sizes) error {
	dist := filepath.Join(dir, "dist")
	if err := os.RemoveAll(filepath.Join(dist, "assets")); err != nil {
		return err
	}
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(f.Path+".gz", compressed(f.Contents), 0o644); err != nil {
			return err
		}
	}
	list, err := json.MarshalIndent(sizes, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "sizes.json"), list, 0o644)
}

// compressed returns data as gzip packs it best.
func compressed(data []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	if _, err := w.Write(data); err != nil {
		panic(err) // a buffer accepts all
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}
