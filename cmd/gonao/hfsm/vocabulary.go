package hfsm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/behavior"
	"gonao/behavior/machines/soccer"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/foreign"
	"gonao/hfsm/formats/jderobot"
	"gonao/hfsm/formats/scxml"
	"gonao/hfsm/lua"
	"gonao/internal/wording"
	"gonao/motion"
	"gonao/ros/param"
)

// looseVocabulary is the word with which a scenario allows its machine any input and any activity.
const looseVocabulary = "loose"

// vocabulary holds the flags --loose, --params and --motions, which select the words that machines may use.
type vocabulary struct {
	loose  bool     // accept any input and any activity
	params []string // parameter files whose colours machines may name
	motion string   // directory whose motions machines may name besides the built-in ones
}

// add adds the flags to a command that accepts any input and any activity.
func (v *vocabulary) add(cmd *cobra.Command) {
	v.loose = true
	cmd.Flags().StringArrayVar(&v.params, "params", nil, "a parameter file of the robot, whose colours machines may name; may be repeated")
	cmd.Flags().StringVar(&v.motion, "motions", "", "a directory whose motions machines may name too, as the parameter motion_dir of the node motion")
}

// addLoose adds the flags to a command that checks inputs and activities unless --loose is given.
func (v *vocabulary) addLoose(cmd *cobra.Command) {
	v.add(cmd)
	cmd.Flags().BoolVar(&v.loose, "loose", false, "accept any input and any activity")
}

// of returns the vocabulary for a scenario. scenario is the word with which the scenario selects it.
func (v *vocabulary) of(scenario string) *vocabulary {
	return &vocabulary{loose: scenario == "" || scenario == looseVocabulary, params: v.params, motion: v.motion}
}

// colours returns the colours that the parameter files define.
func (v *vocabulary) colours() ([]string, error) {
	var all []string
	for _, file := range v.params {
		settings, err := param.ReadFile(file)
		if err != nil {
			return nil, err
		}
		before := len(all)
		for _, s := range settings {
			if list, ok := s.Value.([]string); ok && s.Name == "colors" {
				for _, text := range list {
					name, _, _ := strings.Cut(text, ":") // vision's colours have their ranges after the colon
					all = append(all, strings.TrimSpace(name))
				}
			}
		}
		if len(all) == before {
			return nil, fmt.Errorf("--params %s: no parameter colors; expected the parameters of an executor or of vision", file)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// vocabularyFor returns the vocabulary for the machine in a file. That machine may call machines in the same
// directory, in any language and format.
func vocabularyFor(v *vocabulary, file string) (*hfsm.Vocabulary, error) {
	cfg := robotConfig()
	colours, err := v.colours()
	if err != nil {
		return nil, err
	}
	if len(colours) > 0 {
		cfg.Colors = colours
	}
	if cfg.Motions, err = motion.Names(v.motion); err != nil {
		return nil, err
	}
	words := cfg.Vocabulary()
	words.Loose = v.loose // the robot's inputs stay defined, since skills in Lua use its interfaces
	for ending, read := range machineReaders() {
		if words.Readers[ending] == nil {
			words.Readers[ending] = read
		}
	}
	words.Machines = func(name string) (*chart.Machine, error) { return calledMachine(words, file, name) }
	words.Extended = func(name string) (*chart.Machine, error) { return extendedMachine(words, file, name) }
	return words, nil
}

// machineEndings are those of machines, in the order in which a called one is looked for.
var machineEndings = []string{".yaml", ".yml", ".lua", ".scxml", ".xabsl", ".xml"}

// machineReaders returns the readers of all formats, by ending.
func machineReaders() map[string]hfsm.Reader {
	readYAML := func(file string, src []byte, _ *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
		return chart.ReadYAML(file, src)
	}
	readXML := func(file string, src []byte, _ *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
		if jderobot.Is(src) {
			return jderobot.Read(file, src)
		}
		return scxml.Read(file, src, beside(file))
	}
	readLua := func(file string, src []byte, words *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
		if foreign.IsLuar(src) {
			return foreign.ReadLuar(file, src, beside(file))
		}
		return lua.Read(file, src, words, lua.Options{})
	}
	readXABSL := func(file string, src []byte, _ *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
		return foreign.ReadXABSL(file, src)
	}
	return map[string]hfsm.Reader{".yaml": readYAML, ".yml": readYAML, ".xml": readXML, ".scxml": readXML, ".lua": readLua, ".xabsl": readXABSL}
}

// calledMachine reads a machine that the machine in a file calls: another file in the same directory, or one of gonao's.
func calledMachine(words *hfsm.Vocabulary, file, name string) (*chart.Machine, error) {
	if c, err := machineBeside(words, file, name); !errors.Is(err, os.ErrNotExist) {
		return c, err
	}
	if slices.Contains(slices.Concat(behavior.Skills(), soccer.Machines()), name) {
		return own(words, name)
	}
	return nil, fmt.Errorf("no machine %q beside %s, and gonao has no such skill%s", name, file, wording.DidYouMean(name, behavior.Skills()))
}

// machineBeside reads a machine in the directory of a file. It returns [os.ErrNotExist] if no file has that name.
func machineBeside(words *hfsm.Vocabulary, file, name string) (*chart.Machine, error) {
	for _, ending := range machineEndings {
		beside := filepath.Join(filepath.Dir(file), filepath.Base(name)+ending)
		src, err := os.ReadFile(beside)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return withoutErrors(words.Readers[ending](beside, src, words))
	}
	return nil, os.ErrNotExist
}

// extendedMachine reads a machine that the machine in a file extends: another file in the same directory, or a
// machine of gonao.
func extendedMachine(words *hfsm.Vocabulary, file, name string) (*chart.Machine, error) {
	if name != strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) {
		if c, err := machineBeside(words, file, name); !errors.Is(err, os.ErrNotExist) {
			return c, err
		}
	}
	ours := ownMachines()
	if !slices.Contains(ours, name) {
		return nil, fmt.Errorf("no machine %q beside %s, and gonao has no such machine%s", name, file, wording.DidYouMean(name, ours))
	}
	return own(words, name)
}

// own reads a machine of gonao.
func own(words *hfsm.Vocabulary, name string) (*chart.Machine, error) {
	file, src, err := behavior.ReadSkill(name)
	if err != nil {
		return nil, err
	}
	return withoutErrors(behavior.Read(file, src, words))
}

// withoutErrors returns a machine, or the errors among the findings.
func withoutErrors(c *chart.Machine, findings hfsm.Findings) (*chart.Machine, error) {
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	return c, nil
}

// loadMachine reads, checks and compiles a machine.
func loadMachine(v *vocabulary, machine string) (*hfsm.Model, error) {
	file, src, err := readFile(machine)
	if err != nil {
		return nil, err
	}
	return loadText(v, file, src)
}

// loadText checks and compiles the text of a machine. file is its name, even if that file does not exist.
func loadText(v *vocabulary, file string, src []byte) (*hfsm.Model, error) {
	words, err := vocabularyFor(v, file)
	if err != nil {
		return nil, err
	}
	return hfsm.Load(file, src, words)
}
