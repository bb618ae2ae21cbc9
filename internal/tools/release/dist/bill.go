package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeBill writes the bill of materials. It lists every library, and every Go module that a program links, according
// to the program's build information.
func (r release) writeBill(file string, programs []string, libraries []library) error {
	modules := map[string]cdx.Component{}
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			continue // a link to another program, or the directory of the libraries
		}
		modules["golang"] = component(cdx.ComponentTypeLibrary, "std", strings.TrimPrefix(info.GoVersion, "go"), "pkg:golang/std@"+strings.TrimPrefix(info.GoVersion, "go"))
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			modules[m.Path] = component(cdx.ComponentTypeLibrary, m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version)
		}
	}
	var all []cdx.Component
	for _, m := range modules {
		all = append(all, m)
	}
	for _, l := range libraries {
		c := component(cdx.ComponentTypeLibrary, l.name, l.version, fmt.Sprintf("pkg:deb/debian/%s@%s?arch=%s#%s", l.debian, l.version, r.arch, l.name))
		text, err := os.ReadFile(l.packed)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b cdx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	itself := component(cdx.ComponentTypeApplication, "gonao", r.version, "pkg:generic/gonao@"+r.version)
	itself.Licenses = &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: r.epoch.Format("2006-01-02T15:04:05Z"), Component: &itself}
	bom.Components = &all
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := cdx.NewBOMEncoder(out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return fmt.Errorf("bill of materials: %w", err)
	}
	return nil
}

// component returns a component with its package URL.
func component(kind cdx.ComponentType, name, version, purl string) cdx.Component {
	return cdx.Component{Type: kind, BOMRef: purl, Name: name, Version: version, PackageURL: purl}
}
