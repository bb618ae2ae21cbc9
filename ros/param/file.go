package param

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

// parametersKey is the key below a node's name that holds its parameters.
const parametersKey = "ros__parameters"

// maxFileSize keeps a wrong file from filling the memory.
const maxFileSize = 4 << 20

// ReadFile reads the settings of a parameter file, for all its nodes, in order.
func ReadFile(file string) ([]Setting, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("parameter file: %w", err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("parameter file: %w", err)
	}
	if len(text) > maxFileSize {
		return nil, fmt.Errorf("parameter file %s: over %d bytes", file, maxFileSize)
	}
	return Parse(file, text)
}

// fileParser walks the tree of a file.
type fileParser struct {
	file     string
	settings []Setting
}

// errorf makes an error that begins with the place of a node in the file.
func (p *fileParser) errorf(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.file, n.Line, fmt.Errorf(format, args...))
}

// Parse reads the settings of a parameter file from its contents; file is its name
// for errors.
func Parse(file string, text []byte) ([]Setting, error) {
	p := &fileParser{file: file}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	if err := decoder.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: empty, expected node names and below them %s", file, parametersKey)
		}
		fault := yamlfault.Of(text, err)
		return nil, fmt.Errorf("%s:%d: %s", file, fault.Line, fault.Text)
	}
	if err := decoder.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: expected one YAML document", file)
	}
	if len(doc.Content) != 1 {
		return nil, fmt.Errorf("%s: empty, expected node names and below them %s", file, parametersKey)
	}
	if err := p.nodes(doc.Content[0], ""); err != nil {
		return nil, err
	}
	return p.settings, nil
}

// nodes reads a mapping of node names and namespaces below prefix.
func (p *fileParser) nodes(n *yaml.Node, prefix string) error {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		if prefix == "" {
			return p.errorf(n, "expected node names and below them %s", parametersKey)
		}
		return p.errorf(n, "%s: expected %s below it", prefix, parametersKey)
	}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if err := p.checkKey(key); err != nil {
			return err
		}
		if key.Value == parametersKey {
			if prefix == "" {
				return p.errorf(key, "%s: expected the name of a node above it, such as /**", parametersKey)
			}
			if err := p.parameters(value, prefix, "", map[string]int{}); err != nil {
				return err
			}
			continue
		}
		name := prefix + "/" + strings.TrimPrefix(key.Value, "/")
		if err := checkPattern(name); err != nil {
			return p.errorf(key, "%w", err)
		}
		if err := p.nodes(value, name); err != nil {
			return err
		}
	}
	return nil
}

// checkKey refuses keys that ROS 2's parser would not accept.
func (p *fileParser) checkKey(key *yaml.Node) error {
	if key.Kind != yaml.ScalarNode || key.Value == "<<" {
		return p.errorf(key, "expected a name as key")
	}
	return nil
}

// parameters reads a mapping of parameters of a node; prefix is the name so far.
func (p *fileParser) parameters(n *yaml.Node, node, prefix string, seen map[string]int) error {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" && prefix == "" {
		return nil // all its lines are comments
	}
	if n.Kind != yaml.MappingNode {
		return p.errorf(n, "%s: expected parameters below it", parametersKey)
	}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if err := p.checkKey(key); err != nil {
			return err
		}
		name := prefix + key.Value
		if value.Kind == yaml.MappingNode {
			if err := p.parameters(value, node, name+".", seen); err != nil {
				return err
			}
			continue
		}
		if line, there := seen[name]; there {
			return p.errorf(key, "parameter %q is there already, in line %d", name, line)
		}
		seen[name] = key.Line
		v, err := parseNode(value)
		if err != nil {
			return p.errorf(key, "parameter %q: %w", name, err)
		}
		p.settings = append(p.settings, Setting{Node: node, Name: name, Value: v, From: fmt.Sprintf("%s:%d", p.file, key.Line)})
	}
	return nil
}

// checkPattern checks a node's name, in which * and ** stand for names.
func checkPattern(pattern string) error {
	for part := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		if part != "*" && part != "**" && !nameToken.MatchString(part) {
			return fmt.Errorf("node %q: expected names of letters, digits and _, or * or ** for whole names", pattern)
		}
	}
	return nil
}

// matches reports whether a pattern matches a full node name: * is one name, ** any number of names.
func matches(pattern, fqn string) bool {
	return matchParts(strings.Split(strings.TrimPrefix(pattern, "/"), "/"), strings.Split(strings.TrimPrefix(fqn, "/"), "/"))
}

// matchParts matches in time proportional to the product of the lengths: reached
// holds whether the pattern so far can end before each name.
func matchParts(pattern, names []string) bool {
	reached := make([]bool, len(names)+1)
	reached[0] = true
	for _, part := range pattern {
		next := make([]bool, len(names)+1)
		for i := range reached {
			switch {
			case part == "**":
				next[i] = reached[i] || i > 0 && next[i-1]
			case i > 0 && reached[i-1]:
				next[i] = part == "*" || part == names[i-1]
			}
		}
		reached = next
	}
	return reached[len(names)]
}
