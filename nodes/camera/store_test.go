package camera

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao/devices/camera"
	"gonao/ros"
)

func TestImagesAreStoredOnRequest(t *testing.T) {
	cfg := testConfig()
	cfg.Store.Directory = filepath.Join(t.TempDir(), "made", "when needed")
	f := newFake()
	for _, format := range []string{"png", "jpeg", "y4m"} {
		cfg.Store.Format = format
		onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
			answers := b.ask(t, msgs.StoreImagesRequest{Count: 3, Label: "../a b"})
			for i := range uint32(5) {
				b.bus.Advance(33 * time.Millisecond)
				b.give(f, image(i, 0))
			}
			a := <-answers
			require.True(t, a.Success, a.Message)
			want := 3
			if format == "y4m" {
				want = 1
				r, err := camera.OpenRecording(a.Files[0], camera.RecordingOptions{})
				require.NoError(t, err)
				defer r.Close()
				var got camera.Frame
				for i := range uint32(3) {
					require.NoError(t, r.Next(t.Context(), &got))
					require.Equal(t, image(i, 0).YUYV, got.YUYV)
				}
			}
			require.Len(t, a.Files, want)
			require.Equal(t, filepath.Join(cfg.Store.Directory, "top_19700101T000000.033000_---a-b."+format), a.Files[0])
			for _, file := range a.Files {
				info, err := os.Stat(file)
				require.NoError(t, err)
				require.Positive(t, info.Size())
			}
		})
	}
	cfg.Store.Directory = filepath.Join("/proc", "no")
	onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
		answers := b.ask(t, msgs.StoreImagesRequest{})
		b.give(f, image(0, 0))
		require.Contains(t, (<-answers).Message, "store.directory: mkdir /proc/no")
		require.Contains(t, call[msgs.StoreImagesRequest, msgs.StoreImagesResponse](t, b, "store_images", msgs.StoreImagesRequest{Camera: "left"}).Message, "expected top or bottom")
		require.Contains(t, call[msgs.StoreImagesRequest, msgs.StoreImagesResponse](t, b, "store_images", msgs.StoreImagesRequest{Count: 1e6}).Message, "expected at most 1800")
		answers = b.ask(t, msgs.StoreImagesRequest{})
		f.broken <- camera.ErrGone
		require.Equal(t, "camera top: the camera has gone", (<-answers).Message)
	})
}

// A camera that stalls lets a call time out. The next call gets the first images that come
// again, and does not wait behind the images that the first call no longer wants.
func TestACallThatTimedOutDoesNotHoldUpTheNext(t *testing.T) {
	cfg := testConfig()
	cfg.Store.Directory = t.TempDir()
	f := newFake()
	onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
		stalled := b.ask(t, msgs.StoreImagesRequest{Count: 30})
		b.bus.Advance(33 * time.Millisecond)
		b.give(f, image(0, 0))
		b.bus.Advance(10*time.Second + 30*time.Second/5 + time.Second)
		require.Contains(t, (<-stalled).Message, "did not come in time")

		answers := b.ask(t, msgs.StoreImagesRequest{Count: 1})
		b.give(f, image(1, 0))
		select {
		case a := <-answers:
			require.True(t, a.Success, a.Message)
			require.Len(t, a.Files, 1)
		default:
			t.Fatal("the call still waits after an image has come")
		}
	})
}

func TestTheImageInWhichAColorWasSeenIsStored(t *testing.T) {
	cfg := testConfig()
	cfg.Store.Directory, cfg.Store.OnColors, cfg.Store.EverySec, cfg.Store.MaxImages = t.TempDir(), []string{"red"}, 0.1, 2
	cfg.Store.Format = "y4m"
	f := newFake()
	onBus(t, cfg, one(f), func(t *testing.T, b *bench) {
		blobs, err := ros.Advertise[msgs.ColorBlobArray](b.tester, "color_blobs", ros.SensorData())
		require.NoError(t, err)
		see := func(at time.Duration, colors ...string) {
			m := msgs.ColorBlobArray{Header: stdmsgs.Header{Stamp: ros.Stamp(time.Unix(0, 0).Add(at)), FrameId: "CameraTop_optical_frame"}}
			for _, color := range colors {
				m.Blobs = append(m.Blobs, msgs.ColorBlob{Color: color})
			}
			require.NoError(t, blobs.Publish(m))
			synctest.Wait()
		}
		for i := range uint32(40) { // one image each 33 ms
			at := time.Duration(i+1) * 33 * time.Millisecond
			b.bus.Advance(33 * time.Millisecond)
			b.give(f, image(i, 0))
			switch i {
			case 3:
				see(at-33*time.Millisecond, "green", "red") // of the image before
			case 4:
				see(at, "red") // too soon after the last
			case 10:
				see(at, "green")
			case 20, 30:
				see(at, "red") // 30: more than two
			case 35:
				see(0, "red") // forgotten
			}
		}
		files, err := filepath.Glob(filepath.Join(cfg.Store.Directory, "*"))
		require.NoError(t, err)
		for i := range files {
			files[i] = filepath.Base(files[i])
		}
		require.Equal(t, []string{"top_19700101T000000.099000_red.y4m", "top_19700101T000000.693000_red.y4m"}, files)
		require.Equal(t, 1, b.log.count("no more images are stored"))
		r, err := camera.OpenRecording(filepath.Join(cfg.Store.Directory, files[0]), camera.RecordingOptions{})
		require.NoError(t, err)
		defer r.Close()
		var got camera.Frame
		require.NoError(t, r.Next(t.Context(), &got))
		require.Equal(t, image(2, 0).YUYV, got.YUYV)
	})
}
