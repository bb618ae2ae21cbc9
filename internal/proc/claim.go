package proc

// This part of the package holds names that one process of a machine may have at a time, such as that of a robot's driver. A claim ends
// with its process, however that ends; nothing is left behind on disk.
//
// A claim is a Unix socket in Linux's abstract namespace. The kernel names the process that listens to it, also to other
// users. Processes in other network namespaces, such as those of containers, have claims of their own.

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// ForceFlag is the environment variable with which (1) a process continues although another one has its claim.
const ForceFlag = "GONAO_FORCE"

// TakenError is the error of a claim that another process has.
type TakenError struct {
	Name   string
	Holder Process
}

func (e *TakenError) Error() string { return e.Name + " is taken by " + e.Holder.String() }

// Process is the process that has a claim.
type Process struct {
	PID     int    // 0: it is not visible from here
	Command string // its command line, shortened; empty where it is not known
}

// String returns the process for people: "pid 12 (gonao launch sim.launch.yaml)".
func (p Process) String() string {
	switch {
	case p.PID == 0:
		return "a process of another container"
	case p.Command == "":
		return fmt.Sprintf("pid %d", p.PID)
	}
	return fmt.Sprintf("pid %d (%s)", p.PID, p.Command)
}

// Claim is a name that this process has.
type Claim struct{ listener net.Listener }

// TakeClaim takes a name until Release. The error is a TakenError when another process, or this one, has it.
func TakeClaim(name string) (*Claim, error) {
	l, err := net.Listen("unix", address(name))
	if errors.Is(err, syscall.EADDRINUSE) {
		holder, _ := claimHolder(name)
		return nil, &TakenError{Name: name, Holder: holder}
	}
	if err != nil {
		return nil, fmt.Errorf("claim %s: %w", name, err)
	}
	go func() { // answers the processes that ask for the holder
		for {
			conn, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err == nil {
				conn.Close()
			}
		}
	}()
	return &Claim{l}, nil
}

// Release ends the claim. A nil claim has nothing to release.
func (c *Claim) Release() {
	if c != nil {
		c.listener.Close()
	}
}

// claimHolder returns the process that has a name, and whether there is one.
func claimHolder(name string) (Process, bool) {
	conn, err := net.Dial("unix", address(name))
	if errors.Is(err, syscall.EAGAIN) { // too many processes ask at once
		return Process{}, true
	}
	if err != nil {
		return Process{}, false
	}
	defer conn.Close()
	raw, err := conn.(*net.UnixConn).SyscallConn()
	if err != nil {
		return Process{}, true
	}
	var p Process
	_ = raw.Control(func(fd uintptr) {
		if cred, err := unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil {
			p.PID = int(cred.Pid)
		}
	})
	p.Command = command(p.PID)
	return p, true
}

// CheckClaim returns a TakenError when another process has a name.
func CheckClaim(name string) error {
	if holder, ok := claimHolder(name); ok && holder.PID != os.Getpid() {
		return &TakenError{Name: name, Holder: holder}
	}
	return nil
}

// NodeClaim returns the name that the process of a ROS node has; domain is ROS_DOMAIN_ID, empty for 0.
func NodeClaim(domain, fullName string) string { return "node " + fullName + inDomain(domain) }

// StartTime returns the name of the claim that the launcher of a ROS node has. The launcher takes it before it starts the node, and
// releases it when it no longer starts the node again.
func StartTime(domain, fullName string) string {
	return "the start of node " + fullName + inDomain(domain)
}

func inDomain(domain string) string {
	domain = cmp.Or(domain, "0")
	return " in ROS domain " + domain
}

// ForcedClaim reports whether the process shall continue although a claim is taken.
func ForcedClaim() bool { return os.Getenv(ForceFlag) == "1" }

// address returns the abstract socket of a name of any length.
func address(name string) string { return fmt.Sprintf("@gonao/%x", sha256.Sum256([]byte(name))) }

// longest is the largest part of a command line that is shown.
const longest = 60

// command returns the beginning of a process's command line.
func command(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return ""
	}
	text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte{0}, []byte{' '}))
	if len(text) > longest {
		text = append(text[:longest:longest], "…"...)
	}
	return string(text)
}
