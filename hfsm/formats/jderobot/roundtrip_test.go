package jderobot

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// again writes a machine and reads what was written.
func again(t *testing.T, m *chart.Machine) (*chart.Machine, string) {
	t.Helper()
	var out bytes.Buffer
	_, err := Write(&out, m)
	require.NoError(t, err)
	back, findings := Read(m.File, out.Bytes())
	require.Empty(t, findings.Errors(), out.String())
	return back, out.String()
}

// placeless takes the places out of a machine, so that two can be compared.
func placeless(m *chart.Machine) *chart.Machine {
	m.Place = chart.Place{}
	for _, list := range [][]chart.Declaration{m.Parameters, m.Inputs, m.Variables} {
		for i := range list {
			list[i].Place = chart.Place{}
			if list[i].From != nil {
				list[i].From.Place = chart.Place{}
			}
		}
	}
	for i := range m.Kept {
		m.Kept[i].Place = chart.Place{}
	}
	var walk func(s *chart.State)
	walk = func(s *chart.State) {
		s.Place = chart.Place{}
		for _, tr := range s.Transitions {
			tr.Place = chart.Place{}
			if tr.If != nil {
				tr.If.Place = chart.Place{}
			}
		}
		for _, inner := range s.States {
			walk(inner)
		}
	}
	walk(m.Root)
	return m
}
