// Package seeds parses lists of seeds. A command that runs something once for each seed has the flag --seeds. The flag
// means the same in all commands: which seeds, not how many.
package seeds

import (
	"fmt"
	"strconv"
	"strings"
)

// Most is the largest number of seeds in a list.
const Most = 1_000_000

// List holds seeds in the order in which they run. It is the value of a flag (pflag.Value), written as numbers from 1
// on and ranges, such as 1-36,1001.
type List []uint64

// Range returns the n seeds from first on.
func Range(first uint64, n int) List {
	l := make(List, n)
	for i := range l {
		l[i] = first + uint64(i)
	}
	return l
}

// Parse parses a list. It refuses a seed that is named twice, because two equal runs would count as two.
func Parse(text string) (List, error) {
	var l List
	seen := map[uint64]bool{}
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		first, err := strconv.ParseUint(low, 10, 32)
		last := first
		if err == nil && isRange {
			last, err = strconv.ParseUint(high, 10, 32)
		}
		if err != nil || first < 1 || last < first {
			return nil, fmt.Errorf("seeds %q: expected numbers from 1 on and ranges such as 1-36,1001", text)
		}
		if last-first >= Most-uint64(len(l)) {
			return nil, fmt.Errorf("seeds %q: expected %d at most", text, Most)
		}
		for s := first; s <= last; s++ {
			if seen[s] {
				return nil, fmt.Errorf("seeds %q: %d is there twice", text, s)
			}
			seen[s] = true
			l = append(l, s)
		}
	}
	return l, nil
}

// Set parses text.
func (l *List) Set(text string) (err error) {
	*l, err = Parse(text)
	return err
}

// String returns the list with its ranges.
func (l *List) String() string {
	var parts []string
	for i := 0; i < len(*l); {
		first, n := (*l)[i], 1
		for i+n < len(*l) && (*l)[i+n] == first+uint64(n) {
			n++
		}
		part := strconv.FormatUint(first, 10)
		if n > 1 {
			part += "-" + strconv.FormatUint(first+uint64(n)-1, 10)
		}
		parts = append(parts, part)
		i += n
	}
	return strings.Join(parts, ",")
}

// Type returns the word that --help shows for the value.
func (l *List) Type() string { return "seeds" }
