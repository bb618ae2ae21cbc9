package naoqi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// What the library's decoder takes minutes over, or more memory than there is, although
// it is short: lists whose length is not that of the bytes behind it, lists of nothing,
// types and values deep within each other. NAOqi's own answers are far below all of this.
const (
	maxSignature = 512     // characters of a type that a value names
	maxDepth     = 16      // values and types within each other
	maxValues    = 16384   // values in a message
	maxParsing   = 1 << 15 // cost of a message's types: each open bracket doubles that of a type
)

var (
	errTooDeep = errors.New("it is too deep")
	errTooMany = errors.New("it holds too many values")
	errShort   = errors.New("it ends before what it announces")
)

// checker walks over what a message holds, and touches no byte twice.
type checker struct {
	data    []byte
	values  int // so many more
	parsing int // so much more
	depth   int
}

// check tells why the bytes of a message must not be decoded as what the signature says.
// More bytes than those are none of its business.
func check(signature string, data []byte) error {
	c := checker{data: data, values: maxValues, parsing: maxParsing}
	return c.whole(signature)
}

// whole walks over one thing, whose signature nobody has looked at.
func (c *checker) whole(signature string) error {
	if len(signature) > maxSignature {
		return fmt.Errorf("a type of %d characters; expected at most %d", len(signature), maxSignature)
	}
	open, deepest := 0, 0
	for _, b := range []byte(signature) {
		switch b {
		case '(', '[', '{':
			open++
			deepest = max(deepest, open)
		case ')', ']', '}':
			open--
		}
	}
	if deepest > maxDepth {
		return errTooDeep
	}
	if c.parsing -= len(signature) << deepest; c.parsing < 0 {
		return errTooMany
	}
	rest, err := c.skip(signature)
	if err == nil && rest != "" {
		err = badType(signature)
	}
	return err
}

func badType(signature string) error { return fmt.Errorf("%q is no type", signature) }

// plainSizes are those of plain types, in bytes; a void has none.
var plainSizes = [256]int{
	'b': 1, 'c': 1, 'C': 1, 'w': 2, 'W': 2, 'i': 4, 'I': 4, 'f': 4, 'l': 8, 'L': 8, 'd': 8,
}

// skip walks over the first thing that a signature tells, and gives the rest of that.
func (c *checker) skip(signature string) (rest string, err error) {
	if signature == "" {
		return "", badType(signature)
	}
	if c.depth++; c.depth > maxDepth {
		return "", errTooDeep
	}
	defer func() { c.depth-- }()
	kind, rest := signature[0], signature[1:]
	switch kind {
	case 'v':
		return rest, nil
	case 's', 'r':
		n, err := c.count()
		if err != nil {
			return "", err
		}
		return rest, c.bytes(uint64(n))
	case 'm':
		return rest, c.value()
	case '[', '{':
		return c.list(signature)
	case '(':
		return c.tuple(signature)
	}
	if size := plainSizes[kind]; size > 0 {
		return rest, c.bytes(uint64(size))
	}
	return "", badType(signature)
}

func (c *checker) bytes(n uint64) error {
	if n > uint64(len(c.data)) {
		return errShort
	}
	c.data = c.data[n:]
	return nil
}

func (c *checker) count() (uint32, error) {
	if len(c.data) < 4 {
		return 0, errShort
	}
	n := binary.LittleEndian.Uint32(c.data)
	c.data = c.data[4:]
	return n, nil
}

// value walks over a value that names its type.
func (c *checker) value() error {
	if c.values--; c.values < 0 {
		return errTooMany
	}
	n, err := c.count()
	if err != nil {
		return err
	}
	if n > maxSignature || int(n) > len(c.data) {
		return fmt.Errorf("a type of %d characters; expected at most %d", n, min(maxSignature, len(c.data)))
	}
	signature := string(c.data[:n])
	c.data = c.data[n:]
	return c.whole(signature)
}

// list walks over a list or a map, each member of which takes a byte at least.
func (c *checker) list(signature string) (rest string, err error) {
	n, err := c.count()
	if err != nil {
		return "", err
	}
	if uint64(n) > uint64(len(c.data)) {
		return "", fmt.Errorf("a list of %d members in %d bytes: %w", n, len(c.data), errShort)
	}
	end := closing(signature)
	if end < 0 || signature[:1]+signature[end:end+1] != "[]" && signature[:1]+signature[end:end+1] != "{}" {
		return "", badType(signature)
	}
	for range n {
		before := len(c.data)
		if rest, err = c.skip(signature[1:]); err == nil && signature[0] == '{' {
			rest, err = c.skip(rest)
		}
		if err != nil {
			return "", err
		}
		if len(rest) != len(signature)-end {
			return "", badType(signature)
		}
		if len(c.data) == before {
			return "", fmt.Errorf("a list of %d members that are nothing", n)
		}
	}
	return signature[end+1:], nil
}

// tuple walks over a tuple or a structure, behind which stand the names of its members.
func (c *checker) tuple(signature string) (rest string, err error) {
	for rest = signature[1:]; !strings.HasPrefix(rest, ")"); {
		if rest, err = c.skip(rest); err != nil {
			return "", err
		}
	}
	return afterNames(rest[1:])
}

// afterNames returns what stands behind the names of a structure's members.
func afterNames(signature string) (string, error) {
	if !strings.HasPrefix(signature, "<") {
		return signature, nil
	}
	open := 0
	for i, b := range []byte(signature) {
		switch b {
		case '<':
			open++
		case '>':
			if open--; open == 0 {
				return signature[i+1:], nil
			}
		}
	}
	return "", badType(signature)
}

// closing returns where the bracket ends with which a signature begins; -1 if nowhere.
func closing(signature string) int {
	open := 0
	for i, b := range []byte(signature) {
		switch b {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}
