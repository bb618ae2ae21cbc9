package lola

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// written is a small session.
func written(t *testing.T) ([]byte, []SessionRecord) {
	t.Helper()
	sensors := Sensors{RobotConfig: SimulatedRobotConfig()}
	var commands Commands
	records := []SessionRecord{
		{At: 0, Kind: Came},
		{At: time.Millisecond, Kind: RecordSensors, Frame: sensors.Append(nil)},
		{At: 3 * time.Millisecond, Kind: RecordCommands, Frame: commands.Append(nil)},
		{At: 13 * time.Millisecond, Kind: RecordSensors, Frame: sensors.Append(nil)},
		{At: time.Hour, Kind: Went},
	}
	var file bytes.Buffer
	w, err := NewSessionWriter(&file)
	require.NoError(t, err)
	for _, r := range records {
		r.At += 7 * time.Second // wherever the clock began
		require.NoError(t, w.Write(r))
	}
	require.NoError(t, w.Flush())
	return file.Bytes(), records
}

// readAll reads to the end, and returns the error there.
func readAll(t *testing.T, file []byte) (all []SessionRecord, err error) {
	t.Helper()
	r, err := NewSessionReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	for {
		record, err := r.Next()
		if err != nil {
			return all, err
		}
		record.Frame = bytes.Clone(record.Frame)
		all = append(all, record)
	}
}

func TestASessionComesBackByteForByte(t *testing.T) {
	file, want := written(t)
	got, err := readAll(t, file)
	require.ErrorIs(t, err, io.EOF)
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i].At, got[i].At)
		require.Equal(t, want[i].Kind, got[i].Kind)
		require.Equal(t, string(want[i].Frame), string(got[i].Frame))
	}
	r, err := NewSessionReader(bytes.NewReader(file))
	require.NoError(t, err)
	for _, at := range []time.Duration{time.Millisecond, 13 * time.Millisecond} {
		frame, when, err := r.NextSensors()
		require.NoError(t, err)
		require.Equal(t, at, when)
		require.Len(t, frame, SensorFrameSize)
	}
	_, _, err = r.NextSensors()
	require.ErrorIs(t, err, io.EOF)
}

func TestOfAFileWhoseRecorderWasKilledTheWholeRecordsCount(t *testing.T) {
	file, want := written(t)
	for cut := len(magic); cut < len(file); cut++ {
		got, err := readAll(t, file[:cut])
		require.Less(t, len(got), len(want))
		require.True(t, errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF), "%d: %v", cut, err)
	}
}

func TestWhatIsNoSessionIsToldWithItsPlace(t *testing.T) {
	for name, row := range map[string]struct{ text, says string }{
		"empty":          {"", "expected a file of `gonao robot lola record`"},
		"another file":   {"%YAML 1.2\n# and much more text\n", "expected a file of `gonao robot lola record`"},
		"kind":           {magic + "\x01X\x00", `record 1: kind: 'X'`},
		"no frame":       {magic + "\x01+\x00\x01S\x00", "record 2: length: 0"},
		"a frame too":    {magic + "\x01+\x01x", "record 1: length: 1"},
		"too long":       {magic + "\x01S\xff\xff\x03", "record 1: length: 65535: expected 1 to 4096"},
		"a long time":    {magic + "\xff\xff\xff\xff\xff\xff\xff\xff\x7f+\x00", "less than a year"},
		"no number ends": {magic + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "record 1: time"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readAll(t, []byte(row.text))
			require.ErrorContains(t, err, row.says)
		})
	}
}

func TestSessionsSurviveRandomBytes(t *testing.T) {
	file, _ := written(t)
	random := rand.New(rand.NewPCG(3, 4))
	for range fuzzn.N(t) {
		spoiled := bytes.Clone(file[:len(magic)+random.IntN(len(file)-len(magic))])
		for range random.IntN(8) {
			if len(spoiled) > len(magic) {
				spoiled[len(magic)+random.IntN(len(spoiled)-len(magic))] = byte(random.Uint32())
			}
		}
		records, err := readAll(t, spoiled)
		require.Error(t, err)
		for _, r := range records {
			require.LessOrEqual(t, len(r.Frame), MaxFrameSize)
			require.GreaterOrEqual(t, r.At, time.Duration(0))
		}
	}
}
