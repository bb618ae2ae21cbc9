package launcher

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
)

// These patterns match the plain scalars of YAML 1.1 as Python's reader resolves them. They differ from Go's: `on`
// and `yes` are bools, 1e3 is a string (no dot), 017 is octal, 1:30 is 90.
var (
	reBool  = regexp.MustCompile(`^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$`)
	reFloat = regexp.MustCompile(`^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
		`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
	reInt = regexp.MustCompile(`^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)` +
		`|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)
	reNull = regexp.MustCompile(`^(?:~|null|Null|NULL|)$`)
	reDate = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$|^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}`)
)

// scalar returns the typed value of a scalar node.
func scalar(n *yaml.Node) (value, error) {
	out := value{kind: kindString, line: n.Line, text: n.Value}
	const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if n.Style&yaml.TaggedStyle != 0 {
		if n.Tag == "!!str" {
			return out, nil
		}
		return value{}, errTag(n)
	}
	if n.Style&quoted != 0 {
		return out, nil
	}
	v, ok := plainScalar(n.Value)
	if !ok {
		return value{}, at(n.Line, "number %s does not fit", n.Value)
	}
	v.line = n.Line
	return v, nil
}

// errTag returns the error for a tag such as !!float.
func errTag(n *yaml.Node) error {
	return at(n.Line, "tag %s is not supported: write a plain value, or a string in quotes", n.Tag)
}

// plainScalar returns the typed value of an unquoted text, or false for a number that is out of range.
func plainScalar(text string) (value, bool) {
	out := value{kind: kindString, text: text}
	ok := true
	switch {
	case reNull.MatchString(text):
		out.kind = kindNull
	case reBool.MatchString(text):
		out.kind = kindBool
		lower := strings.ToLower(text)
		out.b = lower == "true" || lower == "yes" || lower == "on"
	case reInt.MatchString(text):
		out.kind = kindInt
		out.i, ok = pythonInt(text)
	case reFloat.MatchString(text):
		out.kind = kindFloat
		out.f, ok = pythonFloat(text)
	case reDate.MatchString(text):
		out.kind = kindOther
	}
	return out, ok
}

// pythonInt parses a YAML 1.1 integer: binary, octal with a leading 0, hexadecimal,
// decimal, base 60 with colons.
func pythonInt(text string) (int64, bool) {
	digits := strings.ReplaceAll(text, "_", "")
	sign := int64(1)
	if strings.HasPrefix(digits, "-") {
		sign = -1
	}
	digits = strings.TrimLeft(digits, "+-")
	if strings.Contains(digits, ":") {
		total := int64(0)
		for part := range strings.SplitSeq(digits, ":") {
			n, err := strconv.ParseInt(part, 10, 64)
			if err != nil || total > math.MaxInt64/100 {
				return 0, false
			}
			total = total*60 + n
		}
		return sign * total, true
	}
	base := 10
	switch {
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	n, err := strconv.ParseInt(digits, base, 64)
	return sign * n, err == nil
}

// pythonFloat parses a YAML 1.1 float. It returns false for base 60, which is not supported.
func pythonFloat(text string) (float64, bool) {
	digits := strings.ToLower(strings.ReplaceAll(text, "_", ""))
	switch strings.TrimLeft(digits, "+-") {
	case ".inf":
		if digits[0] == '-' {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case ".nan":
		return math.NaN(), true
	}
	f, err := strconv.ParseFloat(digits, 64)
	return f, err == nil
}

// yamlText returns a scalar or a list of scalars in YAML's flow style. The parameter readers of rcl and of gonao
// both read each value with its type.
func yamlText(v value) string {
	switch v.kind {
	case kindBool:
		return strconv.FormatBool(v.b)
	case kindInt:
		return strconv.FormatInt(v.i, 10)
	case kindFloat:
		return wording.YAMLFloat(v.f)
	case kindList:
		items := make([]string, len(v.list))
		for i, item := range v.list {
			items[i] = yamlText(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	default:
		return strconv.Quote(v.text) // YAML reads all escapes of Go
	}
}
