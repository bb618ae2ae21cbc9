package speech

import (
	"cmp"

	"gonao/nao/devices/speech"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"speech: texts -> sound, through espeak-ng."`

	Text      speech.Text `yaml:",inline"`
	Output    string      `yaml:"output" enum:"auto|sound|file" desc:"sound: the device; file: no sound, it only takes its time; auto: sound where there is a device"`
	Device    string      `yaml:"device" desc:"of ALSA, as aplay -L lists them; empty: the machine's own choice"`
	Directory string      `yaml:"directory" desc:"where the speeches are kept as WAV files; empty: they are not kept"`
	Waiting   int         `yaml:"waiting" min:"1" max:"1000" readonly:"true" desc:"so many texts may wait until they are said; more are refused"`
}

// DefaultConfig returns the parameters for English.
func DefaultConfig() Config {
	return Config{Text: speech.Text{Language: "en", Volume: 0.7, WordsPerMinute: 160}, Output: "auto", Waiting: 16}
}

// Validate checks the parameters.
func (c Config) Validate() error {
	t := c.text("hello", "", 0)
	return t.Check()
}

// text returns a text with defaults for empty fields.
func (c Config) text(words, language string, volume float64) speech.Text {
	t := c.Text
	t.Words, t.Language = words, cmp.Or(language, t.Language)
	t.Volume = cmp.Or(volume, t.Volume)
	return t
}
