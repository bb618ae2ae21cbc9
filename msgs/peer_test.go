package msgs_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/ros/cdr"
)

// buildPeer makes the C peer in a temporary directory and returns its path.
func buildPeer(t *testing.T, types *peerTypes) string {
	t.Helper()
	const install = "run: apt install cyclonedds-tools cyclonedds-dev gcc"
	for _, tool := range []string{"idlc", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("the C peer needs %s (%v): %s", tool, err, install)
		}
	}
	dir := t.TempDir()
	source, err := os.ReadFile("testdata/peer/peer.c")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"types.idl": types.idl.String(), "show.h": types.show.String(), "peer.c": string(source),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, command := range [][]string{
		{"idlc", "-t", "types.idl"},
		{"gcc", "-O0", "-o", "peer", "peer.c", "types.c", "-lddsc"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		output, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s\n%s", strings.Join(command, " "), output, install)
	}
	return filepath.Join(dir, "peer")
}

// peerSample is one message for the peer, and what it should say.
type peerSample struct {
	name  string
	data  []byte
	shown string
}

func TestACProgramReadsAndWritesTheSame(t *testing.T) {
	types := newPeerTypes(t)
	peer := buildPeer(t, types)
	rng := rand.New(rand.NewPCG(5, 1))
	var samples []peerSample
	var input bytes.Buffer
	for _, name := range typeNames() {
		index, ok := types.index[name]
		for n := 0; ok && n < 10; n++ {
			m, data := random(t, rng, name)
			s := peerSample{name: name, data: data, shown: showGo(reflect.ValueOf(m).Elem())}
			samples = append(samples, s)
			writePeer(&input, index, data)
		}
	}
	require.Greater(t, len(samples), 2000)

	output := runPeer(t, peer, &input)
	for _, s := range samples {
		shown, data := readPeer(t, output), readPeer(t, output)
		require.Equal(t, s.shown, string(shown), s.name)
		require.Equal(t, pad(s.data), data, s.name)
		m := newMessage(s.name)
		require.NoError(t, cdr.Unmarshal(data, m))
		require.Equal(t, s.data, cdr.Marshal(m), s.name)
	}
}

func TestWhatACProgramTakesIsTakenHere(t *testing.T) {
	types := newPeerTypes(t)
	peer := buildPeer(t, types)
	rng := rand.New(rand.NewPCG(6, 1))
	names := typeNames()
	var samples []peerSample
	var input bytes.Buffer
	for i := range min(fuzzn.N(t), 20000) { // more would fill the memory
		name := names[i%len(names)]
		index, ok := types.index[name]
		if !ok {
			continue
		}
		_, good := random(t, rng, name)
		data := fuzzn.Mutate(rng, nil, good[cdr.HeaderSize:])
		data = append(good[:cdr.HeaderSize:cdr.HeaderSize], data...)
		samples = append(samples, peerSample{name: name, data: data})
		writePeer(&input, index, data)
	}
	output := runPeer(t, peer, &input)
	taken := 0
	for _, s := range samples {
		shown, again := readPeer(t, output), readPeer(t, output)
		if len(again) == 0 {
			continue
		}
		m := newMessage(s.name)
		err := cdr.Unmarshal(s.data, m)
		if errors.Is(err, cdr.ErrTrailing) {
			continue // Cyclone ignores whatever follows
		}
		require.NoError(t, err, "%s % x", s.name, s.data)
		mine := showGo(reflect.ValueOf(m).Elem())
		if strings.Contains(mine, "\x00") {
			continue // a string in C ends there
		}
		require.Equal(t, string(shown), mine, "%s % x", s.name, s.data)
		taken++
	}
	t.Logf("%d of %d damaged samples were taken", taken, len(samples))
	require.Positive(t, taken)
}

// pad lengthens a sample to a multiple of 4, as DDS does, and says so in the
// header's options as Cyclone does.
func pad(data []byte) []byte {
	n := -len(data) & 3
	out := append(append([]byte(nil), data...), make([]byte, n)...)
	out[3] = byte(n)
	return out
}

func writePeer(w *bytes.Buffer, index int, data []byte) {
	w.Write(binary.LittleEndian.AppendUint32(nil, uint32(index)))
	w.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(data))))
	w.Write(data)
}

func readPeer(t *testing.T, r io.Reader) []byte {
	t.Helper()
	var n uint32
	require.NoError(t, binary.Read(r, binary.LittleEndian, &n))
	data := make([]byte, n)
	_, err := io.ReadFull(r, data)
	require.NoError(t, err)
	return data
}

// runPeer starts the peer, alone on the loopback interface, and gives it all
// samples.
func runPeer(t *testing.T, peer string, input io.Reader) io.Reader {
	t.Helper()
	cmd := exec.Command(peer)
	cmd.Env = append(os.Environ(), `CYCLONEDDS_URI=<Domain><Id>any</Id><General><AllowMulticast>false</AllowMulticast>`+
		`<Interfaces><NetworkInterface name="lo"/></Interfaces></General><Discovery><Tag>`+t.Name()+`</Tag></Discovery></Domain>`)
	cmd.Stdin = input
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return bufio.NewReader(bytes.NewReader(output))
}

// showGo shows values as the peer does: numbers in decimal, floats as their bits,
// strings behind their length, sequences behind # and their count.
func showGo(v reflect.Value) string {
	var out strings.Builder
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out.WriteString(showGo(v.Field(i)))
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			fmt.Fprintf(&out, "#%d ", v.Len())
		}
		for i := range v.Len() {
			out.WriteString(showGo(v.Index(i)))
		}
	case reflect.String:
		fmt.Fprintf(&out, "%d:%s ", v.Len(), v)
	case reflect.Bool:
		n := 0
		if v.Bool() {
			n = 1
		}
		fmt.Fprintf(&out, "%d ", n)
	case reflect.Float32:
		fmt.Fprintf(&out, "%08x ", math.Float32bits(v.Interface().(float32)))
	case reflect.Float64:
		fmt.Fprintf(&out, "%016x ", math.Float64bits(v.Float()))
	default:
		fmt.Fprintf(&out, "%d ", v.Interface())
	}
	return out.String()
}
