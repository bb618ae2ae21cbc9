package cdr_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/ros/cdr"
)

// all has a field of each kind, behind bytes that shift it out of alignment.
type all struct {
	flag    bool
	i8      int8
	i16     int16
	u32     uint32
	f64     float64
	text    string
	wide    string
	short   string
	numbers []float64
	few     []uint16
	flags   []bool
}

func (*all) TypeName() string { return "test/msg/All" }
func (*all) TypeHash() string { return "" }

func (m *all) MarshalCDR(w *cdr.Writer) {
	w.Bool(m.flag)
	w.Int16(m.i16)
	w.Int8(m.i8)
	w.Uint32(m.u32)
	w.Float64(m.f64)
	w.String(m.text)
	w.WString(m.wide)
	w.BoundedString(m.short, 3)
	w.Count(len(m.numbers))
	w.Float64s(m.numbers)
	w.BoundedCount(len(m.few), 2)
	w.Uint16s(m.few)
	w.Count(len(m.flags))
	w.Bools(m.flags)
}

func (m *all) UnmarshalCDR(r *cdr.Reader) {
	m.flag = r.Bool()
	m.i16 = r.Int16()
	m.i8 = r.Int8()
	m.u32 = r.Uint32()
	m.f64 = r.Float64()
	r.String(&m.text)
	r.WString(&m.wide)
	r.BoundedString(&m.short, 3)
	m.numbers = cdr.Resize(m.numbers, r.Count(8))
	r.Float64s(m.numbers)
	m.few = cdr.Resize(m.few, r.BoundedCount(2, 2))
	r.Uint16s(m.few)
	m.flags = cdr.Resize(m.flags, r.Count(1))
	r.Bools(m.flags)
}

func sample() all {
	return all{
		flag: true, i8: -1, i16: -2, u32: 3, f64: math.Pi, text: "ü", wide: "a😀", short: "abc",
		numbers: []float64{1, math.Inf(-1)}, few: []uint16{7}, flags: []bool{true, false},
	}
}

func TestEachValueStandsOnAMultipleOfItsSize(t *testing.T) {
	m := sample()
	expected := strings.Join(strings.Fields(`
		00010000
		01 00 feff ff 000000 03000000 00000000 182d4454fb210940
		03000000 c3bc00 00
		03000000 61000000 3dd80000 00de0000
		04000000 61626300
		02000000 00000000 000000000000f03f 000000000000f0ff
		01000000 0700 0000
		02000000 01 00`), "")
	require.Equal(t, expected, hex.EncodeToString(cdr.Marshal(&m)))

	var back all
	require.NoError(t, cdr.Unmarshal(cdr.Marshal(&m), &back))
	require.Equal(t, m, back)
}

func TestAlignmentCountsFromWhereTheWriterBegan(t *testing.T) {
	m := sample()
	prefix := []byte("123")
	require.Equal(t, append(prefix, cdr.Marshal(&m)...), cdr.MarshalAppend([]byte("123"), &m))
}

func TestAnEmptySequenceIsItsCountOnly(t *testing.T) {
	var w cdr.Writer
	w.Count(0)
	w.Float64s(nil)
	require.Equal(t, []byte{0, 0, 0, 0}, w.Bytes())
}

func TestBytesThatAreNoMessageAreErrors(t *testing.T) {
	m := sample()
	good := cdr.Marshal(&m)
	with := func(offset int, b ...byte) []byte {
		data := append([]byte(nil), good...)
		copy(data[cdr.HeaderSize+offset:], b)
		return data
	}
	tables := []struct {
		name string
		data []byte
		err  error
	}{
		{"nothing", nil, cdr.ErrShort},
		{"half a header", good[:3], cdr.ErrShort},
		{"big endian", append([]byte{0, 0}, good[2:]...), cdr.ErrHeader},
		{"parameter list", append([]byte{0, 3}, good[2:]...), cdr.ErrHeader},
		{"header only", good[:4], cdr.ErrShort},
		{"one byte less", good[:len(good)-1], cdr.ErrShort},
		{"three bytes of padding", append(with(0), 0, 0, 0), nil},
		{"four bytes more", append(with(0), 0, 0, 0, 0), cdr.ErrTrailing},
		{"string longer than the data", with(24, 0xff, 0xff, 0xff, 0xff), cdr.ErrShort},
		{"string without NUL", with(30, 'x'), cdr.ErrString},
		{"bounded string too long", with(48, 5, 0, 0, 0, 'a', 'b', 'c', 'd', 0), cdr.ErrBound},
		{"sequence longer than the data", with(56, 0xff, 0xff, 0xff, 0x1f), cdr.ErrShort},
		{"bounded sequence too long", with(80, 3, 0, 0, 0), cdr.ErrBound},
	}
	for _, row := range tables {
		t.Run(row.name, func(t *testing.T) {
			var back all
			err := cdr.Unmarshal(row.data, &back)
			require.ErrorIs(t, err, row.err)
			if row.err != nil {
				require.ErrorContains(t, err, "decode test/msg/All")
			}
		})
	}
}

func TestAnEmptyStringMayComeWithoutItsNUL(t *testing.T) {
	var r cdr.Reader
	r.Reset([]byte{0, 0, 0, 0})
	s := "before"
	r.String(&s)
	require.NoError(t, r.Close())
	require.Empty(t, s)
}

func TestAWideStringTakesWhatPeersWrite(t *testing.T) {
	rows := []struct {
		name  string
		units []uint32
		text  string
	}{
		{"surrogate pair", []uint32{0xd83d, 0xde00}, "😀"},
		{"lone high half", []uint32{0xd83d, 'a'}, "\ufffda"},
		{"lone low half at the end", []uint32{'a', 0xde00}, "a\ufffd"},
		{"whole code point", []uint32{0x1f600}, "😀"},
		{"no code point at all", []uint32{0xffffffff}, "\ufffd"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var w cdr.Writer
			w.Count(len(row.units))
			w.Uint32s(row.units)
			var r cdr.Reader
			r.Reset(w.Bytes())
			var s string
			r.WString(&s)
			require.NoError(t, r.Close())
			require.Equal(t, row.text, s)
		})
	}
}

func TestABrokenBoundIsAnErrorOfTheSender(t *testing.T) {
	long := sample()
	long.short = "four"
	dst := []byte("kept")
	out, err := cdr.Encode(dst, &long)
	require.ErrorIs(t, err, cdr.ErrBound)
	require.Equal(t, dst, out)
	require.Panics(t, func() { cdr.Marshal(&long) })

	many := sample()
	many.few = make([]uint16, 3)
	_, err = cdr.Encode(nil, &many)
	require.ErrorIs(t, err, cdr.ErrBound)
}

func TestACountBeyondTheDataIsNotBelieved(t *testing.T) {
	var r cdr.Reader
	r.Reset([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0})
	require.Zero(t, r.Count(8))
	require.ErrorIs(t, r.Err(), cdr.ErrShort)
	require.Zero(t, r.Remaining())
}

func TestEncodingAndDecodingAgainAllocateNothing(t *testing.T) {
	m, back := sample(), all{}
	m.wide = "" // a wstring is built again each time
	data := cdr.Marshal(&m)
	require.NoError(t, cdr.Unmarshal(data, &back))
	require.Zero(t, testing.AllocsPerRun(100, func() { data = cdr.MarshalAppend(data[:0], &m) }))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if err := cdr.Unmarshal(data, &back); err != nil {
			t.Error(err)
		}
	}))
}

func TestAReaderSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	m := sample()
	good, data := cdr.Marshal(&m), []byte(nil)
	for range fuzzn.N(t) {
		data = fuzzn.Mutate(rng, data, good)
		decodeAgain(t, data)
	}
}

// decodeAgain checks that what decodes also encodes, and decodes to the same.
func decodeAgain(tb testing.TB, data []byte) {
	tb.Helper()
	var m, back all
	if err := cdr.Unmarshal(data, &m); err != nil {
		return
	}
	again, err := cdr.Encode(nil, &m)
	if err != nil {
		tb.Fatalf("% x decodes, but does not encode: %v", data, err)
	}
	if err := cdr.Unmarshal(again, &back); err != nil || !bytes.Equal(again, cdr.Marshal(&back)) {
		tb.Fatalf("% x does not decode to the same again: %v", data, err)
	}
}

func FuzzReader(f *testing.F) {
	m := sample()
	f.Add(cdr.Marshal(&m))
	f.Fuzz(func(t *testing.T, data []byte) { decodeAgain(t, data) })
}
