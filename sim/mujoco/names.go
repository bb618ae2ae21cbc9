package mujoco

/*
#include <stdlib.h>
#include "guard.h"
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Kind is a kind of named object in a model.
type Kind int

// The kinds of named objects.
const (
	Body     Kind = C.mjOBJ_BODY
	Joint    Kind = C.mjOBJ_JOINT
	Geom     Kind = C.mjOBJ_GEOM
	Site     Kind = C.mjOBJ_SITE
	Camera   Kind = C.mjOBJ_CAMERA
	Material Kind = C.mjOBJ_MATERIAL
	Texture  Kind = C.mjOBJ_TEXTURE
	Equality Kind = C.mjOBJ_EQUALITY
	Actuator Kind = C.mjOBJ_ACTUATOR
	Sensor   Kind = C.mjOBJ_SENSOR
	Keyframe Kind = C.mjOBJ_KEY
)

var kindNames = map[Kind]string{
	Body: "body", Joint: "joint", Geom: "geom", Site: "site", Camera: "camera",
	Material: "material", Texture: "texture", Equality: "equality", Actuator: "actuator", Sensor: "sensor",
	Keyframe: "keyframe",
}

// String returns the kind's name in MJCF.
func (k Kind) String() string { return kindNames[k] }

// ID returns the number of the object of that kind and name; it indexes the slices of
// Model and Data.
func (m *Model) ID(kind Kind, name string) (int, error) {
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	id := int(C.mj_name2id(m.m, C.int(kind), cname))
	if id < 0 {
		return 0, fmt.Errorf("model: %s %q: no such %s (there are %d)", kind, name, kind, m.Count(kind))
	}
	return id, nil
}

// Name returns the name of an object, "" if it has none.
func (m *Model) Name(kind Kind, id int) string {
	return C.GoString(C.mj_id2name(m.m, C.int(kind), C.int(id)))
}

// Count returns the number of objects of a kind.
func (m *Model) Count(kind Kind) int {
	switch kind {
	case Body:
		return int(m.m.nbody)
	case Joint:
		return int(m.m.njnt)
	case Geom:
		return int(m.m.ngeom)
	case Site:
		return int(m.m.nsite)
	case Camera:
		return int(m.m.ncam)
	case Material:
		return int(m.m.nmat)
	case Texture:
		return int(m.m.ntex)
	case Equality:
		return int(m.m.neq)
	case Actuator:
		return int(m.m.nu)
	case Sensor:
		return int(m.m.nsensor)
	case Keyframe:
		return int(m.m.nkey)
	}
	return 0
}
