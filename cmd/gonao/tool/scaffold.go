package tool

// This part of the package holds the commands gonao new. They write a node, a machine, a motion, a launch file, a
// team or a project that works unchanged, to begin with.

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"text/template"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
)

//go:embed templates
var templates embed.FS

// values are the values that templates can use. For a project, Gonao is the path of the source tree, relative to
// the project.
type values struct{ Name, Module, Gonao, Go, Requires, Sums string }

// kind is a kind of file or directory that can be written.
type kind struct {
	word, short, long string
	files             []file
	next              string // printed at the end: what to do next
	example           string // example of a name
}

// file is one file of a kind: its path below the directory and its content. Both are templates that contain the
// name.
type file struct{ path, template string }

// kinds returns all kinds except the project.
func kinds() []kind {
	return []kind{
		{
			"node", "write a node in Go", "node writes the directory NAME with a node in Go, its parameters and a test. Its module must be able\nto import gonao: begin with gonao new project, or write it into gonao's source tree.",
			[]file{{"{{.Name}}/main.go", "node.go"}, {"{{.Name}}/main_test.go", "node_test.go"}},
			"go run ./{{.Name}} --ros-args -r __ns:=/nao1", "nod",
		},
		{
			"machine", "write a state machine", "machine writes NAME.yaml, a state machine of two states.",
			[]file{{"{{.Name}}.yaml", "machine.yaml"}},
			"gonao hfsm check {{.Name}}.yaml", "greet_ball",
		},
		{
			"motion", "write a slot motion", "motion writes NAME.xml, a motion of four slots.",
			[]file{{"{{.Name}}.xml", "motion.xml"}},
			"gonao motion check {{.Name}}.xml", "wave",
		},
		{
			"launch", "write a launch file", "launch writes NAME.launch.yaml, which starts a simulated robot with a machine.",
			[]file{{"{{.Name}}.launch.yaml", "launch.yaml"}},
			"gonao launch {{.Name}}.launch.yaml --show-args", "my_robot",
		},
		{
			"team", "write a soccer team", "team writes NAME.yaml, a team with gonao's own roles and places, and NAME_striker.yaml, the machine of its\n" +
				"field players. It extends gonao's machine, and shoots early. With the key body: body the team plays as gonao's own.",
			[]file{{"{{.Name}}.yaml", "team.yaml"}, {"{{.Name}}_striker.yaml", "striker.yaml"}},
			"gonao match --red ./{{.Name}}.yaml --blue ours", "lions",
		},
	}
}

// project is a directory with one node, machine and motion, and its own module.
var project = kind{
	"project", "write a project: a module with a node, a machine and a motion",
	`project writes the directory NAME with a Go module that imports gonao, a node with a test, a machine, a
motion and a Makefile. The module uses the source tree of gonao that --gonao names, or else the one around
this program or this directory; its go.mod contains the path relative to the project.`,
	[]file{
		{"{{.Name}}/go.mod", "project.go.mod"},
		{"{{.Name}}/go.sum", "project.go.sum"},
		{"{{.Name}}/Makefile", "project.Makefile"},
		{"{{.Name}}/README.md", "project.README.md"},
		{"{{.Name}}/.gitignore", "project.gitignore"},
		{"{{.Name}}/cmd/{{.Name}}/main.go", "node.go"},
		{"{{.Name}}/cmd/{{.Name}}/main_test.go", "node_test.go"},
		{"{{.Name}}/machines/{{.Name}}.yaml", "machine.yaml"},
		{"{{.Name}}/motions/{{.Name}}.xml", "motion.xml"},
	},
	"cd {{.Name}} && make test check", "my_robot",
}

// newScaffold returns the commands.
func newScaffold(t cli.Terminal) *cobra.Command {
	cmd := cli.Group("new", "write a node, a machine, a motion, a launch file, a team or a project to begin with")
	for _, k := range kinds() {
		cmd.AddCommand(newKind(t, k, func(v values, _ string) (values, error) { return v, nil }, nil))
	}
	var gonao string
	cmd.AddCommand(newKind(t, project, func(v values, dir string) (values, error) {
		return withModule(v, gonao, filepath.Join(dir, v.Name))
	}, &gonao))
	return cmd
}

// newKind returns the command for a kind. complete adds the values besides the name that the templates in a
// directory need.
func newKind(t cli.Terminal, k kind, complete func(v values, dir string) (values, error), gonao *string) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use: k.word + " NAME", Short: k.short, Long: k.long + "\n\nAn existing file is never changed.",
		Example: "  gonao new " + k.word + " " + k.example, Args: cobra.ExactArgs(1), ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(_ *cobra.Command, args []string) error {
			if !goodName.MatchString(args[0]) {
				return cli.Usagef("new %s %q: expected a name of lower-case letters, digits and _, beginning with a letter, such as greet_ball", k.word, args[0])
			}
			v, err := complete(values{Name: args[0], Module: modulePath}, dir)
			if err != nil {
				return err
			}
			if err := write(t, k, dir, v); err != nil {
				return err
			}
			if k.word == "node" && !importsGonao(dir) {
				fmt.Fprintln(t.Out, "note: no module here can import gonao, so this node does not compile; gonao new project NAME writes a module that can")
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&dir, "directory", "C", ".", "write into this directory")
	if gonao != nil {
		cmd.Flags().StringVar(gonao, "gonao", "", "the source tree of gonao")
	}
	return cmd
}

// goodName matches names that are valid for files, nodes, machines and packages.
var goodName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,49}$`)

// write writes the files of a kind. If one of them exists already, it writes none.
func write(t cli.Terminal, k kind, dir string, v values) error {
	type written struct {
		path string
		text []byte
	}
	var all []written
	for _, f := range k.files {
		path, err := fill(f.path, v)
		if err != nil {
			return err
		}
		path = filepath.Join(dir, filepath.FromSlash(path))
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("new %s: %s exists already", k.word, path)
		}
		source, err := templates.ReadFile("templates/" + f.template + ".tmpl")
		if err != nil {
			return err
		}
		text, err := fill(string(source), v)
		if err != nil {
			return err
		}
		all = append(all, written{path, []byte(text)})
	}
	for _, w := range all {
		if err := os.MkdirAll(filepath.Dir(w.path), 0o755); err != nil {
			return fmt.Errorf("new %s: %w", k.word, err)
		}
		if err := create(w.path, w.text); err != nil {
			return fmt.Errorf("new %s: %w", k.word, err)
		}
		fmt.Fprintln(t.Out, w.path)
	}
	next, err := fill(k.next, v)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "next: %s\n", next)
	return nil
}

// create writes a new file. It returns an error if the file exists.
func create(path string, text []byte) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(text)
	return err
}

// fill executes a template.
func fill(text string, v values) (string, error) {
	t, err := template.New("").Parse(text)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, v); err != nil {
		return "", err
	}
	return out.String(), nil
}
