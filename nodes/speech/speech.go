// Package speech is the node that speaks texts, one after the other.
//
//	serves      say     gonao_msgs/Say   speaks a text, with progress as feedback
//	subscribes  speech  std_msgs/String  texts without an answer, as naoqi_driver takes them
//
// espeak-ng makes the sound, which is played on the machine's sound device. Without a device the speech is
// still rendered, and the action takes as long as the sound would, on the node's clock.
package speech

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gonao/msgs"
	"gonao/nao/devices/speech"
	"gonao/nodes/internal/say"
	"gonao/ros"
)

// voice renders speech. Tests have their own.
type voice interface {
	Render(ctx context.Context, t speech.Text, file string) (time.Duration, error)
}

// speaker is the running node.
type speaker struct {
	*ros.Node
	voice voice
	play  func(ctx context.Context, file, device string) error
	sound func() bool // reports whether there is a sound device

	cfg     Config // used only by the queue's goroutine
	changes *ros.ConfigWatcher[Config]
	silent  ros.Once
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	s := &speaker{Node: n, voice: speech.Engine{}, play: speech.Play, sound: speech.HasSoundDevice}
	if err := (speech.Engine{}).Installed(); err != nil {
		n.Log.Error("nothing can be said", "error", err)
	}
	return s.run(ctx, cfg)
}

func (s *speaker) run(ctx context.Context, cfg Config) (err error) {
	s.cfg = cfg
	if s.changes, err = ros.WatchConfig[Config](s.Node, nil); err != nil {
		return err
	}
	line, err := say.Open(s.Node, cfg.Waiting, s)
	if err != nil {
		return err
	}
	return line.Run(ctx)
}

// textError is the error of a text that cannot be spoken as it is.
type textError struct{ error }

// Code returns the action's error code of an error.
func (s *speaker) Code(err error) uint16 {
	var text *textError
	switch {
	case errors.As(err, &text):
		return msgs.SayResultBadGoal
	case errors.Is(err, speech.ErrNoVoice):
		return msgs.SayResultUnknownLanguage
	case errors.Is(err, speech.ErrNoEngine):
		return msgs.SayResultNoEngine
	}
	return 0
}

// Speak speaks one text and blocks until it has been heard.
func (s *speaker) Speak(ctx context.Context, t say.Text, spoken func(share float64)) (time.Duration, error) {
	if changed, ok := s.changes.Next(); ok {
		s.cfg = changed
	}
	text := s.cfg.text(t.Words, t.Language, t.Volume)
	if err := text.Check(); err != nil {
		return 0, &textError{err}
	}
	file, err := s.file()
	if err != nil {
		return 0, err
	}
	if s.cfg.Directory == "" {
		defer os.Remove(file) //nolint:errcheck // a file of ours in the temporary directory
	}
	duration, err := s.voice.Render(ctx, text, file)
	if err != nil {
		return 0, err
	}
	return duration, s.utter(ctx, duration, file, spoken)
}

// file returns the path of the sound file.
func (s *speaker) file() (string, error) {
	if s.cfg.Directory == "" {
		f, err := os.CreateTemp("", "speech-*.wav")
		if err != nil {
			return "", err
		}
		return f.Name(), f.Close()
	}
	if err := os.MkdirAll(s.cfg.Directory, 0o755); err != nil {
		return "", fmt.Errorf("directory: %w", err)
	}
	return filepath.Join(s.cfg.Directory, "speech_"+s.Clock.Now().UTC().Format("20060102T150405.000000")+".wav"), nil
}

// feedbackPeriod is the time between two feedback messages.
const feedbackPeriod = 100 * time.Millisecond

// utter plays a sound file, or waits as long as it would play.
func (s *speaker) utter(ctx context.Context, duration time.Duration, file string, spoken func(share float64)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	heard := make(chan error, 1)
	switch loud := s.cfg.Output == "sound" || s.cfg.Output == "auto" && s.sound(); {
	case loud:
		go func() { heard <- s.play(ctx, file, s.cfg.Device) }()
	default:
		if s.cfg.Output == "auto" && s.silent.Due() {
			s.Log.Info("no sound device: what is said takes its time, unheard")
		}
		go func() { heard <- s.Clock.Sleep(ctx, duration) }()
	}
	begun := s.Clock.Now()
	spoken(0)
	for {
		select {
		case err := <-heard:
			if err == nil {
				spoken(1)
			}
			return err
		case now := <-s.Clock.After(feedbackPeriod):
			if share := now.Sub(begun).Seconds() / duration.Seconds(); share >= 0 && share < 1 {
				spoken(share)
			}
		}
	}
}
