package yamltext

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/internal/fuzzn"
	"gonao/studio/internal/randomtext"
)

// nodes returns all nodes that are values.
func nodes(d *Document) (values []*Node, entries []*Entry, items []*Item) {
	var walk func(n *Node)
	walk = func(n *Node) {
		values = append(values, n)
		for _, e := range n.Entries {
			entries = append(entries, e)
			walk(e.Value)
		}
		for _, i := range n.Items {
			items = append(items, i)
			walk(i.Node)
		}
	}
	walk(d.Root)
	return values, entries, items
}

// randomEdit does one edit and returns the bytes of the document that it may touch.
func randomEdit(r *rand.Rand, d *Document) (next *Document, what string, from, to int, err error) {
	values, entries, items := nodes(d)
	n := values[1+r.IntN(len(values)-1)]
	e := entries[r.IntN(len(entries))]
	words := []string{"word", "two words", "a: b", "#no", "it's \"q\"", "", "null", "12", "x, y", "{", "über", "two\nlines\n", "- dash", "a #b"}
	word := words[r.IntN(len(words))]
	switch r.IntN(6) {
	case 0:
		next, err = d.Set(n, word)
		return next, fmt.Sprintf("set %q to %q", d.Text[n.Start:n.End], word), opened(entries, n), closed(d, n), err
	case 1:
		if e.Value == d.Root || len(e.of.Entries) == 1 && e.of == d.Root {
			return d, "nothing", 0, 0, nil
		}
		from, to := d.Extent(e)
		if len(e.of.Entries) == 1 {
			from = opened(entries, e.of)
		}
		next, err = d.Delete(e)
		return next, "delete " + e.Key.Value, from, to, err
	case 2:
		if len(items) == 0 {
			return d, "nothing", 0, 0, nil
		}
		i := items[r.IntN(len(items))]
		from, to := d.ExtentOfItem(i)
		if len(i.of.Items) == 1 {
			from = opened(entries, i.of)
		}
		next, err = d.DeleteItem(i)
		return next, "delete item " + d.Text[i.Start:i.End], from, to, err
	case 3:
		for n.Kind != yaml.MappingNode && !n.Nothing() {
			n = values[r.IntN(len(values))]
		}
		key := fmt.Sprintf("new%d", r.IntN(1e9))
		text := key + ": " + []string{"x", "{a: 1, b: [2]}", "\n  a: 1\n  b:\n  - 2 # two\n  # foot"}[r.IntN(3)]
		index := r.IntN(len(n.Entries) + 1)
		next, err = d.Insert(n, index, text)
		return next, fmt.Sprintf("insert %q at %d into %q", text, index, d.Text[n.Start:n.End]), top(d, n), bottom(d, n), err
	case 4:
		lists := []*Node{}
		for _, v := range values {
			if v.Kind == yaml.SequenceNode {
				lists = append(lists, v)
			}
		}
		if len(lists) == 0 {
			return d, "nothing", 0, 0, nil
		}
		n = lists[r.IntN(len(lists))]
		text := []string{"- x", "- {a: 1}", "# above\n- a: 1\n  b: 2 # two"}[r.IntN(3)]
		index := r.IntN(len(n.Items) + 1)
		next, err = d.InsertItem(n, index, text)
		return next, fmt.Sprintf("insert %q at %d into %q", text, index, d.Text[n.Start:n.End]), top(d, n), bottom(d, n), err
	default:
		text := []string{"x", "{a: 1}", "[1, 2]", "a: 1\nb:\n  c: 2", "- 1\n- a: 2"}[r.IntN(5)]
		next, err = d.Replace(n, text)
		return next, fmt.Sprintf("replace %q by %q", d.Text[n.Start:n.End], text), opened(entries, n), closed(d, n), err
	}
}

// opened returns where the entry begins whose value a node is, or the node.
func opened(entries []*Entry, n *Node) int {
	for _, e := range entries {
		if e.Value == n {
			return e.Key.Start
		}
	}
	return n.Start
}

// closed returns where a node ends; a comment behind the last line of a block is the block's.
func closed(d *Document, n *Node) int {
	if n.Kind != yaml.ScalarNode && !n.Flow() {
		return d.src.lineStop(n.End)
	}
	return n.End
}

// top returns where a collection begins, the comments above its first part among it.
func top(d *Document, n *Node) int {
	from := n.Start
	if len(n.Entries) > 0 {
		from, _ = d.Extent(n.Entries[0])
	}
	if len(n.Items) > 0 {
		from, _ = d.ExtentOfItem(n.Items[0])
	}
	return min(from, n.Start)
}

// bottom returns where a collection ends, the comments below its last part that belong to it among it.
func bottom(d *Document, n *Node) int {
	to := n.End
	if len(n.Entries) > 0 {
		_, to = d.Extent(n.Entries[len(n.Entries)-1])
	}
	if len(n.Items) > 0 {
		_, to = d.ExtentOfItem(n.Items[len(n.Items)-1])
	}
	return max(to, n.End)
}

// Whatever is edited, the lines before and behind it stay as they are, except for the line of what is beside it, and
// every comment outside it stays.
func TestRandomEditsLeaveAllOtherLinesAndComments(t *testing.T) {
	refused := map[string]int{}
	done := 0
	for seed := range uint64(fuzzn.N(t)) / 4 {
		r := rand.New(rand.NewPCG(seed, 7))
		d, err := Parse(randomtext.Machine(r))
		require.NoError(t, err)
		for range 12 {
			next, what, from, to, err := randomEdit(r, d)
			if what == "nothing" {
				continue
			}
			what = fmt.Sprintf("seed %d: %s in\n%s", seed, what, d.Text)
			if err != nil {
				refused[strings.SplitN(err.Error(), ": ", 2)[1]]++
				continue
			}
			done++
			if next.Rewritten {
				refused["rewritten"]++
				if testing.Verbose() && seed < 300 {
					t.Log(what)
				}
				continue
			}
			first, last := d.src.line(from), d.src.line(to)
			before, after := strings.Split(d.Text, "\n"), strings.Split(next.Text, "\n")
			for i := range max(first-1, 0) {
				require.Equal(t, before[i], after[i], what)
			}
			for i := range max(len(before)-last-2, 0) {
				require.Equal(t, before[len(before)-1-i], after[len(after)-1-i], "%s\nafter:\n%s", what, next.Text)
			}
			require.True(t, d.keepsComments(next, [2]int{from, to}), "%s\nafter:\n%s", what, next.Text)
			if r.IntN(3) > 0 {
				d = next
			}
		}
	}
	total := 0
	for why, n := range refused {
		t.Log(n, "refused:", why)
		total += n
	}
	t.Log(done, "done")
	require.Less(t, total*200, done, "of a hundred edits not one in two is refused")
}
