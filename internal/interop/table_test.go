package interop

import (
	"fmt"
	"os"
	"slices"
	"strings"
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
			r.verdict = "**failed**"
		case t.Skipped():
			r.verdict = "not run: the test was skipped"
		default:
			r.verdict = "yes"
		}
	})
}

// notRun enters a feature that cannot be tried here.
func notRun(peer, feature, why string) {
	table.mu.Lock()
	defer table.mu.Unlock()
	table.rows = append(table.rows, &row{peer: peer, feature: feature, verdict: "not run: " + why})
}

// writeTable writes the table, in Markdown, to the file that GONAO_INTEROP_TABLE names: features by peers.
func writeTable() {
	path := os.Getenv("GONAO_INTEROP_TABLE")
	if path == "" {
		return
	}
	peers := distinct(func(r *row) string { return r.peer })
	var text, notes strings.Builder
	fmt.Fprintf(&text, "\n## Our side on %s\n\n| | %s |\n|-|%s\n", backendName(), strings.Join(peers, " | "), strings.Repeat("-|", len(peers)))
	var why []string
	for _, feature := range distinct(func(r *row) string { return r.feature }) {
		fmt.Fprintf(&text, "| %s |", feature)
		for _, peer := range peers {
			cell, reason, left := strings.Cut(verdictOf(peer, feature), ": ")
			if left {
				if !slices.Contains(why, reason) {
					why = append(why, reason)
					fmt.Fprintf(&notes, "%d. %s\n", len(why), reason)
				}
				cell = fmt.Sprintf("%s (%d)", cell, slices.Index(why, reason)+1)
			}
			fmt.Fprintf(&text, " %s |", cell)
		}
		text.WriteString("\n")
	}
	if len(why) > 0 {
		text.WriteString("\n" + notes.String())
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		panic(err)
	}
}

// verdictOf returns the result of a feature with a peer, empty if it is not for that peer.
func verdictOf(peer, feature string) string {
	for _, r := range table.rows {
		if r.peer == peer && r.feature == feature {
			return r.verdict
		}
	}
	return ""
}

// distinct returns a column of the table in the order of the tests, each text once.
func distinct(column func(*row) string) (all []string) {
	for _, r := range table.rows {
		if text := column(r); !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}
