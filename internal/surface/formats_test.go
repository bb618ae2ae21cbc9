package surface

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/cdr"
)

// machinesAreAsTheyWere compares the schema and the trace of a machine. The committed trace must still be replayed
// without differences.
func machinesAreAsTheyWere(t *testing.T, gonao string) {
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), gonao, args...)
		cmd.Dir = filepath.Join("testdata", "formats")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		require.NoError(t, err, "gonao %v: %s", args, &errs)
		return string(out)
	}
	compare(t, "schema.json", run("hfsm", "schema"))
	trace := filepath.Join(t.TempDir(), "door.trace")
	run("hfsm", "run", "door.yaml", "--script", "door_test.yaml", "--record", trace)
	text, err := os.ReadFile(trace)
	require.NoError(t, err)
	compare(t, "formats/door.trace", string(text))
	run("hfsm", "replay", "door.trace")
}

// The structure of a bag consists of its metadata and the records of its file in their order; each message is
// represented by a digest.
func TestABagIsAsItWas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tiny")
	w, err := bag.Create(dir, bag.Options{})
	require.NoError(t, err)
	var text stdmsgs.String
	require.NoError(t, w.AddTopic(bag.Topic{
		Name: "/nao1/speech", Type: text.TypeName(), Hash: text.TypeHash(), Definition: "string data\n",
		QoS: []ros.QoS{{Reliable: true, Depth: 10}, {TransientLocal: true, Depth: 1, Lifespan: time.Second}},
	}))
	for i, data := range []string{"one", "two", "three"} {
		text.Data = data
		at := time.Unix(1, int64(i)*1e9)
		require.NoError(t, w.Write("/nao1/speech", at, at.Add(-time.Millisecond), cdr.Marshal(&text)))
	}
	require.NoError(t, w.Close())
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out strings.Builder
	for _, file := range files {
		fmt.Fprintf(&out, "=== %s\n", file.Name())
		content, err := os.ReadFile(filepath.Join(dir, file.Name()))
		require.NoError(t, err)
		if filepath.Ext(file.Name()) == ".mcap" {
			out.WriteString(records(t, content))
		} else {
			out.Write(content)
		}
	}
	compare(t, "formats/bag.txt", out.String())
}

// records returns the records of an MCAP file: kind, length, digest.
func records(t *testing.T, content []byte) string {
	t.Helper()
	lexer, err := mcap.NewLexer(bytes.NewReader(content), &mcap.LexerOptions{EmitChunks: true})
	require.NoError(t, err)
	defer lexer.Close()
	var out strings.Builder
	for {
		kind, record, err := lexer.Next(nil)
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		require.NoError(t, err)
		fmt.Fprintf(&out, "%-15s %5d bytes  %x\n", kind, len(record), sha256.Sum256(record))
	}
}
