package train

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision/net"
)

// tiny is a shape with every kind of layer; grid one whose last layer has pixels.
var (
	tiny = net.Shape{Width: 8, Height: 8, Channels: 2, Layers: []net.Layer{
		{Kind: "conv", Out: 8, Pool: true}, {Kind: "conv", Out: 8}, {Kind: "dense", Out: 8}, {Kind: "dense", Out: 3},
	}}
	grid = net.Shape{Width: 12, Height: 8, Channels: 1, Layers: []net.Layer{
		{Kind: "conv", Out: 16, Pool: true}, {Kind: "conv", Out: 8}, {Kind: "conv", Out: 3},
	}}
)

// corners is a set of pictures with a bright square at a place, or without one.
func corners(shape net.Shape, n int, seed uint64) *Set {
	rng := rand.New(rand.NewPCG(seed, 1))
	planes := shape.Planes()
	out := planes[len(planes)-1]
	s := &Set{Width: shape.Width, Height: shape.Height, Channels: shape.Channels, Outputs: []string{"is_square", "at_x", "at_y"}, Targets: out.Len()}
	for range n {
		sample := Sample{Input: make([]uint8, planes[0].Len()), Target: make([]float32, out.Len())}
		for i := range sample.Input {
			sample.Input[i] = uint8(100 + rng.IntN(40))
		}
		if rng.IntN(2) == 0 {
			x, y := rng.IntN(shape.Width-2), rng.IntN(shape.Height-2)
			for i := range 9 {
				sample.Input[((y+i/3)*shape.Width+x+i%3)*shape.Channels] = 220
			}
			at := (y*out.Height/shape.Height*out.Width + x*out.Width/shape.Width) * 3
			copy(sample.Target[at:], []float32{1, float32(x)/4 - 0.5, float32(y)/4 - 0.5})
		}
		s.Samples = append(s.Samples, sample)
	}
	return s
}

func TestGradientsAreThoseOfSmallDifferences(t *testing.T) {
	for _, shape := range []net.Shape{tiny, grid} {
		set := corners(shape, 4, 1)
		l, err := newLoss(set.Outputs)
		require.NoError(t, err)
		tr := newTrainer(newModel(shape), l, Options{Seed: 1}.withDefaults())
		sample := set.Samples[0]
		for i := range set.Samples { // one with an object
			for _, v := range set.Samples[i].Target {
				if v == 1 {
					sample = set.Samples[i]
				}
			}
		}
		tr.m.turn()
		p := tr.passes[0]
		at := func() float64 { return l.compare(p.forward(sample.Input), sample.Target, p.dOut) }
		at()
		grad := make([]float32, tr.m.size)
		p.backward(grad)
		checked, off := 0, 0
		for i := 0; i < tr.m.size; i += 3 {
			const small = 1e-2
			old := tr.m.values[i]
			tr.m.values[i] = old + small
			up := at()
			tr.m.values[i] = old - small
			down := at()
			tr.m.values[i] = old
			want := (up - down) / (2 * small)
			if want == 0 && grad[i] == 0 {
				continue
			}
			checked++
			if d := want - float64(grad[i]); d > 0.02+0.05*abs(want) || d < -0.02-0.05*abs(want) {
				off++ // a kink of a maximum lies between both
			}
		}
		require.Greater(t, checked, 100)
		require.Less(t, off, checked/20, "of %d", checked)
	}
}

func abs(x float64) float64 { return max(x, -x) }

func TestATrainedNetFindsWhatItWasTrainedFor(t *testing.T) {
	var last float64
	set := corners(tiny, 600, 2)
	n, err := Train(context.Background(), tiny, set, Options{Seed: 1, Epochs: 12, Batch: 16, Threads: 2, Progress: func(p Progress) { last = p.Loss }})
	require.NoError(t, err)
	require.Less(t, last, 0.2)
	right := 0
	r := net.NewRunner(n)
	fresh := corners(tiny, 200, 3)
	for _, s := range fresh.Samples {
		if out := r.Run(numbers(s.Input)); (out[0] > 0) == (s.Target[0] == 1) {
			right++
		}
	}
	require.GreaterOrEqual(t, right, 190)
	require.Equal(t, set.Hash(), n.Origin.DataSHA256)
}

func numbers(input []uint8) []float32 {
	x := make([]float32, len(input))
	for i, v := range input {
		x[i] = (float32(v) - 128) / 128
	}
	return x
}

func TestTheWeightsDoNotDependOnTheNumberOfThreads(t *testing.T) {
	var first []byte
	for _, threads := range []int{1, 2, 5} {
		n, err := Train(context.Background(), grid, corners(grid, 100, 2), Options{Seed: 4, Epochs: 2, Batch: 30, Threads: threads})
		require.NoError(t, err)
		data, err := n.Encode()
		require.NoError(t, err)
		if first == nil {
			first = data
		}
		require.True(t, bytes.Equal(first, data), "%d threads", threads)
	}
	other, err := Train(context.Background(), grid, corners(grid, 100, 2), Options{Seed: 5, Epochs: 2, Batch: 30})
	require.NoError(t, err)
	data, err := other.Encode()
	require.NoError(t, err)
	require.False(t, bytes.Equal(first, data), "another seed")
}

func TestASetIsReadBack(t *testing.T) {
	set := corners(tiny, 20, 2)
	var file bytes.Buffer
	require.NoError(t, set.Write(&file))
	back, err := Read(&file)
	require.NoError(t, err)
	require.Equal(t, set.Hash(), back.Hash())
	require.Equal(t, set.Samples, back.Samples)
	set.Samples[3].Input[5]++
	require.NotEqual(t, set.Hash(), back.Hash())
}

func TestUnusableSetsAreRefused(t *testing.T) {
	_, err := Read(bytes.NewReader([]byte("\x89PNG")))
	require.ErrorIs(t, err, ErrSet)
	var file bytes.Buffer
	require.NoError(t, corners(tiny, 20, 2).Write(&file))
	_, err = Read(bytes.NewReader(file.Bytes()[:file.Len()/2]))
	require.ErrorIs(t, err, ErrSet)

	train := func(change func(*Set)) error {
		set := corners(tiny, 5, 2)
		change(set)
		_, err := Train(context.Background(), tiny, set, Options{Epochs: 1})
		return err
	}
	require.NoError(t, train(func(*Set) {}))
	require.ErrorContains(t, train(func(s *Set) { s.Samples = nil }), "empty")
	require.ErrorContains(t, train(func(s *Set) { s.Samples[2].Input = s.Samples[2].Input[1:] }), "sample 2")
	require.ErrorContains(t, train(func(s *Set) { s.Samples[2].Target[0] /= 0 * s.Samples[2].Target[0] }), "expected numbers")
	require.ErrorContains(t, train(func(s *Set) { s.Outputs = []string{"square", "at_x", "at_y"} }), "begins with is_")
	require.ErrorContains(t, train(func(s *Set) { s.Width = 4; s.Height = 16 }), "for this shape")
}

func TestTrainingStopsWhenItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Train(ctx, tiny, corners(tiny, 50, 2), Options{Progress: func(Progress) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "epoch 2")
}

func BenchmarkSample(b *testing.B) {
	shape := net.Shape{Width: 32, Height: 32, Channels: 1, Layers: []net.Layer{
		{Kind: "conv", Out: 8, Pool: true},
		{Kind: "conv", Out: 16, Pool: true},
		{Kind: "conv", Out: 24, Pool: true},
		{Kind: "dense", Out: 24},
		{Kind: "dense", Out: 3},
	}}
	set := corners(shape, 1, 1)
	l, err := newLoss(set.Outputs)
	require.NoError(b, err)
	t := newTrainer(newModel(shape), l, Options{}.withDefaults())
	t.m.turn()
	grad := make([]float32, t.m.size)
	for b.Loop() {
		l.compare(t.passes[0].forward(set.Samples[0].Input), set.Samples[0].Target, t.passes[0].dOut)
		t.passes[0].backward(grad)
	}
}
