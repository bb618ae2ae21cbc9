package slot_test

import (
	"encoding/xml"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/slot"
)

// read reads <a n="…"><b/></a>.
func read(text string) (n float64, children int, err error) {
	r := slot.NewXMLReader("a.xml", []byte(text))
	err = r.Document("a", func(root xml.StartElement) error {
		as, err := r.Take(root, "n", "m")
		if err != nil {
			return err
		}
		if n, err = r.Number(as, "n", 7, 0, 10); err != nil {
			return err
		}
		for {
			child, err := r.Next()
			if err != nil || child == nil {
				return err
			}
			children++
			if err := r.End("expected nothing in <b>"); err != nil {
				return err
			}
		}
	})
	return n, children, err
}

func TestAFileIsReadElementByElement(t *testing.T) {
	n, children, err := read("<!-- a file -->\n<a n='3.5'>\n <b/>\n <b></b>\n</a>\n")
	require.NoError(t, err)
	require.InDelta(t, 3.5, n, 0)
	require.Equal(t, 2, children)
	n, _, err = read("<a/>")
	require.NoError(t, err)
	require.InDelta(t, 7, n, 0)
	require.Equal(t, 1500*time.Millisecond, slot.XMLSeconds(1.5))
}

func TestWhatIsNotExpectedIsToldWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "a.xml:1: expected <a>",
		"<b/>":                    "a.xml:1: expected <a>",
		"<a>\nno</a>":             `a.xml:2: text "no": expected elements only`,
		"<a k='1'/>":              `a.xml:1: <a> attribute "k": expected one of ["n" "m"]`,
		"<a m='1' x:m='2'/>":      `a.xml:1: <a> attribute "m" is there twice`,
		"<a n='11'/>":             `a.xml:1: n "11": expected a number from 0 to 10`,
		"<a n='NaN'/>":            `n "NaN": expected a number from 0 to 10`,
		"<a>\n\n<b><c/></b></a>":  "a.xml:3: expected nothing in <b>",
		"<a/>\n<a/>":              "a.xml:2: expected nothing after </a>",
		"<a>\n<b>\n</a>":          "a.xml:3: ",
		"<a><?xml version='9'?>":  "a.xml:1: ",
		"<a><b></b>":              "a.xml:1: ",
		"<a n='1e400'></a>":       `n "1e400"`,
		"<a></a> and what it was": "a.xml:1: text",
	} {
		_, _, err := read(text)
		require.ErrorContains(t, err, want, text)
	}
}
