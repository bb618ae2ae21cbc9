// Package dynamic makes messages of types that are known only at run time: from the
// definitions that every program carries (package msgs), from a directory of
// definitions, or from a type description that another node sent.
//
//	lib := dynamic.Compiled()
//	m, err := lib.Message("geometry_msgs/msg/Point")
//	err = m.SetText("{x: 1.5}", time.Now())
//	data, err := cdr.Encode(nil, m)
//
// A dynamic message has the bytes of the generated one. It is slower by an order of
// magnitude and meant for tools.
package dynamic
