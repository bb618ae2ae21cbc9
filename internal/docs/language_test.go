package docs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/hfsm/chart"
)

// docs/state-machines/language.md, keys.md and findings.md must name every key and every finding of machines, and
// vocabulary.md all actions and inputs that a machine may use.
func TestTheLanguagePageLeavesNothingOut(t *testing.T) {
	pages := documents(t)
	page := pages["docs/state-machines/language.md"] + pages["docs/state-machines/keys.md"] + pages["docs/state-machines/findings.md"]
	require.NotEmpty(t, page)
	has := func(what, word string) {
		if !regexp.MustCompile("`[^`\n]*\\b" + regexp.QuoteMeta(word) + "\\b[^`\n]*`").MatchString(page) {
			t.Errorf("docs/state-machines: the pages do not explain the %s `%s`", what, word)
		}
	}
	var schema any
	require.NoError(t, json.Unmarshal([]byte(chart.Schema()), &schema))
	keys := map[string]bool{}
	properties(schema, keys)
	require.Greater(t, len(keys), 40)
	for key := range keys {
		has("key", key)
	}
	for _, f := range []struct{ what, files, pattern string }{
		{"function", "hfsm/expr/functions.go", `(?m)^\t"(\w+)":\s+\{usage`},
		{"code", "hfsm/check/check.go", `(?m)^\t[cC]ode\w+\s+= "([a-z-]+)"`},
		{"code", "hfsm/compile.go", `(?m)^\tcode\w+\s+= "([a-z-]+)"`},
		{"code", "hfsm/chart/yaml.go", `(?m)^\tcode\w+\s+= "([a-z-]+)"`},
		{"code", "hfsm/expr/expr.go", `(?m)^\tCode\w+\s+= "([a-z-]+)"`},
	} {
		text, err := os.ReadFile(filepath.Join(root, f.files))
		require.NoError(t, err)
		found := regexp.MustCompile(f.pattern).FindAllSubmatch(text, -1)
		require.NotEmpty(t, found, f.files)
		for _, m := range found {
			has(f.what, string(m[1]))
		}
	}
	page = pages["docs/state-machines/vocabulary.md"]
	cfg := behavior.DefaultConfig()
	words := cfg.Vocabulary()
	for name := range words.Inputs {
		has("input", name)
	}
	for _, kind := range words.Activities {
		has("activity", kind.Name)
		for _, p := range kind.Params {
			has("argument", p.Name)
		}
	}
	for name := range words.Interfaces {
		has("interface", name)
	}
}

func TestEverySkillIsListed(t *testing.T) {
	page := documents(t)["docs/state-machines/executor.md"]
	files, err := filepath.Glob(filepath.Join(root, "behavior", "machines", "skills", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		require.Contains(t, page, "`"+name+"`", "docs/state-machines/executor.md")
	}
}

// properties collects the names of all properties of a schema.
func properties(schema any, keys map[string]bool) {
	switch node := schema.(type) {
	case map[string]any:
		for word, inside := range node {
			if names, ok := inside.(map[string]any); ok && word == "properties" {
				for name, one := range names {
					keys[name] = true
					properties(one, keys)
				}
				continue
			}
			properties(inside, keys)
		}
	case []any:
		for _, one := range node {
			properties(one, keys)
		}
	}
}
