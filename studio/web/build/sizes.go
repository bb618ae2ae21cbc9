package main

import (
	"fmt"
	"io"
	"slices"
)

// Sizes holds the sizes of the page's files as sent, which is compressed.
type Sizes struct {
	Files []Size `json:"files"`
	First int    `json:"first"` // bytes before the page can draw
	All   int    `json:"all"`   // bytes of everything
}

// Size is the size of one file.
type Size struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"` // compressed
	Raw   int    `json:"raw"`
	First bool   `json:"first"` // part of the first load
}

func (s *Sizes) add(path string, content []byte, first bool) {
	n := len(compressed(content))
	s.Files = append(s.Files, Size{path, n, len(content), first})
	s.All += n
	if first {
		s.First += n
	}
}

// Print prints a line for each file, the largest first, and the sums.
func (s Sizes) Print(w io.Writer) {
	slices.SortFunc(s.Files, func(a, b Size) int { return b.Bytes - a.Bytes })
	for _, f := range s.Files {
		when := "later"
		if f.First {
			when = "first"
		}
		fmt.Fprintf(w, "page: %7.1f kB gz %8.1f kB  %s  %s\n", float64(f.Bytes)/1000, float64(f.Raw)/1000, when, f.Path)
	}
	fmt.Fprintf(w, "page: first load %.1f kB gz, everything %.1f kB gz\n", float64(s.First)/1000, float64(s.All)/1000)
}
