package hfsm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/jderobot"
	"gonao/hfsm/formats/scxml"
	"gonao/hfsm/lua"
	"gonao/internal/suggest"
	"gonao/tool/cli"
)

// The vocabularies: which inputs and activities a machine may use.
const (
	looseVocabulary = "loose" // any input and any activity
	robotVocabulary = "robot" // those of package behavior
)

// vocabularyFlag adds the flags --vocabulary and --loose.
func vocabularyFlag(cmd *cobra.Command, words *string, loose *bool, otherwise string) {
	cmd.Flags().StringVar(words, "vocabulary", otherwise, "the inputs and activities machines may use: robot, or loose for any")
	cmd.Flags().BoolVar(loose, "loose", false, "the same as --vocabulary loose")
}

// vocabularyFor returns the vocabulary for the machine in a file. That machine may call
// machines beside it, which may be in any language and format.
func vocabularyFor(vocabulary, file string) (*hfsm.Vocabulary, error) {
	cfg := robotConfig()
	words := cfg.Vocabulary()
	switch vocabulary {
	case looseVocabulary: // the robot's inputs stay defined, since skills in Lua use its interfaces
		words.Loose = true
	case robotVocabulary:
	default:
		return nil, cli.Usagef("--vocabulary %q: expected robot or loose", vocabulary)
	}
	if words.Languages == nil {
		words.Languages = map[string]hfsm.Language{"lua": lua.New(lua.Options{})}
	}
	if words.Readers == nil {
		words.Readers = map[string]hfsm.Reader{}
	}
	for ending, read := range machineReaders() {
		if words.Readers[ending] == nil {
			words.Readers[ending] = read
		}
	}
	words.Machines = func(name string) (*chart.Machine, error) { return calledMachine(words, file, name) }
	return words, nil
}

// machineReaders returns the readers of the formats besides YAML, by ending.
func machineReaders() map[string]hfsm.Reader {
	readXML := func(file string, src []byte, _ *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
		if jderobot.Is(src) {
			return jderobot.Read(file, src)
		}
		return scxml.Read(file, src, beside(file))
	}
	readLua := func(file string, src []byte, words *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
		return lua.Read(file, src, words, lua.Options{})
	}
	return map[string]hfsm.Reader{".xml": readXML, ".scxml": readXML, ".lua": readLua}
}

// calledMachine reads a machine that the machine in a file calls: a file beside it, or a
// skill of gonao.
func calledMachine(words *hfsm.Vocabulary, file, name string) (*chart.Machine, error) {
	endings := []string{".yaml", ".yml"}
	for ending := range words.Readers {
		endings = append(endings, ending)
	}
	slices.Sort(endings[2:])
	for _, ending := range endings {
		beside := filepath.Join(filepath.Dir(file), filepath.Base(name)+ending)
		src, err := os.ReadFile(beside)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		read := words.Readers[ending]
		if read == nil {
			read = func(file string, src []byte, _ *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
				return chart.ReadYAML(file, src)
			}
		}
		return withoutErrors(read(beside, src, words))
	}
	if slices.Contains(behavior.Skills(), name) {
		return ownSkill(words, name)
	}
	return nil, fmt.Errorf("no machine %q beside %s, and no skill of gonao's%s", name, file, suggest.DidYouMean(name, behavior.Skills()))
}

// ownSkill reads a skill of gonao.
func ownSkill(words *hfsm.Vocabulary, name string) (*chart.Machine, error) {
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

// loadMachine reads, checks and compiles the machine in a file.
func loadMachine(vocabulary, file string) (*hfsm.Model, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the machine: %w", err)
	}
	words, err := vocabularyFor(vocabulary, file)
	if err != nil {
		return nil, err
	}
	return hfsm.Load(file, src, words)
}
