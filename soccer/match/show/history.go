package show

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"sync"
)

// blockSize is the number of moments compressed together. A match has about 12,000 moments; compression reduces them to a
// tenth.
const blockSize = 50

// history keeps all moments of a match. It is safe for concurrent use.
type history struct {
	mu     sync.Mutex
	blocks [][]byte // blockSize moments each, JSON, deflated
	open   []Moment // moments after the last block

	read   int // the block read last, from 1; 0: none
	cached []Moment
}

// add keeps a moment.
func (h *history) add(m Moment) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open = append(h.open, m)
	if len(h.open) < blockSize {
		return nil
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err == nil {
		if err = json.NewEncoder(w).Encode(h.open); err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		return fmt.Errorf("keep the moments of the match: %w", err)
	}
	h.blocks, h.open = append(h.blocks, b.Bytes()), h.open[:0:0]
	return nil
}

// len returns the number of moments.
func (h *history) len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.blocks)*blockSize + len(h.open)
}

// between returns the moments from place a to place b, b excluded.
func (h *history) between(a, b int) ([]Moment, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]Moment, 0, b-a)
	for i := a; i < b; i++ {
		block, err := h.block(i / blockSize)
		if err != nil {
			return nil, err
		}
		if i%blockSize < len(block) {
			all = append(all, block[i%blockSize])
		}
	}
	return all, nil
}

// block returns the moments of a block; mu must be held.
func (h *history) block(k int) ([]Moment, error) {
	if k >= len(h.blocks) {
		return h.open, nil
	}
	if h.read == k+1 {
		return h.cached, nil
	}
	var all []Moment
	if err := json.NewDecoder(flate.NewReader(bytes.NewReader(h.blocks[k]))).Decode(&all); err != nil {
		return nil, fmt.Errorf("read the moments of the match: %w", err)
	}
	h.read, h.cached = k+1, all
	return all, nil
}
