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
	Bits      int    // of its programs; 0 unknown
	LibC      string // first line of its version; may be empty
	Home      string
	Writable  bool
	FreeBytes int64
	Lacks     []string // missing tools
	Socket    string   // path that was probed for LoLA; "" for none
	LoLA      bool     // its socket is there
	RoboCup   bool     // robocup.conf is there
	Aldebaran bool     // it has the maker's software
	Services  bool     // systemctl --user works
	Head      string   // serial number of the head; "" unknown
	Body      string   // serial number of the body; "" unknown
	Release   string   // of its operating system; "" unknown
	Domain    string   // ROS_DOMAIN_ID of the current version; "" for none

	Runs              bool   // the nodes run
	Current, Previous string // versions; "" for none
	Launch            string // of the current version
	Since             time.Duration

	have map[string]string // checksum by path, of the current version
}

// Probe reads what the robot is. It changes nothing there. It looks for LoLA at socket
// unless that is "".
func (r *Robot) Probe(ctx context.Context, socket string) (Facts, error) {
	var out bytes.Buffer
	if err := r.run(ctx, probeScript, nil, &out, "socket", socket); err != nil {
		return Facts{}, fmt.Errorf("look at %s: %w", r.login.Target, err)
	}
	f := readFacts(out.String())
	f.Socket = socket
	return f, nil
}

// readFacts parses the lines NAME=value of the probe. What is missing stays unknown.
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
			started, _ = strconv.ParseInt(value, 10, 64) // 0 if it never ran
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

// minKernel is the oldest kernel that Go's and Debian's programs run on.
const minKernel = "3.2"

// CanRun returns an error if programs for a machine do not run on the robot.
func (f *Facts) CanRun(machine string) error {
	const remotely = "drive it from this computer instead: gonao launch robot.launch.yaml protocol:=naoqi address:=ROBOT (docs/naoqi.md)"
	switch {
	case f.Machine == "" || f.Kernel == "":
		return fmt.Errorf("it does not say what it is (uname): expected a NAO with Linux")
	case olderKernel(f.Kernel, minKernel):
		return fmt.Errorf("its kernel %s (%s) is too old: Go needs %s. A NAO V4 or V5 is so; %s", f.Kernel, f.Machine, minKernel, remotely)
	case f.Machine != machine && machine == "x86_64" && strings.HasSuffix(f.Machine, "86"):
		return fmt.Errorf("its kernel %s is a 32-bit one (%s): programs for x86_64 do not run there; %s", f.Kernel, f.Machine, remotely)
	case f.Machine != machine:
		return fmt.Errorf("it is a machine of another kind (%s), these programs are for %s: build gonao on a computer of its kind", f.Machine, machine)
	case len(f.Lacks) > 0:
		return fmt.Errorf("it lacks %s, which the copy needs: install it there", strings.Join(f.Lacks, ", "))
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
		return fmt.Errorf("no LoLA socket at %s, though robocup.conf is there: a NAO takes a minute to boot; if it stays so, "+
			"look there at: systemctl --user status hal lola", f.Socket)
	case f.Aldebaran:
		return fmt.Errorf("no LoLA socket at %s: this NAO runs NAOqi and not RoboCup's firmware. Flash RoboCup's image (2.8, V6 only), or use "+
			"NAOqi with the launch argument protocol:=naoqi (docs/naoqi.md)", f.Socket)
	}
	return fmt.Errorf("no LoLA socket at %s, and nothing of a NAO's software: is this the robot?", f.Socket)
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

// olderKernel reports whether one release number, such as 4.4.86-rt99, is below another.
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
