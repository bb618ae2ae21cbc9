// Package speech turns text into sound with the program espeak-ng, and plays it with
// aplay where the machine has a sound device.
package speech

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"gonao/internal/declared"
)

// Errors of a text.
var (
	ErrNoEngine = errors.New("espeak-ng is not installed: sudo apt-get install espeak-ng")
	ErrNoVoice  = errors.New("espeak-ng has no such voice; espeak-ng --voices lists them")
	errNoPlayer = errors.New("aplay is not installed: sudo apt-get install alsa-utils")
)

// Text is a text to be spoken.
type Text struct {
	Words          string  `yaml:"-"`
	Language       string  `yaml:"language" desc:"a voice of espeak-ng, such as en, de, fr or pt-br; espeak-ng --voices lists them"`
	Volume         float64 `yaml:"volume" min:"0" max:"1" desc:"volume of texts without their own"`
	WordsPerMinute int     `yaml:"words_per_minute" min:"80" max:"450" desc:"how fast it speaks"`
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
	}
	return declared.Check(t)
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
	program := cmp.Or(e.Program, "espeak-ng")
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
		return 0, fmt.Errorf("text %q: espeak-ng cannot pronounce anything in it", t.Words)
	}
	return d, err
}

// Installed returns an error if the program is missing.
func (e Engine) Installed() error {
	program := cmp.Or(e.Program, "espeak-ng")
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
		return errNoPlayer
	case err != nil:
		return fmt.Errorf("aplay: %w: %s", err, strings.TrimSpace(said.String()))
	}
	return nil
}
