package hfsm

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

func TestTheSchemaHasTheKeysOfTheLoader(t *testing.T) {
	type part struct {
		Properties map[string]any
		Enum       []string
	}
	var s struct {
		part
		Defs map[string]part `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal([]byte(Schema()), &s))
	same := func(keys []string, p part) {
		t.Helper()
		require.ElementsMatch(t, keys, slices.Collect(maps.Keys(p.Properties)))
	}
	same(machineKeys, s.part)
	same(stateKeys, s.Defs["state"])
	same(transitionKeys, s.Defs["transition"])
	same(variableKeys, s.Defs["variable"])
	require.ElementsMatch(t, slices.Collect(maps.Keys(histories)), s.Defs["history"].Enum)
	for _, name := range s.Defs["type"].Enum {
		_, ok := chart.ParseType(name)
		require.True(t, ok, name)
	}
}
