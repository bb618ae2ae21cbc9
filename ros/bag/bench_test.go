package bag

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
)

// BenchmarkRecordImages is what the recorder does with a 640×480 image in YUV 4:2:2:
// queue, chunk and file, flat out; two cameras at 30 Hz bring 60 a second.
func BenchmarkRecordImages(b *testing.B) {
	for _, compression := range []string{"none", "lz4", "zstd"} {
		b.Run(compression, func(b *testing.B) {
			image := make([]byte, 640*480*2+60)
			for i := range image {
				image[i] = byte(i*i>>8) ^ byte(i)
			}
			w, err := Create(filepath.Join(b.TempDir(), "b"), Options{Compression: compression})
			require.NoError(b, err)
			require.NoError(b, w.AddTopic(Topic{Name: "/image", Type: "sensor_msgs/msg/Image"}))
			q := newQueue(w, ros.NewSystemClock(), 0)
			in := q.input("/image")
			b.SetBytes(int64(len(image)))
			b.ReportAllocs()
			for b.Loop() {
				for q.waiting.Load() > 64<<20 { // the disk is slower than memory
					time.Sleep(time.Millisecond)
				}
				in(image)
			}
			require.NoError(b, q.close())
			require.NoError(b, w.Close())
			require.Zero(b, q.dropped.Load())
		})
	}
}
