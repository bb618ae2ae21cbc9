package typescript_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/studio/typescript"
)

// written writes a package of one file and returns its types.
func written(t *testing.T, code string, imported map[string]string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n"+code), 0o600))
	return typescript.Package(dir, "a", imported)
}

func TestWritesEachKindOfField(t *testing.T) {
	text, err := written(t, `
// Colour is one of two.
type Colour string

const (
	Red  Colour = "red"
	Blue Colour = "blue"
)

// Ball is round.
type Ball struct {
	Colour Colour            `+"`json:\"colour\"`"+` // seen
	Count  int               `+"`json:\"count,omitempty\"`"+`
	Next   *Ball             `+"`json:\"next\"`"+`
	Names  []string          `+"`json:\"names\"`"+`
	By     map[string][]Ball `+"`json:\"by\"`"+`
	hidden int
	Skip   bool `+"`json:\"-\"`"+`
	Raw    json.RawMessage   `+"`json:\"raw\"`"+`
}

type unseen struct{ A int `+"`json:\"a\"`"+` }
`, nil)
	require.NoError(t, err)
	require.Equal(t, `// Code generated from the Go package a by go generate; DO NOT EDIT.
/** Colour is one of two. */
export type Colour = "red" | "blue";
/** Ball is round. */
export interface Ball {
  /** seen */
  colour: Colour;
  count?: number;
  next: Ball | null;
  names: string[];
  by: Record<string, Ball[]>;
  raw: unknown;
}
`, text)
}

func TestTypesOfOtherPackagesAreImportedOrRefused(t *testing.T) {
	code := "type A struct { S studio.Snapshot `json:\"s\"` }"
	_, err := written(t, code, nil)
	require.EqualError(t, err, "type A: field s: type Snapshot of another package")
	text, err := written(t, code, map[string]string{"Snapshot": "./types.gen"})
	require.NoError(t, err)
	require.Contains(t, text, "import type { Snapshot } from \"./types.gen\";\nexport interface A {\n  s: Snapshot;\n}\n")
}

func TestAFieldWithoutCounterpartIsAnError(t *testing.T) {
	_, err := written(t, "type A struct { C chan int `json:\"c\"` }", nil)
	require.ErrorContains(t, err, "field c: *ast.ChanType has no counterpart in TypeScript")
	_, err = typescript.Package(t.TempDir(), "a", nil)
	require.ErrorIs(t, err, os.ErrNotExist)
}
