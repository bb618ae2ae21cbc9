package naoqi

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"testing"

	qinet "github.com/lugu/qiloop/bus/net"
	"github.com/lugu/qiloop/type/object"
	"github.com/lugu/qiloop/type/value"
	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// named returns a value as its type followed by its bytes.
func named(signature string, data ...byte) []byte {
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(signature))), signature...), data...)
}

func TestBytesOverWhichTheLibraryTakesMinutesAreRefused(t *testing.T) {
	const endless = "\xff\xff\xff\xff"
	deep := bytes.Repeat(named("m"), 100_000)
	for name, row := range map[string]struct {
		data []byte
		want string
	}{
		"texts":           {named("[s]", []byte(endless)...), "a list of 4294967295 members in 0 bytes"},
		"nothings":        {named("[v]", 4, 0, 0, 0, 1, 2, 3, 4), "void members"},
		"empty tuples":    {named("[()]", 1, 0, 0, 0, 1), "void members"},
		"a map":           {named("{ss}", []byte(endless)...), "a list of 4294967295 members"},
		"lists in lists":  {named("[[v]]", 1, 0, 0, 0, 255, 255, 255, 127), "a list of 2147483647 members"},
		"brackets":        {named(strings.Repeat("(", 30)), "too deep"},
		"few brackets":    {named(strings.Repeat("(", 15) + strings.Repeat(")", 15)), "too many"},
		"values":          {deep, "too deep"},
		"many values":     {named("[m]", append([]byte{0, 16, 0, 0}, bytes.Repeat(named("[[[(s)]]]", 0, 0, 0, 0), 4096)...)...), "too many"},
		"a long type":     {named(strings.Repeat("s", 600)), "a type of 600 characters"},
		"a missing type":  {[]byte(endless), "a type of 4294967295 characters"},
		"a short text":    {named("s", 9, 0, 0, 0, 'x'), "shorter than it announces"},
		"short pixels":    {named("r", []byte(endless)...), "shorter than it announces"},
		"not a type":      {named("?"), `"?" is not a type`},
		"two types":       {named("ss", 0, 0, 0, 0, 0, 0, 0, 0), `"ss" is not a type`},
		"an object":       {named("o"), `"o" is not a type`},
		"an open list":    {named("[s", 1, 0, 0, 0, 0, 0, 0, 0), "not a type"},
		"an open tuple":   {named("(s", 0, 0, 0, 0), "not a type"},
		"a wrong bracket": {named("[s)", 1, 0, 0, 0, 0, 0, 0, 0), "not a type"},
		"open names":      {named("(s)<A,b", 0, 0, 0, 0), "not a type"},
		"nothing":         {nil, "shorter than it announces"},
	} {
		require.ErrorContains(t, check("m", row.data), row.want, name)
	}
}

// answersOfRobots are good ones, as the library and NAOqi write them.
func answersOfRobots(t testing.TB) [][]byte {
	t.Helper()
	write := func(v value.Value) []byte {
		var b bytes.Buffer
		require.NoError(t, v.Write(&b))
		return b.Bytes()
	}
	many := make([]value.Value, 100)
	for i := range many {
		many[i] = value.Float(float32(i))
	}
	return [][]byte{
		write(value.List(many)),
		write(value.List([]value.Value{
			value.List([]value.Value{value.String("Model Type"), value.Void()}),
			value.List([]value.Value{value.Raw([]byte{1, 2, 3}), value.Bool(true), value.Long(1), value.Int16(2), value.Uint8(3)}),
		})),
		named("[s]", 2, 0, 0, 0, 1, 0, 0, 0, 'a', 0, 0, 0, 0),
		named("[(sm)]", append([]byte{1, 0, 0, 0, 1, 0, 0, 0, 'a'}, named("[f]", 1, 0, 0, 0, 0, 0, 0, 0)...)...),
		named("{i[d]}", 1, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8),
		named("(if)<Point,x,y>", 1, 2, 3, 4, 5, 6, 7, 8),
		named("[[s]]", 1, 0, 0, 0, 0, 0, 0, 0),
		named("m", named("d", 1, 2, 3, 4, 5, 6, 7, 8)...),
	}
}

func TestGoodAnswersPass(t *testing.T) {
	for _, data := range answersOfRobots(t) {
		require.NoError(t, check("m", data), "%q", data)
		_, err := value.NewValue(bytes.NewBuffer(data))
		require.NoError(t, err, "%q", data)
	}
	var b bytes.Buffer
	meta := object.FullMetaObject(object.MetaService0)
	require.NoError(t, object.WriteMetaObject(meta, &b))
	require.NoError(t, check(metaSignature, b.Bytes()))
	require.ErrorIs(t, check(metaSignature, b.Bytes()[:b.Len()-1]), errShort)
	require.NoError(t, check("v", nil))
}

// TestRandomAnswersAreReadOrRefused damages answers; the library reads those that pass the check, and
// neither panics nor hangs.
func TestRandomAnswersAreReadOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 12))
	good := answersOfRobots(t)
	letters := "[](){}<>,msrvifdbcCwWlILoX "
	var data []byte
	passed := 0
	for range fuzzn.N(t) {
		data = fuzzn.Mutate(random, data, good[random.IntN(len(good))])
		if random.IntN(2) == 0 && len(data) > 8 { // another type
			for range 1 + random.IntN(3) {
				data[4+random.IntN(min(12, len(data)-4))] = letters[random.IntN(len(letters))]
			}
		}
		if check("m", data) == nil {
			passed++
			value.NewValue(bytes.NewBuffer(data)) // it returns
		}
	}
	require.True(t, passed > 0 || fuzzn.N(t) < 1000, "some are good")
}

// frame returns a message as it comes over the network.
func frame(t testing.TB, kind uint8, action uint32, payload []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	m := qinet.NewMessage(qinet.NewHeader(kind, 7, 1, action, 42), payload)
	require.NoError(t, m.Write(&b))
	return b.Bytes()
}

// wire is a connection from which bytes come.
type wire struct {
	net.Conn
	io.Reader
}

func (w wire) Read(p []byte) (int, error) { return w.Reader.Read(p) }

func checked(data []byte) *checkedConn {
	known := &answers{}
	known.add(7, 1, &object.MetaObject{Methods: map[uint32]object.MetaMethod{100: {ReturnSignature: "m"}}})
	return &checkedConn{Conn: wire{Reader: bytes.NewReader(data)}, answers: known}
}

func TestAnAnswerThatMustNotBeReadBecomesAnError(t *testing.T) {
	bad, good := named("[s]", 255, 255, 255, 255), named("s", 1, 0, 0, 0, 'x')
	for name, row := range map[string]struct {
		frame []byte
		want  string // of the error; "" is as it came
	}{
		"a good answer":        {frame(t, qinet.Reply, 100, good), ""},
		"a bad answer":         {frame(t, qinet.Reply, 100, bad), "an answer that cannot be read: a list of 4294967295 members"},
		"an unasked answer":    {frame(t, qinet.Reply, 101, good), "do not call its method"},
		"a good error":         {frame(t, qinet.Error, 101, good), ""},
		"a bad error":          {frame(t, qinet.Error, 101, bad), "cannot be read"},
		"bad methods":          {frame(t, qinet.Reply, 2, []byte{255, 255, 255, 255}), "cannot be read"},
		"an event nobody uses": {frame(t, qinet.Event, 3, bad), ""},
	} {
		t.Run(name, func(t *testing.T) {
			after := frame(t, qinet.Reply, 100, good)
			c := checked(append(bytes.Clone(row.frame), after...))
			var m qinet.Message
			require.NoError(t, m.Read(c))
			if row.want == "" {
				require.Equal(t, row.frame[qinet.HeaderSize:], m.Payload)
			} else {
				require.Equal(t, qinet.Error, m.Header.Type)
				require.EqualValues(t, 42, m.Header.ID)
				text, err := value.NewValue(bytes.NewBuffer(m.Payload))
				require.NoError(t, err)
				require.Contains(t, string(text.(value.StringValue)), row.want)
			}
			require.NoError(t, m.Read(c), "and what comes behind it comes")
			require.Equal(t, good, m.Payload)
			require.ErrorIs(t, m.Read(c), io.EOF)
		})
	}
}

func TestWhatIsNoMessageEndsTheConnection(t *testing.T) {
	long := frame(t, qinet.Reply, 100, nil)
	binary.LittleEndian.PutUint32(long[8:], qinet.MaxPayloadSize+1)
	for want, data := range map[string][]byte{
		"invalid message magic":             []byte("HTTP/1.1 400 Bad Request\r\n\r\n\r\n"),
		"expected at most 10485760":         long,
		"0 bytes of 1: EOF":                 frame(t, qinet.Reply, 100, []byte{1})[:qinet.HeaderSize],
		"capabilities that cannot be read:": frame(t, qinet.Capability, 8, []byte{255, 255, 255, 255}),
	} {
		_, err := io.ReadAll(checked(data))
		require.ErrorContains(t, err, want)
	}
}

// TestRandomMessagesAreReadOrRefused damages what comes over the network, and lets the
// library read whatever is handed on.
func TestRandomMessagesAreReadOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 13))
	var good [][]byte
	for _, a := range answersOfRobots(t) {
		good = append(good, frame(t, qinet.Reply, 100, a), frame(t, qinet.Error, 100, a))
	}
	var data []byte
	for range fuzzn.N(t) {
		data = fuzzn.Mutate(random, data, good[random.IntN(len(good))])
		c := checked(data)
		var m qinet.Message
		for m.Read(c) == nil {
			if m.Header.Type == qinet.Reply && m.Header.Action == 100 || m.Header.Type == qinet.Error {
				value.NewValue(bytes.NewBuffer(m.Payload)) // it returns
			}
		}
	}
}
