package gazebobridge

import (
	"time"

	"gonao/gazebo_bridge/gzmsgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	stdmsgs "gonao/msgs/std_msgs"
)

// values returns the kinds of single values and the time.
func values() []kind {
	return []kind{
		always(func(g *gzmsgs.Boolean) stdmsgs.Bool { return stdmsgs.Bool{Data: g.GetData()} },
			func(m *stdmsgs.Bool) *gzmsgs.Boolean { return &gzmsgs.Boolean{Data: m.Data} }),
		always(func(*gzmsgs.Empty) stdmsgs.Empty { return stdmsgs.Empty{} },
			func(*stdmsgs.Empty) *gzmsgs.Empty { return &gzmsgs.Empty{} }),
		always(func(g *gzmsgs.Int32) stdmsgs.Int32 { return stdmsgs.Int32{Data: g.GetData()} },
			func(m *stdmsgs.Int32) *gzmsgs.Int32 { return &gzmsgs.Int32{Data: m.Data} }),
		always(func(g *gzmsgs.UInt32) stdmsgs.UInt32 { return stdmsgs.UInt32{Data: g.GetData()} },
			func(m *stdmsgs.UInt32) *gzmsgs.UInt32 { return &gzmsgs.UInt32{Data: m.Data} }),
		always(func(g *gzmsgs.Float) stdmsgs.Float32 { return stdmsgs.Float32{Data: g.GetData()} },
			func(m *stdmsgs.Float32) *gzmsgs.Float { return &gzmsgs.Float{Data: m.Data} }),
		always(func(g *gzmsgs.Double) stdmsgs.Float64 { return stdmsgs.Float64{Data: g.GetData()} },
			func(m *stdmsgs.Float64) *gzmsgs.Double { return &gzmsgs.Double{Data: m.Data} }),
		always(func(g *gzmsgs.StringMsg) stdmsgs.String { return stdmsgs.String{Data: g.GetData()} },
			func(m *stdmsgs.String) *gzmsgs.StringMsg { return &gzmsgs.StringMsg{Data: m.Data} }),
		always(func(g *gzmsgs.Color) stdmsgs.ColorRGBA {
			return stdmsgs.ColorRGBA{R: g.GetR(), G: g.GetG(), B: g.GetB(), A: g.GetA()}
		}, func(m *stdmsgs.ColorRGBA) *gzmsgs.Color { return &gzmsgs.Color{R: m.R, G: m.G, B: m.B, A: m.A} }),
		always(func(g *gzmsgs.Clock) rosgraphmsgs.Clock { return rosgraphmsgs.Clock{Clock: rosTime(g.GetSim())} },
			func(m *rosgraphmsgs.Clock) *gzmsgs.Clock { return &gzmsgs.Clock{Sim: gzTime(m.Clock)} }),
	}
}

func rosTime(t *gzmsgs.Time) builtininterfaces.Time {
	d := t.Duration()
	if d < 0 {
		return builtininterfaces.Time{}
	}
	return builtininterfaces.Time{Sec: int32(d / time.Second), Nanosec: uint32(d % time.Second)}
}

func gzTime(t builtininterfaces.Time) *gzmsgs.Time {
	return gzmsgs.TimeOf(time.Duration(t.Sec)*time.Second + time.Duration(t.Nanosec))
}

// Keys of the frames in Gazebo's headers.
const (
	frameKey = "frame_id"
	childKey = "child_frame_id"
)

func header(h *gzmsgs.Header) stdmsgs.Header {
	return stdmsgs.Header{Stamp: rosTime(h.GetStamp()), FrameId: entry(h, frameKey)}
}

// headerOf returns a header with the frame and, if it is not empty, the child's frame.
func headerOf(h *stdmsgs.Header, child string) *gzmsgs.Header {
	g := &gzmsgs.Header{Stamp: gzTime(h.Stamp), Data: []*gzmsgs.Header_Map{{Key: frameKey, Value: []string{h.FrameId}}}}
	if child != "" {
		g.Data = append(g.Data, &gzmsgs.Header_Map{Key: childKey, Value: []string{child}})
	}
	return g
}

// entry returns a header's value by key, or "" if the key is missing.
func entry(h *gzmsgs.Header, key string) string {
	for _, d := range h.GetData() {
		if d.GetKey() == key && len(d.GetValue()) > 0 {
			return d.GetValue()[0]
		}
	}
	return ""
}
