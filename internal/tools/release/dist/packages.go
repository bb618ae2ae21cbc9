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
	"strconv"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// item is a file, directory or link of the stage.
type item struct {
	path string // path below the stage
	info fs.FileInfo
	link string // target of a link
}

// items returns the contents of a stage, sorted by path.
func items(stage string) ([]item, error) {
	var all []item
	err := filepath.WalkDir(stage, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == stage {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(stage, path)
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

// mode returns the file mode of an item in a package: others may read what the owner may read, and run what the owner
// may run.
func (i item) mode() fs.FileMode {
	if i.info.IsDir() || i.info.Mode()&0o100 != 0 {
		return 0o755
	}
	return 0o644
}

// writeTar writes the stage as a tar file, below the directory name.
func (r release) writeTar(file, name string) (err error) {
	all, err := items(r.stage)
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

// debian is a Debian package.
type debian struct {
	name, arch string
	stage      string // directory with its contents
	prefix     string // where the contents are on a computer, such as "/usr"
	about      string // first line and text of the description
	depends    []string
	recommends []string
}

// plain returns the package for computers without ROS 2. It is installed below /usr, and an upgrade leaves its files in
// etc as the user changed them.
func (r release) plain() debian {
	return debian{
		name: "gonao", arch: r.arch, stage: r.stage, prefix: "/usr", depends: depends, recommends: recommends,
		about: "program a NAO humanoid, simulated or real, in Go on ROS 2\n" +
			"Driver, simulator, vision, motion, state machines and the studio, as ROS 2 nodes\n" +
			"that need no ROS 2 installation, and the tool gonao.",
	}
}

// ofROS returns the packages for a distribution of ROS 2. Their stages are directories of the stage with the names of
// the ROS packages. The names of the packages are those that bloom would use.
func (r release) ofROS(distro, stage string) ([]debian, error) {
	found, err := os.ReadDir(stage)
	if err != nil {
		return nil, err
	}
	var all []debian
	for _, e := range found {
		d := debian{
			name: rosName(distro, e.Name()), arch: "all", stage: filepath.Join(stage, e.Name()), prefix: "/opt/ros/" + distro,
			depends: []string{"gonao (= " + r.version + ")"},
		}
		switch e.Name() {
		case "gonao":
			d.about = "the nodes of gonao for ROS 2 " + distro + "\nThe programs of the package gonao, where ros2 run finds them."
			d.recommends = []string{rosName(distro, "gonao_msgs"), rosName(distro, "ros2run"), rosName(distro, "rmw_cyclonedds_cpp")}
		case "gonao_bringup":
			d.about = "the launch files of gonao for ROS 2 " + distro + "\nLaunch files, parameters, rviz configurations and meshes, where ros2 launch finds them."
			d.depends = append(d.depends, rosName(distro, "gonao")+" (= "+r.version+")")
			d.recommends = []string{rosName(distro, "ros2launch"), rosName(distro, "launch_ros"), rosName(distro, "launch_yaml"), rosName(distro, "rviz2")}
		case "gonao_msgs":
			d.arch = r.arch
			d.about = "the messages of gonao for ROS 2 " + distro + "\nMessages, services and actions for C++ and Python."
			d.depends = []string{
				"libc6", "libgcc-s1", "libstdc++6",
				rosName(distro, "rosidl_default_runtime"), rosName(distro, "action_msgs"), rosName(distro, "builtin_interfaces"),
				rosName(distro, "geometry_msgs"), rosName(distro, "std_msgs"),
			}
			python, err := pythonDepends(d.stage)
			if err != nil {
				return nil, err
			}
			d.depends = append(d.depends, python...)
		default:
			return nil, fmt.Errorf("%s: expected gonao, gonao_bringup or gonao_msgs", d.stage)
		}
		all = append(all, d)
	}
	return all, nil
}

// pythonDepends returns the dependencies of Python modules that were built for one version, lib/python3.11: other versions do not find
// them.
func pythonDepends(stage string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(stage, "lib", "python3.*"))
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s/lib: expected one python3.*, got %q", stage, found)
	}
	name := filepath.Base(found[0])
	minor, err := strconv.Atoi(strings.TrimPrefix(name, "python3."))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", found[0], err)
	}
	return []string{
		fmt.Sprintf("python3 (>= 3.%d)", minor), fmt.Sprintf("python3 (<< 3.%d)", minor+1),
		fmt.Sprintf("lib%s | lib%st64", name, name), // Ubuntu 24.04 has renamed it
	}, nil
}

// rosName returns the name of a ROS package's Debian package.
func rosName(distro, pkg string) string {
	return "ros-" + distro + "-" + strings.ReplaceAll(pkg, "_", "-")
}

// writeDeb writes a Debian package.
func (r release) writeDeb(d debian) error {
	all, err := items(d.stage)
	if err != nil {
		return err
	}
	var contents files.Contents
	for _, i := range all {
		contents = append(contents, r.content(d, i))
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: d.name, Version: r.version, Arch: d.arch, Platform: "linux", Section: "science", Priority: "optional",
		Maintainer: "gonao developers <gonao@example.org>", Homepage: "https://example.org/gonao", License: "Apache-2.0",
		Description: d.about, MTime: r.epoch,
		Overridables: nfpm.Overridables{
			Contents: contents, Depends: d.depends, Recommends: d.recommends,
			Deb: nfpm.Deb{Compression: "zstd"},
		},
	})
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return err
	}
	out, err := os.Create(filepath.Join(r.output, fmt.Sprintf("%s_%s_%s.deb", d.name, r.version, d.arch)))
	if err != nil {
		return err
	}
	return errors.Join(deb.Default.Package(info, out), out.Close())
}

// content returns the path of an item on a computer.
func (r release) content(d debian, i item) *files.Content {
	c := &files.Content{
		Source: filepath.Join(d.stage, i.path), Destination: d.prefix + "/" + i.path,
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
