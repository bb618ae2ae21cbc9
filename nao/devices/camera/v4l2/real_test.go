package v4l2

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gonao/nao/devices/camera"
)

// testDevices finds the devices of a driver that is made for tests.
func testDevices(t *testing.T, driver string) []string {
	t.Helper()
	paths, err := filepath.Glob("/dev/video*")
	require.NoError(t, err)
	var found []string
	for _, path := range paths {
		k := &linux{}
		fd, err := k.open(path)
		if err != nil {
			continue
		}
		var c capability
		if k.ioctl(fd, queryCapability, unsafe.Pointer(&c)) == nil && word(c.driver[:]) == driver {
			found = append(found, path)
		}
		require.NoError(t, k.close(fd))
	}
	return found
}

// vivid is the kernel's own camera that is none: it draws a test picture.
func TestTheKernelsTestCameraIsRead(t *testing.T) {
	var device string
	for _, path := range testDevices(t, "vivid") {
		d, err := Open(path, Options{Images: Images{Width: 640, Height: 480}})
		if err == nil {
			device = path
			require.NoError(t, d.Close())
			break
		}
		t.Log(err)
	}
	if device == "" {
		t.Skip("no camera of the driver vivid; where the kernel has it: sudo modprobe vivid n_devs=1")
	}
	d, err := Open(device, Options{Images: Images{Width: 640, Height: 480, RateHz: 30}})
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close()) }()
	var f camera.Frame
	last := uint32(0)
	for i := range 20 {
		require.NoError(t, d.Next(t.Context(), &f))
		require.True(t, i == 0 || f.Sequence > last)
		require.Less(t, f.Age, time.Second)
		require.Len(t, f.YUYV, 640*480*2)
		last = f.Sequence
	}
	lo, hi := f.YUYV[0], f.YUYV[0]
	for _, b := range f.YUYV {
		lo, hi = min(lo, b), max(hi, b)
	}
	require.Greater(t, hi-lo, byte(100), "a picture with colours")
	t.Logf("%s, %.1f Hz agreed; age of the last image %v, damaged %d", d.Card(), d.RateHz(), f.Age, d.Broken())

	controls, err := d.Controls()
	require.NoError(t, err)
	for _, c := range controls {
		t.Logf("%+v", c)
	}
	brightness, err := d.Control("brightness")
	require.NoError(t, err)
	got, err := d.SetControl("brightness", brightness.Max)
	require.NoError(t, err)
	require.Equal(t, brightness.Max, got)
	_, err = d.SetControl("brightness", brightness.Max+1)
	require.Error(t, err)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		if err := d.Next(context.Background(), &f); err != nil {
			t.Error(err)
		}
	}))

	// Damaged images are left out, and a stream that has broken down is started again.
	_, err = d.SetControl("inject_v4l2_buf_flag_error", 1)
	require.NoError(t, err)
	for d.Broken() == 0 {
		require.NoError(t, d.Next(t.Context(), &f))
	}
	_, err = d.SetControl("inject_fatal_streaming_error", 1)
	require.NoError(t, err)
	for err == nil {
		err = d.Next(t.Context(), &f)
	}
	require.ErrorIs(t, err, camera.ErrGone)
	t.Log(err)
	require.NoError(t, d.Close())
	d, err = Open(device, Options{Images: Images{Width: 640, Height: 480}})
	require.NoError(t, err)
	require.NoError(t, d.Next(t.Context(), &f))

	// A second reader is told that it is not alone.
	_, err = Open(device, Options{Images: Images{Width: 640, Height: 480}})
	require.ErrorIs(t, err, unix.EBUSY)

	// It turns its images itself.
	require.NoError(t, d.Close())
	d, err = Open(device, Options{Images: Images{Width: 640, Height: 480}, Flip: Flip{FlipHorizontal: true, FlipVertical: true}})
	require.NoError(t, err)
	require.NoError(t, d.Next(t.Context(), &f))
	require.False(t, d.program)
}

// v4l2loopback gives what another program writes.
func TestALoopbackGivesWhatWasWritten(t *testing.T) {
	devices := testDevices(t, "v4l2 loopback")
	if len(devices) == 0 {
		t.Skip("no v4l2loopback device; where the kernel takes it: sudo apt-get install v4l2loopback-dkms, sudo modprobe v4l2loopback")
	}
	const width, height = 64, 48
	writer, err := os.OpenFile(devices[0], os.O_RDWR, 0)
	require.NoError(t, err)
	defer writer.Close()
	f := format{
		bufType: 2 /* V4L2_BUF_TYPE_VIDEO_OUTPUT */, width: width, height: height, pixelFormat: formatYUYV,
		field: fieldNone, bytesPerLine: 2 * width, sizeImage: 2 * width * height,
	}
	k := &linux{}
	require.NoError(t, k.ioctl(int(writer.Fd()), setFormat, unsafe.Pointer(&f)))
	image := make([]byte, 2*width*height)
	_, err = writer.Write(image)
	require.NoError(t, err)

	d, err := Open(devices[0], Options{Images: Images{Width: width, Height: height}, Flip: Flip{FlipWith: FlipProgram}})
	require.NoError(t, err)
	defer d.Close()
	var got camera.Frame
	for i := range 20 {
		for j := range image {
			image[j] = byte(i)
		}
		_, err = writer.Write(image)
		require.NoError(t, err)
		for { // the driver may still have an image of before
			require.NoError(t, d.Next(t.Context(), &got))
			if got.YUYV[0] == byte(i) {
				break
			}
		}
		require.Equal(t, image, got.YUYV)
	}
	require.NoError(t, writer.Close())
	require.ErrorIs(t, d.Next(t.Context(), &got), camera.ErrGone, "nobody writes any more")
}
