// Command manpages writes the manual pages of gonao, one for each command, and the completion scripts for shells. `make
// dist` runs it.
//
//	manpages -version 0.1.0 -date 2026-11-23 DIR
//
// DIR then contains man/man1, bash-completion/completions, zsh/site-functions and fish/vendor_completions.d, as in
// /usr/share.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
)

func main() {
	version := flag.String("version", "", "of the release")
	date := flag.String("date", "", "of the release, such as 2026-11-23")
	flag.Parse()
	if err := write(*version, *date, flag.Args()); err != nil {
		cli.Exit("manpages", err)
	}
}

// write writes everything below the directory that args names.
func write(version, date string, args []string) error {
	if version == "" || len(args) != 1 {
		return cli.Usagef("expected -version, -date and one directory")
	}
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return cli.Usagef("-date %q: expected a date such as 2026-11-23", date)
	}
	root := tool.New(graph.Default())
	root.DisableAutoGenTag = true
	pages := filepath.Join(args[0], "man", "man1")
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return fmt.Errorf("manpages: %w", err)
	}
	header := &doc.GenManHeader{Title: "GONAO", Section: "1", Date: &at, Source: "gonao " + version, Manual: "gonao"}
	if err := doc.GenManTree(root, header, pages); err != nil {
		return fmt.Errorf("manpages: %w", err)
	}
	return completion(root, args[0])
}

// completion writes the scripts of the shells.
func completion(root *cobra.Command, dir string) error {
	for _, shell := range []struct {
		file  string
		write func(string) error
	}{
		{"bash-completion/completions/gonao", func(file string) error { return root.GenBashCompletionFileV2(file, true) }},
		{"zsh/site-functions/_gonao", root.GenZshCompletionFile},
		{"fish/vendor_completions.d/gonao.fish", func(file string) error { return root.GenFishCompletionFile(file, true) }},
	} {
		file := filepath.Join(dir, shell.file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), shell.write(file)); err != nil {
			return fmt.Errorf("manpages: completion: %w", err)
		}
	}
	return nil
}
