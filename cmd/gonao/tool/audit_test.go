package tool

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gonao/cmd/gonao/graph"
)

func TestAudit(t *testing.T) {
	root := New(graph.Access{})
	arg := regexp.MustCompile(`[A-Z][A-Z_:]+`)
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, s := range c.Commands() {
			walk(s)
		}
		if c.Hidden { return }
		if len(c.ValidArgs) == 0 && c.ValidArgsFunction == nil {
			if a := arg.FindAllString(c.Use, -1); a != nil {
				fmt.Println("ARG", c.CommandPath(), "|", c.Use)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "bool", "int", "uint64", "float64", "duration", "uint", "seeds", "size", "count", "int64","uint16": return
			}
			if f.Hidden { return }
			if _, ok := c.GetFlagCompletionFunc(f.Name); !ok {
				fmt.Println("FLAG", c.CommandPath(), "--"+f.Name, f.Value.Type(), "|", f.Usage)
			}
		})
	}
	walk(root)
	_ = strings.Join
}
