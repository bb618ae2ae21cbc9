package train

import (
	"fmt"
	"math"
	"strings"
)

// A loss compares the outputs of a net with a target. The names of the outputs define it, pixel by pixel:
//
//	is_x       the probability that x is there is 1/(1+exp(−output)); the target is 0 or 1, cross entropy; 0.5: anything goes
//	class_x    one of several classes by softmax; the target is 1 for the true one, else 0, cross entropy
//	at_x       a number that exists only where an object is: where an is_… of the pixel is 1, or the first class_… is 0;
//	           smooth absolute difference
type loss struct {
	is, class, at []int // indices of outputs
	outputs       int
	atWeight      float32
	isWeight      float32 // of an object that is there, against one that is not
}

// newLoss returns the loss of the outputs' names.
func newLoss(outputs []string) (*loss, error) {
	l := &loss{outputs: len(outputs), atWeight: 2, isWeight: 1}
	for i, name := range outputs {
		kind, _, _ := strings.Cut(name, "_")
		switch kind {
		case "is":
			l.is = append(l.is, i)
		case "class":
			l.class = append(l.class, i)
		case "at":
			l.at = append(l.at, i)
		default:
			return nil, fmt.Errorf("%w: output %q: expected a name that begins with is_, class_ or at_", ErrSet, name)
		}
	}
	if len(l.is)+len(l.class) == 0 {
		return nil, fmt.Errorf("%w: outputs %q: expected one that begins with is_ or class_", ErrSet, outputs)
	}
	return l, nil
}

// sigmoid returns 1/(1+exp(−x)).
func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// compare returns the loss, and writes its gradient to dOut.
func (l *loss) compare(out, target, dOut []float32) (sum float64) {
	for at := 0; at < len(out); at += l.outputs {
		sum += l.pixel(out[at:at+l.outputs], target[at:at+l.outputs], dOut[at:at+l.outputs])
	}
	return sum
}

// pixel compares the outputs of one pixel.
func (l *loss) pixel(out, target, dOut []float32) (sum float64) {
	clear(dOut)
	for _, i := range l.is {
		if target[i] == 0.5 {
			continue
		}
		weight := 1 + target[i]*(l.isWeight-1)
		p := sigmoid(out[i])
		dOut[i] = weight * (p - target[i])
		// log(1+exp(x)) − t·x, written so that exp cannot overflow
		x := float64(out[i])
		sum += float64(weight) * (math.Max(x, 0) - x*float64(target[i]) + math.Log1p(math.Exp(-math.Abs(x))))
	}
	if len(l.class) > 0 {
		sum += l.classes(out, target, dOut)
	}
	if !l.there(target) {
		return sum
	}
	for _, i := range l.at {
		d := out[i] - target[i]
		const bend = 0.1 // up to here the loss is quadratic
		if a := max(d, -d); a < bend {
			dOut[i] = l.atWeight * d / bend
			sum += float64(l.atWeight * a * a / (2 * bend))
		} else {
			dOut[i] = l.atWeight * d / a
			sum += float64(l.atWeight * (a - bend/2))
		}
	}
	return sum
}

// there reports whether an object is in the pixel.
func (l *loss) there(target []float32) bool {
	for _, i := range l.is {
		if target[i] > 0.5 {
			return true
		}
	}
	return len(l.class) > 0 && target[l.class[0]] < 0.5
}

// classes compares the outputs of a softmax.
func (l *loss) classes(out, target, dOut []float32) float64 {
	high := out[l.class[0]]
	for _, i := range l.class {
		high = max(high, out[i])
	}
	total := 0.0
	for _, i := range l.class {
		total += math.Exp(float64(out[i] - high))
	}
	sum := 0.0
	for _, i := range l.class {
		p := math.Exp(float64(out[i]-high)) / total
		dOut[i] = float32(p) - target[i]
		sum -= float64(target[i]) * math.Log(math.Max(p, 1e-30))
	}
	return sum
}
