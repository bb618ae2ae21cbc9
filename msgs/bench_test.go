package msgs_test

import (
	"testing"
	"time"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/ros/cdr"
)

func BenchmarkEncode(b *testing.B) { benchmark(b, true) }

func BenchmarkDecode(b *testing.B) { benchmark(b, false) }

// frequent are the messages that come most often, with as much in them as usual.
func frequent() []cdr.Message {
	joints := sensormsgs.JointState{
		Position: make([]float64, 26), Velocity: make([]float64, 26), Effort: make([]float64, 26),
	}
	var tf tf2msgs.TFMessage
	for _, name := range []string{"HeadYaw", "HeadPitch", "LShoulderPitch", "LShoulderRoll", "LElbowYaw", "LElbowRoll", "LWristYaw"} {
		joints.Name = append(joints.Name, name)
		t := geometrymsgs.TransformStamped{ChildFrameId: name + "_link"}
		t.Header.FrameId = "torso"
		tf.Transforms = append(tf.Transforms, t, t, t)
	}
	return []cdr.Message{
		&msgs.RobotState{}, &msgs.JointCommand{},
		&sensormsgs.Image{Encoding: "yuv422_yuy2", Data: make([]byte, 640*480*2)},
		&joints, &tf,
		&sensormsgs.CameraInfo{DistortionModel: "plumb_bob", D: make([]float64, 5)},
		&sensormsgs.LaserScan{Ranges: make([]float32, 10000)},
	}
}

// benchmark encodes or decodes each message, and has three peers do the same with the
// same data: a plain copy of as many bytes, encoding/binary and MessagePack. The last
// two find the fields by reflection.
func benchmark(b *testing.B, encode bool) {
	for _, m := range frequent() {
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
			to := make([]byte, len(data))
			b.ReportMetric(timed(func() { copy(to, data) }), "copy-ns")
			b.ReportMetric(timed(binaryPeer(b, m, encode)), "reflection-ns")
			b.ReportMetric(timed(msgpackPeer(b, m, encode)), "msgpack-ns")
		})
	}
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
