package naodriver

import (
	"context"
	"errors"
	"time"

	"gonao/msgs"
	"gonao/nao/devices/speech"
	"gonao/nao_driver/naoqi"
	"gonao/nodes/internal/say"
	"gonao/ros"
)

// waiting is the number of texts that may wait to be spoken.
const waiting = 16

// speaker speaks texts with the robot's own voice.
type speaker struct {
	driver *naoqi.Driver
	clock  *ros.Clock
}

// textError is the error of a text that breaks a rule.
type textError struct{ error }

// Speak speaks one text. NAOqi does not report how far it is.
func (s speaker) Speak(ctx context.Context, t say.Text, spoken func(share float64)) (time.Duration, error) {
	if err := check(t); err != nil {
		return 0, &textError{err}
	}
	if err := s.driver.SetVoice(ctx, t.Language, t.Volume); err != nil {
		return 0, err
	}
	begun := s.clock.Now()
	spoken(0)
	if err := s.driver.Say(ctx, t.Words); err != nil {
		return 0, err
	}
	spoken(1)
	return s.clock.Now().Sub(begun), nil
}

// check applies the rules of the node speech to a text.
func check(t say.Text) error {
	text := speech.Text{Words: t.Words, Language: t.Language, Volume: t.Volume, WordsPerMinute: 160}
	if t.Language == "" {
		text.Language = "en" // unused: the robot has its own
	}
	return text.Check()
}

// Code returns the action's code of an error.
func (speaker) Code(err error) uint16 {
	var text *textError
	switch {
	case errors.As(err, &text):
		return msgs.SayResultBadGoal
	case errors.Is(err, naoqi.ErrNoLanguage):
		return msgs.SayResultUnknownLanguage
	case errors.Is(err, naoqi.ErrNoSpeech):
		return msgs.SayResultNoEngine
	}
	return 0
}

// serveSpeech serves say and speech until ctx ends; wait blocks until they have ended.
func serveSpeech(ctx context.Context, n *ros.Node, d *naoqi.Driver) (wait func() error, err error) {
	line, err := say.Open(n, waiting, speaker{d, n.Clock})
	if err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- line.Run(ctx) }()
	return func() error { return <-ended }, nil
}
