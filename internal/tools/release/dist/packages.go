package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// item is a file, directory or link of the stage.
type item struct {
	path string // below the stage
	info fs.FileInfo
	link string // target of a link
}

// items returns what is in the stage, in the order of its paths.
func (r release) items() ([]item, error) {
	var all []item
	err := filepath.WalkDir(r.stage, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == r.stage {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(r.stage, path)
		if err != nil {
			return err
		}
		i := item{path: filepath.ToSlash(rel), info: info}
		if info.Mode()&fs.ModeSymlink != 0 {
			if i.link, err = os.Readlink(path); err != nil {
				return err
			}
		}
		all = append(all, i)
		return nil
	})
	return all, err
}

// mode returns the mode of an item in a package: what the owner may, others may read.
func (i item) mode() fs.FileMode {
	if i.info.IsDir() || i.info.Mode()&0o100 != 0 {
		return 0o755
	}
	return 0o644
}

// writeTar writes the stage as a tar file below the directory name.
func (r release) writeTar(file, name string) (err error) {
	all, err := r.items()
	if err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(packed)
	for _, i := range all {
		if err := r.addToTar(w, name, i); err != nil {
			return fmt.Errorf("%s: %w", i.path, err)
		}
	}
	return errors.Join(w.Close(), packed.Close(), out.Close())
}

func (r release) addToTar(w *tar.Writer, name string, i item) error {
	h := &tar.Header{Name: name + "/" + i.path, Mode: int64(i.mode()), ModTime: r.epoch, Format: tar.FormatUSTAR}
	switch {
	case i.info.IsDir():
		h.Typeflag, h.Name = tar.TypeDir, h.Name+"/"
	case i.link != "":
		h.Typeflag, h.Linkname, h.Mode = tar.TypeSymlink, i.link, 0o777
	default:
		h.Typeflag, h.Size = tar.TypeReg, i.info.Size()
	}
	if err := w.WriteHeader(h); err != nil || h.Typeflag != tar.TypeReg {
		return err
	}
	in, err := os.Open(filepath.Join(r.stage, i.path))
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(w, in)
	return err
}

// writeDeb writes the stage as a Debian package: below /usr, and etc as files that an upgrade leaves as the user changed them.
func (r release) writeDeb(file string) error {
	all, err := r.items()
	if err != nil {
		return err
	}
	var contents files.Contents
	for _, i := range all {
		contents = append(contents, r.content(i))
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "gonao", Version: r.version, Arch: r.arch, Platform: "linux", Section: "science", Priority: "optional",
		Maintainer: "gonao developers <gonao@example.org>", Homepage: "https://example.org/gonao", License: "Apache-2.0",
		Description: "program a NAO humanoid, simulated or real, in Go on ROS 2\n" +
			"Driver, simulator, vision, motion, state machines and the studio, as ROS 2 nodes\n" +
			"that need no ROS 2 installation, and the tool gonao.",
		MTime: r.epoch,
		Overridables: nfpm.Overridables{
			Contents: contents, Depends: depends, Recommends: recommends,
			Deb: nfpm.Deb{Compression: "zstd"},
		},
	})
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(deb.Default.Package(info, out), out.Close())
}

// content returns an item's place on a computer.
func (r release) content(i item) *files.Content {
	c := &files.Content{
		Source: filepath.Join(r.stage, i.path), Destination: "/usr/" + i.path,
		FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: i.mode(), MTime: r.epoch},
	}
	if below, ok := strings.CutPrefix(i.path+"/", "etc/"); ok {
		c.Destination = strings.TrimSuffix("/etc/"+below, "/")
	}
	switch {
	case i.info.IsDir():
		c.Type, c.Source = files.TypeDir, ""
	case i.link != "":
		c.Type, c.Source = files.TypeSymlink, i.link
	case strings.HasPrefix(c.Destination, "/etc/"):
		c.Type = files.TypeConfigNoReplace
	}
	return c
}
