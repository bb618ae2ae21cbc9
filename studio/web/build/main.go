// Command build bundles the studio's page: the TypeScript of studio/web/src becomes compressed files in studio/web/dist,
// which package studio/web embeds. It prints the size of each file, as sent.
//
//	go run ./studio/web/build           once
//	go run ./studio/web/build -watch    again after each change; gonao studio --page studio/web/dist serves the result
//	go run ./studio/web/build -test     run the tests of the TypeScript code with node
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	watch := flag.Bool("watch", false, "build again after each change")
	test := flag.Bool("test", false, "run the TypeScript tests instead")
	dir := flag.String("dir", "studio/web", "directory of the page")
	flag.Parse()
	if err := run(*dir, *watch, *test); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(dir string, watch, test bool) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		return fmt.Errorf("%s has no node_modules: run npm ci --ignore-scripts there first", dir)
	}
	if test {
		return runTests(dir)
	}
	sizes, err := Build(dir)
	if err != nil {
		return err
	}
	sizes.Print(os.Stdout)
	if watch {
		return rebuild(dir)
	}
	return nil
}
