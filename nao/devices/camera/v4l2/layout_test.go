package v4l2

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// The kernel's own header, through a C compiler, has the same sizes, places and requests.
func TestLayoutsAreThoseOfTheKernelsHeader(t *testing.T) {
	var (
		fm format
		sp streamParameters
		fs frameSize
		bf buffer
		qc queryControl
		qm queryMenu
		ct control
		xu extensionQuery
		cp capability
		fd formatDescription
		rb requestBuffers
	)
	want := map[string]uint{
		"sizeof(struct v4l2_capability)":                                          uint(unsafe.Sizeof(cp)),
		"offsetof(struct v4l2_capability, device_caps)":                           uint(unsafe.Offsetof(cp.deviceCaps)),
		"sizeof(struct v4l2_format)":                                              uint(unsafe.Sizeof(fm)),
		"offsetof(struct v4l2_format, fmt.pix.width)":                             uint(unsafe.Offsetof(fm.width)),
		"offsetof(struct v4l2_format, fmt.pix.pixelformat)":                       uint(unsafe.Offsetof(fm.pixelFormat)),
		"offsetof(struct v4l2_format, fmt.pix.bytesperline)":                      uint(unsafe.Offsetof(fm.bytesPerLine)),
		"sizeof(struct v4l2_fmtdesc)":                                             uint(unsafe.Sizeof(fd)),
		"offsetof(struct v4l2_fmtdesc, pixelformat)":                              uint(unsafe.Offsetof(fd.pixelFormat)),
		"sizeof(struct v4l2_frmsizeenum)":                                         uint(unsafe.Sizeof(fs)),
		"offsetof(struct v4l2_frmsizeenum, stepwise.min_height)":                  uint(unsafe.Offsetof(fs.size) + 3*4),
		"sizeof(struct v4l2_streamparm)":                                          uint(unsafe.Sizeof(sp)),
		"offsetof(struct v4l2_streamparm, parm.capture.timeperframe.denominator)": uint(unsafe.Offsetof(sp.denominator)),
		"sizeof(struct v4l2_requestbuffers)":                                      uint(unsafe.Sizeof(rb)),
		"sizeof(struct v4l2_buffer)":                                              uint(unsafe.Sizeof(bf)),
		"offsetof(struct v4l2_buffer, bytesused)":                                 uint(unsafe.Offsetof(bf.bytesUsed)),
		"offsetof(struct v4l2_buffer, timestamp.tv_usec)":                         uint(unsafe.Offsetof(bf.microsec)),
		"offsetof(struct v4l2_buffer, sequence)":                                  uint(unsafe.Offsetof(bf.sequence)),
		"offsetof(struct v4l2_buffer, m.offset)":                                  uint(unsafe.Offsetof(bf.offset)),
		"offsetof(struct v4l2_buffer, length)":                                    uint(unsafe.Offsetof(bf.length)),
		"sizeof(struct v4l2_queryctrl)":                                           uint(unsafe.Sizeof(qc)),
		"offsetof(struct v4l2_queryctrl, default_value)":                          uint(unsafe.Offsetof(qc.initial)),
		"offsetof(struct v4l2_queryctrl, flags)":                                  uint(unsafe.Offsetof(qc.flags)),
		"sizeof(struct v4l2_querymenu)":                                           uint(unsafe.Sizeof(qm)),
		"offsetof(struct v4l2_querymenu, name)":                                   uint(unsafe.Offsetof(qm.name)),
		"sizeof(struct v4l2_control)":                                             uint(unsafe.Sizeof(ct)),
		"sizeof(struct uvc_xu_control_query)":                                     uint(unsafe.Sizeof(xu)),
		"offsetof(struct uvc_xu_control_query, size)":                             uint(unsafe.Offsetof(xu.size)),
		"offsetof(struct uvc_xu_control_query, data)":                             uint(unsafe.Offsetof(xu.data)),
		"VIDIOC_QUERYCAP":                                                         queryCapability, "VIDIOC_ENUM_FMT": enumFormats, "VIDIOC_S_FMT": setFormat,
		"VIDIOC_REQBUFS": requestBufs, "VIDIOC_QUERYBUF": queryBuffer, "VIDIOC_QBUF": enqueueBuffer,
		"VIDIOC_DQBUF": dequeueBuffer, "VIDIOC_STREAMON": streamOn, "VIDIOC_STREAMOFF": streamOff,
		"VIDIOC_S_PARM": setParameters, "VIDIOC_G_CTRL": getControl, "VIDIOC_S_CTRL": setControl,
		"VIDIOC_QUERYCTRL": askControl, "VIDIOC_QUERYMENU": askMenu, "VIDIOC_ENUM_FRAMESIZES": enumFrameSizes,
		"UVCIOC_CTRL_QUERY": askExtension, "UVC_SET_CUR": uvcSetCurrent, "UVC_GET_CUR": uvcGetCurrent,
		"V4L2_PIX_FMT_YUYV": formatYUYV, "V4L2_CID_HFLIP": horizontalFlip, "V4L2_CID_VFLIP": verticalFlip,
		"V4L2_CTRL_FLAG_NEXT_CTRL": nextControl, "V4L2_CTRL_FLAG_INACTIVE": controlInactive,
		"V4L2_CTRL_FLAG_WRITE_ONLY": controlWriteOnly, "V4L2_CTRL_TYPE_BITMASK": kindBitmask,
		"V4L2_CTRL_TYPE_INTEGER_MENU": kindIntegerMenu, "V4L2_BUF_FLAG_ERROR": flagError,
		"V4L2_BUF_FLAG_TIMESTAMP_MASK": clockMask, "V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC": clockMonotonic,
		"V4L2_CAP_VIDEO_CAPTURE": canCapture, "V4L2_CAP_STREAMING": canStream, "V4L2_CAP_DEVICE_CAPS": hasDeviceCaps,
	}
	var c strings.Builder
	c.WriteString("#include <stdio.h>\n#include <stddef.h>\n#include <linux/videodev2.h>\n#include <linux/uvcvideo.h>\n#include <linux/usb/video.h>\nint main(void) {\n")
	for expression := range want {
		fmt.Fprintf(&c, "printf(\"%%s=%%lu\\n\", %q, (unsigned long)(%s));\n", expression, expression)
	}
	c.WriteString("return 0; }\n")
	dir := t.TempDir()
	source, program := filepath.Join(dir, "layout.c"), filepath.Join(dir, "layout")
	require.NoError(t, os.WriteFile(source, []byte(c.String()), 0o644))
	out, err := exec.CommandContext(t.Context(), "gcc", "-o", program, source).CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.CommandContext(t.Context(), program).Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		i := strings.LastIndexByte(line, '=')
		require.Equal(t, fmt.Sprint(want[line[:i]]), strings.TrimSpace(line[i+1:]), line[:i])
	}
	require.Equal(t, len(want), strings.Count(string(out), "\n"))
}
