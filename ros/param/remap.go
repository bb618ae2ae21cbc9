package param

import (
	"fmt"
	"regexp"
	"strings"
)

// Remap is a rule that replaces a name.
type Remap struct {
	Node     string // name of the node it is for; empty for every node
	From, To string // __node and __ns stand for the node's own name and namespace
}

// String writes the rule as on the command line.
func (r Remap) String() string {
	if r.Node != "" {
		return r.Node + ":" + r.From + ":=" + r.To
	}
	return r.From + ":=" + r.To
}

var (
	namespace = regexp.MustCompile(`^(/|(/[A-Za-z_][A-Za-z0-9_]*)+)$`)
	remapName = regexp.MustCompile(`^(~/|~|/)?([A-Za-z_][A-Za-z0-9_]*|\{[a-z]+\})([A-Za-z0-9_]|\{[a-z]+\})*(/([A-Za-z_]|\{[a-z]+\})([A-Za-z0-9_]|\{[a-z]+\})*)*$`)
	braces    = regexp.MustCompile(`\{[a-z]+\}`)
)

// namespaceForm describes a namespace, for errors.
const namespaceForm = "/ or a slash and letters, digits or _, as /nao1, once or more"

func (a *Args) remap(text string) error {
	node, from, to, err := splitRule(text)
	if err != nil {
		return err
	}
	switch from {
	case "__node", "__name":
		if !nameToken.MatchString(to) {
			return fmt.Errorf("node name %q: expected letters, digits and _", to)
		}
		from = "__node"
	case "__ns":
		if !namespace.MatchString(to) {
			return fmt.Errorf("namespace %q: expected "+namespaceForm, to)
		}
	default:
		for _, name := range []string{from, to} {
			if err := checkRemapName(name); err != nil {
				return err
			}
		}
	}
	a.Remaps = append(a.Remaps, Remap{Node: node, From: from, To: to})
	return nil
}

// checkRemapName returns an error for a wrong side of a rule. ROS documents more forms, but implements neither * nor \1.
func checkRemapName(name string) error {
	switch {
	case strings.HasPrefix(name, "__"):
		return fmt.Errorf("%s: expected __node, __ns, or the name of a topic, service or action", name)
	case strings.Contains(name, "://"):
		return fmt.Errorf("%s: rules for topics or services alone are not supported, leave out %s://",
			name, name[:strings.Index(name, "://")])
	case strings.ContainsAny(name, `*\`):
		return fmt.Errorf("%s: expected a whole name; ROS does not support * or \\1 in rules", name)
	case name == "~":
		return nil
	case !remapName.MatchString(name):
		return fmt.Errorf("name %q: expected letters, digits, _ and /", name)
	}
	for _, word := range braces.FindAllString(name, -1) {
		if word != "{node}" && word != "{ns}" && word != "{namespace}" {
			return fmt.Errorf("name %q: %s: expected {node} or {ns}", name, word)
		}
	}
	return nil
}

// Named returns the name and the namespace of a node, name and / without a rule. As in ROS, the first rule is applied, and
// a rule's prefix is the new name.
func (a Args) Named(name string) (node, space string) {
	node = name
	if r, ok := a.first("__node", name); ok {
		node = r.To
	}
	if r, ok := a.first("__ns", node); ok {
		return node, r.To
	}
	return node, "/"
}

// Placed reports whether a rule sets the node's namespace; name is its new name.
func (a Args) Placed(name string) bool {
	_, placed := a.first("__ns", name)
	return placed
}

// first returns the first rule for what (a name or a namespace) that matches a node.
func (a Args) first(what, node string) (Remap, bool) {
	for _, r := range a.Remaps {
		if r.From == what && (r.Node == "" || r.Node == node) {
			return r, true
		}
	}
	return Remap{}, false
}

// Names returns the rules for topics, services and actions of a node, with {node} and {ns} replaced, and those for other
// nodes.
func (a Args) Names(node, space string) (own, others []Remap) {
	words := strings.NewReplacer("{node}", node, "{ns}", space, "{namespace}", space)
	fill := func(name string) string { return strings.ReplaceAll(words.Replace(name), "//", "/") }
	for _, r := range a.Remaps {
		switch {
		case r.From == "__node" || r.From == "__ns":
		case r.Node != "" && r.Node != node:
			others = append(others, r)
		default:
			own = append(own, Remap{Node: r.Node, From: fill(r.From), To: fill(r.To)})
		}
	}
	return own, others
}

// NamespaceFrom returns the namespace of the environment variable ROS_NAMESPACE; "/" if it is empty.
func NamespaceFrom(value string) (string, error) {
	if value == "" {
		return "/", nil
	}
	if !strings.HasPrefix(value, "/") {
		value = "/" + value
	}
	if !namespace.MatchString(value) {
		return "", fmt.Errorf("ROS_NAMESPACE=%q: expected "+namespaceForm, value)
	}
	return value, nil
}
