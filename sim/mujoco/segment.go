package mujoco

/*
#include "render.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// Nothing is the number of a pixel that shows no geom.
const Nothing = -1

// Segment writes which geom each pixel shows into geoms: width × height numbers, the top row first, [Nothing] without a
// geom. show has a byte for each geom of the model, 0 leaves the geom out; nil shows all. Transparent geoms, such as a
// goal's net, are left out. A pixel belongs to the geom at its centre, so the renderer must have been opened without
// Samples. It does not allocate.
func (r *Renderer) Segment(pose *Pose, view View, width, height int, show []byte, geoms []int32) error {
	switch {
	case r.options.Samples > 1:
		return errors.New("segment: the renderer smooths edges: expected one opened without samples")
	case len(geoms) == 0 || len(geoms) != width*height:
		return fmt.Errorf("segment: buffer of %d numbers: %d×%d pixels need %d", len(geoms), width, height, width*height)
	case show != nil && len(show) != int(r.model.m.ngeom):
		return fmt.Errorf("segment: %d geoms to show: the model has %d", len(show), int(r.model.m.ngeom))
	}
	if err := r.check(pose, view, width, height); err != nil {
		return fmt.Errorf("segment: %w", err)
	}
	return r.serve(renderRequest{pose: pose, view: view, width: width, height: height, geoms: geoms, show: show})
}

func segment(c *C.gonao_render, q *renderRequest, qpos, mocap *C.double, view *C.gonao_view, message *message) error {
	var show *C.uchar
	if len(q.show) > 0 {
		show = (*C.uchar)(unsafe.Pointer(&q.show[0]))
	}
	if C.gonao_render_segment(c, qpos, mocap, show, view, C.int(q.width), C.int(q.height),
		(*C.int)(unsafe.Pointer(&q.geoms[0])), message.c) != 0 {
		return fmt.Errorf("segment: MuJoCo: %s", message.text())
	}
	return nil
}
