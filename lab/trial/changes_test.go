package trial_test

import (
	"strings"
	"testing"

	"gonao/lab/trial"
	"gonao/motion/tunable"
)

func TestWhatAdaptingChangedIsToldInPerCent(t *testing.T) {
	fields := func(v ...float64) []tunable.Field {
		return []tunable.Field{
			{Name: "period", Unit: "s", Value: &v[0]},
			{Name: "frequency", Unit: "1/s", Value: &v[1]},
			{Name: "lift", Unit: "rad", Value: &v[2]},
			{Name: "lean", Unit: "rad", Value: &v[3]},
			{Name: "width", Unit: "rad", Value: &v[4]},
		}
	}
	got := trial.Changed(fields(0.4, 2, 0.2, 0, 1), fields(0.5, 1, 0.1, 0.3, 1))
	want := trial.Changes{Durations: "period +25 %, 1/frequency +100 %", Amplitudes: "lift -50 %", Others: "lean 0 → 0.3 rad"}
	if got != want {
		t.Fatalf("got %+v, expected %+v", got, want)
	}
}

func TestEveryOneOfThePapersWalksTellsWhatAdaptingChanged(t *testing.T) {
	rows := trial.Rows()
	var all []trial.Measured
	for i := range rows {
		all = append(all, trial.Measured{Row: &rows[i]}, trial.Measured{Row: &rows[i]})
	}
	var b strings.Builder
	if err := trial.WriteChanges(&b, all); err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"CPG walk", "CPG turn", "CPG rotate", "OmnidirectionalWalk, turn", "TFSWalk by joints, forward", "TFSWalk over the Leg Interface, turn"} {
		if n := strings.Count(b.String(), "**"+title); n != 1 {
			t.Errorf("%q: %d lines, expected 1, in\n%s", title, n, b.String())
		}
	}
	if strings.Count(b.String(), "durations") != 1 {
		t.Errorf("expected one head in\n%s", b.String())
	}
	t.Log(b.String())
}
