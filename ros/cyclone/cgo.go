package cyclone

/*
#cgo pkg-config: CycloneDDS
#cgo CFLAGS: -O2 -Wall
#include "endpoint.h"
#include <dds/version.h>
#include <stdlib.h>
#cgo noescape gn_write
#cgo nocallback gn_write
#cgo noescape gn_take
#cgo nocallback gn_take
#cgo nocallback gn_release
#cgo nocallback gn_matched
*/
import "C"

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"gonao/ros"
)

// Version is the version of Cyclone DDS that this program was built with.
const Version = C.DDS_VERSION

// rcError returns the error of a DDS return code.
func rcError(rc C.dds_return_t) error {
	return errors.New(C.GoString(C.dds_strretcode(-rc)))
}

// endpointSpec is a reader's or writer's place on the wire.
type endpointSpec struct {
	topic, typ, userData string
	hash                 string // hash of the type; announced if the distribution has hashes
	qos                  ros.QoS
	patience             time.Duration   // longest time that a keep-all write waits for slow readers; only the benchmark's flood waits
	ignoreLocal          bool            // a reader that ignores its own process
	onEvent              func(ros.Event) // may be nil
}

func (s endpointSpec) cQoS() C.struct_gn_qos {
	return C.struct_gn_qos{
		reliable:        C.bool(s.qos.Reliable),
		transient_local: C.bool(s.qos.TransientLocal),
		keep_all:        C.bool(s.qos.KeepAll),
		patience_ns:     C.int64_t(s.patience),
		depth:           C.int32_t(max(s.qos.Depth, 1)),
		deadline_ns:     C.int64_t(s.qos.Deadline),
		lifespan_ns:     C.int64_t(s.qos.Lifespan),
		lease_ns:        C.int64_t(s.qos.Lease),
		manual:          C.bool(s.qos.ManualLiveliness),
	}
}

// newEndpoint makes a writer or a reader.
func newEndpoint(p *participant, s endpointSpec, writer bool) (*C.struct_gn_endpoint, error) {
	userData := s.userData
	if !old(p.distro) {
		userData += hashUserData(s.hash)
	}
	topic, typ, data := C.CString(s.topic), C.CString(s.typ), C.CString(userData)
	defer C.free(unsafe.Pointer(topic))
	defer C.free(unsafe.Pointer(typ))
	defer C.free(unsafe.Pointer(data))
	status := C.int(-1)
	if s.onEvent != nil {
		status = C.int(p.monitor.fd)
	}
	var rc C.dds_return_t
	var e *C.struct_gn_endpoint
	if writer {
		e = C.gn_writer(p.entity, topic, typ, data, s.cQoS(), status, &rc)
	} else {
		e = C.gn_reader(p.entity, topic, typ, data, s.cQoS(), status, C.bool(s.ignoreLocal), &rc)
	}
	if e == nil {
		return nil, fmt.Errorf("DDS topic %s, type %s: %w", s.topic, s.typ, rcError(rc))
	}
	return e, nil
}

// gid is a DDS GUID in wire order.
type gid [16]byte

func entityGID(e C.dds_entity_t) gid {
	var g C.dds_guid_t
	C.dds_get_guid(e, &g)
	return *(*gid)(unsafe.Pointer(&g))
}

// write sends two pieces as one sample.
func write(e *C.struct_gn_endpoint, head, body []byte) error {
	return writeError(C.gn_write(e, unsafe.Pointer(unsafe.SliceData(head)), C.size_t(len(head)),
		unsafe.Pointer(unsafe.SliceData(body)), C.size_t(len(body))))
}

// call numbers a request or a reply of rmw_fastrtps. Other samples have the zero value.
type call struct {
	reader   gid // the client's reader of replies
	sequence int64
}

func goCall(c C.struct_gn_call) call {
	return call{reader: *(*gid)(unsafe.Pointer(&c.guid)), sequence: int64(c.sequence)}
}

// writeCall sends a request or a reply as rmw_fastrtps does.
func writeCall(e *C.struct_gn_endpoint, c call, body []byte) error {
	to := C.struct_gn_call{sequence: C.int64_t(c.sequence)}
	*(*gid)(unsafe.Pointer(&to.guid)) = c.reader
	return writeError(C.gn_write_call(e, to, unsafe.Pointer(unsafe.SliceData(body)), C.size_t(len(body))))
}

func writeError(rc C.dds_return_t) error {
	switch rc {
	case 0:
		return nil
	case C.DDS_RETCODE_TIMEOUT:
		return ros.ErrWouldBlock
	}
	return rcError(rc)
}

// sampleData is where a sample's bytes begin.
func sampleData(s *C.struct_gn_sample) *byte {
	return (*byte)(unsafe.Add(unsafe.Pointer(s), C.gn_data_offset))
}

// sampleBytes are valid until the sample is released.
func sampleBytes(s *C.struct_gn_sample) []byte { return unsafe.Slice(sampleData(s), int(s.size)) }
