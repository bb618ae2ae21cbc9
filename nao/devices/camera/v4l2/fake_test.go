package v4l2

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// fake is a driver in memory: what the kernel would do with our requests.
type fake struct {
	openErr  error
	errs     map[uint]error // of a request
	card     string
	caps     uint32
	pixels   uint32
	width    uint32
	height   uint32
	padding  uint32 // bytes at a row's end
	clock    time.Duration
	stamp    uint32 // how images are stamped
	controls []queryControl
	values   map[uint32]int32
	menus    map[uint32][]string
	unit     map[uint8][2]byte // of the extension unit

	bufs      [][]byte
	queued    []uint32
	filled    []buffer
	sequence  uint32
	streaming bool
	closed    bool
	unmapped  int
	onWait    func(*fake) // before each wait
}

func newFake() *fake {
	return &fake{
		card: "NAO camera", caps: canCapture | canStream, pixels: formatYUYV, width: 8, height: 4,
		stamp: clockMonotonic, clock: time.Hour, values: map[uint32]int32{}, menus: map[uint32][]string{},
		errs: map[uint]error{}, unit: map[uint8][2]byte{},
	}
}

func (k *fake) open(string) (int, error) { return 7, k.openErr }
func (k *fake) close(int) error          { k.closed = true; return nil }

func (k *fake) mmap(_ int, offset int64, length int) ([]byte, error) {
	for int64(len(k.bufs)) <= offset {
		k.bufs = append(k.bufs, make([]byte, length))
	}
	return k.bufs[offset], nil
}
func (k *fake) munmap([]byte) error      { k.unmapped++; return nil }
func (k *fake) monotonic() time.Duration { return k.clock }

func (k *fake) ready(_ int, timeout time.Duration) (bool, error) {
	if k.onWait != nil {
		k.onWait(k)
	}
	if !k.streaming {
		return false, unix.ENODEV
	}
	if len(k.filled) == 0 {
		k.clock += timeout
	}
	return len(k.filled) > 0, nil
}

// fill lets the driver take an image of one value; false when it has no buffer for it.
func (k *fake) fill(value byte, flags uint32) bool {
	k.sequence++
	if len(k.queued) == 0 {
		return false
	}
	i := k.queued[0]
	k.queued = k.queued[1:]
	for j := range k.bufs[i] {
		k.bufs[i][j] = value
	}
	k.filled = append(k.filled, buffer{
		index: i, flags: flags | k.stamp, bytesUsed: uint32(len(k.bufs[i])), sequence: k.sequence - 1,
		sec: int64(k.clock / time.Second), microsec: int64(k.clock % time.Second / time.Microsecond),
	})
	return true
}

func (k *fake) ioctl(_ int, request uint, arg unsafe.Pointer) error {
	if err := k.errs[request]; err != nil {
		return err
	}
	switch request {
	case queryCapability:
		c := (*capability)(arg)
		copy(c.card[:], k.card)
		c.capabilities, c.deviceCaps = ^uint32(0), k.caps
	case setFormat:
		f := (*format)(arg)
		f.pixelFormat, f.width, f.height = k.pixels, k.width, k.height
		f.bytesPerLine = 2*f.width + k.padding
	case enumFormats:
		f := (*formatDescription)(arg)
		if f.index > 0 {
			return unix.EINVAL
		}
		f.pixelFormat = k.pixels
	case enumFrameSizes:
		f := (*frameSize)(arg)
		if f.index > 1 {
			return unix.EINVAL
		}
		f.kind, f.size = discreteSize, [6]uint32{k.width * (f.index + 1), k.height * (f.index + 1)}
	case requestBufs:
		(*requestBuffers)(arg).count = 3
	case queryBuffer:
		b := (*buffer)(arg)
		b.offset, b.length = uint64(b.index), (2*k.width+k.padding)*k.height
	case enqueueBuffer:
		k.queued = append(k.queued, (*buffer)(arg).index)
	case dequeueBuffer:
		if len(k.filled) == 0 {
			return unix.EAGAIN
		}
		*(*buffer)(arg) = k.filled[0]
		k.filled = k.filled[1:]
	case streamOn, streamOff:
		k.streaming = request == streamOn
	case setParameters:
	default:
		return k.control(request, arg)
	}
	return nil
}

func (k *fake) control(request uint, arg unsafe.Pointer) error {
	switch request {
	case askControl:
		q := (*queryControl)(arg)
		for _, c := range k.controls {
			if c.id > q.id&^uint32(nextControl) {
				*q = c
				return nil
			}
		}
	case askMenu:
		m := (*queryMenu)(arg)
		if words := k.menus[m.id]; int(m.index) < len(words) && words[m.index] != "" {
			copy(m.name[:], words[m.index])
			return nil
		}
	case getControl, setControl:
		c := (*control)(arg)
		if _, ok := k.values[c.id]; !ok {
			return unix.EINVAL
		}
		if request == setControl {
			k.values[c.id] = c.value
		}
		c.value = k.values[c.id]
		return nil
	case askExtension:
		q := (*extensionQuery)(arg)
		if q.unit != v6Unit || k.unit == nil {
			return unix.ENOENT
		}
		data := unsafe.Slice(q.data, q.size)
		if q.query == uvcSetCurrent {
			k.unit[q.selector] = [2]byte(data)
		}
		copy(data, func() []byte { v := k.unit[q.selector]; return v[:] }())
		return nil
	}
	return unix.EINVAL
}

func (k *fake) device(opts Options) (*Device, error) {
	if opts.Width == 0 {
		opts.Width, opts.Height = 8, 4
	}
	return open(k, "/dev/video-top", opts)
}
