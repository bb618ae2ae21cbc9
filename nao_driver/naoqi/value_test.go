package naoqi

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lugu/qiloop/type/basic"
	"github.com/lugu/qiloop/type/value"
	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao/devices/camera"
)

// encoded returns a value as it comes over the network.
func encoded(t *testing.T, v value.Value) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, v.Write(&b))
	return b.Bytes()
}

// opaque returns a list of one plain type.
func opaque(t *testing.T, signature string, write ...func(b *bytes.Buffer) error) value.Value {
	t.Helper()
	var b bytes.Buffer
	for _, w := range write {
		require.NoError(t, w(&b))
	}
	v, err := value.NewValue(bytes.NewBuffer(encoded(t, value.Opaque(signature, b.Bytes()))))
	require.NoError(t, err)
	return v
}

func count(n uint32) func(b *bytes.Buffer) error {
	return func(b *bytes.Buffer) error { return basic.WriteUint32(n, b) }
}

func TestNumbersComeInAnyOfTheTypesThatNAOqiHas(t *testing.T) {
	var got [3]float64
	for _, v := range []value.Value{
		value.List([]value.Value{value.Float(1), value.Int(2), value.Bool(true)}),
		value.List([]value.Value{value.Uint8(1), value.Long(2), value.Uint16(1)}),
		opaque(t, "[f]", count(3), func(b *bytes.Buffer) error { return basic.WriteFloat32(1, b) },
			func(b *bytes.Buffer) error { return basic.WriteFloat32(2, b) }, func(b *bytes.Buffer) error { return basic.WriteFloat32(1, b) }),
		opaque(t, "[i]", count(3), func(b *bytes.Buffer) error { return basic.WriteInt32(1, b) },
			func(b *bytes.Buffer) error { return basic.WriteInt32(2, b) }, func(b *bytes.Buffer) error { return basic.WriteInt32(1, b) }),
		opaque(t, "[d]", count(3), func(b *bytes.Buffer) error { return basic.WriteFloat64(1, b) },
			func(b *bytes.Buffer) error { return basic.WriteFloat64(2, b) }, func(b *bytes.Buffer) error { return basic.WriteFloat64(1, b) }),
	} {
		require.NoError(t, numbers(v, got[:]), v.Signature())
		require.Equal(t, [3]float64{1, 2, 1}, got, v.Signature())
	}
	require.InDelta(t, 0.25, number(opaque(t, "d", func(b *bytes.Buffer) error { return basic.WriteFloat64(0.25, b) })), 0)
	require.ErrorContains(t, numbers(value.String("x"), got[:]), `type "s"; expected a list`)
	require.ErrorContains(t, numbers(value.List(nil), got[:]), "a list of 0 values; expected 3")
	require.ErrorContains(t, numbers(opaque(t, "(ii)", count(1), count(2)), got[:]), `type "(ii)"`)
	require.ErrorContains(t, numbers(nil, got[:]), "no value")
}

func TestAnAddressIsReadAsPeopleWriteIt(t *testing.T) {
	for text, want := range map[string]string{
		"nao.local":               "tcp://nao.local:9559",
		"192.168.1.20":            "tcp://192.168.1.20:9559",
		"192.168.1.20:9560":       "tcp://192.168.1.20:9560",
		"tcp://nao.local/":        "tcp://nao.local:9559",
		"tcps://nao.local":        "tcps://nao.local:9503",
		"fe80::1":                 "tcp://[fe80::1]:9559",
		"tcp://[fe80::1]:1234":    "tcp://[fe80::1]:1234",
		"tcps://nao.local:443":    "tcps://nao.local:443",
		"tcp://nao@192.168.1.20":  "",
		"nao.local/web":           "",
		"ftp://nao.local":         "",
		"":                        "",
		"tcp://":                  "",
		"nao.local:0":             "",
		"nao.local:port":          "",
		"a robot":                 "",
		"tcp://nao.local?x=1":     "",
		"tcp://nao.local:9559#10": "",
	} {
		a, err := parseAddress(text)
		if want == "" {
			require.ErrorContains(t, err, "expected the robot's name or IP address", text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, a.String(), text)
	}
}

func TestGenerationsAreReadInEverySpelling(t *testing.T) {
	for text, want := range map[string]int{"V5.0": 5, "V50": 5, "VERSION_50": 5, "V4.0": 4, "VERSION_33": 3, "V6": 6, "": 0, "VERSION": 0} {
		require.Equal(t, want, generation(text), text)
	}
}

// randomValue makes a value such as the library hands out, with wrong things in it.
func randomValue(random *rand.Rand, depth int) value.Value {
	signatures := []string{"[f]", "[d]", "[i]", "[s]", "[b]", "d", "(ii)", "[(ii)]", "{si}", "[", "]", "[]", "[ff]", "[v]", ""}
	data := make([]byte, random.IntN(40))
	for i := range data {
		data[i] = byte(random.Uint32() >> (8 * random.IntN(4)))
	}
	if random.IntN(2) == 0 && len(data) >= 4 { // a length that may fit
		copy(data, []byte{byte(random.IntN(10)), 0, 0, 0})
	}
	switch random.IntN(8) {
	case 0, 1, 2:
		return value.Opaque(signatures[random.IntN(len(signatures))], data)
	case 3:
		return value.Float(math.Float32frombits(random.Uint32()))
	case 4:
		return value.Int(int32(random.Uint32()) >> random.IntN(32))
	case 5:
		return value.Raw(data)
	case 6:
		if depth > 0 {
			members := make([]value.Value, random.IntN(9))
			for i := range members {
				members[i] = randomValue(random, depth-1)
			}
			return value.List(members)
		}
	}
	return []value.Value{nil, value.Void(), value.String("naoH25"), value.Bool(true)}[random.IntN(4)]
}

// TestRandomValuesAreReadOrRefused decodes answers of all kinds.
func TestRandomValuesAreReadOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 9))
	var f camera.Frame
	into := make([]float64, 4)
	read := 0
	for range fuzzn.N(t) {
		v := randomValue(random, 3)
		if numbers(v, into) == nil {
			read++
		}
		robotConfig(v)
		text(v)
		number(v)
		if _, err := readImage(v, &f); err == nil {
			require.Len(t, f.YUYV, 2*f.Width*f.Height)
		}
	}
	require.True(t, read > 0 || fuzzn.N(t) < 1000, "some are good")
}

// TestRandomImagesAreReadOrRefused damages one part of an image after the other.
func TestRandomImagesAreReadOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 11))
	pixels := value.Raw(make([]byte, 2*160*120))
	var f camera.Frame
	for range fuzzn.N(t) {
		parts := []value.Value{value.Int(160), value.Int(120), value.Int(2), value.Int(yuv422), value.Int(1), value.Int(2), pixels}
		parts[random.IntN(len(parts))] = randomValue(random, 1)
		if _, err := readImage(value.List(parts), &f); err == nil {
			require.Equal(t, []int{160, 120}, []int{f.Width, f.Height})
		}
	}
}

// TestRandomAddressesAreReadOrRefused never panics.
func TestRandomAddressesAreReadOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 10))
	var data []byte
	for range fuzzn.N(t) {
		data = fuzzn.Mutate(random, data, []byte("tcps://192.168.1.20:9503"))
		if a, err := parseAddress(string(data)); err == nil {
			again, err := parseAddress(a.String())
			require.NoError(t, err)
			require.Equal(t, a, again)
		}
	}
}
