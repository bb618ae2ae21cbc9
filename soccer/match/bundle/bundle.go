// Package bundle holds the files that a match is played with, by the hash of their content: a team with its machines, or a
// world with its rule book, field, preset and table of percepts. Two versions of a team have two hashes.
//
// A bundle is sent as a tar archive whose bytes depend only on its files, so that the hash of the archive identifies it.
// It may come from an untrusted source: a match uses its content in memory, and no name in it is looked up on disk.
package bundle

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Files of a bundle: of a team, TeamFile and one a machine; of a world, the others.
const (
	TeamFile   = "team.yaml"
	RulesFile  = "rules.yaml"
	PresetFile = "preset.yaml"
	SightFile  = "sight.yaml"
	fieldFile  = "field.yaml"
)

// Limits of a bundle.
const (
	Most      = 4 << 20 // bytes of the archive
	mostFiles = 16
)

// A Bundle is a set of files by their names, without directories.
type Bundle map[string][]byte

// Pack returns the archive of a bundle. The same files return the same bytes.
func (b Bundle) Pack() []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(b)) {
		// Writes to a buffer do not fail, and the headers are valid.
		_ = w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, Size: int64(len(b[name])), Format: tar.FormatUSTAR})
		_, _ = w.Write(b[name])
	}
	_ = w.Close()
	return out.Bytes()
}

// Hash returns the identifier of a bundle: the SHA-256 of its archive in hexadecimal digits.
func (b Bundle) Hash() string { return hashOf(b.Pack()) }

func hashOf(archive []byte) string {
	sum := sha256.Sum256(archive)
	return hex.EncodeToString(sum[:])
}

// IsHash reports whether a text has the form of a hash: 64 hexadecimal digits in lower case.
func IsHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && strings.ToLower(text) == text
}

// Unpack returns the bundle of an archive. An archive that does not have the hash, is larger than [Most], or has anything
// but files without a directory is refused.
func Unpack(archive []byte, hash string) (Bundle, error) {
	if !IsHash(hash) {
		return nil, fmt.Errorf("bundle %q: expected a hash of 64 hexadecimal digits", Short(hash))
	}
	if len(archive) > Most {
		return nil, fmt.Errorf("bundle %s: %d bytes; expected at most %d", Short(hash), len(archive), Most)
	}
	if h := hashOf(archive); h != hash {
		return nil, fmt.Errorf("bundle %s: its content has the hash %s", Short(hash), Short(h))
	}
	b := Bundle{}
	r := tar.NewReader(bytes.NewReader(archive))
	for total := int64(0); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, fmt.Errorf("bundle %s: %w", Short(hash), err)
		}
		if h.Typeflag != tar.TypeReg || !filepath.IsLocal(h.Name) || strings.ContainsAny(h.Name, `/\`) {
			return nil, fmt.Errorf("bundle %s: %q: expected a file without a directory", Short(hash), h.Name)
		}
		if _, there := b[h.Name]; there || len(b) == mostFiles {
			return nil, fmt.Errorf("bundle %s: %q: expected at most %d files, each once", Short(hash), h.Name, mostFiles)
		}
		if total += h.Size; total > Most { // sparse files are larger than their archive
			return nil, fmt.Errorf("bundle %s: expected at most %d bytes", Short(hash), Most)
		}
		if b[h.Name], err = io.ReadAll(r); err != nil {
			return nil, fmt.Errorf("bundle %s: %s: %w", Short(hash), h.Name, err)
		}
	}
}

// Short returns the first digits of a hash, as people see it.
func Short(hash string) string { return hash[:min(8, len(hash))] }
