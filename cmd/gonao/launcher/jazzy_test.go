package launcher

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// jazzyStep is what ROS 2 made of an action: a message, or a command line with the
// contents of its temporary parameter files, whose paths are "inline".
type jazzyStep struct {
	Log    string   `json:"log"`
	Args   []string `json:"args"`
	Params []any    `json:"params"`
}

// steps brings a plan into that form.
func steps(t *testing.T, w *workshop, plan *Plan) []jazzyStep {
	var out []jazzyStep
	for _, s := range plan.Steps {
		step := jazzyStep{Log: s.Log}
		if s.Process != nil {
			step.Params = []any{}
			for _, arg := range s.Process.Args {
				step.Args = append(step.Args, strings.ReplaceAll(arg, w.dir, "DIR"))
			}
			for _, file := range s.Process.Files {
				step.Args[file.Arg] = "inline"
				var content any
				require.NoError(t, yaml.Unmarshal([]byte(strings.ReplaceAll(file.Content, w.dir, "DIR")), &content))
				step.Params = append(step.Params, content)
			}
		}
		out = append(out, step)
	}
	return out
}

func TestFilesComeToWhatROS2JazzyMadeOfThem(t *testing.T) {
	files, err := filepath.Glob("testdata/jazzy/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			w := installBringup(t)
			path := w.dir + "/install/share/gonao_bringup/sim.launch.yaml"
			if source := strings.TrimSuffix(file, ".json") + ".launch.yaml"; filepath.Base(source) != "sim.launch.yaml" {
				path = w.copyFile(source, filepath.Base(source))
			}
			plan, err := w.loader.Load(path, nil)
			require.NoError(t, err)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			got, err := json.Marshal(steps(t, w, plan))
			require.NoError(t, err)
			var want []jazzyStep
			require.NoError(t, json.Unmarshal(text, &want))
			wantText, err := json.Marshal(want)
			require.NoError(t, err)
			require.JSONEq(t, string(wantText), string(got))
		})
	}
}
