package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/ros"
)

// rvizDisplay is an entry of an rviz configuration. rviz ignores unknown properties, so a misspelt
// one has no effect.
type rvizDisplay = map[string]any

// rvizProperties lists the properties of the displays that we use, by their names in an rviz2 file. Every display has
// Class, Name, Enabled and Value.
var rvizProperties = map[string][]string{
	"Grid": {"Alpha", "Cell Size", "Color", "Line Style", "Normal Cell Count", "Offset", "Plane", "Plane Cell Count", "Reference Frame"},
	"RobotModel": {
		"Alpha", "Collision Enabled", "Description File", "Description Source", "Description Topic", "Links",
		"Mass Properties", "TF Prefix", "Update Interval", "Visual Enabled",
	},
	"TF": {
		"Filter (blacklist)", "Filter (whitelist)", "Frame Timeout", "Frames", "Marker Scale", "Show Arrows", "Show Axes",
		"Show Names", "Tree", "Update Interval",
	},
	"MarkerArray": {"Namespaces", "Topic"},
	"Path":        {"Alpha", "Buffer Length", "Color", "Head Diameter", "Head Length", "Length", "Line Style", "Line Width", "Offset", "Pose Color", "Pose Style", "Radius", "Shaft Diameter", "Shaft Length", "Topic"},
	"Odometry":    {"Angle Tolerance", "Covariance", "Keep", "Position Tolerance", "Shape", "Topic"},
	"Range":       {"Alpha", "Buffer Length", "Color", "Topic"},
	"PoseArray": {
		"Alpha", "Arrow Length", "Axes Length", "Axes Radius", "Color", "Head Length", "Head Radius", "Shaft Length", "Shaft Radius", "Shape", "Topic",
	},
	"PoseWithCovariance": {
		"Alpha", "Axes Length", "Axes Radius", "Color", "Covariance", "Head Length", "Head Radius", "Shaft Length", "Shaft Radius", "Shape", "Topic",
	},
	"Image": {"Max Value", "Median window", "Min Value", "Normalize Range", "Topic"},
}

// rvizTypes are the message types that the displays show.
var rvizTypes = map[string]string{
	"RobotModel": "std_msgs/String", "MarkerArray": "visualization_msgs/MarkerArray",
	"Path": "nav_msgs/Path", "Image": "sensor_msgs/Image", "Odometry": "nav_msgs/Odometry", "Range": "sensor_msgs/Range",
	"PoseArray": "geometry_msgs/PoseArray", "PoseWithCovariance": "geometry_msgs/PoseWithCovarianceStamped",
	"SetInitialPose": "geometry_msgs/PoseWithCovarianceStamped", "SetGoal": "geometry_msgs/PoseStamped",
}

// checkRviz returns the errors in a configuration. Its topics must be in rviz's own namespace or in that of a robot.
func checkRviz(t *testing.T, text []byte, rows []row) (wrong []string) {
	t.Helper()
	var config struct {
		Panels  []rvizDisplay
		Manager struct {
			Displays []rvizDisplay `yaml:"Displays"`
			Options  rvizDisplay   `yaml:"Global Options"`
			Tools    []rvizDisplay `yaml:"Tools"`
		} `yaml:"Visualization Manager"`
	}
	require.NoError(t, yaml.Unmarshal(text, &config))
	require.NotEmpty(t, config.Manager.Displays)
	if config.Manager.Options["Fixed Frame"] == nil {
		wrong = append(wrong, "Global Options: no Fixed Frame")
	}
	for _, d := range config.Manager.Displays {
		full, _ := d["Class"].(string)
		class, ours := strings.CutPrefix(full, "rviz_default_plugins/")
		known := rvizProperties[class]
		if !ours || known == nil {
			wrong = append(wrong, "class "+full)
			continue
		}
		for key := range d {
			if !slices.Contains([]string{"Class", "Name", "Enabled", "Value"}, key) && !slices.Contains(known, key) {
				wrong = append(wrong, class+": property "+key)
			}
		}
		if rvizTypes[class] != "" {
			wrong = append(wrong, checkRvizTopic(d, class, rows)...)
		}
	}
	for _, tool := range config.Manager.Tools {
		full, _ := tool["Class"].(string)
		if class := strings.TrimPrefix(full, "rviz_default_plugins/"); rvizTypes[class] != "" {
			wrong = append(wrong, checkRvizTopic(tool, class, rows)...)
		}
	}
	return wrong
}

// ofRobot matches topics in a robot's namespace.
var ofRobot = regexp.MustCompile(`^/(nao|red|blue)\d+/`)

// checkRvizTopic returns an error unless the topic is ours, and has the type of the display and a QoS that its
// publisher offers.
func checkRvizTopic(d rvizDisplay, class string, rows []row) (wrong []string) {
	key := "Topic"
	if class == "RobotModel" {
		key = "Description Topic"
	}
	topic, _ := d[key].(map[string]any)
	text := func(name string) string {
		value, _ := topic[name].(string)
		return value
	}
	for name := range topic {
		if !slices.Contains([]string{"Value", "Depth", "History Policy", "Reliability Policy", "Durability Policy", "Filter size"}, name) {
			wrong = append(wrong, class+": "+key+": property "+name)
		}
	}
	name := ofRobot.ReplaceAllString(text("Value"), "")
	name = strings.TrimPrefix(name, "/") // the topic is in the namespace of a simulator with several robots
	i := slices.IndexFunc(rows, func(r row) bool {
		return slices.Contains(strings.Split(r.name, ", "), name) && r.typ == rvizTypes[class]
	})
	if i < 0 {
		return append(wrong, class+": topic "+text("Value"))
	}
	qos := rows[i].qos
	offered, err := ros.ParseQoS(qos)
	if err != nil || text("Reliability Policy") == "Reliable" && !offered.Reliable || text("Durability Policy") == "Transient Local" && !offered.TransientLocal {
		wrong = append(wrong, class+": asks of "+name+" more than it offers: "+qos)
	}
	return wrong
}

func TestRvizUnderstandsItsConfigurations(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "launch", "rviz", "*.rviz"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Empty(t, checkRviz(t, text, table(t)), file)
	}
}

func TestWhatRvizWouldPassOverIsFound(t *testing.T) {
	text := `
Visualization Manager:
  Displays:
    - {Class: rviz_default_plugins/RobotModell, Enabled: true}
    - {Class: rviz_default_plugins/TF, Enabled: true, Show Nmes: true}
    - {Class: rviz_default_plugins/Image, Topic: {Value: /nao1/imu}}
    - {Class: rviz_default_plugins/Image, Topic: {Value: /nao1/camera/top/overlay, Reliability Policy: Reliable}}
    - {Class: rviz_default_plugins/Path, Topic: {Value: /nao1/plan, Dept: 1}}
`
	require.Equal(t, []string{
		"Global Options: no Fixed Frame", "class rviz_default_plugins/RobotModell", "TF: property Show Nmes", "Image: topic /nao1/imu",
		"Image: asks of camera/top/overlay more than it offers: sensor data", "Path: Topic: property Dept",
	}, checkRviz(t, []byte(text), table(t)))
}

// Each configuration must have the expected frame, view and displays.
func TestRvizConfigurationsShowWhatTheyAreFor(t *testing.T) {
	for name, want := range map[string]struct {
		frame, view, target string
		topics              []string
	}{
		"gonao": {"odom", "Orbit", "base_footprint", []string{
			"robot_description", "odom", "ball_markers", "feature_markers", "sonar/left", "sonar/right", "camera/top/overlay",
		}},
		"field": {"map", "Orbit", "base_footprint", []string{
			"field_markers", "robot_description", "pose", "pose_hypotheses", "model_markers", "ball_markers", "feature_markers", "sonar/left", "sonar/right", "plan", "odom",
		}},
		"match": {"world", "TopDownOrtho", "<Fixed Frame>", []string{
			"/world_markers", "/match/markers", "/red1/robot_description", "/red5/robot_description", "/blue1/pose", "/blue5/robot_description",
		}},
		"two_robots": {"world", "TopDownOrtho", "<Fixed Frame>", []string{"/world_markers", "/nao1/pose", "/nao2/pose", "/nao1/model_markers", "/nao2/plan"}},
	} {
		text, err := os.ReadFile(filepath.Join(root, "launch", "rviz", name+".rviz"))
		require.NoError(t, err)
		var config struct {
			Manager struct {
				Displays []struct {
					Enabled     bool        `yaml:"Enabled"`
					Topic       rvizDisplay `yaml:"Topic"`
					Description rvizDisplay `yaml:"Description Topic"`
				} `yaml:"Displays"`
				Options struct {
					Frame string `yaml:"Fixed Frame"`
				} `yaml:"Global Options"`
				Views struct {
					Current rvizDisplay `yaml:"Current"`
				} `yaml:"Views"`
			} `yaml:"Visualization Manager"`
		}
		require.NoError(t, yaml.Unmarshal(text, &config))
		require.Equal(t, want.frame, config.Manager.Options.Frame, name)
		require.Equal(t, "rviz_default_plugins/"+want.view, config.Manager.Views.Current["Class"], name)
		require.Equal(t, want.target, config.Manager.Views.Current["Target Frame"], name)
		var shown []string
		for _, d := range config.Manager.Displays {
			if d.Enabled {
				for _, topic := range []rvizDisplay{d.Topic, d.Description} {
					if value, ok := topic["Value"].(string); ok {
						shown = append(shown, value)
					}
				}
			}
		}
		for _, topic := range want.topics {
			require.Contains(t, shown, topic, name)
		}
		if name != "match" && name != "two_robots" { // the configuration is for a robot with any name
			for _, topic := range shown {
				require.False(t, strings.HasPrefix(topic, "/"), "%s: %s", name, topic)
			}
		}
	}
}
