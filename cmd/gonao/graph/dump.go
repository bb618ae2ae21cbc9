package graph

import (
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros/param"
)

func newDump(t Access) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "dump NODE", Short: "write the parameters of a node as a file", Args: cobra.ExactArgs(1),
		Long: `dump writes all parameters of a node in the form that --params-file and "param load"
read, under the node's full name.`,
		Example:           "  gonao param dump /nao1/vision > vision.yaml",
		ValidArgsFunction: t.CompleteNodes(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withParams(cmd.Context(), t, args[0], wait, func(p node) error {
				names, err := p.list(nil)
				if err != nil {
					return err
				}
				values, err := p.get(names)
				if err != nil {
					return err
				}
				text, err := dumpText(p.name, names, values)
				if err != nil {
					return err
				}
				_, err = t.Out.Write(text)
				return err
			})
		},
	}
	waitFlag(cmd, &wait)
	return cmd
}

// dumpText returns a parameter file. Names with dots become nested mappings.
func dumpText(node string, names []string, values []rclinterfaces.ParameterValue) ([]byte, error) {
	tree := map[string]any{}
	for i, name := range names {
		value := goValue(values[i])
		if value == nil {
			continue // not set; a file has no form for that
		}
		at := tree
		parts := strings.Split(name, ".")
		for _, part := range parts[:len(parts)-1] {
			below, ok := at[part].(map[string]any)
			if !ok {
				below = map[string]any{}
				at[part] = below
			}
			at = below
		}
		at[parts[len(parts)-1]] = value
	}
	var b strings.Builder
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	e.CompactSeqIndent()
	err := e.Encode(map[string]any{node: map[string]any{"ros__parameters": yamlFloats(tree)}})
	return []byte(b.String()), errors.Join(err, e.Close())
}

// yamlFloats returns v with floats that are read as floats again (1.0 for 1) and strings in
// single quotes where they need some, as the dump of ROS has them.
func yamlFloats(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, item := range v {
			out[key] = yamlFloats(item)
		}
		return out
	case float64:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: wording.YAMLFloat(v)}
	case string:
		return yamlString(v)
	case []string:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, text := range v {
			list.Content = append(list.Content, yamlString(text))
		}
		return list
	case []float64:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, f := range v {
			list.Content = append(list.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: wording.YAMLFloat(f)})
		}
		return list
	}
	return v
}

// yamlString returns a node that YAML and ROS read as a string: ROS's parser takes the words on, off, yes, no, y and n for bools.
func yamlString(text string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	plain, err := yaml.Marshal(n)
	quoted := err == nil && strings.HasPrefix(string(plain), `"`)
	if read, err := param.ParseText(text); err != nil || read != any(text) {
		quoted = true
	}
	if quoted && !strings.ContainsFunc(text, unicode.IsControl) {
		n.Style = yaml.SingleQuotedStyle
	}
	return n
}
