package interop

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
)

// row is the result of a feature with a peer.
type row struct{ peer, feature, verdict string }

// table holds a row for each feature tried or left out, in the order of the tests.
var table struct {
	mu   sync.Mutex
	rows []*row
}

// record enters the running test into the table.
func record(t *testing.T, peer, feature string) {
	r := &row{peer: peer, feature: feature, verdict: "not finished"}
	table.mu.Lock()
	table.rows = append(table.rows, r)
	table.mu.Unlock()
	t.Cleanup(func() {
		switch {
		case t.Failed():
			r.verdict = "FAILED"
		case t.Skipped():
			r.verdict = "not run: see above"
		default:
			r.verdict = "ok"
		}
	})
}

// notRun enters a feature that cannot be tried here.
func notRun(peer, feature, why string) {
	table.mu.Lock()
	defer table.mu.Unlock()
	table.rows = append(table.rows, &row{peer: peer, feature: feature, verdict: "not run: " + why})
}

// writeTable writes the table to the file that `make nightly STEPS=interop` names.
func writeTable() {
	path := os.Getenv("GONAO_INTEROP_TABLE")
	if path == "" {
		return
	}
	w, err := os.Create(path)
	if err != nil {
		panic(err)
	}
	defer w.Close()
	slices.SortStableFunc(table.rows, func(a, b *row) int { return slices.Index(order(), a.peer) - slices.Index(order(), b.peer) })
	fmt.Fprintf(w, "Our side on the backend %s:\n", backendName())
	last := ""
	for _, r := range table.rows {
		name := r.peer
		if name == last {
			name = ""
		}
		last = r.peer
		fmt.Fprintf(w, "%-28s  %-76s  %s\n", name, r.feature, r.verdict)
	}
}

// order returns the peers in the order of the table: that of their first row.
func order() (names []string) {
	for _, r := range table.rows {
		if !slices.Contains(names, r.peer) {
			names = append(names, r.peer)
		}
	}
	return names
}
