package tf

import "sort"

// sample is the pose of a frame in a parent at a time.
type sample struct {
	at     int64 // ns since 1970
	parent int32
	x      Transform
}

// history holds the samples of one frame, oldest first, no two of the same time.
type history struct {
	all  []sample
	head int // all[head:] is valid; the samples before may be overwritten
}

func (h *history) live() []sample { return h.all[h.head:] }

func (h *history) empty() bool { return h.head == len(h.all) }

func (h *history) oldest() *sample { return &h.all[h.head] }

func (h *history) newest() *sample { return &h.all[len(h.all)-1] }

func (h *history) clear() { h.all, h.head = h.all[:0], 0 }

// add adds a sample, in place of one of the same time, and drops those that are older than the newest by more than keep.
// It returns false for a sample that old. It allocates only while the number of samples grows.
func (h *history) add(s sample, keep int64) bool {
	if !h.empty() && s.at < h.newest().at-keep {
		return false
	}
	if len(h.all) == cap(h.all) && h.head > len(h.all)/2 {
		h.all, h.head = h.all[:copy(h.all, h.live())], 0
	}
	i := len(h.all)
	if !h.empty() && s.at <= h.newest().at {
		i = h.head + h.after(s.at-1)
		if h.all[i].at == s.at {
			h.all[i] = s
			return true
		}
	}
	h.all = append(h.all, sample{})
	copy(h.all[i+1:], h.all[i:])
	h.all[i] = s
	for h.oldest().at < h.newest().at-keep {
		h.head++
	}
	return true
}

// after returns the index of the first live sample later than a time.
func (h *history) after(at int64) int {
	live := h.live()
	if n := len(live); n > 0 && live[n-1].at <= at {
		return n // the most frequent case
	}
	return sort.Search(len(live), func(i int) bool { return live[i].at > at })
}

// at returns the pose at a time within the samples. Between samples with different parents the older one counts, as in
// tf2.
func (h *history) at(at int64) (parent int32, x Transform) {
	live := h.live()
	i := h.after(at)
	before := &live[i-1]
	if before.at == at || live[i].parent != before.parent {
		return before.parent, before.x
	}
	next := &live[i]
	share := float64(at-before.at) / float64(next.at-before.at)
	return before.parent, before.x.Interpolate(next.x, share)
}
