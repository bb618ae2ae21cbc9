package segment

import (
	"fmt"
	"slices"
)

// Learner makes a colour table from examples: pixels selected by a person, or labelled masks. A colour gets the class of
// most of the examples near it; colours far from every example get none.
type Learner struct {
	names  []string
	counts [][]float32 // of each class, by entry
	total  []float32   // of all examples, with those of no class
}

// NewLearner returns a learner of classes.
func NewLearner(names []string) (*Learner, error) {
	if len(names) == 0 || len(names) > maxClasses {
		return nil, fmt.Errorf("%w: %d classes: expected 1 to %d", errTable, len(names), maxClasses)
	}
	l := &Learner{names: slices.Clone(names), total: make([]float32, TableSize)}
	for range names {
		l.counts = append(l.counts, make([]float32, TableSize))
	}
	return l, nil
}

// None is the class of an example that belongs to no class.
const None = -1

// Add adds an example of a class, by its number, or of no class.
func (l *Learner) Add(class int, y, u, v uint8) {
	at := Index(y, u, v)
	l.total[at]++
	if class >= 0 && class < len(l.counts) {
		l.counts[class][at]++
	}
}

// Spread adds an example and colours near it: those up to reach levels of 4 away, the farther the less. One clicked pixel
// stands for its neighbours in brightness and colour. Luma spreads twice as far.
func (l *Learner) Spread(class int, y, u, v uint8, reach int) {
	cy, cu, cv := int(y>>2), int(u>>2), int(v>>2)
	for dy := -2 * reach; dy <= 2*reach; dy++ {
		for du := -reach; du <= reach; du++ {
			for dv := -reach; dv <= reach; dv++ {
				a, b, c := cy+dy, cu+du, cv+dv
				far := float32(dy*dy)/4 + float32(du*du+dv*dv)
				limit := float32(reach*reach) + 0.5
				if a < 0 || b < 0 || c < 0 || a > 63 || b > 63 || c > 63 || far > limit {
					continue
				}
				weight := 1 - far/(limit+1)
				at := Index(uint8(a<<2), uint8(b<<2), uint8(c<<2))
				l.total[at] += weight
				if class >= 0 && class < len(l.counts) {
					l.counts[class][at] += weight
				}
			}
		}
	}
}

// leastShare is the share of the examples of a colour that a class needs.
const leastShare = 0.5

// Table returns the table. Colours with fewer than least examples belong to no class.
func (l *Learner) Table(least float64) *Table {
	t := &Table{Names: slices.Clone(l.names)}
	for at := range t.Of {
		for class := range l.counts {
			n := l.counts[class][at]
			if n > 0 && float64(n) >= least && n >= leastShare*l.total[at] {
				t.Of[at] |= 1 << class
			}
		}
	}
	return t
}
