package docs

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// qtState parses the output of QMainWindow::saveState, which consists of big-endian integers with a marker before each
// part.
type qtState struct {
	data []byte
	err  error
}

func (q *qtState) take(n int) []byte {
	if n < 0 || n > len(q.data) {
		q.err = errors.New("the window's state ends early")
		q.data = nil
		return make([]byte, max(n, 0)%1024)
	}
	b := q.data[:n]
	q.data = q.data[n:]
	return b
}

func (q *qtState) int() int { return int(int32(binary.BigEndian.Uint32(q.take(4)))) }

func (q *qtState) mark(want byte) {
	if got := q.take(1); q.err == nil && got[0] != want {
		q.err = errors.New("the window's state has another mark than expected")
	}
}

func (q *qtState) text() string {
	b := q.take(q.int())
	var units []uint16
	for i := 0; i+1 < len(b); i += 2 {
		units = append(units, binary.BigEndian.Uint16(b[i:]))
	}
	return string(utf16.Decode(units))
}

// docks parses a layout and returns which docks are open, by their names, and the size of the central part.
func (q *qtState) docks() (open map[string]bool, width, height int) {
	open = map[string]bool{}
	if q.int() != 0xff || q.int() != 0 {
		q.err = errors.New("no window's state of Qt")
	}
	q.mark(0xfd)
	for range min(q.int(), 4) {
		q.int() // position of the dock
		q.int()
		q.int()
		q.mark(0xfc)
		q.take(1)
		for range min(q.int(), 20) {
			q.mark(0xfb)
			name := q.text()
			open[name] = q.take(1)[0]&1 != 0
			for range 4 {
				q.int()
			}
		}
	}
	return open, q.int(), q.int()
}

// Without a saved layout, the docks of a real rviz2 took three quarters of the window.
func TestRvizShowsTheRobotLarge(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "launch", "rviz", "*.rviz"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var config struct {
			Panels  []rvizDisplay `yaml:"Panels"`
			Manager struct {
				Displays []rvizDisplay `yaml:"Displays"`
			} `yaml:"Visualization Manager"`
			Window struct {
				Width  int    `yaml:"Width"`
				Height int    `yaml:"Height"`
				State  string `yaml:"QMainWindow State"`
			} `yaml:"Window Geometry"`
		}
		require.NoError(t, yaml.Unmarshal(text, &config), file)
		data, err := hex.DecodeString(config.Window.State)
		require.NoError(t, err, file)
		q := &qtState{data: data}
		open, width, height := q.docks()
		require.NoError(t, q.err, file)
		require.Greater(t, width*2, config.Window.Width, "%s: the view is at least half as wide as the window", file)
		require.Greater(t, height*3, config.Window.Height*2, file)
		for _, p := range config.Panels { // rviz finds the dock of a panel by the panel's name
			require.Contains(t, open, p["Name"], file)
		}
		for _, d := range config.Manager.Displays {
			if d["Class"] == "rviz_default_plugins/Image" { // rviz opens a dock that is not in the state, and switches its display on
				name, _ := d["Name"].(string)
				require.Contains(t, open, name, file)
				require.Equal(t, d["Enabled"], open[name], "%s: dock %s", file, name)
			}
		}
	}
	q := &qtState{data: []byte{0, 0}}
	q.docks()
	require.Error(t, q.err)
}
