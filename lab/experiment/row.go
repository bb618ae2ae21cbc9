package experiment

import (
	"context"
	"strconv"
	"strings"

	"gonao/internal/journal"
	"gonao/lab/trial"
)

// rowKind runs a row of the motion bench.
var rowKind = Kind{Name: "motion", Doc: "a row of the motion bench: walks, kicks, getting up, the paper's behaviours (gonao motion rows lists them)", New: newRow}

func newRow(v *Values) (*Trial, error) {
	row, err := trial.Find(v.Text("row", "forward", "which row"))
	if err != nil {
		return nil, err
	}
	setup := trial.Setup{
		Simulated: v.Bool("simulated", false, "one of the paper's behaviours as it was for its simulator, in any profile"),
		Profile:   v.Profile(), Body: v.Body(), Seconds: v.Number("seconds", 0, 0, 10_000, "how long a trial takes, where the row has a choice; 0: as long as the row says"),
		File: v.Text("motion", "", "the file of a motion, for a row that plays one"), Values: map[string]float64{},
	}
	if row.Fields != nil {
		fields, err := row.Fields(setup.File)
		if err != nil {
			return nil, err
		}
		for _, f := range fields {
			if text := v.Text(f.Name, "", f.Doc); text != "" {
				if setup.Values[f.Name], err = strconv.ParseFloat(text, 64); err != nil || !(setup.Values[f.Name] >= f.Min && setup.Values[f.Name] <= f.Max) {
					v.fail(f.Name, "%q: expected a number from %g to %g %s", text, f.Min, f.Max, f.Unit)
				}
			}
		}
	}
	t := &Trial{Run: func(_ context.Context, seed uint64) (map[string]float64, error) {
		one := setup
		one.Seed = seed
		result, err := row.Run(one)
		if err != nil {
			return nil, err
		}
		out := map[string]float64{}
		for i := range row.Figures {
			out[identifier(&row.Figures[i])] = result.Values[i]
		}
		return out, nil
	}}
	for i := range row.Figures {
		f := &row.Figures[i]
		t.Measures = append(t.Measures, Measure{identifier(f), f.Unit, strings.TrimSpace(f.Part + " " + f.Name)})
	}
	return t, nil
}

// identifier returns the name of a figure for expressions: "off in heading" as off_in_heading.
func identifier(f *trial.Figure) string { return word(strings.TrimSpace(f.Part + " " + f.Name)) }

// word returns a text as a word of lower case letters, digits and underscores that begins with a letter.
func word(text string) string {
	out := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, strings.ToLower(text))
	for strings.Contains(out, "__") {
		out = strings.ReplaceAll(out, "__", "_")
	}
	if out = strings.Trim(out, "_"); out == "" || out[0] >= '0' && out[0] <= '9' {
		out = "at_" + out
	}
	return out
}

// numbers returns measures as a journal keeps them.
func numbers(m map[string]float64) measured {
	out := measured{}
	for name, v := range m {
		out[name] = journal.Number(v)
	}
	return out
}
