package yamlread

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

// Parse returns the top value of each document of a text, with places and without comments. It returns those before the
// first fault. A text in the plain subset of YAML, in which most of our files are written, is read by [plain], without an
// allocation for each value; every other text, and every text with a fault, is read by the library.
func Parse(text string) (tops []*yaml.Node, err error) {
	if top := parsePlain(text); top != nil {
		return []*yaml.Node{top}, nil
	}
	defer func() { // the parser is not ours: a panic in it is a fault of this text only
		if p := recover(); p != nil {
			tops, err = nil, &panicError{p}
		}
	}()
	for decoder := yaml.NewDecoder(strings.NewReader(text)); ; {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return tops, nil
		}
		if err != nil {
			return tops, err
		}
		if len(doc.Content) == 1 {
			tops = append(tops, doc.Content[0])
		}
	}
}

// panicError is a panic of the library.
type panicError struct{ value any }

func (e *panicError) Error() string { return fmt.Sprintf("not understood as YAML: %v", e.value) }

// FaultOf returns the place and the text of an error of Parse; after a panic of the library there is no place.
func FaultOf(text []byte, err error) yamlfault.Fault {
	if panicked := (*panicError)(nil); errors.As(err, &panicked) {
		return yamlfault.Fault{Text: err.Error()}
	}
	f := yamlfault.Of(text, err)
	f.Text = "not YAML: " + f.Text
	return f
}
