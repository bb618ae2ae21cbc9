// Package foreign reads machines of other projects: Luar's (*FSM.lua) and XABSL's options. Package jderobot uses its
// names and placeholders, which are inputs for the parts that a person has to port.
package foreign

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"gonao/hfsm/chart"
)

// Reserved are the words that no value may be named by: those of the expression language
// and its functions.
var Reserved = func() map[string]bool {
	words := map[string]bool{}
	for _, word := range slices.Concat(chart.ReservedWords, strings.Fields(
		"active age stale abs min max sqrt floor ceil round sin cos tan atan2 hypot clamp itself event_data",
	)) {
		words[word] = true
	}
	return words
}()

// Longest is the longest name of a state.
const Longest = 100

// Identifier returns a name of letters, digits and _ for any text: accents are removed,
// and every other character becomes _. It returns instead for a text without any letter or
// digit.
func Identifier(text, instead string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(text) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'):
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		default:
			gap = true
		}
		if b.Len() > Longest-10 { // room for a number
			break
		}
	}
	name := b.String()
	if name == "" {
		return instead
	}
	if name[0] >= '0' && name[0] <= '9' {
		name = instead + "_" + name
	}
	return name
}

// Unique returns a name that is not taken yet, and adds it to taken.
func Unique(name string, taken map[string]int) string {
	free := name
	for n := max(2, taken[name]); taken[free] > 0; n++ {
		free = fmt.Sprintf("%s_%d", name, n)
		taken[name] = n + 1 // next number to try, for a file with many equal names
	}
	taken[free] = max(1, taken[free])
	return free
}

// PlaceholderTopics begins the topics on which placeholders are set, below the robot's namespace.
const PlaceholderTopics = "placeholders/"

// messages are the messages that placeholders come with.
var messages = map[chart.Type]string{
	chart.Bool: "std_msgs/msg/Bool", chart.Int: "std_msgs/msg/Int64", chart.Float: "std_msgs/msg/Float64", chart.String: "std_msgs/msg/String",
}

// Placeholder returns an input that replaces a part of the original: false, 0 or "" until a message comes on its topic.
func Placeholder(at chart.Place, name string, t chart.Type, description string) chart.Declaration {
	return chart.Declaration{
		Place: at, Name: name, Type: t, Initial: &chart.Value{Type: t}, Description: description,
		From: &chart.Source{Place: at, Topic: PlaceholderTopics + name, Type: messages[t], Field: "data"},
	}
}
