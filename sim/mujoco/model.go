package mujoco

/*
#cgo CFLAGS: -O2 -Wall
#cgo LDFLAGS: -lmujoco -ldl -lpthread -lm
#include <stdlib.h>
#include "guard.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"sort"
	"strings"
	"sync"
	"unsafe"
)

// Version returns the version of the MuJoCo library that is linked.
func Version() string { return C.GoString(C.mj_versionString()) }

// modelFile is the name under which the model's own text stands in the virtual file system.
const modelFile = "gonao_model.xml"

// Model is a compiled world: constant while it is stepped and drawn. The slices are
// views of MuJoCo's arrays, valid until Close; a simulator may tune them between steps.
type Model struct {
	m *C.mjModel

	BodyMass      []float64 // kg, per body; body 0 is the world
	BodyPos       []float64 // m in the parent, 3 per body
	BodyParent    []int32   // parent body, per body
	BodyRoot      []int32   // the body of the tree that hangs on the world, per body
	JointRange    []float64 // rad or m, 2 per joint
	JointQPos     []int32   // first index in Data.QPos, per joint
	JointDof      []int32   // first index in Data.QVel, per joint
	DofDamping    []float64 // N·m·s/rad or N·s/m, per degree of freedom
	DofArmature   []float64 // kg·m² or kg, per degree of freedom
	ActuatorForce []float64 // N·m or N, 2 (least, most) per actuator
	ActuatorGain  []float64 // 10 (mjNGAIN) per actuator; a position actuator's kp is the first
	ActuatorBias  []float64 // 10 (mjNBIAS) per actuator; a position actuator's −kp is the second
	SensorAddress []int32   // first index in Data.Sensors, per sensor
	SensorSize    []int32   // values, per sensor
	CameraFovY    []float64 // degrees, as in MuJoCo, per camera
	GeomRGBA      []float32 // 0 to 1, 4 per geom
	MaterialRGBA  []float32 // 0 to 1, 4 per material

	paint  func() error   // paints the pictures, once
	texels unsafe.Pointer // C memory of the painted textures, nil before
}

// Load compiles MJCF text. files holds the files that the text names with file="…" (textures, meshes), by name; pictures
// holds the functions that paint textures when the first renderer of the model is opened, by the texture's name. A texture
// gets its picture's size (a cube's six faces are below each other), whatever size the text says, so that a model that is
// not drawn needs no memory for it. The error carries MuJoCo's own message with the line in the text.
func Load(mjcf string, files map[string][]byte, pictures map[string]func() *image.RGBA) (*Model, error) {
	C.gonao_install_handlers()
	vfs := C.gonao_vfs_new()
	if vfs == nil {
		return nil, errors.New("load model: out of memory")
	}
	defer C.gonao_vfs_free(vfs)

	message := newMessage()
	defer message.free()
	if err := addFile(vfs, modelFile, []byte(mjcf), message); err != nil {
		return nil, fmt.Errorf("load model: %w", err)
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if err := addFile(vfs, name, files[name], message); err != nil {
			return nil, fmt.Errorf("load model: %w", err)
		}
	}

	name := C.CString(modelFile)
	defer C.free(unsafe.Pointer(name))
	m := C.gonao_load(vfs, name, message.c)
	if m == nil {
		return nil, fmt.Errorf("load model: %s", strings.TrimSpace(message.text()))
	}
	model := newModel(m)
	model.paint = sync.OnceValue(func() error { return model.paintAll(pictures) })
	return model, nil
}

func addFile(vfs *C.mjVFS, name string, data []byte, message *message) error {
	if len(data) == 0 {
		return fmt.Errorf("file %q is empty", name)
	}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	if C.gonao_vfs_add(vfs, cname, unsafe.Pointer(&data[0]), C.int(len(data)), message.c) != 0 {
		return errors.New(message.text())
	}
	return nil
}

func newModel(m *C.mjModel) *Model {
	return &Model{
		m:             m,
		BodyMass:      floats(m.body_mass, m.nbody),
		BodyPos:       floats(m.body_pos, 3*m.nbody),
		BodyParent:    ints(m.body_parentid, m.nbody),
		BodyRoot:      ints(m.body_rootid, m.nbody),
		JointRange:    floats(m.jnt_range, 2*m.njnt),
		JointQPos:     ints(m.jnt_qposadr, m.njnt),
		JointDof:      ints(m.jnt_dofadr, m.njnt),
		DofDamping:    floats(m.dof_damping, m.nv),
		DofArmature:   floats(m.dof_armature, m.nv),
		ActuatorForce: floats(m.actuator_forcerange, 2*m.nu),
		ActuatorGain:  floats(m.actuator_gainprm, C.mjNGAIN*m.nu),
		ActuatorBias:  floats(m.actuator_biasprm, C.mjNBIAS*m.nu),
		SensorAddress: ints(m.sensor_adr, m.nsensor),
		SensorSize:    ints(m.sensor_dim, m.nsensor),
		CameraFovY:    floats(m.cam_fovy, m.ncam),
		GeomRGBA:      float32s(m.geom_rgba, 4*m.ngeom),
		MaterialRGBA:  float32s(m.mat_rgba, 4*m.nmat),
	}
}

// paintAll paints the pictures on their textures, which get memory of their own for it.
func (m *Model) paintAll(pictures map[string]func() *image.RGBA) error {
	if len(pictures) == 0 {
		return nil
	}
	widths, heights, starts := ints(m.m.tex_width, m.m.ntex), ints(m.m.tex_height, m.m.ntex), ints(m.m.tex_adr, m.m.ntex)
	texels := slices.Clone(unsafe.Slice((*byte)(unsafe.Pointer(m.m.tex_rgb)), int(m.m.ntexdata)))
	for name, paint := range pictures {
		id, err := m.ID(Texture, name)
		if err != nil {
			return err
		}
		img := paint()
		size := img.Rect.Size()
		if cube := ints(m.m.tex_type, m.m.ntex)[id] != C.mjTEXTURE_2D; cube && size.Y != 6*size.X {
			return fmt.Errorf("texture %q is painted with %d×%d pixels; expected six squares below each other", name, size.X, size.Y)
		}
		widths[id], heights[id], starts[id] = int32(size.X), int32(size.Y), int32(len(texels))
		texels = slices.Grow(texels, 3*size.X*size.Y)
		for p := 0; p < len(img.Pix); p += 4 {
			texels = append(texels, img.Pix[p:p+3]...)
		}
	}
	m.texels = C.CBytes(texels)
	m.m.tex_rgb = (*C.mjtByte)(m.texels)
	return nil
}

// Close frees the model. Its Data and Renderers must be closed before.
func (m *Model) Close() {
	if m.m != nil {
		C.mj_deleteModel(m.m)
		C.free(m.texels)
		*m = Model{}
	}
}

// Timestep returns the length of one step in seconds.
func (m *Model) Timestep() float64 { return float64(m.m.opt.timestep) }

// SetTimestep sets the length of one step in seconds.
func (m *Model) SetTimestep(sec float64) { m.m.opt.timestep = C.mjtNum(sec) }

// SetImpRatio sets how much harder a contact holds along its plane than across it, MuJoCo's impratio.
func (m *Model) SetImpRatio(ratio float64) { m.m.opt.impratio = C.mjtNum(ratio) }

// MaxContacts returns the number of contacts that fit; MuJoCo drops the others.
func (m *Model) MaxContacts() int { return int(m.m.nconmax) }

// The functions below return views of MuJoCo's memory; nil for a count of 0, where its
// pointer may be invalid.

func floats[N ~int32 | ~int64](p *C.mjtNum, n N) []float64 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*float64)(unsafe.Pointer(p)), int(n))
}

func float32s[N ~int32 | ~int64](p *C.float, n N) []float32 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(p)), int(n))
}

func ints[N ~int32 | ~int64](p *C.int, n N) []int32 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*int32)(unsafe.Pointer(p)), int(n))
}

// message is a C buffer for the text of an error.
type message struct{ c *C.char }

func newMessage() *message {
	return &message{c: (*C.char)(C.calloc(1, C.kErrSize))}
}

func (m *message) text() string { return C.GoString(m.c) }

func (m *message) free() { C.free(unsafe.Pointer(m.c)) }
