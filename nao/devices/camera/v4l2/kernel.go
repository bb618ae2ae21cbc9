package v4l2

import (
	"errors"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// kernel is the part of the operating system that a device uses; tests replace it.
type kernel interface {
	open(path string) (fd int, err error)
	close(fd int) error
	// ioctl makes a request whose structure is at arg.
	ioctl(fd int, request uint, arg unsafe.Pointer) error
	mmap(fd int, offset int64, length int) ([]byte, error)
	munmap(b []byte) error
	// ready blocks until the device can be read, at most for the timeout.
	ready(fd int, timeout time.Duration) (bool, error)
	// monotonic is the time of CLOCK_MONOTONIC, which drivers stamp images with.
	monotonic() time.Duration
}

// linux is the kernel's implementation. poll holds one descriptor, so that waiting does not allocate; one
// goroutine at a time may wait.
type linux struct{ poll [1]unix.PollFd }

func (*linux) open(path string) (int, error) {
	return unix.Open(path, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
}

func (*linux) close(fd int) error { return unix.Close(fd) }

func (*linux) ioctl(fd int, request uint, arg unsafe.Pointer) error {
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), uintptr(request), uintptr(arg))
		if errno == 0 {
			return nil
		}
		if errno != unix.EINTR {
			return errno
		}
	}
}

func (*linux) mmap(fd int, offset int64, length int) ([]byte, error) {
	return unix.Mmap(fd, offset, length, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

func (*linux) munmap(b []byte) error { return unix.Munmap(b) }

func (l *linux) ready(fd int, timeout time.Duration) (bool, error) {
	l.poll[0] = unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
	n, err := unix.Poll(l.poll[:], int(timeout/time.Millisecond))
	switch {
	case errors.Is(err, unix.EINTR):
		return false, nil
	case err != nil:
		return false, err
	case n > 0 && l.poll[0].Revents&unix.POLLIN == 0:
		return false, unix.ENODEV // POLLERR, POLLHUP
	}
	return n > 0, nil
}

func (*linux) monotonic() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
