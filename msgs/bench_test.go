package msgs_test

import (
	"encoding/binary"
	"testing"
	"time"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros/cdr"
)

func BenchmarkEncode(b *testing.B) { benchmark(b, true) }

func BenchmarkDecode(b *testing.B) { benchmark(b, false) }

// benchmark encodes or decodes the messages that come most often. The peer of a
// message of fixed size is encoding/binary, which finds its fields by reflection; the
// peer of one that is nearly all data is a plain copy of as many bytes.
func benchmark(b *testing.B, encode bool) {
	for _, m := range []cdr.Message{
		&msgs.RobotState{}, &msgs.JointCommand{},
		&sensormsgs.Image{Encoding: "yuv422_yuy2", Data: make([]byte, 640*480*2)},
		&sensormsgs.CameraInfo{DistortionModel: "plumb_bob", D: make([]float64, 5)},
		&sensormsgs.LaserScan{Ranges: make([]float32, 10000)},
	} {
		b.Run(m.TypeName(), func(b *testing.B) {
			data := cdr.Marshal(m)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if encode {
					data = cdr.MarshalAppend(data[:0], m)
				} else if err := cdr.Unmarshal(data, m); err != nil {
					b.Fatal(err)
				}
			}
			if _, isImage := m.(*sensormsgs.Image); isImage {
				to := make([]byte, len(data))
				b.ReportMetric(timed(func() { copy(to, data) }), "copy-ns")
			} else if binary.Size(m) > 0 {
				b.ReportMetric(byReflection(b, m, encode), "reflection-ns")
			}
		})
	}
}

func byReflection(b *testing.B, m cdr.Message, encode bool) float64 {
	data, err := binary.Append(nil, binary.LittleEndian, m)
	if err != nil {
		b.Fatal(err)
	}
	return timed(func() {
		if encode {
			data, err = binary.Append(data[:0], binary.LittleEndian, m)
		} else {
			_, err = binary.Decode(data, binary.LittleEndian, m)
		}
		if err != nil {
			b.Fatal(err)
		}
	})
}

// timed gives the ns of one call, over a tenth of a second and more.
func timed(call func()) float64 {
	calls := 0
	start := time.Now()
	for time.Since(start) < 100*time.Millisecond {
		for range 100 {
			call()
		}
		calls += 100
	}
	return float64(time.Since(start).Nanoseconds()) / float64(calls)
}
