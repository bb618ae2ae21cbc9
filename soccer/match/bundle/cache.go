package bundle

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A Cache holds bundles as archives in a directory. Nothing outside the directory is read or written, and an archive counts
// only with its hash. It is safe for concurrent use, also by several processes.
type Cache struct{ root *os.Root }

// OpenCache opens the cache in a directory, and creates the directory if it is missing.
func OpenCache(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &Cache{root}, nil
}

// Close closes the directory.
func (c *Cache) Close() { _ = c.root.Close() }

// file returns the name of a bundle's file.
func file(hash string) (string, error) {
	if !IsHash(hash) {
		return "", fmt.Errorf("bundle %q: expected a hash of 64 hexadecimal digits", Short(hash))
	}
	return hash + ".tar", nil
}

// Get returns the bundle with a hash, and whether it is there. A link, or a file with another content, is not the bundle.
func (c *Cache) Get(hash string) (Bundle, bool, error) {
	name, err := file(hash)
	if err != nil {
		return nil, false, err
	}
	info, err := c.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("cache: %w", err)
	}
	f, err := c.root.Open(name)
	if err != nil {
		return nil, false, fmt.Errorf("cache: %w", err)
	}
	defer f.Close()
	archive, err := io.ReadAll(io.LimitReader(f, Most+1))
	if err != nil {
		return nil, false, fmt.Errorf("cache: %w", err)
	}
	b, err := Unpack(archive, hash)
	return b, err == nil, nil
}

// Put stores a bundle.
func (c *Cache) Put(b Bundle) error {
	name, err := file(b.Hash())
	if err != nil {
		return err
	}
	tmp := "new" + rand.Text()
	err = c.root.WriteFile(tmp, b.Pack(), 0o644)
	if err == nil {
		err = c.root.Rename(tmp, name)
	}
	if err != nil {
		_ = c.root.Remove(tmp)
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}
