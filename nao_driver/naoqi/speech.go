package naoqi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors of speech.
var (
	ErrNoSpeech   = errors.New("the robot has no ALTextToSpeech")
	ErrNoLanguage = errors.New("the robot does not speak this language")
)

// Say speaks a text and blocks until the robot has spoken it. When ctx ends, the robot stops speaking.
func (d *Driver) Say(ctx context.Context, words string) error {
	r, err := d.speaking()
	if err != nil {
		return err
	}
	err = guarded(func() error { return r.speech.WithContext(ctx).Say(words) })
	if ctx.Err() != nil {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.protocol.config().CallWithin)
		defer cancel()
		return errors.Join(context.Cause(ctx), guarded(r.speech.WithContext(stopping).StopAll))
	}
	return err
}

// SetVoice sets the voice of later texts. The language is NAOqi's name, such as French, or a code, such as fr, and
// must be installed on the robot; "" does not change it. The volume is above 0 up to 1; 0 does not change it.
func (d *Driver) SetVoice(ctx context.Context, language string, volume float64) error {
	r, err := d.speaking()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, d.protocol.config().CallWithin, fmt.Errorf("no answer within %s", d.protocol.config().CallWithin))
	defer cancel()
	speech := r.speech.WithContext(ctx)
	err = guarded(func() error {
		if language != "" {
			if err := setLanguage(speech, language); err != nil {
				return err
			}
		}
		if volume > 0 {
			return speech.SetVolume(float32(volume))
		}
		return nil
	})
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// languageSetter is the part of ALTextToSpeech that setLanguage needs.
type languageSetter interface {
	GetAvailableLanguages() ([]string, error)
	SetLanguage(language string) error
}

func setLanguage(speech languageSetter, language string) error {
	has, err := speech.GetAvailableLanguages()
	if err != nil {
		return err
	}
	name := language
	if its, known := languages[strings.ToLower(language)]; known {
		name = its
	}
	at := slices.IndexFunc(has, func(its string) bool { return strings.EqualFold(its, name) })
	if at < 0 {
		return fmt.Errorf("language %q: %w; expected one of %s", language, ErrNoLanguage, strings.Join(has, ", "))
	}
	return speech.SetLanguage(has[at])
}

// languages maps codes to NAOqi's names of languages.
var languages = map[string]string{
	"ar": "Arabic", "cmn": "Chinese", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
	"en": "English", "en-gb": "English", "en-us": "English", "es": "Spanish", "fi": "Finnish",
	"fr": "French", "fr-fr": "French", "it": "Italian", "ja": "Japanese", "ko": "Korean",
	"nb": "Norwegian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "pt-br": "Brazilian",
	"ru": "Russian", "sv": "Swedish", "tr": "Turkish", "zh": "Chinese",
}

// speaking returns the connected robot, if it can speak.
func (d *Driver) speaking() (*robot, error) {
	r, err := d.protocol.present()
	if err == nil && r.speech == nil {
		err = ErrNoSpeech
	}
	return r, err
}
