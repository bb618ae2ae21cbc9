package wording

import "strings"

// Short returns a text, or its beginning and … if it has more than most bytes.
func Short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
