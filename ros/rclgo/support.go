//go:build rclgo

package rclgo

/*
#cgo LDFLAGS: -ldl
#include "support.h"
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/tiiuae/rclgo/pkg/rclgo/types"
)

// errNoSupport is returned if no library for a type is installed.
var errNoSupport = errors.New("no type support installed")

// typeName is a ROS type taken apart: std_srvs, srv, SetBool_Request.
type typeName struct{ pkg, kind, name string }

func parseType(text string) (typeName, error) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return typeName{}, fmt.Errorf("type %q: expected package/kind/Name", text)
	}
	return typeName{parts[0], parts[1], parts[2]}, nil
}

// mangled joins the three parts as rosidl's symbols do.
func (t typeName) mangled() string { return t.pkg + "__" + t.kind + "__" + t.name }

// symbol finds a symbol in one of a package's libraries.
func symbol(library, name string) (unsafe.Pointer, error) {
	lib, sym := C.CString(library), C.CString(name)
	defer C.free(unsafe.Pointer(lib))
	defer C.free(unsafe.Pointer(sym))
	var why *C.char
	address := C.gr_symbol(lib, sym, &why)
	if address == nil {
		return nil, fmt.Errorf("%w: %s", errNoSupport, C.GoString(why))
	}
	return address, nil
}

// handle returns the type support of a message or a service (what).
func handle(t typeName, what string) (unsafe.Pointer, error) {
	get, err := symbol("lib"+t.pkg+"__rosidl_typesupport_c.so",
		"rosidl_typesupport_c__get_"+what+"_type_support_handle__"+t.mangled())
	if err != nil {
		return nil, err
	}
	support := C.gr_handle(get)
	if support == nil {
		return nil, fmt.Errorf("%w: %s", errNoSupport, t.mangled())
	}
	return support, nil
}

// bytesSupport is the type support of serialized messages, for topics. rclgo uses only its handle.
type bytesSupport struct{ support unsafe.Pointer }

func newBytesSupport(name string) (*bytesSupport, error) {
	t, err := parseType(name)
	if err != nil {
		return nil, err
	}
	support, err := handle(t, "message")
	if err != nil {
		return nil, err
	}
	return &bytesSupport{support}, nil
}

func (s *bytesSupport) New() types.Message                       { return &message{} }
func (s *bytesSupport) PrepareMemory() unsafe.Pointer            { return nil }
func (s *bytesSupport) ReleaseMemory(unsafe.Pointer)             {}
func (s *bytesSupport) AsCStruct(unsafe.Pointer, types.Message)  {}
func (s *bytesSupport) AsGoStruct(types.Message, unsafe.Pointer) {}
func (s *bytesSupport) TypeSupport() unsafe.Pointer              { return s.support }

// messageSupport is that of messages that rcl wants as C structs: a service's.
type messageSupport struct {
	bytesSupport
	create, destroy unsafe.Pointer
}

func newMessageSupport(name string) (*messageSupport, error) {
	plain, err := newBytesSupport(name)
	if err != nil {
		return nil, err
	}
	t, _ := parseType(name) // newBytesSupport has parsed it
	s := &messageSupport{bytesSupport: *plain}
	library := "lib" + t.pkg + "__rosidl_generator_c.so"
	if s.create, err = symbol(library, t.mangled()+"__create"); err != nil {
		return nil, err
	}
	if s.destroy, err = symbol(library, t.mangled()+"__destroy"); err != nil {
		return nil, err
	}
	return s, nil
}

// PrepareMemory makes a C struct with the message's defaults.
func (s *messageSupport) PrepareMemory() unsafe.Pointer { return C.gr_create(s.create) }

// ReleaseMemory frees the memory from PrepareMemory.
func (s *messageSupport) ReleaseMemory(p unsafe.Pointer) { C.gr_destroy(s.destroy, p) }

// AsCStruct sets the C struct from a message's bytes. If the bytes cannot be decoded, the struct keeps its defaults and
// the message holds the error, since the interface cannot return one.
func (s *messageSupport) AsCStruct(dst unsafe.Pointer, src types.Message) {
	m := src.(*message)
	rc := C.gr_fill(dst, (*C.rosidl_message_type_support_t)(s.support),
		unsafe.Pointer(unsafe.SliceData(m.data)), C.size_t(len(m.data)))
	if rc != C.RMW_RET_OK {
		m.err = fmt.Errorf("%d bytes do not fit the type: rmw_deserialize returned %d", len(m.data), int(rc))
	}
}

// AsGoStruct sets a message to the bytes of a C struct.
func (s *messageSupport) AsGoStruct(dst types.Message, src unsafe.Pointer) {
	m := dst.(*message)
	var out C.rmw_serialized_message_t
	defer C.gr_release(&out)
	if rc := C.gr_bytes(src, (*C.rosidl_message_type_support_t)(s.support), &out); rc != C.RMW_RET_OK {
		m.err = fmt.Errorf("rmw_serialize returned %d", int(rc))
		return
	}
	m.data = C.GoBytes(unsafe.Pointer(out.buffer), C.int(out.buffer_length))
}

// message is any message, as its CDR bytes with their header.
type message struct {
	data []byte
	err  error // error of the last conversion
}

func (m *message) CloneMsg() types.Message                  { c := *m; return &c }
func (m *message) SetDefaults()                             { m.data = nil }
func (m *message) GetTypeSupport() types.MessageTypeSupport { return nil } // never called on a message

// serviceSupport is the type support of a service.
type serviceSupport struct {
	request, response *messageSupport
	support           unsafe.Pointer
}

func newServiceSupport(request, response string) (*serviceSupport, error) {
	t, err := parseType(strings.TrimSuffix(request, "_Request"))
	if err != nil {
		return nil, err
	}
	s := &serviceSupport{}
	if s.support, err = handle(t, "service"); err != nil {
		return nil, err
	}
	if s.request, err = newMessageSupport(request); err != nil {
		return nil, err
	}
	if s.response, err = newMessageSupport(response); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *serviceSupport) Request() types.MessageTypeSupport  { return s.request }
func (s *serviceSupport) Response() types.MessageTypeSupport { return s.response }
func (s *serviceSupport) TypeSupport() unsafe.Pointer        { return s.support }
