package robot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/deploy"
	"gonao/cmd/gonao/launcher"
	"gonao/internal/yamlread"
)

// roster is a team of robots, read from robots.yaml.
type roster struct {
	Team      int      `yaml:"team" min:"1" max:"254" need:"its number in the league"` // number in the league
	Color     string   `yaml:"color"`                                                  // colour of the field players, as in the launch file
	Arguments []string `yaml:"arguments"`                                              // launch arguments for all robots
	Robots    []member `yaml:"robots"`
	directory string   // directory of robots.yaml
}

// member is a robot of a team.
type member struct {
	Host        string      `yaml:"host" need:"user@host"` // user@host, or a name from ~/.ssh/config
	Number      int         `yaml:"number" min:"1" max:"20" need:"the number of the robot"`
	Role        string      `yaml:"role"`
	Color       string      `yaml:"color"` // instead of the team's colour, for example for a goalkeeper
	Calibration calibration `yaml:"calibration"`
	Arguments   []string    `yaml:"arguments"` // launch arguments for this robot
}

// calibration names the files of a robot's cameras, relative to robots.yaml.
type calibration struct {
	Top    string `yaml:"top"`
	Bottom string `yaml:"bottom"`
}

// readRoster reads and checks a team's file.
func readRoster(path string) (*roster, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("team: %w", err)
	}
	r := &roster{directory: filepath.Dir(path)}
	if err := yamlread.Decode(path, text, r); err != nil {
		return nil, fmt.Errorf("team: %w", err)
	}
	return r, nil
}

// Validate checks what the tags of the fields cannot check.
func (r *roster) Validate() error {
	if len(r.Robots) == 0 {
		return errors.New("robots: the list is empty; expected host and number of each robot")
	}
	numbers, hosts := map[int]string{}, map[string]bool{}
	for i, m := range r.Robots {
		switch {
		case numbers[m.Number] != "":
			return fmt.Errorf("robots[%d].number: %d is the number of %s already", i, m.Number, numbers[m.Number])
		case hosts[m.Host]:
			return fmt.Errorf("robots[%d].host: %s is listed twice", i, m.Host)
		}
		numbers[m.Number], hosts[m.Host] = m.Host, true
	}
	return nil
}

// arguments returns the launch arguments of a member. They are the values of the team's file for which the launch
// file has arguments, then the arguments for the team, for the robot, and from the command line. A later one
// replaces an earlier one.
func (r *roster) arguments(m *member, launch string, more []string) ([]string, error) {
	path, err := launcher.Find("", launch)
	if err != nil {
		return nil, err
	}
	declared, err := launcher.Arguments(path)
	if err != nil {
		return nil, err
	}
	color := cmp.Or(m.Color, r.Color)
	file := func(name string) string {
		if name == "" || filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(r.directory, name)
	}
	var all []string
	for _, known := range [][2]string{
		{"team", fmt.Sprint(r.Team)},
		{"player", fmt.Sprint(m.Number)},
		{"role", m.Role},
		{"color", color},
		{"top_calibration", file(m.Calibration.Top)},
		{"bottom_calibration", file(m.Calibration.Bottom)},
	} {
		if known[1] != "" && slices.ContainsFunc(declared, func(a launcher.Argument) bool { return a.Name == known[0] }) {
			all = append(all, known[0]+":="+known[1])
		}
	}
	for _, later := range [][]string{r.Arguments, m.Arguments, more} {
		for _, argument := range later {
			name, _, _ := strings.Cut(argument, ":=")
			all = append(slices.DeleteFunc(all, isArgument(name)), argument)
		}
	}
	return all, nil
}

// deployTeam deploys to all robots of a team at once, and prints a table of the results.
func (d deployment) deployTeam(ctx context.Context, t cli.Terminal, path string, more []string) error {
	for _, argument := range more {
		if !strings.Contains(argument, ":=") {
			return cli.Usagef("argument %q: with --team expected name:=value and no host", argument)
		}
	}
	r, err := readRoster(path)
	if err != nil {
		return err
	}
	lines := make([][]string, len(r.Robots))
	lock := &sync.Mutex{}
	failed := r.each(func(i int, m *member) error {
		arguments, err := r.arguments(m, d.launch, more)
		if err != nil {
			return err
		}
		out := &prefixed{out: t.Out, prefix: fmt.Sprintf("%d %s | ", m.Number, m.Host), lock: lock}
		defer out.flush()
		return d.run(ctx, cli.Terminal{Out: out, Errs: t.Errs, In: t.In}, m.Host, arguments)
	})
	for i, m := range r.Robots {
		result := "runs"
		switch {
		case failed[i] != nil:
			result = failed[i].Error()
		case d.dryRun:
			result = "could be deployed"
		case d.noStart:
			result = "copied"
		}
		lines[i] = []string{fmt.Sprint(m.Number), m.Role, m.Host, result}
	}
	table(t.Out, []string{"number", "role", "host", "result"}, lines)
	return countFailures(path, "deployed", failed)
}

// teamStatus prints the state of all robots of a team as one table.
func (r *reach) teamStatus(ctx context.Context, t cli.Terminal, path string) error {
	team, err := readRoster(path)
	if err != nil {
		return err
	}
	lines := make([][]string, len(team.Robots))
	failed := team.each(func(i int, m *member) error {
		lines[i] = []string{fmt.Sprint(m.Number), m.Role, m.Host, "", "", "", ""}
		return r.robot(ctx, m.Host, func(robot *deploy.Robot) error {
			facts, err := robot.Probe(ctx, deploy.DefaultSocket)
			if err != nil {
				return err
			}
			lines[i][3], lines[i][4], lines[i][5] = "stands still", facts.Current, facts.Launch
			switch {
			case facts.Current == "":
				lines[i][3] = "no gonao"
				return errors.New("gonao is not installed there")
			case !facts.Runs:
				return errors.New("the nodes do not run")
			}
			lines[i][3], lines[i][6] = "runs", facts.Since.String()
			return nil
		})
	})
	for i, err := range failed {
		if err != nil && lines[i][3] == "" {
			lines[i][3] = err.Error()
		}
	}
	table(t.Out, []string{"number", "role", "host", "nodes", "version", "launch file", "since"}, lines)
	return countFailures(path, "running", failed)
}

// each calls f for all robots at once and returns their errors.
func (r *roster) each(f func(i int, m *member) error) []error {
	failed := make([]error, len(r.Robots))
	var all sync.WaitGroup
	for i := range r.Robots {
		all.Go(func() { failed[i] = f(i, &r.Robots[i]) })
	}
	all.Wait()
	return failed
}

// countFailures returns an error if some robots have failed.
func countFailures(path, what string, failed []error) error {
	n := 0
	for _, err := range failed {
		if err != nil {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("team %s: %d of %d robots are not %s: the table above shows why", path, n, len(failed), what)
}

// table prints a head and lines as columns.
func table(out io.Writer, head []string, lines [][]string) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(head, "\t"))
	for _, line := range lines {
		fmt.Fprintln(w, strings.ReplaceAll(strings.Join(line, "\t"), "\n", "; "))
	}
	w.Flush() //nolint:errcheck // as Fprintln's
}

// prefixed writes whole lines with a prefix. Several may share an output and its lock.
type prefixed struct {
	out    io.Writer
	prefix string
	lock   *sync.Mutex
	rest   []byte
}

// Write writes the lines in b that are complete.
func (p *prefixed) Write(b []byte) (int, error) {
	p.rest = append(p.rest, b...)
	for {
		end := bytes.IndexByte(p.rest, '\n')
		if end < 0 {
			return len(b), nil
		}
		p.line(p.rest[:end])
		p.rest = p.rest[end+1:]
	}
}

func (p *prefixed) line(text []byte) {
	p.lock.Lock()
	defer p.lock.Unlock()
	fmt.Fprintf(p.out, "%s%s\n", p.prefix, text)
}

// flush writes the rest if it does not end with a newline.
func (p *prefixed) flush() {
	if len(p.rest) > 0 {
		p.line(p.rest)
		p.rest = nil
	}
}
