package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/internal/estimate"
	"gonao/internal/wording"
	"gonao/lab/place"
	"gonao/robot/localization"
)

// localizationKind measures localization.
var localizationKind = Kind{Name: "localization", Doc: "a robot walks on the field and believes where it is, from rendered images or from percepts made of truth", New: newLocalization}

func newLocalization(v *Values) (*Trial, error) {
	var names, titles []string
	rows := place.Rows()
	for _, r := range rows {
		names, titles = append(names, r.Name), append(titles, r.Name+" ("+r.Title+")")
	}
	name := v.Text("row", "percepts_walk", "what the robot does and sees: "+strings.Join(titles, ", "))
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("row: %q: expected one of %s%s", name, strings.Join(names, ", "), wording.DidYouMean(name, names))
	}
	row := rows[i]
	setup := place.Setup{
		Lasts: v.Duration("duration", row.Lasts, time.Second, 10*time.Hour, "of a run, simulated"), Localization: localization.DefaultConfig(),
		Nets: place.Nets{
			Corners: v.Text("corner_net", "", "file of weights that judge corners and marks, of rendered rows; default: ours"), Posts: v.Text("post_net", "", "the same for posts"),
			Balls: v.Text("ball_net", "", "the same for balls"), Robots: v.Text("robot_net", "", "the same for robots"),
		},
	}
	v.Parameters("localization", "a parameter of launch/params/localization.yaml, such as localization.memory_sec", &setup.Localization)
	if err := setup.Nets.Check(); err != nil {
		return nil, err
	}
	measures := []Measure{
		{"position", "m", "error of the place, median over the images"},
		{"position_p90", "m", "the error below which 90 % are"},
		{"heading", "rad", "error of the heading, median"},
		{"heading_p90", "rad", "the error below which 90 % are"},
		{"flips", "", "number of times that the belief went to the other side of the field"},
		{"jumps", "", "jumps of the pose without a reason"},
		{"found_sec", "s", "time until a lost robot has found itself, median"},
	}
	rendered := strings.HasPrefix(name, "hall") || name == "plain"
	if rendered {
		measures = append(measures, Measure{"ball", "m", "error of a ball at 0.8 to 1.3 m, median"}, Measure{"far_ball", "m", "of one at 2.5 to 3.5 m"}, Measure{"robot", "m", "of a robot at 1.5 to 2.5 m"}, Measure{"falls", "", "number of falls"})
	}
	return &Trial{Measures: measures, Run: func(_ context.Context, seed uint64) (map[string]float64, error) {
		one := setup
		one.Seed = seed
		s, err := row.Run(one)
		if err != nil {
			return nil, err
		}
		at := func(name string, share float64) float64 { return estimate.Quantile(s[name], share) }
		const degree = math.Pi / 180
		return map[string]float64{
			"position": at("position_cm", 0.5) / 100, "position_p90": at("position_cm", 0.9) / 100, "heading": at("heading_deg", 0.5) * degree, "heading_p90": at("heading_deg", 0.9) * degree,
			"flips": at("flips", 0), "jumps": at("jumps", 0), "found_sec": at("found_sec", 0.5), "falls": at("falls", 0),
			"ball": at("ball1_cm", 0.5) / 100, "far_ball": at("ball3_cm", 0.5) / 100, "robot": at("robot_cm", 0.5) / 100,
		}, nil
	}}, nil
}
