package train

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonao/vision/net"
)

// shards is the number of parts whose gradients are summed one after the other. It does not depend on the number of
// threads, so neither do the sums.
const shards = 8

// Options are how a net is trained. The zero value of a field is its default.
type Options struct {
	Seed     uint64  // of the first weights and of the order of the samples
	Epochs   int     // how often every sample is used; 10
	Batch    int     // samples between two changes of the weights; 64
	Rate     float64 // of learning, at first; 0.003
	Decay    float64 // of the weights, a share of rate; 0.0005
	Threads  int     // 1
	IsWeight float64 // of objects that are there, against those that are not; 1
	Progress func(Progress)
}

// Progress is how far the training is.
type Progress struct {
	Epoch, Epochs int     // the epoch that ended
	Loss          float64 // the mean of the epoch
}

func (o Options) withDefaults() Options {
	set := func(v *int, to int) {
		if *v <= 0 {
			*v = to
		}
	}
	set(&o.Epochs, 10)
	set(&o.Batch, 64)
	set(&o.Threads, 1)
	if o.Rate <= 0 {
		o.Rate = 0.003
	}
	if o.Decay <= 0 {
		o.Decay = 0.0005
	}
	if o.IsWeight <= 0 {
		o.IsWeight = 1
	}
	return o
}

// Train trains a net of the shape on the set. The same set and options yield the same bits; Threads does not matter.
func Train(ctx context.Context, shape net.Shape, set *Set, o Options) (*net.Net, error) {
	o = o.withDefaults()
	if err := shape.Check(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if err := set.Check(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	planes := shape.Planes()
	out := planes[len(planes)-1]
	if set.Width != shape.Width || set.Height != shape.Height || set.Channels != shape.Channels || set.Targets != out.Len() ||
		len(set.Outputs) != out.Channels {
		return nil, fmt.Errorf("train: %w: %d×%d×%d pixels and %d targets: expected %d×%d×%d and %d for this shape", ErrSet,
			set.Width, set.Height, set.Channels, set.Targets, shape.Width, shape.Height, shape.Channels, out.Len())
	}
	l, err := newLoss(set.Outputs)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	l.isWeight = float32(o.IsWeight)
	t := newTrainer(newModel(shape), l, o)
	if err := t.run(ctx, set); err != nil {
		return nil, err
	}
	n, err := net.New(shape, set.Outputs, t.m.export())
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	n.Origin = net.Origin{Seed: o.Seed, DataSHA256: set.Hash(), Samples: len(set.Samples)}
	return n, nil
}

// trainer is a training under way.
type trainer struct {
	m      *model
	loss   *loss
	o      Options
	passes []*pass // one a thread
	grads  [shards][]float32
	losses [shards]float64
	adam   adam
}

func newTrainer(m *model, l *loss, o Options) *trainer {
	t := &trainer{m: m, loss: l, o: o, adam: newAdam(m.size)}
	for range o.Threads {
		t.passes = append(t.passes, newPass(m))
	}
	for i := range t.grads {
		t.grads[i] = make([]float32, m.size)
	}
	// He's initialization: with it, the sums of all layers are of one size.
	rng := rand.New(rand.NewPCG(o.Seed, 0x6e6574))
	for _, s := range m.layers {
		deviation := math.Sqrt(2 / float64(s.Terms(s.in)))
		for k := s.from; k < s.biases; k += s.lanes {
			for c := range s.Out {
				m.values[k+c] = float32(rng.NormFloat64() * deviation)
			}
		}
	}
	return t
}

// run trains for all epochs.
func (t *trainer) run(ctx context.Context, set *Set) error {
	rng := rand.New(rand.NewPCG(t.o.Seed, 0x6f72646572))
	batches := (len(set.Samples) + t.o.Batch - 1) / t.o.Batch
	total, step := float64(t.o.Epochs*batches), 0
	for epoch := range t.o.Epochs {
		order, sum := rng.Perm(len(set.Samples)), 0.0
		for len(order) > 0 {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("train: stopped in epoch %d of %d: %w", epoch+1, t.o.Epochs, err)
			}
			n := min(t.o.Batch, len(order))
			sum += t.batch(set, order[:n])
			// The rate rises over the first 2 %, then falls along a cosine.
			done := float64(step) / total
			rate := t.o.Rate * 0.5 * (1 + math.Cos(math.Pi*done)) * math.Min(1, (done+0.002)/0.02)
			t.adam.step(t.m.values, t.grads[0], rate, rate*t.o.Decay, 1/float64(n))
			order = order[n:]
			step++
		}
		if t.o.Progress != nil {
			t.o.Progress(Progress{epoch + 1, t.o.Epochs, sum / float64(len(set.Samples))})
		}
	}
	return nil
}

// batch sums the gradients of some samples in the first shard's, and returns the sum of the losses.
func (t *trainer) batch(set *Set, indices []int) float64 {
	t.m.turn()
	next := make(chan int, shards)
	for i := range shards {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for _, p := range t.passes {
		wg.Go(func() {
			for i := range next {
				t.shard(p, i, set, indices[i*len(indices)/shards:(i+1)*len(indices)/shards])
			}
		})
	}
	wg.Wait()
	sum := t.losses[0]
	for i := 1; i < shards; i++ {
		sum += t.losses[i]
		for j, g := range t.grads[i] {
			t.grads[0][j] += g
		}
	}
	return sum
}

// shard computes the gradients of one part of a batch.
func (t *trainer) shard(p *pass, i int, set *Set, indices []int) {
	grad := t.grads[i]
	clear(grad)
	t.losses[i] = 0
	for _, at := range indices {
		sample := &set.Samples[at]
		t.losses[i] += t.loss.compare(p.forward(sample.Input), sample.Target, p.dOut)
		p.backward(grad)
	}
}

// adam is the state of Adam with decoupled weight decay (Kingma and Ba 2015; Loshchilov and Hutter 2019).
type adam struct {
	mean, square []float32
	steps        int
}

func newAdam(n int) adam { return adam{mean: make([]float32, n), square: make([]float32, n)} }

// step changes the values against the gradient times scale.
func (a *adam) step(values, grad []float32, rate, decay, scale float64) {
	const first, second, tiny = 0.9, 0.999, 1e-8
	a.steps++
	correction := float32(rate * math.Sqrt(1-math.Pow(second, float64(a.steps))) / (1 - math.Pow(first, float64(a.steps))))
	keep, factor := float32(1-decay), float32(scale)
	for i, g := range grad {
		g *= factor
		m := float32(first*a.mean[i]) + float32((1-first)*g)
		v := float32(second*a.square[i]) + float32(float32((1-second)*g)*g)
		a.mean[i], a.square[i] = m, v
		values[i] = float32(values[i]*keep) - float32(correction*m/(float32(math.Sqrt(float64(v)))+tiny))
	}
}
