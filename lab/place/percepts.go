package place

import (
	"math"
	"time"

	"gonao/robot/localization"
	"gonao/robot/localization/trial"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
	"gonao/sim/sight"
)

const degree = math.Pi / 180

// poseFigures returns the figures of a pose while walking.
func poseFigures() []Figure {
	return []Figure{
		{"position, median", "position_cm", "cm", Median, 5, 3},
		{"heading, median", "heading_deg", "°", Median, 2, 0.8},
		{"position, 90 %", "position_cm", "cm", Ninety, 20, 10},
		{"heading, 90 %", "heading_deg", "°", Ninety, none, 3},
		{"mirror flips an hour", "flips", "", PerHour, 1, 0},
		{"jumps without a reason", "jumps", "", Sum, 0, 0},
	}
}

// foundFigures returns the figures of a robot that was lost.
func foundFigures() []Figure {
	return []Figure{
		{"found again, median", "found_sec", "s", Median, 5, 3},
		{"found again, 95 %", "found_sec", "s", NinetyFive, 15, 8},
		{"jumps without a reason", "jumps", "", Sum, 0, 0},
	}
}

// perceptRows returns the rows whose percepts are made from truth.
func perceptRows() []Row {
	flips := func(most float64) []Figure {
		return []Figure{{"mirror flips", "flips", "", Sum, most, 0}, {"jumps without a reason", "jumps", "", Sum, 0, 0}}
	}
	const tenMinutes = 10 * time.Minute
	walk, lost := 3*time.Minute, 4*time.Minute
	row := func(name, title, on string, lasts time.Duration, runs int, figures []Figure, change func(*trial.Setup)) Row {
		return Row{Name: name, Title: title, Lasts: lasts, Runs: runs, Figures: figures, Run: func(s Setup) (Sample, error) {
			return fromTruth(on, s, change)
		}}
	}
	kidnap := func(s *trial.Setup) { s.Kidnap = 40 * time.Second }
	look := func(s *trial.Setup) { s.Kidnap, s.ActiveHead = 40*time.Second, true }
	return []Row{
		row("percepts_walk", "walks, percepts from truth", "spl", walk, 20, poseFigures(), nil),
		row("percepts_look", "walks, the head looks where it helps", "spl", walk, 20, poseFigures(), func(s *trial.Setup) { s.ActiveHead = true }),
		row("percepts_hsl", "walks on hsl_small", "hsl_small", walk, 20, poseFigures(), nil),
		row("percepts_2010", "walks on field2010", "field2010", walk, 20, poseFigures(), nil),
		row("kidnapped", "kidnapped every 40 s, the head sweeps", "spl", lost, 20, foundFigures(), kidnap),
		row("kidnapped_look", "kidnapped every 40 s, the head looks where it helps", "spl", lost, 20, foundFigures(), look),
		row("kidnapped_2010", "kidnapped every 40 s on field2010", "field2010", lost, 20, foundFigures(), kidnap),
		row("anywhere", "put down anywhere", "spl", time.Minute, 20, foundFigures(), func(s *trial.Setup) { s.Unknown = true }),
		row("flips", "10 min with a fall a minute", "spl", tenMinutes, 100, flips(16), fall),
		row("flips_2010", "10 min with a fall a minute on field2010", "field2010", tenMinutes, 100, flips(0), fall),
		row("measured", "10 min with a fall a minute, errors of the table measured", "spl", tenMinutes, 100, flips(16), measured),
		row("measured_2010", "10 min with a fall a minute on field2010, errors of the table measured", "field2010", tenMinutes, 100, flips(0), measured),
	}
}

func fall(s *trial.Setup) { s.Fall = time.Minute }

// measured sets the errors of the percepts to those of the table measured of package sight.
func measured(s *trial.Setup) {
	fall(s)
	table, err := rates.Load("measured")
	if err != nil {
		panic(err) // it is embedded, and a test loads it
	}
	eyes := sight.New(table, s.Seed, 0)
	scene := sight.Scene{Field: s.Field, NoBall: true, Robots: make([]sight.Robot, 1)}
	s.Look = func(now time.Duration, pose plane.Pose, yaw float64) *percepts.FieldFeatures {
		scene.Robots[0].Pose = pose
		return &eyes.Look(now, &scene, 0, yaw).Features
	}
}

// fromTruth runs one seed of package robot/localization/trial.
func fromTruth(on string, run Setup, change func(*trial.Setup)) (Sample, error) {
	f, err := field.Load(on)
	if err != nil {
		return nil, err
	}
	s := trial.Setup{Field: f.Map(), Errors: trial.DefaultErrors(), Duration: run.Lasts, Seed: run.Seed}
	if change != nil {
		change(&s)
	}
	c := run.Localization
	c.Seed = run.Seed
	filter, err := localization.New(s.Field, c)
	if err != nil {
		return nil, err
	}
	r := trial.Run(s, filter)
	out := Sample{hours: {run.Lasts.Hours()}, "flips": {float64(r.Flips)}, "jumps": {float64(r.Jumps)}}
	for i := range r.Position {
		out.add("position_cm", 100*r.Position[i])
		out.add("heading_deg", r.Heading[i]/degree)
	}
	for _, sec := range r.Recovered {
		out.add("found_sec", min(sec, never))
	}
	return out, nil
}

// never stands for a robot that did not find itself before it was carried away again, s.
const never = 999

// add adds a value, to three digits after the point.
func (s Sample) add(name string, value float64) {
	s[name] = append(s[name], math.Round(1000*value)/1000)
}
