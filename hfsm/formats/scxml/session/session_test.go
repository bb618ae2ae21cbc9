package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
	"gonao/hfsm/formats/scxml/session"
	"gonao/hfsm/lua"
)

// words offers Lua to documents.
func words() *hfsm.Vocabulary {
	return &hfsm.Vocabulary{Languages: map[string]hfsm.Language{lua.Name: lua.New(lua.Options{})}}
}

// log is a host that keeps what is logged.
type log struct{ lines []string }

func (l *log) Activity(_ *hfsm.Machine, name string, _ hfsm.Args) (hfsm.Activity, error) {
	return nil, fmt.Errorf("no activity %q", name)
}

func (l *log) Log(_ *hfsm.Machine, label string, value any) {
	if value != nil {
		label = strings.TrimSpace(fmt.Sprint(label, " ", value))
	}
	l.lines = append(l.lines, label)
}

func document(t *testing.T, text string) *chart.Machine {
	t.Helper()
	c, findings := scxml.Read("test.scxml", []byte(text), nil)
	require.Empty(t, findings.Errors())
	return c
}

// started starts a document with its files in testdata.
func started(t *testing.T, c *chart.Machine) (*session.System, *session.Session, *log) {
	t.Helper()
	out := &log{}
	system := session.New(session.Options{Words: words(), Host: out, Open: func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join("../testdata", name))
	}})
	one, err := system.Start(c)
	require.NoError(t, err)
	return system, one, out
}

func ended(s *session.Session) string {
	state, _ := s.Machine().SCXML().Ended()
	return state
}

func TestDocumentsOfOurOwnPass(t *testing.T) {
	files, err := filepath.Glob("../testdata/*_*.scxml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			c, findings := scxml.Read(file, text, nil)
			require.Empty(t, findings)
			system, one, _ := started(t, c)
			require.NoError(t, system.Run(100*time.Second))
			require.Equal(t, "pass", ended(one), "at %q, last fault: %v", one.Machine().Path(), one.Machine().Cause())
			require.True(t, one.Over())
		})
	}
}
