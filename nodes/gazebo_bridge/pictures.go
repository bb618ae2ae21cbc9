package gazebobridge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonao/gazebo_bridge/gzmsgs"
	sensormsgs "gonao/msgs/sensor_msgs"
)

// pictures returns the kinds of images, lenses and point clouds.
func pictures() []kind {
	return []kind{of(image, imageOf), of(topicsCameraInfo, cameraInfoOf), of(cloud, cloudOf)}
}

// encoding is a pixel format by its name in ROS.
type encoding struct {
	name  string
	bytes uint64 // of a pixel
}

var encodings = map[gzmsgs.PixelFormatType]encoding{
	gzmsgs.PixelFormatType_L_INT8:      {"mono8", 1},
	gzmsgs.PixelFormatType_L_INT16:     {"mono16", 2},
	gzmsgs.PixelFormatType_RGB_INT8:    {"rgb8", 3},
	gzmsgs.PixelFormatType_RGBA_INT8:   {"rgba8", 4},
	gzmsgs.PixelFormatType_BGRA_INT8:   {"bgra8", 4},
	gzmsgs.PixelFormatType_RGB_INT16:   {"rgb16", 6},
	gzmsgs.PixelFormatType_BGR_INT8:    {"bgr8", 3},
	gzmsgs.PixelFormatType_BGR_INT16:   {"bgr16", 6},
	gzmsgs.PixelFormatType_R_FLOAT32:   {"32FC1", 4},
	gzmsgs.PixelFormatType_BAYER_RGGB8: {"bayer_rggb8", 1},
	gzmsgs.PixelFormatType_BAYER_BGGR8: {"bayer_bggr8", 1},
	gzmsgs.PixelFormatType_BAYER_GBRG8: {"bayer_gbrg8", 1},
	gzmsgs.PixelFormatType_BAYER_GRBG8: {"bayer_grbg8", 1},
}

func image(g *gzmsgs.Image) (sensormsgs.Image, error) {
	e, ok := encodings[g.GetPixelFormatType()]
	if !ok {
		return sensormsgs.Image{}, fmt.Errorf("image of format %v: expected one of %s", g.GetPixelFormatType(), known())
	}
	m := sensormsgs.Image{
		Header: header(g.GetHeader()), Height: g.GetHeight(), Width: g.GetWidth(), Encoding: e.name, Step: g.GetStep(), Data: g.GetData(),
	}
	if m.Step == 0 {
		m.Step = uint32(e.bytes) * m.Width
	}
	return m, fits(&m, e)
}

func imageOf(m *sensormsgs.Image) (*gzmsgs.Image, error) {
	for format, e := range encodings {
		if e.name != m.Encoding {
			continue
		}
		if m.IsBigendian != 0 && e.bytes > 1 && !strings.HasSuffix(e.name, "8") {
			return nil, fmt.Errorf("image %s: big-endian, expected little-endian", e.name)
		}
		return &gzmsgs.Image{
			Header: headerOf(&m.Header, ""), Width: m.Width, Height: m.Height, Step: m.Step, Data: m.Data, PixelFormatType: format,
		}, fits(m, e)
	}
	return nil, fmt.Errorf("image with encoding %q: expected one of %s", m.Encoding, known())
}

// fits returns an error for an image with another number of bytes than its size needs.
func fits(m *sensormsgs.Image, e encoding) error {
	step := uint64(m.Step)
	if step < e.bytes*uint64(m.Width) || uint64(len(m.Data)) != step*uint64(m.Height) {
		return fmt.Errorf("image %s of %d x %d in %d bytes, %d a row: expected at least %d a row, and all rows",
			e.name, m.Width, m.Height, len(m.Data), step, e.bytes*uint64(m.Width))
	}
	return nil
}

func known() string {
	var names []string
	for _, format := range slices.Sorted(maps.Keys(encodings)) {
		names = append(names, encodings[format].name)
	}
	return strings.Join(names, ", ")
}

var distortions = map[gzmsgs.CameraInfo_Distortion_DistortionModelType]string{
	gzmsgs.CameraInfo_Distortion_PLUMB_BOB:           "plumb_bob",
	gzmsgs.CameraInfo_Distortion_RATIONAL_POLYNOMIAL: "rational_polynomial",
	gzmsgs.CameraInfo_Distortion_EQUIDISTANT:         "equidistant",
}

// topicsCameraInfo returns a lens; matrices that Gazebo leaves out are 0.
func topicsCameraInfo(g *gzmsgs.CameraInfo) (sensormsgs.CameraInfo, error) {
	m := sensormsgs.CameraInfo{
		Header: header(g.GetHeader()), Height: g.GetHeight(), Width: g.GetWidth(),
		DistortionModel: distortions[g.GetDistortion().GetModel()], D: g.GetDistortion().GetK(),
	}
	if m.DistortionModel == "" {
		return m, fmt.Errorf("camera info with distortion %v: expected plumb_bob, rational_polynomial or equidistant", g.GetDistortion().GetModel())
	}
	copy(m.K[:], g.GetIntrinsics().GetK())
	copy(m.R[:], g.GetRectificationMatrix())
	copy(m.P[:], g.GetProjection().GetP())
	return m, nil
}

func cameraInfoOf(m *sensormsgs.CameraInfo) (*gzmsgs.CameraInfo, error) {
	for model, name := range distortions {
		if name == m.DistortionModel {
			return &gzmsgs.CameraInfo{
				Header: headerOf(&m.Header, ""), Width: m.Width, Height: m.Height,
				Distortion:          &gzmsgs.CameraInfo_Distortion{Model: model, K: m.D},
				Intrinsics:          &gzmsgs.CameraInfo_Intrinsics{K: m.K[:]},
				Projection:          &gzmsgs.CameraInfo_Projection{P: m.P[:]},
				RectificationMatrix: m.R[:],
			}, nil
		}
	}
	return nil, fmt.Errorf("camera info with distortion_model %q: expected plumb_bob, rational_polynomial or equidistant", m.DistortionModel)
}

// cloud returns points. Gazebo's numbers of the fields' types are ROS's less one.
func cloud(g *gzmsgs.PointCloudPacked) (sensormsgs.PointCloud2, error) {
	m := sensormsgs.PointCloud2{
		Header: header(g.GetHeader()), Height: g.GetHeight(), Width: g.GetWidth(), IsBigendian: g.GetIsBigendian(),
		PointStep: g.GetPointStep(), RowStep: g.GetRowStep(), Data: g.GetData(), IsDense: g.GetIsDense(),
	}
	for _, f := range g.GetField() {
		m.Fields = append(m.Fields, sensormsgs.PointField{
			Name: f.GetName(), Offset: f.GetOffset(), Datatype: uint8(f.GetDatatype()) + 1, Count: f.GetCount(),
		})
	}
	return m, holds(&m)
}

func cloudOf(m *sensormsgs.PointCloud2) (*gzmsgs.PointCloudPacked, error) {
	g := &gzmsgs.PointCloudPacked{
		Header: headerOf(&m.Header, ""), Height: m.Height, Width: m.Width, IsBigendian: m.IsBigendian,
		PointStep: m.PointStep, RowStep: m.RowStep, Data: m.Data, IsDense: m.IsDense,
	}
	for _, f := range m.Fields {
		g.Field = append(g.Field, &gzmsgs.PointCloudPacked_Field{
			Name: f.Name, Offset: f.Offset, Datatype: gzmsgs.PointCloudPacked_Field_DataType(int32(f.Datatype) - 1), Count: f.Count,
		})
	}
	return g, holds(m)
}

// holds returns an error for a cloud with other bytes or types than its fields announce.
func holds(m *sensormsgs.PointCloud2) error {
	if want := uint64(m.RowStep) * uint64(m.Height); uint64(len(m.Data)) != want {
		return fmt.Errorf("point cloud of %d bytes: expected %d, %d rows of %d", len(m.Data), want, m.Height, m.RowStep)
	}
	for _, f := range m.Fields {
		if f.Datatype < sensormsgs.PointFieldInt8 || f.Datatype > sensormsgs.PointFieldFloat64 {
			return fmt.Errorf("point cloud: field %s: datatype %d: expected 1 to 8", f.Name, f.Datatype)
		}
	}
	return nil
}
