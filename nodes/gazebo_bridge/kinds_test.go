package gazebobridge

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/ros"
)

func subscribeImages(b *topicsBench) (*ros.Subscription[sensormsgs.Image], error) {
	return ros.Subscribe[sensormsgs.Image](b.tester, "ros_side")
}

var (
	stampHeader = stdmsgs.Header{Stamp: builtininterfaces.Time{Sec: 12, Nanosec: 34}, FrameId: "torso"}
	gzHeader    = &gzmsgs.Header{Stamp: &gzmsgs.Time{Sec: 12, Nsec: 34}, Data: []*gzmsgs.Header_Map{{Key: "frame_id", Value: []string{"torso"}}}}
	childHeader = &gzmsgs.Header{Stamp: &gzmsgs.Time{Sec: 12, Nsec: 34}, Data: []*gzmsgs.Header_Map{
		{Key: "frame_id", Value: []string{"torso"}}, {Key: "child_frame_id", Value: []string{"head"}},
	}}
	rosVector = geometrymsgs.Vector3{X: 1, Y: 2, Z: 3}
	rosPoint  = geometrymsgs.Point{X: 1, Y: 2, Z: 3}
	gzVector  = &gzmsgs.Vector3D{X: 1, Y: 2, Z: 3}
	rosTurn   = geometrymsgs.Quaternion{X: 0.5, Y: -0.5, Z: 0.25, W: 0.75}
	gzTurn    = &gzmsgs.Quaternion{X: 0.5, Y: -0.5, Z: 0.25, W: 0.75}
	rosPose   = geometrymsgs.Pose{Position: rosPoint, Orientation: rosTurn}
	rosTwist  = geometrymsgs.Twist{Linear: rosVector, Angular: geometrymsgs.Vector3{Z: -4}}
	rosWrench = geometrymsgs.Wrench{Force: rosVector, Torque: geometrymsgs.Vector3{Z: -4}}
	rosMove   = geometrymsgs.TransformStamped{
		Header: stampHeader, ChildFrameId: "head", Transform: geometrymsgs.Transform{Translation: rosVector, Rotation: rosTurn},
	}
)

func gzPose(h *gzmsgs.Header, name string) *gzmsgs.Pose {
	return &gzmsgs.Pose{Header: h, Name: name, Position: gzVector, Orientation: gzTurn}
}

func gzTwist(h *gzmsgs.Header) *gzmsgs.Twist {
	return &gzmsgs.Twist{Header: h, Linear: gzVector, Angular: &gzmsgs.Vector3D{Z: -4}}
}

func gzWrench(h *gzmsgs.Header) *gzmsgs.Wrench {
	return &gzmsgs.Wrench{Header: h, Force: gzVector, Torque: &gzmsgs.Vector3D{Z: -4}}
}

// Each type goes both ways over the real transport, field by field.
func TestEachTypeGoesBothWays(t *testing.T) {
	var tried []Pair
	try := func(p Pair) { tried = append(tried, p) }
	pass(t, try, stdmsgs.Bool{Data: true}, &gzmsgs.Boolean{Data: true})
	pass(t, try, stdmsgs.Empty{}, &gzmsgs.Empty{})
	pass(t, try, stdmsgs.Int32{Data: -7}, &gzmsgs.Int32{Data: -7})
	pass(t, try, stdmsgs.UInt32{Data: 1 << 31}, &gzmsgs.UInt32{Data: 1 << 31})
	pass(t, try, stdmsgs.Float32{Data: 0.1}, &gzmsgs.Float{Data: 0.1})
	pass(t, try, stdmsgs.Float64{Data: 0.1}, &gzmsgs.Double{Data: 0.1})
	pass(t, try, stdmsgs.String{Data: "grün"}, &gzmsgs.StringMsg{Data: "grün"})
	pass(t, try, stdmsgs.ColorRGBA{R: 0.1, G: 0.2, B: 0.3, A: 0.4}, &gzmsgs.Color{R: 0.1, G: 0.2, B: 0.3, A: 0.4})
	pass(t, try, rosgraphmsgs.Clock{Clock: stampHeader.Stamp}, &gzmsgs.Clock{Sim: gzHeader.GetStamp()})

	pass(t, try, rosVector, gzVector)
	pass(t, try, rosPoint, gzVector)
	pass(t, try, rosTurn, gzTurn)
	pass(t, try, rosPose, gzPose(nil, ""))
	pass(t, try, geometrymsgs.PoseStamped{Header: stampHeader, Pose: rosPose}, gzPose(gzHeader, ""))
	pass(t, try, geometrymsgs.PoseArray{Header: stampHeader, Poses: []geometrymsgs.Pose{rosPose, rosPose}},
		&gzmsgs.Pose_V{Header: gzHeader, Pose: []*gzmsgs.Pose{gzPose(gzHeader, ""), gzPose(gzHeader, "")}})
	pass(t, try, rosMove.Transform, gzPose(nil, ""))
	pass(t, try, rosMove, gzPose(childHeader, "head"))
	pass(t, try, tf2msgs.TFMessage{Transforms: []geometrymsgs.TransformStamped{rosMove, rosMove}},
		&gzmsgs.Pose_V{Header: gzHeader, Pose: []*gzmsgs.Pose{gzPose(childHeader, "head"), gzPose(childHeader, "head")}})
	pass(t, try, rosTwist, gzTwist(nil))
	pass(t, try, geometrymsgs.TwistStamped{Header: stampHeader, Twist: rosTwist}, gzTwist(gzHeader))
	pass(t, try, rosWrench, gzWrench(nil))
	pass(t, try, geometrymsgs.WrenchStamped{Header: stampHeader, Wrench: rosWrench}, gzWrench(gzHeader))
	pass(t, try, navmsgs.Odometry{
		Header: stampHeader, ChildFrameId: "head",
		Pose: geometrymsgs.PoseWithCovariance{Pose: rosPose}, Twist: geometrymsgs.TwistWithCovariance{Twist: rosTwist},
	}, &gzmsgs.Odometry{Header: childHeader, Pose: gzPose(nil, ""), Twist: gzTwist(nil)})

	pass(t, try, sensormsgs.Imu{Header: stampHeader, Orientation: rosTurn, AngularVelocity: rosVector, LinearAcceleration: rosVector},
		&gzmsgs.IMU{Header: gzHeader, EntityName: "torso", Orientation: gzTurn, AngularVelocity: gzVector, LinearAcceleration: gzVector})
	pass(t, try, sensormsgs.MagneticField{Header: stampHeader, MagneticField: rosVector},
		&gzmsgs.Magnetometer{Header: gzHeader, FieldTesla: gzVector})
	pass(t, try, sensormsgs.FluidPressure{Header: stampHeader, FluidPressure: 101325, Variance: 2},
		&gzmsgs.FluidPressure{Header: gzHeader, Pressure: 101325, Variance: 2})
	pass(t, try, sensormsgs.JointState{
		Header: stampHeader, Name: []string{"HeadYaw", "HeadPitch"}, Position: []float64{0.5, 1}, Velocity: []float64{2, 3}, Effort: []float64{4, 5},
	}, &gzmsgs.Model{Header: gzHeader, Joint: []*gzmsgs.Joint{
		{Name: "HeadYaw", Axis1: &gzmsgs.Axis{Position: 0.5, Velocity: 2, Force: 4}},
		{Name: "HeadPitch", Axis1: &gzmsgs.Axis{Position: 1, Velocity: 3, Force: 5}},
	}})
	pass(t, try, sensormsgs.LaserScan{
		Header: stampHeader, AngleMin: -1, AngleMax: 1, AngleIncrement: 1, RangeMin: 0.25, RangeMax: 5, Ranges: []float32{1, 2, 3}, Intensities: []float32{4, 5, 6},
	}, &gzmsgs.LaserScan{
		Header: gzHeader, Frame: "torso", AngleMin: -1, AngleMax: 1, AngleStep: 1, RangeMin: 0.25, RangeMax: 5,
		Count: 3, VerticalCount: 1, Ranges: []float64{1, 2, 3}, Intensities: []float64{4, 5, 6},
	})

	pass(t, try, sensormsgs.Image{Header: stampHeader, Height: 1, Width: 2, Encoding: "rgb8", Step: 6, Data: []byte{1, 2, 3, 4, 5, 6}},
		&gzmsgs.Image{Header: gzHeader, Height: 1, Width: 2, Step: 6, Data: []byte{1, 2, 3, 4, 5, 6}, PixelFormatType: gzmsgs.PixelFormatType_RGB_INT8})
	lens := sensormsgs.CameraInfo{
		Header: stampHeader, Height: 480, Width: 640, DistortionModel: "rational_polynomial", D: []float64{1, 2, 3, 4, 5, 6, 7, 8},
		K: [9]float64{30, 0, 1, 0, 31, 2, 0, 0, 1}, R: [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, P: [12]float64{30, 0, 1, 0, 0, 31, 2, 0, 0, 0, 1, 0},
	}
	pass(t, try, lens, &gzmsgs.CameraInfo{
		Header: gzHeader, Height: 480, Width: 640,
		Distortion: &gzmsgs.CameraInfo_Distortion{Model: gzmsgs.CameraInfo_Distortion_RATIONAL_POLYNOMIAL, K: lens.D},
		Intrinsics: &gzmsgs.CameraInfo_Intrinsics{K: lens.K[:]}, Projection: &gzmsgs.CameraInfo_Projection{P: lens.P[:]},
		RectificationMatrix: lens.R[:],
	})
	pass(t, try, sensormsgs.PointCloud2{
		Header: stampHeader, Height: 1, Width: 1, PointStep: 4, RowStep: 4, Data: []byte{1, 2, 3, 4}, IsDense: true,
		Fields: []sensormsgs.PointField{{Name: "x", Datatype: sensormsgs.PointFieldFloat32, Count: 1}},
	}, &gzmsgs.PointCloudPacked{
		Header: gzHeader, Height: 1, Width: 1, PointStep: 4, RowStep: 4, Data: []byte{1, 2, 3, 4}, IsDense: true,
		Field: []*gzmsgs.PointCloudPacked_Field{{Name: "x", Datatype: gzmsgs.PointCloudPacked_Field_FLOAT32, Count: 1}},
	})
	require.ElementsMatch(t, Pairs(), tried, "every pair is tried")
}

// pass sends a message each way through a bridge and compares what comes out.
func pass[T, G any, PT ros.Message[T], PG protobuf[G]](t *testing.T, try func(Pair), m T, g PG) {
	t.Helper()
	p := Pair{ROS: PT(&m).TypeName(), Gz: gzmsgs.Name(g)}
	try(p)
	t.Run(p.ROS+" "+p.Gz, func(t *testing.T) {
		t.Parallel()
		b := newTopicsBench(t, entryOf(p, "BIDIRECTIONAL"))
		inGz := b.listen("/gazebo/side", "")
		inROS, err := ros.Subscribe[T, PT](b.tester, "ros_side")
		require.NoError(t, err)
		fromROS, err := ros.Advertise[T, PT](b.tester, "ros_side")
		require.NoError(t, err)
		fromGz := b.publish("/gazebo/side", "ignition.msgs."+p.Gz)
		b.connected()
		matched(t, fromROS.Subscribers)
		require.NoError(t, fromGz.Send(g))
		require.Equal(t, m, topicsReceive(t, inROS.C()))
		require.NoError(t, fromROS.Publish(m))
		out := topicsReceive(t, inGz)
		got := PG(new(G))
		require.NoError(t, out.Into(got))
		require.True(t, proto.Equal(g, got), "expected %v, got %v", g, got)
	})
}

func TestAScanOfSeveralRowsBecomesItsMiddleOne(t *testing.T) {
	m, err := laserScan(&gzmsgs.LaserScan{Frame: "sonar", Count: 2, VerticalCount: 3, Ranges: []float64{1, 2, 3, 4, 5, 6}})
	require.NoError(t, err)
	require.Equal(t, []float32{3, 4}, m.Ranges)
	require.Empty(t, m.Intensities)
	require.Equal(t, "sonar", m.Header.FrameId)
	for _, bad := range []*gzmsgs.LaserScan{
		{Count: 2, Ranges: []float64{1}},
		{Count: 1 << 31, VerticalCount: 1 << 31, Ranges: []float64{1}},
	} {
		_, err := laserScan(bad)
		require.ErrorContains(t, err, "expected")
	}
}

func TestWhatHasNoCounterpartIsRefused(t *testing.T) {
	_, err := image(&gzmsgs.Image{PixelFormatType: gzmsgs.PixelFormatType_RGB_FLOAT16})
	require.ErrorContains(t, err, "RGB_FLOAT16: expected one of mono8")
	_, err = imageOf(&sensormsgs.Image{Encoding: "yuv422_yuy2"})
	require.ErrorContains(t, err, `encoding "yuv422_yuy2": expected one of mono8`)
	_, err = imageOf(&sensormsgs.Image{Encoding: "mono16", IsBigendian: 1})
	require.ErrorContains(t, err, "big-endian")
	_, err = cameraInfoOf(&sensormsgs.CameraInfo{})
	require.ErrorContains(t, err, "expected plumb_bob")
	_, err = topicsCameraInfo(&gzmsgs.CameraInfo{Distortion: &gzmsgs.CameraInfo_Distortion{Model: 9}})
	require.ErrorContains(t, err, "expected plumb_bob")
	_, err = cloud(&gzmsgs.PointCloudPacked{Height: 1, RowStep: 2})
	require.ErrorContains(t, err, "expected 2, 1 rows of 2")
	_, err = cloudOf(&sensormsgs.PointCloud2{Fields: []sensormsgs.PointField{{Name: "x"}}})
	require.ErrorContains(t, err, "field x: datatype 0: expected 1 to 8")
}

func TestAPoseWithoutAChildsFrameIsNamedByItself(t *testing.T) {
	m := transformStamped(&gzmsgs.Pose{Name: "ball"})
	require.Equal(t, "ball", m.ChildFrameId)
	require.Equal(t, geometrymsgs.Quaternion{W: 1}, m.Transform.Rotation)
}
