package chart

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/internal/fuzzn"
)

// validator is the schema, in a validator that others wrote.
func validator(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("urn:gonao:hfsm:machine", doc))
	s, err := c.Compile("urn:gonao:hfsm:machine")
	require.NoError(t, err)
	return s
}

// validate holds a YAML file against the schema.
func validate(s *jsonschema.Schema, src []byte) error {
	var doc any
	if err := yaml.Unmarshal(src, &doc); err != nil {
		return err
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

func TestTheSchemaAcceptsGoodMachines(t *testing.T) {
	s := validator(t)
	files, err := machineFiles()
	require.NoError(t, err)
	for _, file := range append(files, "testdata/everything.yaml", "testdata/scxml.yaml", "testdata/everything.written") {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, validate(s, src), file)
	}
	require.NoError(t, validate(s, []byte(good)))
}

// What a schema of this kind cannot know, or only with the profile at hand.
var beyondSchema = []string{
	"no initial state", "wrong initial state", "two initial states", "no type", "initial of another type", "initial out of range",
	"initial no enum", "enum of another type", "min of a text", "max below min", "input and variable", "reserved name",
	"name with a dash", "value with a mark", "branch without if", "delay", "send of nothing", "raise of no event", "event", "no target", "two targets", "no time",
	"region of nothing", "region with transitions", "history without states", "final and more", "memory", "state of no name", "known alias", "merge",
}

func TestTheSchemaRefusesWhatTheReaderRefuses(t *testing.T) {
	s := validator(t)
	names := slices.Sorted(maps.Keys(faults))
	for _, name := range beyondSchema {
		require.Contains(t, names, name)
	}
	for name, row := range faults {
		err := validate(s, []byte(strings.Replace(good, row.from, row.to, 1)))
		if slices.Contains(beyondSchema, name) {
			continue
		}
		require.Error(t, err, name)
	}
}

func TestTheSchemaAcceptsRandomFilesThatAreMachines(t *testing.T) {
	s := validator(t)
	rng := rand.New(rand.NewPCG(8, 8))
	all := seeds(t)
	accepted := 0
	for range fuzzn.N(t) / 10 {
		src := damaged(rng, all[rng.IntN(len(all))])
		if _, findings := ReadYAML("random.yaml", src); len(findings) > 0 {
			continue
		}
		accepted++
		require.NoError(t, validate(s, src), "%s", src)
	}
	require.NotZero(t, accepted)
}

// part is a definition of the schema.
type part struct {
	Description string
	Ref         string `json:"$ref"`
	Enum        []any
	Properties  map[string]part
	AnyOf       []part
}

// keys are those of a definition, in whichever of its forms is a mapping.
func (p part) keys() []string {
	for _, form := range append([]part{p}, p.AnyOf...) {
		if len(form.Properties) > 0 {
			return slices.Collect(maps.Keys(form.Properties))
		}
	}
	return nil
}

func TestTheSchemaHasTheKeysOfTheReader(t *testing.T) {
	var s struct {
		part
		Definitions map[string]part
	}
	require.NoError(t, json.Unmarshal([]byte(Schema()), &s))
	require.ElementsMatch(t, append(slices.Clone(machineKeys), "extends"), s.keys())
	for name, keys := range map[string][]string{
		"state": append(slices.Clone(stateKeys), "replace"), "transition": transitionKeys, "call": callKeys, "initial": initialKeys, "parameter": parameterKeys,
		"function": functionKeys, "input": inputKeys, "variable": variableKeys, "output": outputKeys, "branch": branchKeys, "each": eachKeys,
		"message": sendKeys, "payload": payloadKeys, "param": paramKeys, "invoke": invokeKeys, "layout": layoutKeys, "kept": keptKeys,
	} {
		require.ElementsMatch(t, keys, s.Definitions[name].keys(), name)
	}
	require.ElementsMatch(t, actionNames, s.Definitions["action"].keys())
	require.Subset(t, stateKeys, regionKeys)
	words := func(name string) (all []string) {
		for _, v := range s.Definitions[name].Enum {
			all = append(all, v.(string))
		}
		return all
	}
	require.ElementsMatch(t, historyWords[1:], words("history"))
	for _, name := range words("type") {
		_, ok := ParseType(name)
		require.True(t, ok, name)
	}
	explained(t, "", s.part, s.Definitions)
	for name, p := range s.Definitions {
		explained(t, name, p, s.Definitions)
	}
}

// explained wants a description of every key, of its own or where it points to.
func explained(t *testing.T, name string, p part, all map[string]part) {
	t.Helper()
	for _, form := range append([]part{p}, p.AnyOf...) {
		for key, value := range form.Properties {
			pointed := all[strings.TrimPrefix(value.Ref, "#/definitions/")].Description
			require.NotEmpty(t, value.Description+pointed, "%s.%s has no description", name, key)
		}
	}
}
