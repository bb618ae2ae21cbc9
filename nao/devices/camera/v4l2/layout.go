package v4l2

import "unsafe"

// The structures of linux/videodev2.h and linux/uvcvideo.h as 64-bit machines have
// them; a test compares each with the header.

type capability struct {
	driver       [16]byte
	card         [32]byte
	busInfo      [32]byte
	version      uint32
	capabilities uint32
	deviceCaps   uint32
	_            [3]uint32
}

// Bits of a device's capabilities.
const (
	canCapture    = 0x00000001
	canStream     = 0x04000000
	hasDeviceCaps = 0x80000000
)

// format is v4l2_format with the pix member of its union.
type format struct {
	bufType      uint32
	_            uint32
	width        uint32
	height       uint32
	pixelFormat  uint32
	field        uint32
	bytesPerLine uint32
	sizeImage    uint32
	_            [200 - 6*4]byte
}

const (
	videoCapture = 1 // V4L2_BUF_TYPE_VIDEO_CAPTURE
	memoryMap    = 1 // V4L2_MEMORY_MMAP
	fieldNone    = 1 // V4L2_FIELD_NONE
	formatYUYV   = 'Y' | 'U'<<8 | 'Y'<<16 | 'V'<<24
)

type formatDescription struct {
	index       uint32
	bufType     uint32
	flags       uint32
	description [32]byte
	pixelFormat uint32
	mediaBus    uint32
	_           [3]uint32
}

// frameSize is v4l2_frmsizeenum; of the stepwise sizes the union holds least, most and
// step of the width, then of the height.
type frameSize struct {
	index       uint32
	pixelFormat uint32
	kind        uint32
	size        [6]uint32
	_           [2]uint32
}

const discreteSize = 1 // V4L2_FRMSIZE_TYPE_DISCRETE

// streamParameters is v4l2_streamparm with the capture member of its union.
type streamParameters struct {
	bufType     uint32
	capability  uint32
	mode        uint32
	numerator   uint32 // s of a frame
	denominator uint32
	_           [200 - 4*4]byte
}

type requestBuffers struct {
	count        uint32
	bufType      uint32
	memory       uint32
	capabilities uint32
	_            [4]byte
}

type buffer struct {
	index     uint32
	bufType   uint32
	bytesUsed uint32
	flags     uint32
	field     uint32
	_         uint32
	sec       int64
	microsec  int64
	timecode  [16]byte
	sequence  uint32
	memory    uint32
	offset    uint64 // the union m, of which the first 4 bytes count
	length    uint32
	_         [3]uint32
}

// Flags of a buffer.
const (
	flagError      = 0x00000040
	clockMask      = 0x0000e000
	clockMonotonic = 0x00002000
)

type queryControl struct {
	id      uint32
	kind    uint32
	name    [32]byte
	minimum int32
	maximum int32
	step    int32
	initial int32
	flags   uint32
	_       [2]uint32
}

// Kinds and flags of controls.
const (
	kindInteger     = 1
	kindBoolean     = 2
	kindMenu        = 3
	kindButton      = 4
	kindBitmask     = 8
	kindIntegerMenu = 9

	controlDisabled  = 0x0001
	controlGrabbed   = 0x0002
	controlReadOnly  = 0x0004
	controlInactive  = 0x0010
	controlWriteOnly = 0x0040
	nextControl      = 0x80000000 // in an id: the first control after it

	horizontalFlip = 0x00980914 // V4L2_CID_HFLIP
	verticalFlip   = 0x00980915
)

type queryMenu struct {
	id    uint32
	index uint32
	name  [32]byte // for an integer menu, the first 8 bytes are the value
	_     uint32
}

type control struct {
	id    uint32
	value int32
}

// extensionQuery is uvc_xu_control_query.
type extensionQuery struct {
	unit     uint8
	selector uint8
	query    uint8
	size     uint16
	data     *byte
}

const (
	uvcSetCurrent = 0x01 // UVC_SET_CUR
	uvcGetCurrent = 0x81
)

// The requests, as _IOC puts them together.
const (
	write = 1
	read  = 2
	both  = read | write

	queryCapability = read<<30 | 'V'<<8 | uint(unsafe.Sizeof(capability{}))<<16
	enumFormats     = both<<30 | 'V'<<8 | 2 | uint(unsafe.Sizeof(formatDescription{}))<<16
	setFormat       = both<<30 | 'V'<<8 | 5 | uint(unsafe.Sizeof(format{}))<<16
	requestBufs     = both<<30 | 'V'<<8 | 8 | uint(unsafe.Sizeof(requestBuffers{}))<<16
	queryBuffer     = both<<30 | 'V'<<8 | 9 | uint(unsafe.Sizeof(buffer{}))<<16
	enqueueBuffer   = both<<30 | 'V'<<8 | 15 | uint(unsafe.Sizeof(buffer{}))<<16
	dequeueBuffer   = both<<30 | 'V'<<8 | 17 | uint(unsafe.Sizeof(buffer{}))<<16
	streamOn        = write<<30 | 'V'<<8 | 18 | 4<<16
	streamOff       = write<<30 | 'V'<<8 | 19 | 4<<16
	setParameters   = both<<30 | 'V'<<8 | 22 | uint(unsafe.Sizeof(streamParameters{}))<<16
	getControl      = both<<30 | 'V'<<8 | 27 | uint(unsafe.Sizeof(control{}))<<16
	setControl      = both<<30 | 'V'<<8 | 28 | uint(unsafe.Sizeof(control{}))<<16
	askControl      = both<<30 | 'V'<<8 | 36 | uint(unsafe.Sizeof(queryControl{}))<<16
	askMenu         = both<<30 | 'V'<<8 | 37 | uint(unsafe.Sizeof(queryMenu{}))<<16
	enumFrameSizes  = both<<30 | 'V'<<8 | 74 | uint(unsafe.Sizeof(frameSize{}))<<16
	askExtension    = both<<30 | 'u'<<8 | 0x21 | uint(unsafe.Sizeof(extensionQuery{}))<<16
)

// word returns the text of a zero-terminated field.
func word(field []byte) string {
	for i, c := range field {
		if c == 0 {
			return string(field[:i])
		}
	}
	return string(field)
}

// fourCC returns a pixel format's name, "YUYV".
func fourCC(format uint32) string {
	out := make([]byte, 4)
	for i := range out {
		if c := byte(format >> (8 * i)); c >= ' ' && c < 0x7f {
			out[i] = c
		} else {
			out[i] = '?'
		}
	}
	return string(out)
}
