package speech

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

func hello() Text {
	return Text{Words: "hello there", Language: "en", Volume: 0.5, WordsPerMinute: 170}
}

func TestATextBecomesSound(t *testing.T) {
	require.NoError(t, Engine{}.Installed(), "make deps-test installs it")
	file := filepath.Join(t.TempDir(), "hello.wav")
	short, err := Engine{}.Render(t.Context(), hello(), file)
	require.NoError(t, err)
	require.Greater(t, short, 300*time.Millisecond)
	require.Less(t, short, 5*time.Second)

	long := hello()
	long.Words = strings.Repeat("hello there, ", 10)
	longer, err := Engine{}.Render(t.Context(), long, file)
	require.NoError(t, err)
	require.Greater(t, longer, 4*short)

	long.WordsPerMinute = 340
	faster, err := Engine{}.Render(t.Context(), long, file)
	require.NoError(t, err)
	require.Less(t, faster, longer)

	odd := hello()
	odd.Words = "--help; $(rm) -w x" // spoken, not obeyed
	_, err = Engine{}.Render(t.Context(), odd, file)
	require.NoError(t, err)
}

func TestATextIsRefusedWithItsReason(t *testing.T) {
	for want, spoil := range map[string]func(*Text){
		"text: empty; expected words":             func(t *Text) { t.Words = " \n" },
		"text: 10001 bytes; expected at most":     func(t *Text) { t.Words = strings.Repeat("a", longest+1) },
		"text: it is not UTF-8":                   func(t *Text) { t.Words = "a\xff" },
		`language: "../x": expected a name such`:  func(t *Text) { t.Language = "../x" },
		`language: "--help": expected a name`:     func(t *Text) { t.Language = "--help" },
		"volume: NaN: expected 0 to 1":            func(t *Text) { t.Volume = math.NaN() },
		"volume: 2.0: expected 0 to 1":            func(t *Text) { t.Volume = 2 },
		"words_per_minute: 9: expected 80 to 450": func(t *Text) { t.WordsPerMinute = 9 },
		`language "xx": espeak-ng has no such`:    func(t *Text) { t.Language = "xx" },
	} {
		text := hello()
		spoil(&text)
		_, err := Engine{}.Render(t.Context(), text, filepath.Join(t.TempDir(), "x.wav"))
		require.ErrorContains(t, err, want)
	}
}

func TestWithoutTheProgramItSaysWhatToInstall(t *testing.T) {
	none := Engine{Program: "no-such-engine"}
	require.ErrorIs(t, none.Installed(), ErrNoEngine)
	_, err := none.Render(t.Context(), hello(), filepath.Join(t.TempDir(), "x.wav"))
	require.ErrorIs(t, err, ErrNoEngine)
	require.ErrorContains(t, err, "sudo apt-get install espeak-ng")

	t.Setenv("PATH", t.TempDir())
	require.ErrorIs(t, Play(t.Context(), "x.wav", ""), errNoPlayer)
}

func TestTheProgramsOwnErrorIsTold(t *testing.T) {
	_, err := Engine{}.Render(t.Context(), hello(), filepath.Join(t.TempDir(), "no", "directory.wav"))
	require.Error(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Engine{}.Render(ctx, hello(), filepath.Join(t.TempDir(), "x.wav"))
	require.ErrorIs(t, err, context.Canceled)
}

// wav is one second of 8 kHz, 16 bit.
func wav() []byte {
	return append([]byte("RIFF\x00\x00\x00\x00WAVELIST\x03\x00\x00\x00abc\x00fmt \x10\x00\x00\x00"+
		"\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x80\x3e\x00\x00"), make([]byte, 16000)...)
}

func TestAWavesDurationIsInItsHeader(t *testing.T) {
	d, err := duration(bytes.NewReader(wav()))
	require.NoError(t, err)
	require.Equal(t, time.Second, d)
	for text, want := range map[string]string{
		"":                                 "it is not a WAV file",
		string(wav()[:24]):                 "without samples",
		string(wav()[:40]):                 "its format chunk is cut off",
		"RIFF____WAVEdata\x01\x00\x00\x00": "its samples come before their format",
	} {
		path := filepath.Join(t.TempDir(), "x.wav")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		_, err := Duration(path)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, path)
	}
}

func TestRandomWavesAreReadOrRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	good := wav()[:64]
	for range fuzzn.N(t) {
		text := bytes.Clone(good)[:1+rng.IntN(len(good))]
		for range rng.IntN(4) {
			text[rng.IntN(len(text))] = byte(rng.Uint32())
		}
		if d, err := duration(bytes.NewReader(text)); err == nil {
			require.GreaterOrEqual(t, d, time.Duration(0))
		}
	}
}
