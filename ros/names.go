package ros

import (
	"fmt"
	"strings"
)

// Remap replaces one name by another. Both may be relative, private or absolute.
type Remap struct {
	From, To string
}

// checkName says what is wrong with a topic, service, action or node name.
func checkName(name string) error {
	body := strings.TrimPrefix(name, "/")
	if rest, ok := strings.CutPrefix(name, "~"); ok {
		if body = strings.TrimPrefix(rest, "/"); rest != "" && body == rest {
			return fmt.Errorf("name %q: \"~\" must be followed by \"/\"", name)
		}
		if body == "" {
			return nil
		}
	}
	if body == "" {
		return fmt.Errorf("name %q is empty", name)
	}
	for token := range strings.SplitSeq(body, "/") {
		if err := checkToken(token); err != nil {
			return fmt.Errorf("name %q: %w", name, err)
		}
	}
	return nil
}

func checkToken(token string) error {
	if token == "" {
		return fmt.Errorf("a part between slashes is empty")
	}
	if token[0] >= '0' && token[0] <= '9' {
		return fmt.Errorf("%q begins with a digit", token)
	}
	for _, c := range token {
		switch {
		case c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		default:
			return fmt.Errorf("%q: expected letters, digits and underscores, found %q", token, c)
		}
	}
	if strings.Contains(token, "__") {
		return fmt.Errorf("%q has two underscores in a row", token)
	}
	return nil
}

// expandName makes a name fully qualified for a node.
func expandName(name, namespace, node string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	switch {
	case name[0] == '/':
		return name, nil
	case name == "~":
		return joinName(namespace, node), nil
	case name[0] == '~':
		return joinName(namespace, node) + name[1:], nil
	}
	return joinName(namespace, name), nil
}

func joinName(namespace, name string) string {
	if namespace == "/" {
		return "/" + name
	}
	return namespace + "/" + name
}

// resolve expands a name and applies the node's remaps, the first that fits.
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
