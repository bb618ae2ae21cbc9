package demo

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gonao/cmd/gonao/launcher"
	"gonao/internal/si"
	"gonao/lab/score"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/mujoco"
	"gonao/sim/robot"
	"gonao/sim/world"
)

// The runs in one process take as long as the live run, within these limits.
const (
	shortestRun = 10 * time.Second
	longestRun  = 24 * time.Second // of simulated time, some 15 s on two quiet cores
	pictureAt   = 5 * time.Second  // of the machine's time: the head has the ball
	progress    = time.Second      // of simulated time between two reports
)

// compare runs the same robot in one process, faster than real time, once with each
// controller. So the paper's controller and ours are compared in the same world with the
// same camera. It also takes the picture of the world, so that the live run does not pay
// for shadows.
func compare(ctx context.Context, opts options, sum *summary) error {
	length := min(max(si.Seconds(sum.DurationSec), shortestRun), longestRun)
	sum.OneProcess = make(map[string]score.FollowingSummary)
	for _, controller := range []string{predictive, proportional} {
		title := fmt.Sprintf("in one process, %s controller:", controller)
		show := newStatusLine()
		start := time.Now()
		following, err := runOne(ctx, opts, controller, length, func(done time.Duration) {
			show.report(fmt.Sprintf("%s %.0f of %.0f s", title, done.Seconds(), length.Seconds()))
		})
		if errors.Is(err, context.Canceled) {
			show.show(title + " left out")
			show.end()
			return nil
		}
		if err != nil {
			return err
		}
		sum.OneProcess[controller] = following
		show.show(fmt.Sprintf("%s %.0f s, %.1f × real time", title, length.Seconds(), length.Seconds()/time.Since(start).Seconds()))
		show.end()
	}
	return nil
}

// runOne runs one robot, takes the world's picture and reports how far it is.
func runOne(ctx context.Context, opts options, controller string, length time.Duration, report func(done time.Duration)) (score.FollowingSummary, error) {
	report(0)
	cfg := sameRobot(opts.Args, controller)
	record := score.NewRecord(cfg.Behavior.Colors...)
	cfg.Observer = score.Observer{Record: record}
	r, err := robot.New(cfg)
	if err != nil {
		return score.FollowingSummary{}, err
	}
	defer r.Close()
	if err := r.RunMachine(ctx, pictureAt); err != nil {
		return score.FollowingSummary{}, err
	}
	if controller == predictive && hasView(opts.Args) {
		if err := photograph(r.Simulation(), filepath.Join(opts.Out, "world.png")); err != nil {
			return score.FollowingSummary{}, err
		}
	}
	for done := pictureAt; done < length; {
		report(done)
		piece := min(progress, length-done)
		if err := r.Run(ctx, piece); err != nil {
			return score.FollowingSummary{}, err
		}
		done += piece
	}
	return record.Snapshot().Following, nil
}

// mainView is the view of a world that the demo takes a picture of.
const mainView = "main"

// hasView reports whether the world has that view, and prints a note if not.
func hasView(args []string) bool {
	w, err := world.Load(sameRobot(args, predictive).World)
	has := err == nil && slices.ContainsFunc(w.Views, func(v world.View) bool { return v.Name == mainView })
	if !has {
		fmt.Printf("(no world.png: the world has no view %q) ", mainView)
	}
	return has
}

// sameRobot returns the robot that the launch file's arguments describe.
func sameRobot(args []string, controller string) robot.Config {
	vars, _ := launcher.ParseArgs(args) // launcher.Load has reported what is wrong with them
	cfg := robot.DefaultConfig(paperMachine)
	cfg.Behavior.Controller = controller
	if name, ok := vars["world"]; ok {
		cfg.World = name
	}
	if vars["camera"] == "paper" {
		noise := cfg.Camera.Noise
		cfg.Camera = camera.Paper()
		cfg.Camera.Noise = noise
	}
	cfg.Adjust = func(c *sim.Config) {
		if look, ok := vars["look"]; ok {
			c.World.Robot.Look = look
		}
		if profile, ok := vars["profile"]; ok {
			c.Profile = sim.Profile(profile)
		}
	}
	return cfg
}

// photograph writes a picture of the world in its full look.
func photograph(s *sim.Simulation, file string) error {
	var pose mujoco.Pose
	s.Data().CopyPose(&pose)
	img, err := camera.Picture(s.Model(), &pose, "view/"+mainView, 1280, 960)
	if err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	if err := png.Encode(out, img); err != nil {
		return errors.Join(fmt.Errorf("write picture %s: %w", file, err), out.Close())
	}
	return out.Close()
}
