package executor

import (
	"fmt"

	"gonao/behavior"
	"gonao/internal/convert/definitions"
	"gonao/motion"
)

// Config is the node's parameters.
type Config struct {
	_ struct{} `desc:"The node that runs state machines: it sees balls, looks at them, and has motions played."`

	Machine       string          `yaml:"machine" readonly:"true" desc:"The machine whose topics lie in the node's namespace: dance, follow_ball, follow_and_dance, or the path of a machine file; none is none."`
	Machines      []string        `yaml:"machines" readonly:"true" desc:"More machines, each with its topics in a namespace of its own: dance, or arms:=dance for another name than the machine's."`
	Skills        []string        `yaml:"skills" readonly:"true" desc:"Directories whose machines of the level skill or motion the action execute_skill offers besides those that come with gonao. What runs has its topics in the namespace skill."`
	OfferSkills   bool            `yaml:"offer_skills" readonly:"true" desc:"serve execute_skill, with the skills that come with gonao and those of skills"`
	AllowedSkills []string        `yaml:"allowed_skills" readonly:"true" desc:"the policy: skills that execute_skill may run; none named is all that are offered"`
	Platform      string          `yaml:"platform" readonly:"true" desc:"which robot this is: skills for others are not offered"`
	Domain        string          `yaml:"domain" readonly:"true" desc:"what it does: skills for other domains are not offered; an empty name fits all"`
	MotionDir     string          `yaml:"motion_dir" readonly:"true" desc:"as motion's parameter: the motions there, and the built-in ones, are those that machines may play"`
	HotReload     bool            `yaml:"hot_reload" readonly:"true" desc:"files of machines and skills that change are taken while they run, if they are right"`
	TraceDir      string          `yaml:"trace_dir" readonly:"true" desc:"directory of the files that machine/record_trace writes"`
	HistoryDir    string          `yaml:"history_dir" readonly:"true" desc:"directory in which what each machine does is kept, so that any moment of it can be looked at; ~/ is the home directory, empty nowhere"`
	HistoryMB     int             `yaml:"history_mb" unit:"MB" min:"1" max:"100000" readonly:"true" desc:"of the files of each machine together; the oldest are deleted"`
	Field         string          `yaml:"field" readonly:"true" desc:"spl, hsl_small, field2010, or the path of a field file: where the goals are that machines are told of"`
	Behavior      behavior.Config `yaml:",inline"`
}

// DefaultConfig returns the demo's parameters.
func DefaultConfig() Config {
	return Config{
		Machine: "follow_and_dance", Platform: "nao", OfferSkills: true, HotReload: true, TraceDir: ".", HistoryMB: 64,
		Field: "spl", Behavior: behavior.DefaultConfig(),
	}
}

// Validate returns an error that names a wrong parameter and what was expected.
func (c Config) Validate() error {
	_, err := c.named()
	return err
}

// CheckFiles returns an error for wrong machines or skill directories.
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

// motions returns the names of the present motions; nil, any name, if their directory is gone.
func (c Config) motions() []string {
	names, _ := motion.Names(c.MotionDir)
	return names
}

// checked returns the configuration of the behaviours, with the data for checking machines: the types of messages and the
// installed motions.
func (c Config) checked(types behavior.Types) (behavior.Config, error) {
	b := c.Behavior
	names, err := motion.Names(c.MotionDir)
	if err != nil {
		return b, fmt.Errorf("motion_dir %q: %w", c.MotionDir, err)
	}
	b.Types, b.Motions = types, names
	return b, nil
}
