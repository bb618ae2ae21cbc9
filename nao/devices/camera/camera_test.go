package camera

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAControlRefusesWhatItDoesNotTake(t *testing.T) {
	exposure := Control{Name: "exposure", Min: 10, Max: 100, Step: 5}
	menu := Control{Name: "mode", Type: Menu, Max: 2, Menu: []string{"auto", "", "manual"}}
	for _, row := range []struct {
		what    string
		control Control
		value   int64
		err     string
	}{
		{"in range", exposure, 15, ""},
		{"below", exposure, 9, "control exposure: 9: expected 10 to 100"},
		{"above", exposure, 101, "control exposure: 101: expected 10 to 100"},
		{"between two steps", exposure, 12, "control exposure: 12: expected 10 and steps of 5 from there"},
		{"a word of a menu", menu, 2, ""},
		{"a gap of a menu", menu, 1, "control mode: 1: expected one of 0 (auto), 2 (manual)"},
		{"read only", Control{Name: "temperature", ReadOnly: true}, 0, "control temperature: it can be read only"},
		{"a button", Control{Name: "reset", Type: Button}, 7, ""},
	} {
		err := row.control.Check(row.value)
		if row.err == "" {
			require.NoError(t, err, row.what)
		} else {
			require.EqualError(t, err, row.err, row.what)
		}
	}
}

func TestAnUnknownControlIsAnsweredWithThoseThereAre(t *testing.T) {
	_, err := Find([]Control{{Name: "gain"}, {Name: "hue"}}, "gian")
	require.EqualError(t, err, `control "gian": no such control; there are: gain, hue (did you mean "gain"?)`)
	_, err = Find(nil, "gain")
	require.EqualError(t, err, `control "gain": this camera has no controls`)
	require.Equal(t, "menu", Menu.String())
	require.Equal(t, "ControlType(9)", ControlType(9).String())
}
