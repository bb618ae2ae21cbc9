package msgs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/rosidl"
)

// reserved are words of Python and C++ that a field's name could meet; rosidl leaves a
// message with such a field out of Python.
const reserved = " and as assert async await break class continue def del elif else except false finally for from " +
	"global if import in is lambda none nonlocal not or pass raise return true try while with yield " +
	"auto bool case catch char const default delete do double enum explicit export extern float friend goto inline " +
	"int long mutable namespace new operator private protected public register short signed sizeof static struct " +
	"switch template this throw typedef typename union unsigned using virtual void volatile "

func TestOurFieldsMayBeNamedInAnyLanguage(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("msg", "*.msg"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		name := strings.TrimSuffix(filepath.Base(file), ".msg")
		m, err := rosidl.ParseMessage("gonao_msgs", name, file, string(text))
		require.NoError(t, err)
		for _, f := range m.Fields {
			require.NotContains(t, reserved, " "+f.Name+" ", "%s:%d", file, f.Line)
		}
	}
}
