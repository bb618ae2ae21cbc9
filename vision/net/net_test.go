package net

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// patchShape is the shape of the nets for patches of 32×32 pixels.
var patchShape = Shape{Width: 32, Height: 32, Channels: 1, Layers: []Layer{
	{Kind: "conv", Out: 8, Pool: true},
	{Kind: "conv", Out: 16, Pool: true},
	{Kind: "conv", Out: 24, Pool: true},
	{Kind: "dense", Out: 24},
	{Kind: "dense", Out: 4},
}}

// gridShape has a last layer of pixels, whose width is no multiple of four.
var gridShape = Shape{Width: 40, Height: 24, Channels: 3, Layers: []Layer{
	{Kind: "conv", Out: 8, Pool: true}, {Kind: "conv", Out: 16, Pool: true}, {Kind: "conv", Out: 8}, {Kind: "conv", Out: 5},
}}

func random(t testing.TB, shape Shape, seed uint64) *Net {
	rng := rand.New(rand.NewPCG(seed, 1))
	values := make([]float32, shape.Parameters())
	for i := range values {
		values[i] = float32(rng.NormFloat64() * 0.2)
	}
	outputs := make([]string, shape.Layers[len(shape.Layers)-1].Out)
	for i := range outputs {
		outputs[i] = string(rune('a' + i))
	}
	n, err := New(shape, outputs, values)
	require.NoError(t, err)
	return n
}

func randomInput(shape Shape, seed uint64) []float32 {
	rng := rand.New(rand.NewPCG(seed, 2))
	input := make([]float32, shape.Width*shape.Height*shape.Channels)
	for i := range input {
		input[i] = float32(rng.IntN(256)-128) / 128
	}
	return input
}

// byDefinition evaluates a net in float64, output by output, from the definition of its layers.
func byDefinition(n *Net, input []float32) []float64 {
	planes := n.Shape.Planes()
	x := make([]float64, len(input))
	for i, v := range input {
		x[i] = float64(v)
	}
	for i, l := range n.Shape.Layers {
		in, lanes, w := planes[i], Lanes(l.Out), n.layers[i]
		wide := in
		if l.Kind == "dense" {
			wide.Width, wide.Height = 1, 1
		}
		y := make([]float64, wide.Width*wide.Height*l.Out)
		for py := range wide.Height {
			for px := range wide.Width {
				for o := range l.Out {
					sum := float64(w.bias[o])
					for k := range l.Terms(in) {
						at := k
						if l.Kind == "conv" {
							tx, ty := px+k/in.Channels%3-1, py+k/in.Channels/3-1
							if tx < 0 || ty < 0 || tx >= in.Width || ty >= in.Height {
								continue
							}
							at = (ty*in.Width+tx)*in.Channels + k%in.Channels
						}
						sum += x[at] * float64(w.rows[k*lanes+o])
					}
					if i < len(n.Shape.Layers)-1 {
						sum = max(sum, 0)
					}
					y[(py*wide.Width+px)*l.Out+o] = sum
				}
			}
		}
		x = y
		if l.Pool {
			out := planes[i+1]
			x = make([]float64, out.Len())
			for j := range x {
				c, px, py := j%l.Out, j/l.Out%out.Width, j/l.Out/out.Width
				at := (2*py*in.Width + 2*px) * l.Out
				x[j] = max(y[at+c], y[at+l.Out+c], y[at+in.Width*l.Out+c], y[at+(in.Width+1)*l.Out+c])
			}
		}
	}
	return x
}

func TestOutputsAreThoseOfTheDefinition(t *testing.T) {
	for _, shape := range []Shape{patchShape, gridShape} {
		n := random(t, shape, 1)
		input := randomInput(shape, 1)
		want, got := byDefinition(n, input), NewRunner(n).Run(input)
		require.Len(t, got, len(want))
		for i := range want {
			require.InDelta(t, want[i], got[i], 1e-4*(1+math.Abs(want[i])), "output %d", i)
		}
	}
}

func TestAssemblerAndPlainGoAreEqualBitByBit(t *testing.T) {
	for _, shape := range []Shape{patchShape, gridShape} {
		for seed := range uint64(5) {
			n := random(t, shape, seed)
			fast, plain := NewRunner(n), newPlainRunner(n)
			for range 2 { // the second run finds no traces of the first
				input := randomInput(shape, seed+10)
				a, b := fast.Run(input), plain.Run(input)
				for i := range a {
					require.Equal(t, math.Float32bits(b[i]), math.Float32bits(a[i]))
				}
			}
		}
	}
}

func TestARunDoesNotAllocate(t *testing.T) {
	for _, r := range []*Runner{NewRunner(random(t, patchShape, 1)), newPlainRunner(random(t, gridShape, 1))} {
		input := randomInput(r.Net().Shape, 1)
		require.Zero(t, testing.AllocsPerRun(20, func() { r.Run(input) }))
	}
}

func TestABallNetHasFourteenThousandParameters(t *testing.T) {
	require.Equal(t, 14068, patchShape.Parameters())
	require.Equal(t, 599136, patchShape.Products())
}

func TestAFileIsReadBack(t *testing.T) {
	n := random(t, patchShape, 3)
	n.Origin = Origin{Command: "gonao vision train", Seed: 3, DataSHA256: "ab", Samples: 7}
	data, err := n.Encode()
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "a.net")
	require.NoError(t, os.WriteFile(name, data, 0o600))
	back, err := Load(name)
	require.NoError(t, err)
	require.Equal(t, n.Origin, back.Origin)
	require.InEpsilonSlice(t, n.layers[0].rows, back.layers[0].rows, 1.6e-5, "rounded to 16 bits")
	again, err := back.Encode()
	require.NoError(t, err)
	require.Equal(t, data, again)
}

// Files of nets that users trained before the format changed have four bytes a weight.
func TestAnOlderFileIsRead(t *testing.T) {
	n := random(t, patchShape, 3)
	var data []byte
	for _, v := range n.Values() {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	sum := sha256.Sum256(data)
	head, err := json.Marshal(header{n.Shape, n.Outputs, n.Origin, hex.EncodeToString(sum[:])})
	require.NoError(t, err)
	back, err := Decode(append([]byte("gonao net 1\n"+string(head)+"\n"), data...))
	require.NoError(t, err)
	require.Equal(t, n, back)
}

func TestUnusableFilesAreRefused(t *testing.T) {
	good, err := random(t, patchShape, 3).Encode()
	require.NoError(t, err)
	replace := func(old, with string) []byte { return bytes.Replace(good, []byte(old), []byte(with), 1) }
	damaged := bytes.Clone(good)
	damaged[len(damaged)-1] ^= 1
	for what, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":              {nil, `expected "gonao net 2"`},
		"foreign":            {[]byte("\x89PNG\r\n\x1a\n"), `expected "gonao net 2"`},
		"no header":          {[]byte(format + "\n"), "expected its shape"},
		"half":               {good[:len(good)/2], "bytes of weights: expected"},
		"damaged":            {damaged, "damaged"},
		"unknown layer":      {replace(`"kind":"conv"`, `"kind":"pool"`), "layer 0: kind"},
		"layers do not fit":  {replace(`"out":16`, `"out":24`), "bytes of weights: expected"},
		"too large":          {replace(`"width":32`, `"width":99999`), "expected 4×1"},
		"unknown key":        {replace(`"outputs"`, `"names"`), "unknown field"},
		"odd number of maps": {replace(`"out":16`, `"out":15`), "multiple of 8"},
		"negative size":      {replace(`"height":32`, `"height":-1`), "expected 4×1"},
	} {
		t.Run(what, func(t *testing.T) {
			_, err := Decode(c.file)
			require.ErrorIs(t, err, errFile)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestWeightsOfAnotherShapeAreRefused(t *testing.T) {
	n := random(t, patchShape, 3)
	require.NoError(t, n.Expect(patchShape, "a", "b", "c", "d"))
	require.ErrorContains(t, n.Expect(gridShape), "another shape")
	require.ErrorContains(t, n.Expect(patchShape, "ball"), `expected ["ball"]`)
}

func FuzzDecode(f *testing.F) {
	good, err := random(f, Shape{Width: 4, Height: 1, Channels: 1, Layers: []Layer{{Kind: "dense", Out: 1}}}, 3).Encode()
	require.NoError(f, err)
	f.Add(good)
	f.Add(good[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Decode(data)
		if err != nil {
			require.ErrorIs(t, err, errFile)
			return
		}
		again, err := n.Encode()
		require.NoError(t, err)
		back, err := Decode(again)
		require.NoError(t, err)
		require.Equal(t, n, back)
	})
}

func BenchmarkRun(b *testing.B) {
	n := random(b, patchShape, 1)
	input := randomInput(patchShape, 1)
	for name, r := range map[string]*Runner{"assembler": NewRunner(n), "plain": newPlainRunner(n)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Run(input)
			}
		})
	}
}
