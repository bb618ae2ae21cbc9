package jderobot

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// declared finds the encoding an XML declaration names.
var declared = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']`)

// charmaps are the one-byte encodings of old editors.
var charmaps = map[string]*charmap.Charmap{
	"iso-8859-1":   charmap.ISO8859_1,
	"iso8859-1":    charmap.ISO8859_1,
	"iso_8859-1":   charmap.ISO8859_1,
	"latin1":       charmap.ISO8859_1,
	"latin-1":      charmap.ISO8859_1,
	"iso-8859-15":  charmap.ISO8859_15,
	"iso8859-15":   charmap.ISO8859_15,
	"latin9":       charmap.ISO8859_15,
	"windows-1252": charmap.Windows1252,
	"cp1252":       charmap.Windows1252,
}

// utf8Of returns the text in UTF-8 with lines ended by \n, and what had to be guessed for it.
func utf8Of(src []byte) (text, guess string, err error) {
	switch {
	case bytes.HasPrefix(src, []byte("\xef\xbb\xbf")):
		src = src[3:]
	case bytes.HasPrefix(src, []byte("\xff\xfe")), bytes.HasPrefix(src, []byte("\xfe\xff")):
		wide, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(src)
		return lines(string(wide)), "", err
	}
	name := "utf-8"
	if found := declared.FindSubmatch(src[:min(len(src), 500)]); found != nil {
		name = strings.ToLower(string(found[1]))
	}
	table, known := charmaps[name]
	switch {
	case known:
	case name == "utf-8" || name == "utf8" || name == "us-ascii" || name == "ascii":
		if utf8.Valid(src) {
			return lines(string(src)), "", nil
		}
		table = charmap.ISO8859_1
		guess = fmt.Sprintf("it declares %s but is not; read as ISO-8859-1", strings.ToUpper(name))
	default:
		return "", "", fmt.Errorf("encoding %q; expected UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 or Windows-1252", name)
	}
	wide, err := table.NewDecoder().Bytes(src)
	if err != nil {
		return "", "", err
	}
	return lines(string(wide)), guess, nil
}

func lines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}
