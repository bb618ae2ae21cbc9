package experiment

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/behavior"
	"gonao/lab/onfield"
	"gonao/lab/score"
	"gonao/motion"
	"gonao/sim"
	simrobot "gonao/sim/robot"
	"gonao/vision"
)

// machineKind tries a state machine.
var machineKind = Kind{Name: "machine", Doc: "a state machine on one simulated robot, as gonao experiment trial; seconds_in_STATE is measured for each outermost state of the machine", New: newMachine}

// inState is the prefix of the measures of the time in a state.
const inState = "seconds_in_"

func newMachine(v *Values) (*Trial, error) {
	cfg := onfield.MachineConfig{
		Machine: v.Text("machine", "follow_ball", "a machine's name or file"), World: v.Text("world", "spl", "a world's name or file"), Profile: v.Profile(),
		Limit: v.Duration("limit", time.Minute, time.Second, time.Hour, "the longest time of a run, simulated"),
		Field: v.Bool("field", false, "percepts of field, ball and robots from truth, in place of images"),
		Table: v.Text("table", "nao", "errors of these percepts: nao, measured, ideal, or a file"),
	}
	body := v.Body()
	rate := v.Number("image_rate", 30, 1, 60, "images a second, Hz")
	moving, behaving := motion.DefaultConfig(), behavior.DefaultConfig()
	v.Parameters("motion", "a parameter of launch/params/motion.yaml, such as motion.head.max_accel", &moving)
	v.Parameters("behavior", "a parameter of launch/params/executor.yaml, such as behavior.controller", &behaving)
	model, err := behavior.LoadMachine(cfg.Machine, &behaving)
	if err != nil {
		return nil, err
	}
	cfg.Adjust = func(rc *simrobot.Config) {
		rc.Motion, rc.Behavior, rc.Camera.RateHz = moving, behaving, rate
		adjust := rc.Adjust
		rc.Adjust = func(c *sim.Config) {
			adjust(c)
			c.Body = body
		}
	}
	measures := []Measure{
		{"final", "", "1 if the machine reached its end"},
		{"failed", "", "1 if it failed"},
		{"seconds", "s", "time until it ended, or the limit"},
		{"transitions", "", "number of transitions"},
		{"falls", "", "number of falls"},
		{"walked", "m", "length of the torso's way"},
		{"positions", "", "positions of motions that were reached"},
	}
	if !cfg.Field {
		measures = append(measures,
			Measure{"seen", "", "share of the images in which the followed ball was found"},
			Measure{"tracking_error_deg", "deg", "angle from the camera's axis to the followed ball, median over the images"},
			Measure{"fast_error_deg", "deg", "that angle, median over the images in which the ball moves at 20 deg/s or more"},
			Measure{"fast_p95_deg", "deg", "the angle below which it is in 95 % of the images in which the ball moves at 20 deg/s or more"})
	}
	var states []string
	for _, path := range model.Paths() {
		if outer, _, _ := strings.Cut(path, "/"); !slices.Contains(states, outer) {
			states = append(states, outer)
			measures = append(measures, Measure{inState + word(outer), "s", "time in the state " + outer})
		}
	}
	return &Trial{Measures: measures, Run: func(ctx context.Context, seed uint64) (map[string]float64, error) {
		return tryMachine(ctx, cfg, states, seed)
	}}, nil
}

// tryMachine runs one seed.
func tryMachine(ctx context.Context, cfg onfield.MachineConfig, states []string, seed uint64) (map[string]float64, error) {
	var colors []string
	for _, text := range vision.DemoColors() {
		if c, err := vision.ParseColor(text); err == nil {
			colors = append(colors, c.Name)
		}
	}
	record := score.NewRecord(colors...)
	cfg.Observer = score.Observer{Record: record}
	run, err := onfield.TryMachine(ctx, cfg, seed)
	if err != nil {
		return nil, err
	}
	out := map[string]float64{
		"final": bit(run.Outcome == onfield.Final), "failed": bit(run.Outcome == onfield.Failed), "seconds": run.Seconds, "transitions": float64(run.Transitions),
		"falls": float64(run.Falls), "walked": run.WalkedM, "positions": float64(run.Reached),
	}
	for _, s := range states {
		out[inState+word(s)] = run.TimeIn(s)
	}
	if f := record.Snapshot().Following; f.Frames > 0 {
		out["seen"], out["tracking_error_deg"] = f.SeenRatio, f.AllMedianDeg
		if f.FastShare > 0 {
			out["fast_error_deg"], out["fast_p95_deg"] = f.MedianErrorDeg, f.P95ErrorDeg
		}
	}
	return out, nil
}

// bit returns 1 for true and 0 for false.
func bit(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// fieldKind plays alone on the field.
var fieldKind = Kind{Name: "field", Doc: "a robot plays alone on the field: it finds its place, goes round two others to the ball and kicks it at the goal", New: newField}

func newField(v *Values) (*Trial, error) {
	cfg := onfield.DefaultConfig()
	cfg.World = v.Text("world", cfg.World, "a world with a field and a ball")
	cfg.Machine = v.Text("machine", cfg.Machine, "a machine's name or file")
	cfg.Table = v.Text("table", cfg.Table, "errors of the percepts: nao, measured, ideal, or a file")
	cfg.Rendered = v.Bool("rendered", false, "draw what the cameras see, and find everything in the images")
	cfg.Profile = v.Profile()
	cfg.Limit = v.Duration("limit", cfg.Limit, time.Second, time.Hour, "the longest time of a run, simulated")
	return &Trial{
		Measures: []Measure{
			{"scored", "", "1 if the ball is in the goal"},
			{"scored_sec", "s", "time until then"},
			{"found_sec", "s", "time until it knows its place within 30 cm"},
			{"pose_error", "m", "median distance of the believed from the true place, once it knows it"},
			{"kicks", "", "number of kicks"},
			{"falls", "", "number of falls"},
			{"touched", "", "1 if it came nearer than 25 cm to another robot"},
		},
		Run: func(ctx context.Context, seed uint64) (map[string]float64, error) {
			r, err := onfield.Play(ctx, cfg, seed)
			if err != nil {
				return nil, err
			}
			return map[string]float64{
				"scored": bit(!math.IsNaN(r.ScoredSec)), "scored_sec": r.ScoredSec, "found_sec": r.FoundSec, "pose_error": r.ErrorM,
				"kicks": float64(r.Kicks), "falls": float64(r.Falls), "touched": bit(r.Touched),
			}, nil
		},
	}, nil
}
