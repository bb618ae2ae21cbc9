// Package bundle holds the files that a match is played with, by the hash of their content: a team with its machines, or a
// world with its rule book, field, preset and table of percepts. Two versions of a team have two hashes.
//
// A bundle travels as a tar archive whose bytes follow from its files alone, so that the hash of the archive names it.
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
	"os"
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

// most is the largest size of a bundle, bytes.
const most = 16 << 20

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

// Hash returns the name of a bundle: the SHA-256 of its archive in hexadecimal digits.
func (b Bundle) Hash() string { return hashOf(b.Pack()) }

func hashOf(archive []byte) string {
	sum := sha256.Sum256(archive)
	return hex.EncodeToString(sum[:])
}

// Unpack returns the bundle of an archive. An archive that does not have the hash is refused.
func Unpack(archive []byte, hash string) (Bundle, error) {
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
		if total += h.Size; total > most {
			return nil, fmt.Errorf("bundle %s: expected at most %d bytes", Short(hash), most)
		}
		if b[h.Name], err = io.ReadAll(r); err != nil {
			return nil, fmt.Errorf("bundle %s: %s: %w", Short(hash), h.Name, err)
		}
	}
}

// Extract writes the files of a bundle to a directory of their own below root and returns it. Several processes may do so at
// once; a directory that is there has all files.
func (b Bundle) Extract(root string) (string, error) {
	dir := filepath.Join(root, b.Hash())
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return "", fmt.Errorf("extract a bundle: %w", err)
	}
	tmp, err := os.MkdirTemp(root, "new")
	if err != nil {
		return "", fmt.Errorf("extract a bundle: %w", err)
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	for name, text := range b {
		if err := os.WriteFile(filepath.Join(tmp, name), text, 0o644); err != nil {
			return "", fmt.Errorf("extract a bundle: %w", err)
		}
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, there := os.Stat(dir); there != nil {
			return "", fmt.Errorf("extract a bundle: %w", err)
		}
	}
	return dir, nil
}

// Short returns the first digits of a hash, as people see it.
func Short(hash string) string { return hash[:min(8, len(hash))] }
