package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// write makes a suite of documents in a directory of its own.
func write(t *testing.T, documents map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	manifest := "<assertions>"
	for name, text := range documents {
		manifest += `<assert id="` + name + `" specnum="3.13"><test conformance="mandatory" manual="false"><start uri="` + name + `.txml"/></test></assert>`
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".txml.scxml"), []byte(text), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "manifest.xml"), []byte(manifest+"</assertions>"), 0o600))
	return dir
}

const passes = `<scxml version="1.0" datamodel="ecmascript"><datamodel><data id="x" expr="[1,2]"/></datamodel>
<state id="a"><onentry><foreach array="x" item="i"><send event="e" delay="1s"><param name="v" expr="i"/></send></foreach></onentry>
<transition event="e" cond="_event.data.v == 2" target="pass"/></state><final id="pass"/></scxml>`

func TestADocumentPassesInVirtualTimeAndOursIsAmongThem(t *testing.T) {
	var out strings.Builder
	missing, err := report(&out, write(t, map[string]string{"one": passes}), false)
	require.NoError(t, err)
	require.Equal(t, "SCXML 2 of 161\n", out.String(), "one of the suite and the one for assertion 288")
	require.Equal(t, 159, missing, "a suite with fewer documents has not passed")
}

func TestADocumentThatDoesNotPassIsNamed(t *testing.T) {
	var out strings.Builder
	missing, err := report(&out, write(t, map[string]string{
		"stays":  `<scxml version="1.0" datamodel="ecmascript"><state id="a"/></scxml>`,
		"fails":  `<scxml version="1.0" datamodel="ecmascript"><final id="fail"/></scxml>`,
		"broken": `<scxml version="1.0"><state id="a"><transition target="b"/></state></scxml>`,
	}), false)
	require.NoError(t, err)
	require.Equal(t, 160, missing)
	require.Contains(t, out.String(), `FAIL stays.txml.scxml (3.13): still in "a" after 1m40s`)
	require.Contains(t, out.String(), `FAIL fails.txml.scxml (3.13): ended in "fail"`)
	require.Contains(t, out.String(), `FAIL broken.txml.scxml (3.13): broken.txml.scxml:1:56: a.transitions[0].target: no state with the id "b"`)
	require.Contains(t, out.String(), "SCXML 1 of 161\n")
}

func TestAMissingSuiteIsSaid(t *testing.T) {
	_, err := report(&strings.Builder{}, t.TempDir(), false)
	require.ErrorContains(t, err, "make nightly STEPS=conformance")
}
