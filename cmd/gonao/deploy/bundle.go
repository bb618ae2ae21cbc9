package deploy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Contents lists what to copy to the robot and run there.
type Contents struct {
	Programs  []string // paths on this computer; gonao is among them
	Share     string   // the directory of gonao_bringup, with launch files and parameters
	Launch    string   // name of a launch file in Share, or the path of one to add
	Arguments []string // name:=value; if a value is a file on this computer, the file is copied too
	Env       []string // NAME=value for the nodes
}

// file is one file of a version.
type file struct {
	path    string // below the version's directory, with /
	mode    fs.FileMode
	source  string // path on this computer, or "" and
	content []byte // the content
	size    int64
	sum     string // SHA-256
}

// Bundle holds all files of one deployed version.
type Bundle struct {
	Name    string // the version's name: its time and the sum of its contents
	Launch  string // launch file and arguments, as they are on the robot
	machine string // the machine that the programs run on, as uname -m prints it
	files   []file // sorted by path; the manifest is the last
}

// Size returns the number of bytes of all files.
func (b *Bundle) Size() int64 {
	total := int64(0)
	for _, f := range b.files {
		total += f.size
	}
	return total
}

// machines maps ELF's names of processors to those of uname.
var machines = map[string]string{"EM_X86_64": "x86_64", "EM_AARCH64": "aarch64", "EM_386": "i686"}

// Collect returns a bundle of the programs, the libraries they need and the launch files.
// The version is named after now.
func Collect(c Contents, now time.Time, getenv func(string) string) (*Bundle, error) {
	for _, program := range c.Programs {
		if err := isProgram(program); err != nil {
			return nil, err
		}
	}
	needed, err := findNeeds(c.Programs, libraryDirectories(getenv))
	if err != nil {
		return nil, err
	}
	b := &Bundle{machine: machines[needed.machine.String()]}
	if b.machine == "" {
		return nil, fmt.Errorf("%s: no NAO can run programs for %s", c.Programs[0], needed.machine)
	}
	b.addPrograms(c.Programs, needed)
	if err := b.addShare(c); err != nil {
		return nil, err
	}
	name := filepath.Base(c.Launch)
	b.Launch = strings.Join(append([]string{name}, c.Arguments...), " ")
	b.text("bin/robot", 0o755, startScript(name, b.copyFiles(c.Arguments), c.Env))
	b.text("gonao.service", 0o644, unit)
	b.text("LAUNCH", 0o644, b.Launch+"\n")
	return b, b.seal(now)
}

// addPrograms adds programs, what they need, and the scripts that start them.
func (b *Bundle) addPrograms(programs []string, n needs) {
	loader := ""
	if n.loader != "" {
		loader = "loader/" + filepath.Base(n.loader)
		b.copied(loader, 0o755, n.loader)
	}
	for name, from := range n.libraries {
		b.copied("loader/"+name, 0o644, from)
	}
	for _, program := range programs {
		name, source := filepath.Base(program), linked(program)
		b.copied("programs/"+filepath.Base(source), 0o755, source)
		start := name // the words that start it
		if source != program {
			start = filepath.Base(source) + " " + name
		}
		b.text("lib/gonao/"+name, 0o755, wrapper(start, loader, "../.."))
		if name == "gonao" {
			b.text("bin/gonao", 0o755, wrapper(start, loader, ".."))
		}
	}
}

// linked returns the program that a symbolic link points to if that program serves several names, so that it is
// copied only once. It returns any other program unchanged.
func linked(program string) string {
	if to, err := os.Readlink(program); err == nil && slices.Contains([]string{"nodes", "lab"}, filepath.Base(to)) {
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(program), to)
		}
		return to
	}
	return program
}

// addShare adds launch files and parameters, as `colcon build` lays them out.
func (b *Bundle) addShare(c Contents) error {
	for _, name := range []string{"gonao", "gonao_bringup"} {
		b.text("share/ament_index/resource_index/packages/"+name, 0o644, "")
	}
	const share = "share/gonao_bringup"
	files, err := filepath.Glob(filepath.Join(c.Share, "*.launch.yaml"))
	if err != nil {
		return err
	}
	params, err := filepath.Glob(filepath.Join(c.Share, "params", "*.yaml"))
	if err != nil {
		return err
	}
	if len(files) == 0 || len(params) == 0 {
		return fmt.Errorf("%s: expected gonao's launch files and params in it", c.Share)
	}
	for _, from := range files {
		b.copied(path.Join(share, filepath.Base(from)), 0o644, from)
	}
	for _, from := range params {
		b.copied(path.Join(share, "params", filepath.Base(from)), 0o644, from)
	}
	if strings.Contains(c.Launch, "/") {
		b.copied(path.Join(share, filepath.Base(c.Launch)), 0o644, c.Launch)
	}
	return nil
}

// copyFiles adds the files that arguments name. It returns the arguments as words of the
// start script, with the paths on the robot.
func (b *Bundle) copyFiles(arguments []string) []string {
	var out []string
	for _, argument := range arguments {
		name, value, _ := strings.Cut(argument, ":=")
		info, err := os.Stat(value)
		if !strings.Contains(value, "/") || err != nil || !info.Mode().IsRegular() {
			out = append(out, quote(argument))
			continue
		}
		to := "files/" + name + "/" + filepath.Base(value)
		b.copied(to, 0o644, value)
		out = append(out, quote(name+":=")+`"$here"/`+quote(to))
	}
	return out
}

// copied adds a file of this computer. If two files have the same path, the later one counts.
func (b *Bundle) copied(to string, mode fs.FileMode, from string) {
	b.put(file{path: to, mode: mode, source: from})
}

// text adds a file with the given content.
func (b *Bundle) text(to string, mode fs.FileMode, text string) {
	b.put(file{path: to, mode: mode, content: []byte(text)})
}

func (b *Bundle) put(f file) {
	b.files = slices.DeleteFunc(b.files, func(old file) bool { return old.path == f.path })
	b.files = append(b.files, f)
}

// seal computes the checksums, adds the manifest and names the version.
func (b *Bundle) seal(now time.Time) error {
	slices.SortFunc(b.files, func(x, y file) int { return strings.Compare(x.path, y.path) })
	var manifest strings.Builder
	for i := range b.files {
		f := &b.files[i]
		in, err := f.open()
		if err != nil {
			return err
		}
		hash := sha256.New()
		f.size, err = io.Copy(hash, in)
		in.Close()
		if err != nil {
			return fmt.Errorf("read %s: %w", f.source, err)
		}
		f.sum = hex.EncodeToString(hash.Sum(nil))
		fmt.Fprintf(&manifest, "%s  %s\n", f.sum, f.path)
	}
	b.text("MANIFEST", 0o644, manifest.String())
	last := &b.files[len(b.files)-1]
	last.size = int64(len(last.content))
	whole := sha256.Sum256(last.content)
	b.Name = now.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(whole[:4])
	return nil
}

// open opens the content of a file.
func (f *file) open() (io.ReadCloser, error) {
	if f.source == "" {
		return io.NopCloser(bytes.NewReader(f.content)), nil
	}
	return os.Open(f.source)
}
