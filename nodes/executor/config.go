package executor

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonao/behavior"
	"gonao/behavior/track"
	"gonao/internal/convert/definitions"
	"gonao/motion"
)

// Config is the node's parameters.
type Config struct {
	_ struct{} `desc:"The node that runs state machines: it sees balls, looks at them, and has motions played."`

	Machine           string   `yaml:"machine" readonly:"true" desc:"The machine whose topics lie in the node's namespace: dance, follow_ball, follow_and_dance, or the path of a machine file; none is none."`
	Machines          []string `yaml:"machines" readonly:"true" desc:"More machines, each with its topics in a namespace of its own: dance, or arms:=dance for another name than the machine's."`
	Skills            []string `yaml:"skills" readonly:"true" desc:"Directories whose machines of the level skill or motion the action execute_skill offers besides those that come with gonao. What runs has its topics in the namespace skill."`
	OfferSkills       bool     `yaml:"offer_skills" readonly:"true" desc:"serve execute_skill, with the skills that come with gonao and those of skills"`
	AllowedSkills     []string `yaml:"allowed_skills" readonly:"true" desc:"the policy: skills that execute_skill may run; none named is all that are offered"`
	Platform          string   `yaml:"platform" readonly:"true" desc:"which robot this is: skills for others are not offered"`
	Domain            string   `yaml:"domain" readonly:"true" desc:"what it does: skills for other domains are not offered; an empty name fits all"`
	MotionDir         string   `yaml:"motion_dir" readonly:"true" desc:"as motion's parameter: the motions there, read at the start, and the built-in ones are those that machines may play"`
	HotReload         bool     `yaml:"hot_reload" readonly:"true" desc:"files of machines and skills that change are taken while they run, if they are right"`
	TraceDir          string   `yaml:"trace_dir" readonly:"true" desc:"directory of the files that machine/record_trace writes"`
	HistoryDir        string   `yaml:"history_dir" readonly:"true" desc:"directory in which what each machine does is kept, so that any moment of it can be looked at; ~/ is the home directory, empty nowhere"`
	HistoryMB         int      `yaml:"history_mb" unit:"MB" min:"1" max:"100000" readonly:"true" desc:"of the files of each machine together; the oldest are deleted"`
	Field             string   `yaml:"field" readonly:"true" desc:"spl, hsl_small, field2010, or the path of a field file: where the goals are that machines are told of"`
	Controller        string   `yaml:"controller" enum:"predictive|proportional" readonly:"true" desc:"how the head follows a ball; proportional is the paper's"`
	Colors            []string `yaml:"colors" readonly:"true" desc:"vision's colours that machines may follow"`
	MinConfidence     float64  `yaml:"min_confidence" min:"0" max:"1" desc:"blobs less round than this are no ball"`
	BallDistanceM     float64  `yaml:"ball_distance_m" unit:"m" min:"0.1" max:"20" desc:"of a ball whose distance vision does not know"`
	BearingSigmaDeg   float64  `yaml:"bearing_sigma_deg" unit:"deg" min:"0.001" max:"10" desc:"error of one bearing; larger is smoother and later"`
	Manoeuvre         float64  `yaml:"manoeuvre" unit:"rad/s per root of s" min:"0.01" max:"20" desc:"how suddenly balls change their speed; larger is quicker and less smooth"`
	ActuationDelaySec float64  `yaml:"actuation_delay_sec" unit:"s" min:"0" max:"0.2" desc:"how late the neck is where it was told to be, at first: two cycles and the servo's lag"`
	AdaptRate         float64  `yaml:"adapt_rate" unit:"1 per image" min:"0" max:"0.2" desc:"how fast that delay is learnt while following; 0.0 keeps it"`
	HoldSec           float64  `yaml:"hold_sec" unit:"s" min:"0" max:"10" desc:"how long an unseen ball is followed by its last motion"`
	SearchAfterSec    float64  `yaml:"search_after_sec" unit:"s" min:"0" max:"60" desc:"how long the head waits there then until it searches; proportional searches at once"`
	ProportionalGain  float64  `yaml:"proportional_gain" unit:"rad/s per rad" min:"0" max:"50" desc:"by the error in the image; above 4 the delay of the image makes the head swing"`
	MaxRateDeg        float64  `yaml:"max_rate_deg" unit:"deg/s" min:"5" max:"570" desc:"fastest head speed asked for; the neck's motors reach 412"`
	SearchRateDeg     float64  `yaml:"search_rate_deg" unit:"deg/s" min:"3" max:"285" desc:"of the search: slow enough for sharp images"`
	SearchYawDeg      float64  `yaml:"search_yaw_deg" unit:"deg" min:"5" max:"119.5" desc:"largest yaw of the search"`

	_ struct{} `was:"camera_fov_deg" desc:"color_blobs carries angular_radius"`
	_ struct{} `was:"ball_radius_m" desc:"color_blobs carries distance; vision has ball_radius_m"`
}

const degree = math.Pi / 180

// DefaultConfig returns the demo's parameters.
func DefaultConfig() Config {
	return Config{
		Machine:           "follow_and_dance",
		Platform:          "nao",
		OfferSkills:       true,
		HotReload:         true,
		TraceDir:          ".",
		HistoryMB:         64,
		Field:             "spl",
		Controller:        "predictive",
		Colors:            []string{"red", "green"},
		MinConfidence:     0.3,
		BallDistanceM:     1.1,
		BearingSigmaDeg:   0.35,
		Manoeuvre:         0.6,
		ActuationDelaySec: 0.05,
		AdaptRate:         0.005,
		HoldSec:           0.3,
		SearchAfterSec:    0.6,
		ProportionalGain:  3,
		MaxRateDeg:        340,
		SearchRateDeg:     70,
		SearchYawDeg:      70,
	}
}

// Validate says which parameter is wrong and what was expected.
func (c Config) Validate() error {
	if _, err := c.named(); err != nil {
		return err
	}
	b := c.behavior()
	return b.Validate()
}

// CheckFiles returns what is wrong with the machines and the directories of skills.
func (c Config) CheckFiles() error {
	named, err := c.named()
	if err != nil {
		return err
	}
	own, err := c.checked(definitions.Compiled())
	if err != nil {
		return err
	}
	for _, m := range named {
		loader := behavior.Loader{Config: &own, Directories: c.Skills}
		if _, err := loader.Load(m.source); err != nil {
			return err
		}
	}
	return nil
}

// noMachine is the name of no machine, for launch files.
const noMachine = "none"

// machineName is a machine and the namespace of its topics, "" for the node's own.
type machineName struct{ name, source string }

// historyBytes returns the size of a machine's history.
func (c Config) historyBytes() int64 { return int64(c.HistoryMB) << 20 }

// named returns the machines that run.
func (c Config) named() ([]machineName, error) {
	var all []machineName
	if c.Machine != "" && c.Machine != noMachine {
		all = append(all, machineName{"", c.Machine})
	}
	for _, entry := range c.Machines {
		name, source, renamed := strings.Cut(entry, ":=")
		if !renamed {
			name, source = nameOf(entry), entry
		}
		switch {
		case !isName.MatchString(name):
			return nil, fmt.Errorf("machines: %q: %q is not a name of a namespace; expected letters, digits and _, a letter first, before :=", entry, name)
		case name == skillNamespace:
			return nil, fmt.Errorf("machines: %q: skills run in the namespace %s; expected another name, such as my_skill:=%s", entry, name, source)
		case source == "":
			return nil, fmt.Errorf("machines: %q: expected a machine behind :=", entry)
		case slices.ContainsFunc(all, func(m machineName) bool { return m.name == name }):
			return nil, fmt.Errorf("machines: %q: another machine is called %s; expected a name of its own, such as second:=%s", entry, name, source)
		}
		all = append(all, machineName{name, source})
	}
	return all, nil
}

// isName says what may be a namespace.
var isName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// nameOf returns the name of a machine by that of its file.
func nameOf(source string) string {
	base := filepath.Base(source)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// checked returns the parameters as the behaviours take them, with what a machine is checked against: the types of
// messages and the motions that are installed.
func (c Config) checked(types behavior.Types) (behavior.Config, error) {
	b := c.behavior()
	library, err := motion.LoadMotions(c.MotionDir)
	if err != nil {
		return b, fmt.Errorf("motion_dir %q: %w", c.MotionDir, err)
	}
	b.Types, b.Motions = types, library.Names()
	return b, nil
}

// behavior returns the parameters as the behaviours take them.
func (c Config) behavior() behavior.Config {
	return behavior.Config{
		Controller:    c.Controller,
		Colors:        c.Colors,
		MinConfidence: c.MinConfidence,
		Track: track.Config{
			DistanceM:      c.BallDistanceM,
			SigmaRad:       c.BearingSigmaDeg * degree,
			ManoeuvreRad:   c.Manoeuvre,
			ActuationSec:   c.ActuationDelaySec,
			AdaptRate:      c.AdaptRate,
			HoldSec:        c.HoldSec,
			SearchAfterSec: c.SearchAfterSec,
			Gain:           c.ProportionalGain,
			MaxRateRad:     c.MaxRateDeg * degree,
			SearchRateRad:  c.SearchRateDeg * degree,
			SearchYawRad:   c.SearchYawDeg * degree,
		},
	}
}
