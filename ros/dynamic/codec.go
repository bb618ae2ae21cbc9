package dynamic

import (
	"gonao/internal/rosidl"
	"gonao/ros/cdr"
)

// codec reads and writes the values of one kind. Values are Go's plain ones (char
// and byte are uint8, wstring is string), lists slices of these.
type codec struct {
	size int // least bytes of a value
	zero any

	read  func(r *cdr.Reader) any
	write func(w *cdr.Writer, v any)

	list      func(old any, n int) any // n values, in the memory of old where that suffices
	readList  func(r *cdr.Reader, list any)
	writeList func(w *cdr.Writer, list any)
	count     func(list any) int
	at        func(list any, i int) any
	put       func(list any, i int, v any) // v as a value, or in the form of package rosidl's defaults
}

// simple makes a codec of the methods of cdr for one value and for many.
func simple[T bool | uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64 | string](size int,
	read func(*cdr.Reader) T, write func(*cdr.Writer, T), reads func(*cdr.Reader, []T), writes func(*cdr.Writer, []T),
) codec {
	var zero T
	return codec{
		size: size, zero: zero,
		read:  func(r *cdr.Reader) any { return read(r) },
		write: func(w *cdr.Writer, v any) { write(w, v.(T)) },
		list: func(old any, n int) any {
			list, _ := old.([]T)
			if n <= cap(list) {
				return list[:n]
			}
			return make([]T, n)
		},
		readList:  func(r *cdr.Reader, list any) { reads(r, list.([]T)) },
		writeList: func(w *cdr.Writer, list any) { writes(w, list.([]T)) },
		count:     func(list any) int { return len(list.([]T)) },
		at:        func(list any, i int) any { return list.([]T)[i] },
		put:       func(list any, i int, v any) { list.([]T)[i] = convert[T](v) },
	}
}

// convert converts a default of package rosidl to its own kind.
func convert[T any](v any) T {
	if same, ok := v.(T); ok {
		return same
	}
	var t T
	switch t := any(&t).(type) {
	case *float32:
		*t = float32(v.(float64))
	case *int8:
		*t = int8(v.(int64))
	case *int16:
		*t = int16(v.(int64))
	case *int32:
		*t = int32(v.(int64))
	case *uint8:
		*t = uint8(v.(uint64))
	case *uint16:
		*t = uint16(v.(uint64))
	case *uint32:
		*t = uint32(v.(uint64))
	}
	return t
}

type (
	reader = cdr.Reader
	writer = cdr.Writer
)

// codecOf returns the codec of a type's values; that of a nested message is empty.
func codecOf(t rosidl.Type) codec {
	switch t.Base {
	case rosidl.Nested:
		return codec{}
	case rosidl.Bool:
		return simple(1, (*reader).Bool, (*writer).Bool, (*reader).Bools, (*writer).Bools)
	case rosidl.Byte, rosidl.Char, rosidl.Uint8:
		return simple(1, (*reader).Uint8, (*writer).Uint8, (*reader).Uint8s, (*writer).Uint8s)
	case rosidl.Int8:
		return simple(1, (*reader).Int8, (*writer).Int8, (*reader).Int8s, (*writer).Int8s)
	case rosidl.Uint16:
		return simple(2, (*reader).Uint16, (*writer).Uint16, (*reader).Uint16s, (*writer).Uint16s)
	case rosidl.Int16:
		return simple(2, (*reader).Int16, (*writer).Int16, (*reader).Int16s, (*writer).Int16s)
	case rosidl.Uint32:
		return simple(4, (*reader).Uint32, (*writer).Uint32, (*reader).Uint32s, (*writer).Uint32s)
	case rosidl.Int32:
		return simple(4, (*reader).Int32, (*writer).Int32, (*reader).Int32s, (*writer).Int32s)
	case rosidl.Uint64:
		return simple(8, (*reader).Uint64, (*writer).Uint64, (*reader).Uint64s, (*writer).Uint64s)
	case rosidl.Int64:
		return simple(8, (*reader).Int64, (*writer).Int64, (*reader).Int64s, (*writer).Int64s)
	case rosidl.Float32:
		return simple(4, (*reader).Float32, (*writer).Float32, (*reader).Float32s, (*writer).Float32s)
	case rosidl.Float64:
		return simple(8, (*reader).Float64, (*writer).Float64, (*reader).Float64s, (*writer).Float64s)
	default:
		return text(t)
	}
}

// text is the codec of strings, which keeps their bound.
func text(t rosidl.Type) codec {
	read := func(r *cdr.Reader) (s string) {
		switch {
		case t.Base == rosidl.WString && t.StringBound > 0:
			r.BoundedWString(&s, t.StringBound)
		case t.Base == rosidl.WString:
			r.WString(&s)
		case t.StringBound > 0:
			r.BoundedString(&s, t.StringBound)
		default:
			r.String(&s)
		}
		return s
	}
	write := func(w *cdr.Writer, s string) {
		switch {
		case t.Base == rosidl.WString && t.StringBound > 0:
			w.BoundedWString(s, t.StringBound)
		case t.Base == rosidl.WString:
			w.WString(s)
		case t.StringBound > 0:
			w.BoundedString(s, t.StringBound)
		default:
			w.String(s)
		}
	}
	return simple(4, read, write, func(r *cdr.Reader, list []string) {
		for i := range list {
			list[i] = read(r)
		}
	}, func(w *cdr.Writer, list []string) {
		for _, s := range list {
			write(w, s)
		}
	})
}
