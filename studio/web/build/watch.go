package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/fsnotify/fsnotify"
)

// settle is the time without further changes after which the page is built again, because editors write a file in
// several steps.
const settle = 50 * time.Millisecond

// rebuild builds the page after each change of its sources, until the process ends.
func rebuild(dir string) error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	err = filepath.WalkDir(filepath.Join(dir, "src"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			return watcher.Add(path)
		}
		return err
	})
	if err != nil {
		return err
	}
	timer := time.NewTimer(settle) //nolint:forbidigo // a tool beside an editor: there is no node and no simulated time
	for {
		select {
		case _, open := <-watcher.Events:
			if !open {
				return nil
			}
			timer.Reset(settle)
		case err := <-watcher.Errors:
			return err
		case <-timer.C:
			sizes, err := Build(dir)
			if err != nil {
				fmt.Fprintln(os.Stderr, "build:", err)
				continue
			}
			fmt.Printf("page: built again, first load %.1f kB gz\n", float64(sizes.First)/1000)
		}
	}
}

// testFiles returns the files of the page's tests.
func testFiles(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(filepath.Join(dir, "src"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".test.ts") {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

// bundleTests bundles the tests for node into a directory and returns the files.
func bundleTests(dir, out string) ([]string, error) {
	files, err := testFiles(dir)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints:   files,
		AbsWorkingDir: dir,
		Outdir:        out,
		Bundle:        true,
		Format:        api.FormatESModule,
		Platform:      api.PlatformNode,
		Target:        api.ES2022,
		OutExtension:  map[string]string{".js": ".mjs"},
		Sourcemap:     api.SourceMapInline,
		Write:         true,
	})
	if err := failure(result); err != nil {
		return nil, err
	}
	var bundled []string
	for _, f := range result.OutputFiles {
		bundled = append(bundled, f.Path)
	}
	return bundled, nil
}
