package launcher

import (
	"fmt"
	"regexp"
	"strings"

	"gonao/internal/wording"
)

// template is a text with substitutions, such as "$(dirname)/$(var simulator).launch.yaml".
type template []part

// part is a piece of plain text, or a substitution.
type part struct {
	text string
	sub  *substitution
}

// substitution is one $(name arg…); every argument is a template of its own.
type substitution struct {
	name string
	args []template
}

// plain returns the text of a template without substitutions, or false if it has some.
func (t template) plain() (string, bool) {
	var b strings.Builder
	for _, p := range t {
		if p.sub != nil {
			return "", false
		}
		b.WriteString(p.text)
	}
	return b.String(), true
}

// maxNesting bounds the depth of substitutions within substitutions.
const maxNesting = 50

// templateParser parses the grammar of ROS 2: one blank separates arguments, an argument may be quoted as a whole,
// and a backslash makes the next character an ordinary one.
type templateParser struct {
	text  string
	pos   int
	depth int
}

// parseTemplate reads the substitutions in a text.
func parseTemplate(text string) (template, error) {
	p := templateParser{text: text}
	return p.fragments(0)
}

// fragments reads text and substitutions up to the closing quote, or to the end if quote is 0.
func (p *templateParser) fragments(quote byte) (template, error) {
	var out template
	start := p.pos
	flush := func() {
		if p.pos > start {
			out = append(out, part{text: unescape(p.text[start:p.pos])})
		}
	}
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '\\' && p.pos+1 < len(p.text):
			p.pos += 2
		case quote != 0 && c == quote:
			flush()
			p.pos++
			return out, nil
		case p.atSubstitution():
			flush()
			sub, err := p.substitution(quote)
			if err != nil {
				return nil, err
			}
			out = append(out, part{sub: sub})
			start = p.pos
		default:
			p.pos++
		}
	}
	if quote != 0 {
		return nil, p.errorf("the quote %c is not closed", quote)
	}
	flush()
	return out, nil
}

// atSubstitution reports whether "$(" comes next.
func (p *templateParser) atSubstitution() bool {
	return strings.HasPrefix(p.text[p.pos:], "$(")
}

// errorf returns an error that contains the text.
func (p *templateParser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s in %q", fmt.Sprintf(format, args...), p.text)
}

var reIdentifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*`)

// substitution reads $(name arg…). quote is the quote around it, or 0.
func (p *templateParser) substitution(quote byte) (*substitution, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, fmt.Errorf("more than %d nested substitutions", maxNesting)
	}
	defer func() { p.depth-- }()
	p.pos += len("$(")
	name := reIdentifier.FindString(p.text[p.pos:])
	if name == "" {
		return nil, p.errorf("expected a substitution's name after $(")
	}
	p.pos += len(name)
	sub := &substitution{name: name}
	for {
		switch {
		case p.pos >= len(p.text):
			return nil, p.errorf("$(%s is not closed: expected )", name)
		case p.text[p.pos] == ')':
			p.pos++
			return sub, checkSubstitution(sub)
		case p.text[p.pos] != ' ':
			return nil, p.errorf("expected one blank or ) after the arguments of $(%s", name)
		}
		p.pos++
		arg, err := p.argument(quote)
		if err != nil {
			return nil, err
		}
		sub.args = append(sub.args, arg)
	}
}

// argument reads one argument: quoted as a whole, or up to a blank or parenthesis.
func (p *templateParser) argument(quote byte) (template, error) {
	if p.pos < len(p.text) && quote == 0 && (p.text[p.pos] == '\'' || p.text[p.pos] == '"') {
		p.pos++
		return p.fragments(p.text[p.pos-1])
	}
	var out template
	start := p.pos
	flush := func() {
		if p.pos > start {
			out = append(out, part{text: unescape(p.text[start:p.pos])})
		}
	}
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		isQuote := c == '\'' || c == '"'
		switch {
		case c == '\\' && p.pos+1 < len(p.text) && p.text[p.pos+1] != ' ':
			p.pos += 2
			continue
		case p.atSubstitution():
			flush()
			sub, err := p.substitution(quote)
			if err != nil {
				return nil, err
			}
			out = append(out, part{sub: sub})
			start = p.pos
			continue
		case c == ' ' || c == ')':
			flush()
			if len(out) == 0 {
				return nil, p.errorf("an empty argument (write '' for it, and one blank between arguments)")
			}
			return out, nil
		case c == '(' || isQuote && (quote == 0 || c == quote):
			return nil, p.errorf("a bare %c in an argument (put the argument in quotes, or a backslash before it)", c)
		}
		p.pos++
	}
	return nil, p.errorf("a substitution is not closed: expected )")
}

var reEscape = regexp.MustCompile(`\\(.)`)

// unescape removes the backslash before each character that it protects.
func unescape(text string) string { return reEscape.ReplaceAllString(text, "$1") }

// substitutionArgs maps each substitution to its least and its largest number of arguments.
var substitutionArgs = map[string][2]int{
	"var": {1, 2}, "env": {1, 2}, "dirname": {0, 0}, "filename": {0, 0},
	"find-pkg-share": {1, 1}, "find-pkg-prefix": {1, 1}, "find-exec": {1, 1}, "exec-in-pkg": {2, 2},
	"equals": {2, 2}, "not-equals": {2, 2}, "and": {2, 2}, "or": {2, 2}, "not": {1, 1},
	"if": {2, 3},
}

// refusedSubstitutions maps the other substitutions of ROS 2 to what to write instead.
var refusedSubstitutions = map[string]string{
	"eval":           "it is Python; use equals, not-equals, not, and, or, if",
	"any":            "ROS 2 Jazzy fails on it in a launch file; use $(or a $(or b c))",
	"all":            "ROS 2 Jazzy fails on it in a launch file; use $(and a $(and b c))",
	"command":        "it runs a program while the file is read; pass its result as an argument, name:=value",
	"file-content":   "pass the content as an argument, name:=value",
	"param":          "use an argument and $(var name)",
	"anon":           "give the node a name of its own",
	"log_dir":        "write to a path of your own",
	"launch_log_dir": "write to a path of your own",
}

// checkSubstitution returns an error for an unknown name or a wrong number of arguments.
func checkSubstitution(s *substitution) error {
	if hint, ok := refusedSubstitutions[s.name]; ok {
		return fmt.Errorf("$(%s …) exists in ROS 2, but gonao launch does not support it: %s", s.name, hint)
	}
	bounds, ok := substitutionArgs[s.name]
	if !ok {
		return fmt.Errorf("unknown substitution $(%s …)%s", s.name, wording.DidYouMean(s.name, sortedKeys(substitutionArgs)))
	}
	if n := len(s.args); n < bounds[0] || n > bounds[1] {
		want := fmt.Sprint(bounds[0])
		if bounds[1] != bounds[0] {
			want = fmt.Sprintf("%d or %d", bounds[0], bounds[1])
		}
		return fmt.Errorf("$(%s …): expected %s arguments, got %d", s.name, want, n)
	}
	if s.name == "equals" || s.name == "not-equals" {
		for _, arg := range s.args {
			if len(arg) == 0 {
				return fmt.Errorf("$(%s …): ROS 2 compares an empty '' as the text []; use another word for \"none\"", s.name)
			}
		}
	}
	return nil
}
