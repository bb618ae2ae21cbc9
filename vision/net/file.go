package net

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// Format is the first line of a file of weights. Those of older files, in [fourBytes], are float32.
const (
	format    = "gonao net 2"
	fourBytes = "gonao net 1"
)

// maxFile bounds the size of a file of weights, bytes.
const maxFile = 5 * maxWeights

// errFile is in the chain of every error about a file of weights that cannot be used.
var errFile = errors.New("unusable net")

// Origin is how a net was trained. With the same command and a data set of the same hash, training writes the same bytes.
type Origin struct {
	Command    string             `json:"command"`
	Seed       uint64             `json:"seed"`
	DataSHA256 string             `json:"data_sha256"`
	Samples    int                `json:"samples"`
	Scores     map[string]float64 `json:"scores,omitempty"`     // on the part of the data set that was held out
	Thresholds map[string]float64 `json:"thresholds,omitempty"` // of outputs, found on that part
}

// header is the second line of a file.
type header struct {
	Shape         Shape    `json:"shape"`
	Outputs       []string `json:"outputs"`
	Origin        Origin   `json:"origin"`
	WeightsSHA256 string   `json:"weights_sha256"`
}

// Net is a trained net. It does not change; any number of runners may evaluate it.
type Net struct {
	Shape   Shape
	Outputs []string // names, one for each number of the last layer (of a pixel, if that is a conv)
	Origin  Origin

	layers []weights
}

// weights are those of one layer: a row of Lanes(Out) numbers for each term of the sums, and the biases.
type weights struct {
	rows, bias []float32
}

// New returns a net with the values of all weights and biases, layer by layer: for each term of the sums the weights of
// all outputs, at last the biases.
func New(shape Shape, outputs []string, values []float32) (*Net, error) {
	if err := shape.Check(); err != nil {
		return nil, err
	}
	last := shape.Layers[len(shape.Layers)-1].Out
	switch {
	case len(outputs) != last:
		return nil, fmt.Errorf("%d names of outputs: expected %d", len(outputs), last)
	case len(values) != shape.Parameters():
		return nil, fmt.Errorf("%d weights: expected %d for this shape", len(values), shape.Parameters())
	}
	n := &Net{Shape: shape, Outputs: outputs}
	planes := shape.Planes()
	for i, l := range shape.Layers {
		w := weights{make([]float32, l.Terms(planes[i])*Lanes(l.Out)), make([]float32, Lanes(l.Out))}
		for k := range l.Terms(planes[i]) {
			copy(w.rows[k*Lanes(l.Out):], values[:l.Out])
			values = values[l.Out:]
		}
		copy(w.bias, values[:l.Out])
		values = values[l.Out:]
		n.layers = append(n.layers, w)
	}
	return n, nil
}

// Values returns the weights in the order of [New].
func (n *Net) Values() []float32 {
	values := make([]float32, 0, n.Shape.Parameters())
	for i, l := range n.Shape.Layers {
		w := n.layers[i]
		for k := 0; k < len(w.rows); k += Lanes(l.Out) {
			values = append(values, w.rows[k:k+l.Out]...)
		}
		values = append(values, w.bias[:l.Out]...)
	}
	return values
}

// Expect returns an error that names the first difference between the net and what a program is written for.
func (n *Net) Expect(shape Shape, outputs ...string) error {
	if !n.Shape.Equal(shape) {
		have, _ := json.Marshal(n.Shape)
		want, _ := json.Marshal(shape)
		return fmt.Errorf("%w: weights of another shape: %s: expected %s", errFile, have, want)
	}
	for i, name := range outputs {
		if i >= len(n.Outputs) || n.Outputs[i] != name {
			return fmt.Errorf("%w: outputs %q: expected %q", errFile, n.Outputs, outputs)
		}
	}
	return nil
}

// Encode returns the bytes of a file: the line [format], a line of JSON, and of each weight the upper three bytes of its float32,
// little-endian and rounded: 16 bits of precision, more than the integers have in which finders evaluate nets.
func (n *Net) Encode() ([]byte, error) {
	data := make([]byte, 0, 3*n.Shape.Parameters())
	for _, v := range n.Values() {
		bits := math.Float32bits(v) + 0x80
		data = append(data, byte(bits>>8), byte(bits>>16), byte(bits>>24))
	}
	sum := sha256.Sum256(data)
	head, err := json.Marshal(header{n.Shape, n.Outputs, n.Origin, hex.EncodeToString(sum[:])})
	if err != nil {
		return nil, fmt.Errorf("encode net: %w", err)
	}
	return append(append([]byte(format+"\n"), append(head, '\n')...), data...), nil
}

// Decode returns the net of a file. The error says what is wrong with the file.
func Decode(file []byte) (*Net, error) {
	first, rest, ok := bytes.Cut(file, []byte("\n"))
	if !ok || string(first) != format && string(first) != fourBytes {
		return nil, fmt.Errorf("%w: first line %.40q: expected %q", errFile, first, format)
	}
	size := 3
	if string(first) == fourBytes {
		size = 4
	}
	line, data, ok := bytes.Cut(rest, []byte("\n"))
	if !ok {
		return nil, fmt.Errorf("%w: no second line: expected its shape as JSON", errFile)
	}
	var head header
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&head); err != nil {
		return nil, fmt.Errorf("%w: second line: %w", errFile, err)
	}
	if err := head.Shape.Check(); err != nil {
		return nil, fmt.Errorf("%w: shape: %w", errFile, err)
	}
	if want := size * head.Shape.Parameters(); len(data) != want {
		return nil, fmt.Errorf("%w: %d bytes of weights: expected %d for its shape", errFile, len(data), want)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != head.WeightsSHA256 {
		return nil, fmt.Errorf("%w: weights_sha256 is not that of its weights: the file is damaged", errFile)
	}
	values := make([]float32, head.Shape.Parameters())
	for i := range values {
		var bits [4]byte
		copy(bits[4-size:], data[size*i:][:size])
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(bits[:]))
		if values[i]-values[i] != 0 { // NaN or infinite
			return nil, fmt.Errorf("%w: weight %d is %v: expected a number", errFile, i, values[i])
		}
	}
	n, err := New(head.Shape, head.Outputs, values)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errFile, err)
	}
	n.Origin = head.Origin
	return n, nil
}

// Load reads the file of a net.
func Load(name string) (*Net, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return nil, fmt.Errorf("load net %s: %w", name, err)
	}
	n, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("load net %s: %w", name, err)
	}
	return n, nil
}
