package tune

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"gonao/internal/journal"
	"gonao/lab/trial"
)

// Factors change a behaviour: 1, 1 is as it was.
type Factors struct{ Duration, Amplitude float64 }

// Behaviour is a behaviour that can be adapted.
type Behaviour interface {
	// Title returns the behaviour's name.
	Title() string
	// Scales reports whether amplitudes can be changed.
	Scales() bool
	// Load is the largest share of a joint's top speed that it asks for, and where.
	Load(f Factors) (share float64, where string)
	// Try runs it once; value is better when larger, NaN when there is none.
	Try(f Factors, setup trial.Setup) (stable bool, value float64, err error)
	// Unit of the value.
	Unit() string
	// Lines returns what changed: a name, before, after.
	Lines(f Factors) [][3]string
	// Write writes the adapted behaviour, with a comment.
	Write(w io.Writer, f Factors, comment string) error
}

// Balancer is a behaviour whose balance can be compensated: the robot keeps its centre of mass over the foot that bears.
type Balancer interface {
	// Balance switches the compensation on. It reports whether there is something to balance that was not balanced before.
	Balance() bool
}

// AdaptOptions are the options of [Adapt].
type AdaptOptions struct {
	Setup    trial.Setup // its profile
	Seeds    []uint64
	Workers  int
	Journal  string  // the file that keeps each trial, see package journal; "": none
	Settings string  // what the result depends on besides the other fields: which behaviour, and the digest of its file
	MaxLoad  float64 // share of a joint's top speed; 0: 0.8
	Progress func(Adaptation)
}

// Adaptation is one set of factors that was tried.
type Adaptation struct {
	Step string // as it was, balance, slow, faster
	Factors
	Stable int // seeds
	Seeds  int
	Value  float64 // mean over the stable ones
}

func (a Adaptation) good() bool { return a.Stable == a.Seeds }

// AdaptOutcome is the result of [Adapt].
type AdaptOutcome struct {
	Attempts       []Adaptation
	Load           float64 // before
	LoadWhere      string
	Before, After  Adaptation
	Found          Factors
	Balanced       bool // the balance was compensated
	Stable         bool // it was found to be stable at all
	Seeds, Trials  int
	BehaviourTitle string
}

const (
	slowest     = 4    // times as long at most
	smallest    = 0.25 // of the amplitudes at least
	slowStep    = 1.25
	smallStep   = 0.85
	fasterStep  = 0.9
	largerStep  = 1.1
	usualLoad   = 0.8
	betterShare = 1.005 // a value that grows by less counts as the same
)

// Adapt adapts a behaviour.
func Adapt(ctx context.Context, b Behaviour, o AdaptOptions) (*AdaptOutcome, error) {
	if o.MaxLoad == 0 {
		o.MaxLoad = usualLoad
	}
	out := &AdaptOutcome{BehaviourTitle: b.Title(), Seeds: len(o.Seeds)}
	at := Factors{1, 1}
	out.Load, out.LoadWhere = b.Load(at)
	try := func(step string, f Factors) (Adaptation, error) {
		a, err := attempt(ctx, b, o, step, f)
		if err != nil {
			return a, err
		}
		out.Trials += len(o.Seeds)
		out.Attempts = append(out.Attempts, a)
		if o.Progress != nil {
			o.Progress(a)
		}
		return a, nil
	}
	var err error
	if out.Before, err = try("as it was", at); err != nil {
		return nil, err
	}
	if out.Load > o.MaxLoad {
		at.Duration = out.Load / o.MaxLoad
	}
	best := out.Before
	if balancer, ok := b.(Balancer); ok && !best.good() && balancer.Balance() {
		out.Balanced = true
		if best, err = try("balance", at); err != nil {
			return nil, err
		}
	}
	for turn := 0; !best.good() || at != best.Factors; turn++ {
		if best, err = try("slow", at); err != nil {
			return nil, err
		}
		if best.good() {
			break
		}
		next, more := slower(at, turn, b.Scales())
		if !more {
			out.After, out.Found = best, best.Factors
			return out, nil
		}
		at = next
	}
	out.Stable = true
	for _, step := range []func(Factors) Factors{
		func(f Factors) Factors { f.Duration *= fasterStep; return f },
		func(f Factors) Factors { f.Amplitude *= largerStep; return f },
	} {
		for {
			next := step(best.Factors)
			if next.Amplitude > 1 && !b.Scales() || next.Amplitude > 2 || next.Duration < 0.4 {
				break
			}
			if load, _ := b.Load(next); load > o.MaxLoad {
				break
			}
			a, err := try("faster", next)
			if err != nil {
				return nil, err
			}
			if !a.good() || !(a.Value > best.Value*betterShare || math.IsNaN(best.Value)) {
				break
			}
			best = a
		}
	}
	out.After, out.Found = best, best.Factors
	return out, nil
}

// slower returns the next slower factors.
func slower(f Factors, turn int, scales bool) (Factors, bool) {
	if scales && (turn%2 == 1 || f.Duration*slowStep > slowest) && f.Amplitude*smallStep >= smallest {
		f.Amplitude *= smallStep
		return f, true
	}
	if f.Duration*slowStep <= slowest {
		f.Duration *= slowStep
		return f, true
	}
	return f, false
}

// attempt tries factors with all seeds.
func attempt(ctx context.Context, b Behaviour, o AdaptOptions, step string, f Factors) (Adaptation, error) {
	type answer struct {
		Stable bool           `json:"stable"`
		Value  journal.Number `json:"value"`
	}
	settings := fmt.Sprintf("adapt %s, %s, %g s, durations %v, amplitudes %v", o.Settings, o.Setup.Profile, o.Setup.Seconds, f.Duration, f.Amplitude)
	keys := journal.Keys(fmt.Sprintf("%s, %s", b.Title(), step), settings, o.Seeds)
	answers, err := journal.RunIn(ctx, o.Journal, keys, journal.Options{Workers: o.Workers}, func(_ context.Context, i int) (answer, error) {
		setup := o.Setup
		setup.Seed = keys[i].Seed
		stable, value, err := b.Try(f, setup)
		return answer{stable, journal.Number(value)}, err
	}, nil)
	a := Adaptation{Step: step, Factors: f, Seeds: len(o.Seeds)}
	n := 0
	for _, r := range answers {
		if value := float64(r.Value); r.Stable {
			a.Stable++
			if !math.IsNaN(value) {
				a.Value += value
				n++
			}
		}
	}
	if a.Value /= float64(n); n == 0 {
		a.Value = math.NaN()
	}
	return a, err
}

// percent writes a change as the paper does: "+23 %".
func percent(factor float64) string { return fmt.Sprintf("%+.0f %%", 100*(factor-1)) }

// WriteTable writes what changed, in Markdown.
func (out *AdaptOutcome) WriteTable(w io.Writer, b Behaviour) error {
	var t strings.Builder
	fmt.Fprintf(&t, "# %s, adapted\n\nAs it was it asked for %.0f %% of a joint's top speed (%s), and was stable with %d of %d seeds%s.\n",
		out.BehaviourTitle, 100*out.Load, out.LoadWhere, out.Before.Stable, out.Before.Seeds, withValue(out.Before, b.Unit()))
	if !out.Stable {
		fmt.Fprintf(&t, "\n**No durations up to %d times as long made it stable.**\n", slowest)
	} else {
		amplitudes := ""
		if b.Scales() {
			amplitudes = ", amplitudes " + percent(out.Found.Amplitude)
		}
		fmt.Fprintf(&t, "Adapted it is stable with %d of %d%s.\n\n**Durations %s%s.**\n",
			out.After.Stable, out.After.Seeds, withValue(out.After, b.Unit()), percent(out.Found.Duration), amplitudes)
	}
	if out.Balanced {
		t.WriteString("\nThe robot keeps its centre of mass over the foot that bears, in slots that lift the other one.\n")
	}
	t.WriteString("\n| | before | after |\n|-|-|-|\n")
	for _, l := range b.Lines(out.Found) {
		fmt.Fprintf(&t, "| %s | %s | %s |\n", l[0], l[1], l[2])
	}
	fmt.Fprintf(&t, "\n| step | durations | amplitudes | stable | %s |\n|-|-|-|-|-|\n", b.Unit())
	for _, a := range out.Attempts {
		value := "–"
		if !math.IsNaN(a.Value) {
			value = fmt.Sprintf("%.3g", a.Value)
		}
		fmt.Fprintf(&t, "| %s | %s | %s | %d of %d | %s |\n", a.Step, percent(a.Duration), percent(a.Amplitude), a.Stable, a.Seeds, value)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

func withValue(a Adaptation, unit string) string {
	if math.IsNaN(a.Value) {
		return ""
	}
	return fmt.Sprintf(", %.3g %s", a.Value, unit)
}

// Comment returns the comment of the adapted file.
func (out *AdaptOutcome) Comment(b Behaviour) string {
	if !out.Stable {
		return fmt.Sprintf("Slowed by gonao motion adapt, and not stable yet: durations %s, amplitudes %s.", percent(out.Found.Duration), percent(out.Found.Amplitude))
	}
	balanced := ""
	if out.Balanced {
		balanced = "balanced, "
	}
	return fmt.Sprintf("Adapted by gonao motion adapt: %sdurations %s, amplitudes %s; stable with %d of %d seeds%s.",
		balanced, percent(out.Found.Duration), percent(out.Found.Amplitude), out.After.Stable, out.After.Seeds, withValue(out.After, b.Unit()))
}
