package rosidl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// definition is one input for the oracle.
type definition struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// oracle parses definitions with ROS 2's own parser. It returns nil for a definition that the parser refuses.
func oracle(t *testing.T, definitions []definition) [][][]string {
	t.Helper()
	const python = "/usr/bin/python3" // the interpreter that finds Debian's packages
	if err := exec.Command(python, "-c", "import rosidl_adapter").Run(); err != nil {
		t.Fatalf("%s has no rosidl_adapter (%v): run: apt install python3-rosidl", python, err)
	}
	input, err := json.Marshal(definitions)
	require.NoError(t, err)
	cmd := exec.Command(python, "testdata/rosidl.py")
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	var results [][][]string
	require.NoError(t, json.Unmarshal(output, &results))
	require.Len(t, results, len(definitions))
	return results
}

// parse parses a definition with our parser.
func parse(d definition) ([]*Message, error) {
	switch d.Kind {
	case "msg":
		m, err := ParseMessage("own_msgs", "Name", "Name.msg", d.Text)
		return []*Message{m}, err
	case "srv":
		s, err := parseService("own_msgs", "Name", "Name.srv", d.Text)
		if err != nil {
			return nil, err
		}
		return []*Message{s.Request, s.Response}, nil
	default:
		a, err := parseAction("own_msgs", "Name", "Name.action", d.Text)
		if err != nil {
			return nil, err
		}
		return []*Message{a.Goal, a.Result, a.Feedback}, nil
	}
}

// lines prints a message in the oracle's form.
func lines(m *Message) []string {
	out := []string{}
	for _, c := range m.Constants {
		out = append(out, fmt.Sprintf("%s %s=%s", typeText(c.Type), c.Name, show(c.Type, c.Value)))
	}
	for _, f := range m.Fields {
		out = append(out, strings.TrimRight(fmt.Sprintf("%s %s %s", typeText(f.Type), f.Name, show(f.Type, f.Default)), " "))
	}
	return out
}

func typeText(t Type) string {
	text := strings.Replace(t.Nested, "/msg/", "/", 1)
	for name, base := range primitives() {
		if base == t.Base && name != "char" {
			text = name
		}
	}
	if t.StringBound > 0 {
		text += fmt.Sprintf("<=%d", t.StringBound)
	}
	switch t.Shape {
	case Array:
		text += fmt.Sprintf("[%d]", t.Size)
	case Bounded:
		text += fmt.Sprintf("[<=%d]", t.Size)
	case Unbounded:
		text += "[]"
	case Single:
	}
	return text
}

func show(t Type, value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = show(t, item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case float64:
		if t.Base == Float32 {
			return fmt.Sprintf("%.9g", v)
		}
		return fmt.Sprintf("%.17g", v)
	case string:
		text, _ := json.Marshal(v)
		return string(text)
	default:
		return fmt.Sprint(v)
	}
}

var (
	charType = regexp.MustCompile(`^char\b`)
	escapes  = regexp.MustCompile(`\\u[0-9a-f]{4}`)
)

// requireSame requires that a parsed definition equals the oracle's.
func requireSame(t *testing.T, d definition, messages []*Message, expected [][]string) {
	t.Helper()
	require.Len(t, expected, len(messages), d.Text)
	for i, m := range messages {
		for j, line := range expected[i] {
			line = charType.ReplaceAllString(line, "uint8")
			// Python's JSON escapes other characters than Go's.
			expected[i][j] = plain(t, line)
		}
		mine := lines(m)
		for j := range mine {
			mine[j] = plain(t, mine[j])
		}
		require.Equal(t, expected[i], mine, "%s", d.Text)
	}
}

// plain replaces the \u escapes of a line by the characters.
func plain(t *testing.T, line string) string {
	t.Helper()
	if !escapes.MatchString(line) {
		return line
	}
	var text string
	require.NoError(t, json.Unmarshal([]byte(`"`+strings.ReplaceAll(strings.ReplaceAll(line, `\`, `\\`), `"`, `\"`)+`"`), &text))
	return escapes.ReplaceAllStringFunc(text, func(e string) string {
		var c string
		require.NoError(t, json.Unmarshal([]byte(`"`+e+`"`), &c))
		return c
	})
}

// realDefinitions returns all definitions of the repository.
func realDefinitions(t *testing.T) []definition {
	t.Helper()
	var all []definition
	for _, pattern := range []string{
		"../../msgs/%s/*.%[1]s", "../../msgs/definitions/*/%s/*.%[1]s", "../../msgs/testdata/types/definitions/*/%s/*.%[1]s",
	} {
		for _, kind := range []string{"msg", "srv", "action"} {
			files, err := filepath.Glob(fmt.Sprintf(pattern, kind))
			require.NoError(t, err)
			for _, file := range files {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				all = append(all, definition{kind, string(text)})
			}
		}
	}
	require.Greater(t, len(all), 150)
	return all
}

func TestDefinitionsAreReadAsROSReadsThem(t *testing.T) {
	all := realDefinitions(t)
	for i, expected := range oracle(t, all) {
		messages, err := parse(all[i])
		require.NoError(t, err)
		require.NotNil(t, expected, all[i].Text)
		requireSame(t, all[i], messages, expected)
	}
}

func TestWhatIsTakenHereIsTakenByROS(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var taken []definition
	var parsed [][]*Message
	for range min(fuzzn.N(t), 20000) { // the oracle is slow
		d := randomDefinition(rng)
		if messages, err := parse(d); err == nil && d.Text != "" {
			taken, parsed = append(taken, d), append(parsed, messages)
		}
	}
	require.NotEmpty(t, taken)
	t.Logf("%d definitions compared", len(taken))
	for i, expected := range oracle(t, taken) {
		require.NotNil(t, expected, "refused by ROS:\n%s", taken[i].Text)
		requireSame(t, taken[i], parsed[i], expected)
	}
}

// randomDefinition joins parts into a few lines that are mostly valid.
func randomDefinition(rng *rand.Rand) definition {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	var text strings.Builder
	for range rng.IntN(4) {
		text.WriteString(pick("", "", "", "# note\n", "\n", "  # more\n"))
		text.WriteString(pick("int8", "uint8", "int64", "uint64", "float32", "float64", "bool", "byte", "char", "string", "wstring", "string<=3", "Pose", "a_msgs/Pose", "Pose_", "int"))
		text.WriteString(pick("", "", "", "[]", "[2]", "[<=2]", "[0]", "[<=]", "]"))
		text.WriteString(pick(" ", " ", "  ", "\t", ""))
		text.WriteString(pick("a", "b_c", "d1", "A", "B_C", "a__b", "c_", "1a"))
		text.WriteString(pick("", "", " ", "=", " = ", "=="))
		for range rng.IntN(3) {
			text.WriteString(pick("1", "-1", "300", "0x10", "007", "1.5", "1e3", "nan", "true", "False", `"x"`, `'y'`, `"a'b"`, `'\''`, `"`, "x", "[1, 2]", "[1,2,3]", `["a", 'b,']`, "[]", "[", "18446744073709551615"))
		}
		text.WriteString(pick("", "", " ", " # note", "#"))
		text.WriteString("\n")
	}
	return definition{"msg", text.String()}
}

func FuzzParse(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		f.Add(randomDefinition(rng).Text)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		for _, kind := range []string{"msg", "srv", "action"} {
			_, _ = parse(definition{kind, text}) // must not panic
		}
	})
}

func TestParsingSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	real := realDefinitions(t)
	var text []byte
	for i := range fuzzn.N(t) {
		d := real[i%len(real)]
		text = fuzzn.Mutate(rng, text, []byte(d.Text))
		if messages, err := parse(definition{d.Kind, string(text)}); err == nil {
			require.NotNil(t, messages[0])
		}
	}
}
