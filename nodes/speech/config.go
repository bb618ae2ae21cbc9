package speech

import "gonao/nao/devices/speech"

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"speech: texts -> sound, through espeak-ng."`

	Language       string  `yaml:"language" desc:"a voice of espeak-ng, such as en, de, fr or pt-br; espeak-ng --voices lists them"`
	Volume         float64 `yaml:"volume" min:"0" max:"1" desc:"of texts that do not say theirs"`
	WordsPerMinute int     `yaml:"words_per_minute" min:"80" max:"450" desc:"how fast it speaks"`
	Output         string  `yaml:"output" enum:"auto|sound|file" desc:"sound: the device; file: no sound, it only takes its time; auto: sound where there is a device"`
	Device         string  `yaml:"device" desc:"of ALSA, as aplay -L lists them; empty: the machine's own choice"`
	Directory      string  `yaml:"directory" desc:"where the speeches are kept as WAV files; empty: they are not kept"`
	Waiting        int     `yaml:"waiting" min:"1" max:"1000" readonly:"true" desc:"so many texts may wait until they are said; more are refused"`
}

// DefaultConfig returns the parameters for English.
func DefaultConfig() Config {
	return Config{Language: "en", Volume: 0.7, WordsPerMinute: 160, Output: "auto", Waiting: 16}
}

// Validate checks the parameters.
func (c Config) Validate() error {
	t := c.text("hello", "", 0)
	return t.Check()
}

// text returns a text with defaults for what the caller left empty.
func (c Config) text(words, language string, volume float64) speech.Text {
	if language == "" {
		language = c.Language
	}
	if volume == 0 {
		volume = c.Volume
	}
	return speech.Text{Words: words, Language: language, Volume: volume, WordsPerMinute: c.WordsPerMinute}
}
