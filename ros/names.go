package ros

import (
	"errors"
	"fmt"
	"strings"
)

// Remap replaces one name by another. Both may be relative, private or absolute.
type Remap struct {
	From, To string
}

// The longest names that rmw accepts, in bytes, fully qualified.
const (
	maxName      = 247 // for topics, services and actions: 255 less the prefix and suffix of DDS
	maxNamespace = maxName - 2
	maxNodeName  = 255
)

// checkFull returns an error if a fully qualified name is wrong or longer than most bytes.
func checkFull(name string, most int) error {
	body, absolute := strings.CutPrefix(name, "/")
	if !absolute {
		return errors.New("expected a slash at the beginning")
	}
	for token := range strings.SplitSeq(body, "/") {
		if err := checkToken(token); err != nil {
			return err
		}
	}
	if len(name) > most {
		return fmt.Errorf("%s has %d characters, expected at most %d", name, len(name), most)
	}
	return nil
}

func checkToken(token string) error {
	if token == "" {
		return errors.New("expected a word before, between and behind slashes")
	}
	if token[0] >= '0' && token[0] <= '9' {
		return fmt.Errorf("%q begins with a digit, expected a letter or an underscore", token)
	}
	for _, c := range token {
		switch {
		case c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '~':
			return fmt.Errorf("%q: expected \"~\" only at the beginning, before a slash", token)
		default:
			return fmt.Errorf("%q: expected letters, digits and underscores, found %q", token, c)
		}
	}
	return nil
}

// checkNode returns an error for a wrong node name.
func checkNode(name string) error {
	if name == "" {
		return errors.New("is empty")
	}
	if err := checkToken(name); err != nil {
		return err
	}
	if len(name) > maxNodeName {
		return fmt.Errorf("has %d characters, expected at most %d", len(name), maxNodeName)
	}
	return nil
}

// fullNamespace returns the namespace with its leading slash; "" is "/".
func fullNamespace(namespace string) (string, error) {
	if namespace == "" || namespace == "/" {
		return "/", nil
	}
	full := "/" + strings.TrimPrefix(namespace, "/")
	if err := checkFull(full, maxNamespace); err != nil {
		return "", fmt.Errorf("namespace %q: %w", namespace, err)
	}
	return full, nil
}

// expandName makes a name fully qualified for a node, by rcl's rules: "~" stands for
// the node, {node}, {ns} and {namespace} for its parts.
func expandName(name, namespace, node string) (string, error) {
	full, err := substitute(name, namespace, node)
	if err == nil {
		switch {
		case full == "":
			err = errors.New("is empty")
		case full == "~", strings.HasPrefix(full, "~/"):
			full = joinName(namespace, node) + full[1:]
		case full[0] == '~':
			err = errors.New("expected a slash after \"~\"")
		case full[0] != '/':
			full = joinName(namespace, full)
		}
	}
	if err == nil {
		err = checkFull(full, maxName)
	}
	if err != nil {
		return "", fmt.Errorf("name %q: %w", name, err)
	}
	return full, nil
}

// substitute replaces the names in braces.
func substitute(name, namespace, node string) (string, error) {
	if !strings.ContainsAny(name, "{}") {
		return name, nil
	}
	full := strings.NewReplacer("{node}", node, "{ns}", namespace, "{namespace}", namespace).Replace(name)
	if strings.ContainsAny(full, "{}") {
		return "", errors.New("expected nothing but {node}, {ns} or {namespace} in braces")
	}
	return full, nil
}

func joinName(namespace, name string) string {
	if namespace == "/" {
		return "/" + name
	}
	return namespace + "/" + name
}

// resolve expands a name and applies the first of the node's remaps that matches.
func (n *Node) resolve(name string) (string, error) {
	full, err := expandName(name, n.namespace, n.name)
	if err != nil {
		return "", err
	}
	i, err := n.remaps.find(n, full)
	if err != nil || i < 0 {
		return full, err
	}
	to, err := expandName(n.remaps.rules[i].To, n.namespace, n.name)
	if err != nil {
		return "", fmt.Errorf("remap: %w", err)
	}
	return to, nil
}
