package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/klauspost/compress/gzip"
)

// entry is the source of the page. workers are the sources that run beside it, each in its own thread. The page
// finds the workers' files in its HTML.
const entry = "src/main.tsx"

var workers = []struct{ name, source string }{
	{"socket", "src/wire/worker.ts"},
	{"layout", "src/machine/layout.worker.ts"},
}

// bundled holds the files of a page with their sizes, before they are written.
type bundled struct {
	files []api.OutputFile
	sizes Sizes
}

// Build bundles the page in a directory, writes it to dist and returns the sizes.
func Build(dir string) (Sizes, error) {
	b, err := bundle(dir)
	if err != nil {
		return Sizes{}, err
	}
	return b.sizes, write(dir, b.files, b.sizes)
}

// bundle bundles the page in a directory.
func bundle(dir string) (bundled, error) {
	var b bundled
	result := api.Build(options(dir))
	if err := failure(result); err != nil {
		return b, err
	}
	meta, err := readMetafile(result.Metafile)
	if err != nil {
		return b, err
	}
	main := filepath.Base(meta.output(entry))
	needed := meta.needed(entry)
	if b.files, err = merge(result.OutputFiles, needed, main, meta); err != nil {
		return b, err
	}
	first := append([]string{main}, slices.DeleteFunc(needed, func(name string) bool { return strings.HasSuffix(name, ".js") })...)
	for _, w := range workers {
		one := api.Build(workerOptions(dir, w.source, w.name))
		if err := failure(one); err != nil {
			return b, err
		}
		b.files = append(b.files, one.OutputFiles...)
	}
	assets := filepath.Join(dir, "dist/assets")
	place := filepath.Join(assets, version(b.files))
	for i := range b.files {
		b.files[i].Path = filepath.Join(place, filepath.Base(b.files[i].Path))
	}
	page := index(address(dir, place), first)
	both := append(first, workers[0].name+".js")
	for _, f := range b.files {
		b.sizes.add(address(dir, f.Path), f.Contents, slices.Contains(both, filepath.Base(f.Path)))
	}
	b.files = append(b.files, api.OutputFile{Path: filepath.Join(dir, "dist/index.html"), Contents: page})
	b.sizes.add("/index.html", page, true)
	return b, nil
}

func options(dir string) api.BuildOptions {
	o := common(dir)
	o.EntryPoints, o.Splitting = []string{filepath.Join(dir, entry)}, true
	o.EntryNames, o.ChunkNames = "[name]", "[name]-[hash]"
	return o
}

func workerOptions(dir, source, name string) api.BuildOptions {
	o := common(dir)
	o.EntryPointsAdvanced = []api.EntryPoint{{InputPath: filepath.Join(dir, source), OutputPath: name}}
	return o
}

// common returns the options of all bundles.
func common(dir string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     dir,
		Outdir:            filepath.Join(dir, "dist/assets"),
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		JSX:               api.JSXAutomatic,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone,
		Define:            map[string]string{"process.env.NODE_ENV": `"production"`},
		Metafile:          true,
		Charset:           api.CharsetUTF8,
		Plugins:           []api.Plugin{sheets(), three(dir), lean()},
	}
}

// failure returns the errors of a build as one error with their places, or nil.
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

// address returns the path under which a server offers an output file.
func address(dir, path string) string {
	return strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(filepath.Join(dir, "dist")))
}

// metafile holds the part of esbuild's report on its outputs that is used here.
type metafile struct {
	Outputs map[string]struct {
		EntryPoint string
		CSSBundle  string
		Exports    []string
		Imports    []struct{ Path, Kind string }
	}
}

func readMetafile(text string) (metafile, error) {
	var meta metafile
	if err := json.Unmarshal([]byte(text), &meta); err != nil {
		return meta, fmt.Errorf("read esbuild's metafile: %w", err)
	}
	return meta, nil
}

// output returns the path of the output of an entry.
func (m metafile) output(source string) string {
	for path, out := range m.Outputs {
		if out.EntryPoint == source {
			return path
		}
	}
	return ""
}

// exports returns the names that an output exports.
func (m metafile) exports(name string) []string {
	for path, out := range m.Outputs {
		if filepath.Base(path) == name {
			return out.Exports
		}
	}
	return nil
}

// needed returns the names of the files that an entry needs before it can run: itself, its style sheet, and
// everything that they import statically.
func (m metafile) needed(source string) []string {
	var names []string
	var follow func(path string)
	follow = func(path string) {
		name := filepath.Base(path)
		if slices.Contains(names, name) {
			return
		}
		names = append(names, name)
		for _, i := range m.Outputs[path].Imports {
			if i.Kind == "import-statement" {
				follow(i.Path)
			}
		}
		if css := m.Outputs[path].CSSBundle; css != "" {
			follow(css)
		}
	}
	follow(m.output(source))
	return names
}

// index returns the HTML of the page. It loads the files of the first load and names those of the workers.
func index(place string, first []string) []byte {
	var head bytes.Buffer
	for _, w := range workers {
		fmt.Fprintf(&head, "<meta name=\"worker-%s\" content=\"%s/%s.js\">\n", w.name, place, w.name)
	}
	for _, name := range first {
		at := html.EscapeString(place + "/" + name)
		if strings.HasSuffix(name, ".css") {
			fmt.Fprintf(&head, "<link rel=\"stylesheet\" href=\"%s\">\n", at)
		} else {
			fmt.Fprintf(&head, "<script type=\"module\" src=\"%s\"></script>\n", at)
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

// compressed returns data compressed with gzip's best level.
func compressed(data []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	if _, err := w.Write(data); err != nil {
		panic(err) // writing to a buffer cannot fail
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}
