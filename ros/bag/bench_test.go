package bag

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
)

// benchImages is how many images the benchmark writes in one go: ten seconds of two
// cameras at 30 Hz.
const benchImages = 600

// BenchmarkRecordImages is what the recorder does with 640×480 images in YUV 4:2:2:
// queue, chunks, file, and the end of the bag, until the disk has them. Its peer, in
// turns with it, writes the same bytes into a plain file. realtime is how many pairs of
// cameras at 30 Hz it would keep up with, of_raw its time over the peer's.
func BenchmarkRecordImages(b *testing.B) {
	image := make([]byte, 640*480*2+60)
	for i := range image {
		image[i] = byte(i*i>>8) ^ byte(i)
	}
	for _, compression := range []string{"none", "lz4", "zstd"} {
		b.Run(compression, func(b *testing.B) {
			b.SetBytes(int64(len(image)) * benchImages)
			b.ReportAllocs()
			var bag, raw time.Duration
			for b.Loop() {
				b.StopTimer()
				raw += writeRaw(b, image)
				dir := filepath.Join(b.TempDir(), "b")
				b.StartTimer()
				begin := time.Now()
				recordImages(b, dir, image, compression)
				bag += time.Since(begin)
				b.StopTimer()
				require.NoError(b, os.RemoveAll(dir))
				b.StartTimer()
			}
			b.ReportMetric(float64(bag)/float64(raw), "of_raw")
			b.ReportMetric(float64(b.N)*benchImages/60/bag.Seconds(), "realtime")
		})
	}
}

// recordImages writes a bag as the recorder does.
func recordImages(b *testing.B, dir string, image []byte, compression string) {
	w, err := Create(dir, Options{Compression: compression})
	require.NoError(b, err)
	require.NoError(b, w.AddTopic(Topic{Name: "/image", Type: "sensor_msgs/msg/Image"}))
	q := newQueue(w, ros.NewSystemClock(), 0)
	in := q.input("/image")
	for range benchImages {
		for q.waiting.Load() > 64<<20 { // the disk is slower than memory
			time.Sleep(time.Millisecond)
		}
		in(image, time.Time{})
	}
	require.NoError(b, q.close())
	require.NoError(b, w.Close())
	require.Zero(b, q.dropped.Load())
	require.EqualValues(b, benchImages, w.Messages())
}

// writeRaw writes as many bytes into a plain file, and tells how long that took.
func writeRaw(b *testing.B, image []byte) time.Duration {
	name := filepath.Join(b.TempDir(), "raw")
	begin := time.Now()
	f, err := os.Create(name)
	require.NoError(b, err)
	for range benchImages {
		_, err := f.Write(image)
		require.NoError(b, err)
	}
	require.NoError(b, f.Sync())
	require.NoError(b, f.Close())
	took := time.Since(begin)
	require.NoError(b, os.Remove(name))
	return took
}
