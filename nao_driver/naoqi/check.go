package naoqi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// These limit an answer. Even a short answer could keep the library's decoder busy for minutes, or use too much
// memory: lists whose length does not match their bytes, lists of void, deeply nested types and values. NAOqi's own
// answers are far below these limits.
const (
	maxSignature = 512     // characters of a type that is named in a value
	maxDepth     = 16      // nested values and types
	maxValues    = 16384   // values in a message
	maxParsing   = 1 << 15 // cost of a message's types: each open bracket doubles the cost of a type
)

var (
	errTooDeep = errors.New("it is nested too deeply")
	errTooMany = errors.New("it contains too many values")
	errShort   = errors.New("it is shorter than it announces")
)

// checker walks over the content of a message. It reads no byte twice.
type checker struct {
	data    []byte
	values  int // remaining
	parsing int // remaining
	depth   int
}

// check returns why the bytes of a message must not be decoded by a signature, or nil. It ignores bytes after the
// value.
func check(signature string, data []byte) error {
	c := checker{data: data, values: maxValues, parsing: maxParsing}
	return c.whole(signature)
}

// whole walks over one value whose signature has not been checked yet.
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

func badType(signature string) error { return fmt.Errorf("%q is not a type", signature) }

// plainSizes are the sizes of plain types, in bytes. A void has size 0.
var plainSizes = [256]int{
	'b': 1, 'c': 1, 'C': 1, 'w': 2, 'W': 2, 'i': 4, 'I': 4, 'f': 4, 'l': 8, 'L': 8, 'd': 8,
}

// skip walks over the first value of a signature, and returns the rest of the signature.
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

// list walks over a list or a map. Each of its members has at least one byte.
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
			return "", fmt.Errorf("a list of %d void members", n)
		}
	}
	return signature[end+1:], nil
}

// tuple walks over a tuple, or over a structure, which is a tuple followed by the names of its members.
func (c *checker) tuple(signature string) (rest string, err error) {
	for rest = signature[1:]; !strings.HasPrefix(rest, ")"); {
		if rest, err = c.skip(rest); err != nil {
			return "", err
		}
	}
	return afterNames(rest[1:])
}

// afterNames returns what follows the names of a structure's members.
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

// closing returns the index of the bracket that closes the first bracket of a signature, or -1 if there is none.
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
