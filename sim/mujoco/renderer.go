package mujoco

/*
#include "render.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"unsafe"
)

// RenderOptions are the quality and the cost of images. The zero value is that of a
// robot's camera: 640×480 at most, no shadows, no multisampling, normal priority.
type RenderOptions struct {
	MaxWidth, MaxHeight int // px; 0: 640 × 480
	Samples             int // per pixel; 4 smooths edges and doubles the time
	ShadowSize          int // px of the shadow map; 0: no shadows
	Slices              int // facets round a sphere; 0: as in the model
	Nice                int // scheduling of the drawing threads: 0 normal to 19 low, 20 only when all else is idle

	drawAll bool // for tests: do not leave out what lies outside the image
}

// View is a point of view: a camera of the model, or a free one.
type View struct {
	Camera       int        // number of the model's camera; FreeCamera: the fields below
	Lookat       [3]float64 // m, world: the point in the middle of the image
	DistanceM    float64    // from Lookat
	AzimuthDeg   float64    // of the view direction, 0 looks along +x, 90 along +y
	ElevationDeg float64    // of the view direction, −20 looks down
	FovYDeg      float64    // vertical opening angle; 0: as in the model
	Collision    bool       // draw the collision shapes (geom group 3) instead of the look
}

// FreeCamera is the View.Camera of a view that is not bound to the model.
const FreeCamera = -1

// Pose is the place of everything in a world at one time: the input of a Renderer. It is
// small (some hundred bytes), so that a simulation can copy it under a short lock and go
// on while it is drawn.
type Pose struct {
	TimeSec float64
	QPos    []float64
	Mocap   []float64 // 7 per mocap body: position, quaternion
	Glow    []Glow
}

// Glow is a geom that shines in its own colour, each part 0 (dark) to 1. Its layout is gonao_glow's.
type Glow struct {
	Geom    int32
	R, G, B float32
}

// CopyPose copies the data's pose into p, whose memory is reused.
func (d *Data) CopyPose(p *Pose) {
	p.TimeSec = d.Time()
	p.QPos = append(p.QPos[:0], d.QPos...)
	p.Mocap, p.Glow = p.Mocap[:0], append(p.Glow[:0], d.Glow...)
	for i := range len(d.MocapPosition) / 3 {
		p.Mocap = append(p.Mocap, d.MocapPosition[3*i:3*i+3]...)
		p.Mocap = append(p.Mocap, d.MocapQuaternion[4*i:4*i+4]...)
	}
}

// Renderer draws a model. It owns an OS thread with an OpenGL context; Render may be
// called from any goroutine, one call at a time is served.
type Renderer struct {
	model    *Model
	options  RenderOptions
	mu       sync.Mutex // serializes requests
	requests chan *renderRequest
	request  renderRequest // reused, under mu
	closed   bool
}

type renderRequest struct {
	pose          *Pose
	view          View
	width, height int
	rgb           []byte
	geoms         []int32 // not nil: number the pixels instead
	show          []byte  // for a numbering: which geoms are drawn, nil: all
	done          chan error
}

// NewRenderer opens a drawing thread for the model. Where EGL or its software driver
// is missing, the error names the packages to install.
func NewRenderer(m *Model, o RenderOptions) (*Renderer, error) {
	if o.MaxWidth == 0 && o.MaxHeight == 0 {
		o.MaxWidth, o.MaxHeight = 640, 480
	}
	if o.MaxWidth < 1 || o.MaxHeight < 1 || o.MaxWidth > 8192 || o.MaxHeight > 8192 {
		return nil, fmt.Errorf("open renderer: size %d×%d: want 1 to 8192 pixels", o.MaxWidth, o.MaxHeight)
	}
	r := &Renderer{model: m, options: o, requests: make(chan *renderRequest)}
	r.request.done = make(chan error)
	if o.Nice < 0 || o.Nice > 20 {
		return nil, fmt.Errorf("open renderer: nice %d: want 0 to 20", o.Nice)
	}
	if err := m.paint(); err != nil {
		return nil, fmt.Errorf("open renderer: %w", err)
	}
	withoutShaderCache()
	opened := make(chan error)
	go r.run(opened)
	if err := <-opened; err != nil {
		return nil, fmt.Errorf("open renderer: %w", err)
	}
	return r, nil
}

// withoutShaderCache switches off the cache of shaders that Mesa keeps on disk, unless the user has chosen. A thread of the
// lowest priority writes it, which a process waits for when it ends, also after SIGKILL: on a busy computer for more than a
// minute.
var withoutShaderCache = sync.OnceFunc(func() {
	if _, chosen := os.LookupEnv(shaderCache); !chosen {
		_ = os.Setenv(shaderCache, "true") // fails for impossible names only
	}
})

const shaderCache = "MESA_SHADER_CACHE_DISABLE"

// run is the drawing thread. It stays locked to its OS thread, which therefore ends
// with it; context and scheduling class end too.
func (r *Renderer) run(opened chan<- error) {
	runtime.LockOSThread()
	message := newMessage()
	defer message.free()
	o := C.gonao_render_options{
		max_width: C.int(r.options.MaxWidth), max_height: C.int(r.options.MaxHeight),
		samples: C.int(r.options.Samples), shadow_size: C.int(r.options.ShadowSize),
		max_geoms: 2000, slices: C.int(r.options.Slices), nice: C.int(r.options.Nice), draw_all: cbool(r.options.drawAll),
	}
	c := C.gonao_render_open(r.model.m, &o, message.c)
	if c == nil {
		opened <- fmt.Errorf("no OpenGL without a display: %s; install libegl1, libegl-mesa0 and libgl1-mesa-dri "+
			"(apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri)", message.text())
		return
	}
	defer C.gonao_render_close(c)
	opened <- nil

	var view C.gonao_view
	for q := range r.requests {
		setView(&view, &q.view)
		q.done <- draw(c, q, &view, message)
	}
	r.request.done <- nil // Close waits for the context's end
}

func setView(c *C.gonao_view, v *View) {
	c.camera = C.int(v.Camera)
	for i, x := range v.Lookat {
		c.lookat[i] = C.double(x)
	}
	c.distance, c.azimuth = C.double(v.DistanceM), C.double(v.AzimuthDeg)
	c.elevation, c.fovy = C.double(v.ElevationDeg), C.double(v.FovYDeg)
	c.geom_groups = 0b000111
	if v.Collision {
		c.geom_groups = 0b001001
	}
}

func draw(c *C.gonao_render, q *renderRequest, view *C.gonao_view, message *message) error {
	var mocap *C.double
	if len(q.pose.Mocap) > 0 {
		mocap = (*C.double)(unsafe.Pointer(&q.pose.Mocap[0]))
	}
	var qpos *C.double
	if len(q.pose.QPos) > 0 {
		qpos = (*C.double)(unsafe.Pointer(&q.pose.QPos[0]))
	}
	var glow *C.gonao_glow
	if len(q.pose.Glow) > 0 {
		glow = (*C.gonao_glow)(unsafe.Pointer(&q.pose.Glow[0]))
	}
	if q.geoms != nil {
		return segment(c, q, qpos, mocap, view, message)
	}
	if C.gonao_render_draw(c, qpos, mocap, glow, C.int(len(q.pose.Glow)), view, C.int(q.width), C.int(q.height),
		(*C.uchar)(unsafe.Pointer(&q.rgb[0])), message.c) != 0 {
		return fmt.Errorf("render: MuJoCo: %s", message.text())
	}
	return nil
}

// Render draws the pose into rgb: width × height × 3 bytes, the top row first. The
// same pose leads to the same bytes, on the same machine. It does not allocate.
func (r *Renderer) Render(pose *Pose, view View, width, height int, rgb []byte) error {
	if err := r.check(pose, view, width, height); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if len(rgb) != width*height*3 {
		return fmt.Errorf("render: buffer of %d bytes: %d×%d pixels need %d", len(rgb), width, height, width*height*3)
	}
	return r.serve(renderRequest{pose: pose, view: view, width: width, height: height, rgb: rgb})
}

// check checks the fields of every request.
func (r *Renderer) check(pose *Pose, view View, width, height int) error {
	m := r.model.m
	switch {
	case width < 1 || height < 1 || width > r.options.MaxWidth || height > r.options.MaxHeight:
		return fmt.Errorf("size %d×%d: the renderer was opened for at most %d×%d",
			width, height, r.options.MaxWidth, r.options.MaxHeight)
	case len(pose.QPos) != int(m.nq) || len(pose.Mocap) != 7*int(m.nmocap):
		return fmt.Errorf("the pose has %d positions, the model %d", len(pose.QPos), int(m.nq))
	case view.Camera >= int(m.ncam) || view.Camera < FreeCamera:
		return fmt.Errorf("camera %d: the model has %d", view.Camera, int(m.ncam))
	}
	return nil
}

// serve has the drawing thread serve a request, and waits for it.
func (r *Renderer) serve(want renderRequest) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return errors.New("render: the renderer is closed")
	}
	q := &r.request
	want.done = q.done
	*q = want
	r.requests <- q
	err := <-q.done
	*q = renderRequest{done: q.done}
	return err
}

// Close ends the drawing thread. The model may be closed after it.
func (r *Renderer) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	close(r.requests)
	<-r.request.done //nolint:errcheck // the thread ends; it has drawn nothing that could fail
}

func cbool(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
