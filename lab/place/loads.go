package place

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"time"

	"gonao/robot/localization"
	"gonao/robot/localization/trial"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/robot/worldmodel"
)

// Load is a computation whose time is measured.
type Load struct {
	Name       string
	Step       func()
	Must, Goal time.Duration // of 99 %
	Rounds     int           // steps that are measured; 0: 20,000
}

// Timed is a load with its measured times.
type Timed struct {
	Load
	Median, P99 time.Duration
	Allocations float64 // per step
}

// Loads returns an update of localization while walking and while lost, a step of the world model with two balls and seven
// robots, a plan round 15 moving obstacles, and a whole image with both nets.
func Loads() ([]Load, error) {
	const us = time.Microsecond
	walks, err := updates(0)
	if err != nil {
		return nil, err
	}
	lost, err := updates(20)
	if err != nil {
		return nil, err
	}
	model, err := modelSteps()
	if err != nil {
		return nil, err
	}
	plans, err := plans()
	if err != nil {
		return nil, err
	}
	images, err := wholeImages()
	if err != nil {
		return nil, err
	}
	return []Load{
		{Name: "localization, an image while walking", Step: walks, Must: 300 * us, Goal: 200 * us},
		{Name: "localization, carried away every 2 s", Step: lost, Must: 300 * us, Goal: 200 * us},
		{Name: "world model, two balls and seven robots", Step: model, Must: 100 * us, Goal: 50 * us},
		{Name: "plan, 15 moving obstacles", Step: plans, Must: 300 * us, Goal: 200 * us},
		{Name: "whole image 640×480, lines, balls and robots with their nets", Step: images, Must: 2500 * us, Goal: 2500 * us, Rounds: 1000},
	}, nil
}

// updates returns a function that steps a filter with the next of 200 images.
func updates(carried int) (func(), error) {
	f, err := field.Load("spl")
	if err != nil {
		return nil, err
	}
	inputs := trial.Inputs(f.Map(), trial.DefaultErrors(), 3, 200, carried)
	filter, err := localization.New(f.Map(), localization.DefaultConfig())
	if err != nil {
		return nil, err
	}
	i := 0
	return func() {
		in := inputs[i%len(inputs)]
		in.Stamp = time.Duration(i) * 100 * time.Millisecond
		filter.Step(&in)
		i++
	}, nil
}

// modelSteps returns a function that steps a world model.
func modelSteps() (func(), error) {
	m, err := worldmodel.New(worldmodel.DefaultConfig())
	if err != nil {
		return nil, err
	}
	c := plane.Cov2{XX: 0.02, YY: 0.01}
	in := worldmodel.Input{
		Image: true, View: worldmodel.View{HalfWidth: 0.5, NearM: 0.2, FarM: 5}, Tilt: worldmodel.Tilt{Var: 1e-4, HeightM: 0.5},
		Balls: []percepts.SeenBall{{X: 1, Cov: c, Confidence: 0.9}, {X: 3, Y: 1, Cov: c, Confidence: 0.3}}, Team: make([]worldmodel.TeamReport, 4),
	}
	for i := range 7 {
		in.Robots = append(in.Robots, percepts.SeenRobot{X: 1 + 0.5*float64(i), Y: float64(i%3) - 1, Cov: c})
	}
	var out worldmodel.Snapshot
	return func() {
		in.Stamp += 33 * time.Millisecond
		m.Step(&in, &out)
	}, nil
}

// plans returns a function that plans in the next of 50 scenes.
func plans() (func(), error) {
	p, err := planning.NewTangents(planning.DefaultConfig())
	if err != nil {
		return nil, err
	}
	var scenes [50]planning.Request
	for i := range scenes {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		at := func(length float64) float64 { return (rng.Float64() - 0.5) * length }
		r := planning.Request{Start: plane.Pose{X: at(9), Y: at(6)}, Goal: plane.Pose{X: at(9), Y: at(6)}, HalfLength: 5.2, HalfWidth: 3.7}
		for range 15 {
			r.Obstacles = append(r.Obstacles, planning.Obstacle{X: at(9), Y: at(6), Radius: planning.RobotRadius, VX: 0.2 * rng.NormFloat64(), VY: 0.2 * rng.NormFloat64()})
		}
		scenes[i] = r
	}
	var plan planning.Plan
	i := 0
	return func() {
		_ = p.Plan(&scenes[i%len(scenes)], &plan) // all numbers are finite
		i++
	}, nil
}

// Allocations returns how often a step allocates, over 300 steps.
func Allocations(step func()) float64 {
	const steps = 300
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range steps {
		step()
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / steps
}

// WriteTimes writes times as a table. It writes nothing if there are none.
func WriteTimes(w io.Writer, all []Timed) error {
	if len(all) == 0 {
		return nil
	}
	if _, err := fmt.Fprint(w, "\n| time | median | 99 % | must | goal | allocations |\n|-|-|-|-|-|-|\n"); err != nil {
		return err
	}
	us := func(d time.Duration) string { return fmt.Sprintf("%.1f µs", float64(d)/float64(time.Microsecond)) }
	for _, t := range all {
		if _, err := fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %.2f |\n", t.Name, us(t.Median), us(t.P99), us(t.Must), us(t.Goal), t.Allocations); err != nil {
			return err
		}
	}
	return nil
}
