package rosidl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommentsStayWithWhatTheyExplain(t *testing.T) {
	m, err := ParseMessage("own_msgs", "Gaze", "Gaze.msg", `# Where to look.
# In base_link.

# A block that a blank line parts from what follows.

# The target,
# as seen now.
geometry_msgs/Point target   # m

uint8 EYES=1                 ## only the eyes
uint8 HEAD=2
                             # the neck too
uint8 who
`)
	require.NoError(t, err)
	require.Equal(t, []string{"Where to look.", "In base_link."}, m.Doc)
	require.Equal(t, []string{"The target,", "as seen now.", "m"}, m.Fields[0].Doc)
	require.Equal(t, "geometry_msgs/msg/Point", m.Fields[0].Type.Nested)
	require.Equal(t, []string{"only the eyes"}, m.Constants[0].Doc)
	require.Equal(t, []string{"the neck too"}, m.Constants[1].Doc)
	require.Empty(t, m.Fields[1].Doc)
}

func TestBadDefinitionsAreErrorsWithFileAndLine(t *testing.T) {
	rows := []struct{ name, text, err string }{
		{"no name", "int8\n", `A.msg:1: "int8": expected a type and a name, such as "float32 x"`},
		{"unknown type", "# x\n\nint x\n", `A.msg:3: type "int": expected bool, byte, char, float32,`},
		{"indented", "int8 a\n int8 x\n", `A.msg:2: "int8 x": expected the type at the start of the line`},
		{"array of none", "int8[0] x\n", `A.msg:1: type "int8[0]": expected a whole number from 1`},
		{"huge array", "int8[4294967296] x\n", "expected a whole number from 1"},
		{"open bracket", "int8[3 x\n", `type "int8[3": expected a ] at its end`},
		{"bound of text", "string<=x y\n", `type "string<=x": expected a whole number from 1 after <=`},
		{"field name", "int8 HeadYaw\n", `field name "HeadYaw": expected lower_snake_case`},
		{"twice", "int8 a\nint8 b\nint8 a\n", `A.msg:3: field "a" is there already, in line 1`},
		{"constant name", "int8 mode=1\n", `constant name "mode": expected UPPER_SNAKE_CASE`},
		{"constant twice", "int8 A=1\nint8 A=1\n", "constant A is there already, in line 1"},
		{"constant array", "int8[2] A=1\n", "constant A: type int8[2], expected one primitive value"},
		{"constant message", "Pose A=1\n", "constant A: type Pose, expected one primitive value"},
		{"out of range", "uint8 A=256\n", `constant A: "256": expected a whole number from 0 to 255`},
		{"negative", "int8 a -129\n", `default of "a": "-129": expected a whole number from -128 to 127`},
		{"not a bool", "bool a yes\n", `"yes": expected true or false`},
		{"not a number", "float32 a 1,5\n", `"1,5": expected a finite 32-bit number`},
		{"too large", "float32 a 1e39\n", "expected a finite 32-bit number"},
		{"nan", "float64 a nan\n", "expected a finite 64-bit number"},
		{"no list", "int8[] a 1\n", `"1": expected a list, such as [1, 2]`},
		{"list too short", "int8[3] a [1, 2]\n", "2 elements, expected 3"},
		{"list too long", "int8[<=1] a [1, 2]\n", "2 elements, expected at most 1"},
		{"list element", "int8[] a [1, x]\n", `element 1: "x": expected a whole number`},
		{"default of a message", "Pose a 1\n", "a nested message takes none"},
		{"open quote", "string a \"x # y\"\n", "expected a closing \" (a # begins a comment, also inside quotes)"},
		{"open quote in a list", "string[] a ['x, 'y']\n", "expected"},
		{"quote inside", "string a \"x\"y\"\n", `expected \" for a quote inside`},
		{"text too long", "string<=2 a \"xyz\"\n", `"xyz": expected at most 2 characters`},
		{"a service", "int8 a\n---\nint8 b\n", `A.msg: 2 sections parted by a line "---", expected 1`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := ParseMessage("own_msgs", "A", "A.msg", row.text)
			require.ErrorContains(t, err, row.err)
		})
	}
	_, err := ParseMessage("Own", "A", "A.msg", "")
	require.ErrorContains(t, err, `package "Own": expected lower_snake_case`)
	_, err = ParseMessage("own_msgs", "head_yaw", "head_yaw.msg", "")
	require.ErrorContains(t, err, `interface name "head_yaw": expected CamelCase`)
	_, err = parseService("own_msgs", "A", "A.srv", "int8 a\n")
	require.ErrorContains(t, err, `A.srv: 1 sections parted by a line "---", expected 2`)
	_, err = parseAction("own_msgs", "A", "A.action", "int8 a\n---\nint8 b\n---\nint 8 c\n")
	require.ErrorContains(t, err, `A.action:5: type "int"`)
}
