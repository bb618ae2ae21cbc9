package generate

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// names makes Go identifiers, each once in its family: the fields of one struct, or
// the methods of the machine.
type names struct {
	taken map[string]bool
}

func newNames(reserved ...string) *names {
	n := &names{taken: map[string]bool{}}
	for _, r := range reserved {
		n.taken[r] = true
	}
	return n
}

// claim returns want, or want with the first number from 2 that is free.
func (n *names) claim(want string) string {
	name := want
	for i := 2; n.taken[name]; i++ {
		name = want + strconv.Itoa(i)
		if last := want[len(want)-1]; last >= '0' && last <= '9' { // a1 and 2 must not become a12
			name = want + "_" + strconv.Itoa(i)
		}
	}
	n.taken[name] = true
	return name
}

// claimSetter is claim for a value, whose setters have its name too.
func (n *names) claimSetter(want string) string {
	for i := 1; ; i++ {
		name := want
		if i > 1 {
			name += "_" + strconv.Itoa(i)
		}
		all := []string{name, "Set" + name, "Set" + name + "At"}
		if slices.ContainsFunc(all, func(s string) bool { return n.taken[s] }) {
			continue
		}
		for _, s := range all {
			n.taken[s] = true
		}
		return name
	}
}

// exported makes an exported identifier of the words of some texts: "followBall", "ball_age" become FollowBallBallAge.
// Characters that identifiers cannot have separate words.
func exported(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		upper := true
		for _, r := range text {
			switch {
			case unicode.IsLetter(r), b.Len() > 0 && unicode.IsDigit(r):
			case unicode.IsDigit(r):
				b.WriteByte('N')
			default:
				upper = true
				continue
			}
			if upper {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
			upper = false
		}
	}
	name := b.String()
	if !token.IsExported(name) { // nothing left of it, or a script without capitals
		name = "X" + name
	}
	return name
}

// packageName makes a package's name of a machine's.
func packageName(machine string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(machine) {
		if r >= 'a' && r <= 'z' || b.Len() > 0 && r >= '0' && r <= '9' {
			b.WriteRune(r)
		}
	}
	name := b.String()
	if name == "" || token.IsKeyword(name) || name == "main" {
		name += "machine"
	}
	return name
}

// doc makes a comment of a text, as it stands before a declaration; nothing in it can
// end the comment.
func doc(text string) string {
	const wide = 96
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		at := 0
		for _, word := range strings.Fields(printable(line)) {
			switch {
			case at == 0:
				b.WriteString("// ")
			case at+len(word) > wide:
				b.WriteString("\n// ")
				at = 0
			default:
				b.WriteString(" ")
			}
			b.WriteString(word)
			at += len(word) + 1
		}
		if at == 0 {
			b.WriteString("//")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// printable removes characters that would break a line of Go.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if r == '\uFEFF' || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
}
