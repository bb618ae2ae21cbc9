package deploy

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// DefaultSocket is the path where a NAO v6 serves LoLA.
const DefaultSocket = "/tmp/robocup"

// Facts holds what Probe found on a robot.
type Facts struct {
	Kernel    string // uname -r
	Machine   string // uname -m
	Bits      int    // word size of the robot's programs; 0 if unknown
	LibC      string // first line of the C library's version; may be empty
	Home      string
	Writable  bool
	FreeBytes int64
	Lacks     []string // names of the missing tools
	Socket    string   // path that was probed for LoLA; "" if LoLA was not probed
	LoLA      bool     // LoLA's socket exists
	RoboCup   bool     // robocup.conf exists
	Aldebaran bool     // Aldebaran's software is installed
	Services  bool     // systemctl --user works
	Head      string   // serial number of the head; "" if unknown
	Body      string   // serial number of the body; "" if unknown
	Release   string   // release of the operating system; "" if unknown
	Domain    string   // ROS_DOMAIN_ID of the current version; "" if not set

	Runs              bool   // the nodes are running
	Current, Previous string // versions; "" if there is none
	Launch            string // launch file and arguments of the current version
	Since             time.Duration

	have map[string]string // checksums of the current version's files, by path
}

// Probe reads the facts of a robot and changes nothing there. It looks for LoLA at socket, unless socket is "".
func (r *Robot) Probe(ctx context.Context, socket string) (Facts, error) {
	var out bytes.Buffer
	if err := r.run(ctx, probeScript, nil, &out, "socket", socket); err != nil {
		return Facts{}, fmt.Errorf("look at %s: %w", r.login.Target, err)
	}
	f := readFacts(out.String())
	f.Socket = socket
	return f, nil
}

// readFacts parses the probe's lines NAME=value. Facts without a line stay unknown.
func readFacts(text string) Facts {
	f := Facts{have: map[string]string{}}
	var started, now int64
	for line := range strings.SplitSeq(text, "\n") {
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r"), "=")
		yes := value == "yes"
		switch name {
		case "kernel":
			f.Kernel = value
		case "machine":
			f.Machine = value
		case "class":
			f.Bits = map[string]int{"1": 32, "2": 64}[value]
		case "libc":
			f.LibC = value
		case "home":
			f.Home = value
		case "writable":
			f.Writable = yes
		case "free_kb":
			kb, _ := strconv.ParseInt(value, 10, 64) // 0 if unknown
			f.FreeBytes = kb * 1024
		case "lacks":
			f.Lacks = append(f.Lacks, value)
		case "socket":
			f.LoLA = yes
		case "robocup":
			f.RoboCup = yes
		case "aldebaran":
			f.Aldebaran = yes
		case "services":
			f.Services = yes
		case "head":
			f.Head = value
		case "body":
			f.Body = value
		case "release":
			f.Release = value
		case "domain":
			f.Domain = value
		case "runs":
			f.Runs = yes
		case "current":
			f.Current = value
		case "previous":
			f.Previous = value
		case "launch":
			f.Launch = value
		case "started":
			started, _ = strconv.ParseInt(value, 10, 64) // 0 if it has never run
		case "now":
			now, _ = strconv.ParseInt(value, 10, 64)
		case "have":
			if sum, path, ok := strings.Cut(value, "  "); ok {
				f.have[path] = sum
			}
		}
	}
	if f.Runs && started > 0 {
		f.Since = max(0, time.Duration(now-started)*time.Second)
	}
	return f
}

// minKernel is the oldest kernel that programs built with Go and for Debian run on.
const minKernel = "3.2"

// CanRun returns an error if the robot cannot run programs for the machine.
func (f *Facts) CanRun(machine string) error {
	const remotely = "drive it from this computer instead: gonao launch robot.launch.yaml protocol:=naoqi address:=ROBOT (docs/naoqi.md)"
	switch {
	case f.Machine == "" || f.Kernel == "":
		return fmt.Errorf("uname does not answer there: expected a NAO with Linux")
	case olderKernel(f.Kernel, minKernel):
		return fmt.Errorf("its kernel %s (%s) is too old: Go needs %s. NAO V4 and V5 have such a kernel; %s", f.Kernel, f.Machine, minKernel, remotely)
	case f.Machine != machine && machine == "x86_64" && strings.HasSuffix(f.Machine, "86"):
		return fmt.Errorf("its kernel %s is for 32 bit (%s): programs for x86_64 do not run there; %s", f.Kernel, f.Machine, remotely)
	case f.Machine != machine:
		return fmt.Errorf("it is a %s machine, but these programs are for %s: build gonao on a computer of its kind", f.Machine, machine)
	case len(f.Lacks) > 0:
		return fmt.Errorf("it lacks %s, which copying needs: install it there", strings.Join(f.Lacks, ", "))
	case !f.Writable:
		return fmt.Errorf("%s/gonao cannot be written: log in as the user that owns %s", f.Home, f.Home)
	}
	return nil
}

// HasBody returns an error if nothing serves the LoLA socket.
func (f *Facts) HasBody() error {
	switch {
	case f.Socket == "" || f.LoLA:
		return nil
	case f.RoboCup:
		return fmt.Errorf("no LoLA socket at %s, though robocup.conf is there: a NAO takes a minute to boot; if the socket is still missing then, "+
			"run there: systemctl --user status hal lola", f.Socket)
	case f.Aldebaran:
		return fmt.Errorf("no LoLA socket at %s: this NAO runs NAOqi instead of RoboCup's firmware. Flash RoboCup's image (2.8, V6 only), or use "+
			"NAOqi with the launch argument protocol:=naoqi (docs/naoqi.md)", f.Socket)
	}
	return fmt.Errorf("no LoLA socket at %s, and no software of a NAO: is this the robot?", f.Socket)
}

// String returns the facts in one line.
func (f *Facts) String() string {
	parts := []string{"kernel " + f.Kernel + " " + f.Machine}
	if f.Bits != 0 {
		parts = append(parts, fmt.Sprintf("%d-bit programs", f.Bits))
	}
	if f.LibC != "" {
		parts = append(parts, f.LibC)
	}
	return strings.Join(append(parts, megabytes(f.FreeBytes)+" free"), ", ")
}

// olderKernel reports whether release have, such as 4.4.86-rt99, is older than release want.
func olderKernel(have, want string) bool {
	x, y := release(have), release(want)
	return x[0] < y[0] || x[0] == y[0] && x[1] < y[1]
}

// release returns the first two numbers; a part that is not a number is 0.
func release(text string) (numbers [2]int) {
	for i, part := range strings.SplitN(text, ".", 3) {
		if i < 2 {
			digits := part[:len(part)-len(strings.TrimLeft(part, "0123456789"))]
			numbers[i], _ = strconv.Atoi(digits)
		}
	}
	return numbers
}

// megabytes returns a size in MB.
func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
