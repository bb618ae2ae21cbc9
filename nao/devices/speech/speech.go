// Package speech turns text into sound with the program espeak-ng, and plays it with
// aplay where the machine has a sound device.
package speech

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

// Errors of a text.
var (
	ErrNoEngine = errors.New("espeak-ng is not installed: sudo apt-get install espeak-ng")
	ErrNoVoice  = errors.New("espeak-ng has no such voice; espeak-ng --voices lists them")
	ErrNoPlayer = errors.New("aplay is not installed: sudo apt-get install alsa-utils")
)

// Text is a text to be spoken.
type Text struct {
	Words          string
	Language       string  // a voice of espeak-ng: en, fr, pt-br
	Volume         float64 // 0 to 1
	WordsPerMinute int     // 80 to 450
}

// longest limits the bytes of a text: some minutes of speech.
const longest = 10_000

// Check returns an error if a field of the text is out of range.
func (t *Text) Check() error {
	switch {
	case strings.TrimSpace(t.Words) == "":
		return errors.New("text: empty; expected words")
	case len(t.Words) > longest:
		return fmt.Errorf("text: %d bytes; expected at most %d", len(t.Words), longest)
	case !utf8.ValidString(t.Words) || strings.ContainsRune(t.Words, 0):
		return errors.New("text: it is not UTF-8")
	case !isVoice(t.Language):
		return fmt.Errorf("language: %q: expected a name such as en, fr or pt-br", t.Language)
	case math.IsNaN(t.Volume) || t.Volume < 0 || t.Volume > 1:
		return fmt.Errorf("volume: %g: expected 0 to 1", t.Volume)
	case t.WordsPerMinute < 80 || t.WordsPerMinute > 450:
		return fmt.Errorf("words per minute: %d: expected 80 to 450", t.WordsPerMinute)
	}
	return nil
}

// isVoice reports whether a name may be passed to the program: a path or an option must not.
func isVoice(name string) bool {
	if name == "" || len(name) > 32 || name[0] == '-' {
		return false
	}
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '+':
		default:
			return false
		}
	}
	return true
}

// Engine is the program that renders speech. The zero value is espeak-ng.
type Engine struct{ Program string }

// Render writes the speech of a text as a WAV file and returns its duration.
func (e Engine) Render(ctx context.Context, t Text, file string) (time.Duration, error) {
	if err := t.Check(); err != nil {
		return 0, err
	}
	program := e.Program
	if program == "" {
		program = "espeak-ng"
	}
	const fullAmplitude = 200
	cmd := exec.CommandContext(ctx, program, "--stdin", "-b", "1", "-v", t.Language,
		"-a", fmt.Sprint(int(t.Volume*fullAmplitude+0.5)), "-s", fmt.Sprint(t.WordsPerMinute), "-w", file)
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(t.Words), &said
	err := cmd.Run()
	switch text := strings.TrimSpace(said.String()); {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		return 0, ErrNoEngine
	case err != nil && strings.Contains(text, "voice does not exist"):
		return 0, fmt.Errorf("language %q: %w", t.Language, ErrNoVoice)
	case err != nil:
		return 0, fmt.Errorf("espeak-ng: %w: %s", err, text)
	}
	d, err := Duration(file)
	if errors.Is(err, os.ErrNotExist) {
		return 0, fmt.Errorf("text %q: espeak-ng finds nothing in it to say", t.Words)
	}
	return d, err
}

// Installed returns an error if the program is missing.
func (e Engine) Installed() error {
	program := e.Program
	if program == "" {
		program = "espeak-ng"
	}
	if _, err := exec.LookPath(program); err != nil {
		return ErrNoEngine
	}
	return nil
}

// HasSoundDevice reports whether the machine has a sound device.
func HasSoundDevice() bool {
	devices, err := filepath.Glob("/dev/snd/pcm*p")
	return err == nil && len(devices) > 0
}

// Play plays a WAV file through ALSA. It blocks until the file has been played or ctx ends. The device is a
// name that aplay -L lists; "" is ALSA's default.
func Play(ctx context.Context, file, device string) error {
	args := []string{"-q"}
	if device != "" {
		args = append(args, "-D", device)
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, "aplay", append(args, file)...)
	cmd.Stderr = &said
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return ErrNoPlayer
	case err != nil:
		return fmt.Errorf("aplay: %w: %s", err, strings.TrimSpace(said.String()))
	}
	return nil
}
