package naodriver

import (
	"context"
	"errors"
	"time"

	"gonao/devices/speech"
	"gonao/msgs"
	"gonao/nao_driver/naoqi"
	"gonao/nodes/internal/say"
	"gonao/ros"
)

// waiting is how many texts may wait until they are said.
const waiting = 16

// speaker lets the robot's own voice say texts.
type speaker struct {
	driver *naoqi.Driver
	clock  *ros.Clock
}

// textError is the error of a text that cannot be said as it is.
type textError struct{ error }

// Speak says one text. NAOqi does not tell how far it is.
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

// check holds a text to the rules of the node speech.
func check(t say.Text) error {
	text := speech.Text{Words: t.Words, Language: t.Language, Volume: t.Volume, WordsPerMinute: 160}
	if t.Language == "" {
		text.Language = "en" // any: the robot has its own
	}
	return text.Check()
}

// Code gives the action's code of an error.
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

// serveSpeech lets the robot say texts until ctx ends; wait waits for the end of that.
func serveSpeech(ctx context.Context, n *ros.Node, d *naoqi.Driver) (wait func() error, err error) {
	line, err := say.Open(n, waiting, speaker{d, n.Clock})
	if err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- line.Run(ctx) }()
	return func() error { return <-ended }, nil
}
