package graph

import (
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// sent holds the arguments NAME TYPE [YAML] of the commands that send a message to a topic, a service or an action.
type sent struct {
	name, typeName string
	text           string // the message as YAML
	stdin          bool   // the YAML is read from the standard input
}

// addStdin adds the flag --stdin.
func (s *sent) addStdin(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&s.stdin, "stdin", false, "read the YAML from the standard input")
}

// read reads the arguments, and checks the message before a node is started. word is the kind, such as "topic".
func (s *sent) read(t Access, word string, args []string) (*Library, error) {
	s.name, s.typeName = Absolute(args[0]), fullType(args[1], word)
	var err error
	if s.text, err = t.ReadYAML(args, 2, s.stdin); err != nil {
		return nil, err
	}
	lib, err := t.Types()
	if err != nil {
		return nil, err
	}
	return lib, s.refuse(lib, word)
}

// refuse returns an error if the text does not fit the type, or if the name of an unknown type is a slip of a known
// one. Other unknown types pass: a node may describe them.
func (s *sent) refuse(lib *Library, word string) error {
	if err := lib.Need(s.typeName); err != nil {
		if strings.Contains(err.Error(), "did you mean") || strings.Count(s.typeName, "/") != 2 {
			return err
		}
		return nil
	}
	part := s.typeName
	var err error
	switch word {
	case "service":
		_, err = lib.Service(s.typeName)
		part += "_Request"
	case "action":
		_, err = lib.Action(s.typeName)
		part += "_Goal"
	}
	if err != nil {
		return err
	}
	m, err := lib.Message(part)
	if err != nil {
		return err
	}
	return m.SetText(s.text, time.Now())
}
