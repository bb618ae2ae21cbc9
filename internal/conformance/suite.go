package main

import (
	"embed"
	"encoding/xml"
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// ours holds the documents of assertions that the suite's package leaves out.
//
//go:embed testdata/assertion288.scxml
var ours embed.FS

// document is one document of the suite.
type document struct {
	name    string
	section string // of the recommendation
	text    []byte
	dir     string // of the files it names
}

// manifest is the report's list.
type manifest struct {
	Assertions []struct {
		ID      string `xml:"id,attr"`
		Section string `xml:"specnum,attr"`
		Tests   []struct {
			Conformance string `xml:"conformance,attr"`
			Manual      bool   `xml:"manual,attr"`
			Start       []struct {
				URI string `xml:"uri,attr"`
			} `xml:"start"`
		} `xml:"test"`
	} `xml:"assert"`
}

// suite returns the documents of the mandatory automatic assertions.
func suite(dir string) ([]document, error) {
	text, err := os.ReadFile(filepath.Join(dir, "manifest.xml"))
	if err != nil {
		return nil, fmt.Errorf("%w; expected the suite there, see make nightly STEPS=conformance", err)
	}
	var list manifest
	if err := xml.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(dir, "manifest.xml"), err)
	}
	var all []document
	known := map[string]bool{}
	for _, a := range list.Assertions {
		known[a.ID] = true
		for _, t := range a.Tests {
			if t.Conformance != "mandatory" || t.Manual {
				continue
			}
			for _, start := range t.Start {
				file := path.Base(start.URI) + ".scxml"
				text, err := os.ReadFile(filepath.Join(dir, file))
				if err != nil {
					return nil, fmt.Errorf("assertion %s: %w", a.ID, err)
				}
				all = append(all, document{name: file, section: a.Section, text: text, dir: dir})
			}
		}
	}
	if !known["288"] {
		text, err := ours.ReadFile("testdata/assertion288.scxml")
		if err != nil {
			return nil, err
		}
		all = append(all, document{name: "assertion288.scxml", section: "5.4", text: text})
	}
	return all, nil
}
