package naodriver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"slices"
	"strings"
	"time"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao_driver/naoqi"
	"gonao/nodes/internal/bodytopics"
	"gonao/ros"
)

// runNAOqi is run for a robot with the maker's own firmware.
func runNAOqi(ctx context.Context, n *ros.Node, cfg Config, endWithin time.Duration) error {
	configure := func(c Config) naoqi.Config {
		d := c.naoqi()
		d.EndWithin = endWithin
		return d
	}
	// The library writes to the standard logger what the driver reports better.
	log.SetOutput(debugLines{n.Log})
	log.SetFlags(0)
	d := naoqi.New(configure(cfg), ros.NewSystemClock(), n.Log)
	if err := ros.OnReconfigure(n, func(c Config) error { d.Tune(configure(c)); return nil }); err != nil {
		return err
	}
	if cfg.NAOqi.Walk == "naoqi" {
		if err := serveWalk(ctx, n, d); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	speechEnded, err := serveSpeech(ctx, n, d)
	if err != nil {
		return err
	}
	err = bodytopics.Run(ctx, n, d, bodytopics.Options{FramePrefix: cfg.FramePrefix, Protocol: "NAOqi", Priority: cfg.Priority})
	cancel()
	return errors.Join(err, speechEnded())
}

// debugLines is a writer that logs each line.
type debugLines struct{ log *slog.Logger }

func (d debugLines) Write(text []byte) (int, error) {
	d.log.Debug("qiloop", "says", string(bytes.TrimSpace(text)))
	return len(text), nil
}

// walkInputs are the topics for ALMotion.
type walkInputs struct {
	Speeds  *ros.Subscription[geometrymsgs.Twist]                                           `topic:"cmd_vel" qos:"depth 1" doc:"speed of ALMotion's walk; it stops after naoqi.stop_after_sec without one"`
	Posture ros.Action[msgs.SetPostureGoal, msgs.SetPostureResult, msgs.SetPostureFeedback] `action:"set_posture" doc:"stand, sit, rest, and NAOqi's own postures"`
}

// serveWalk serves cmd_vel and set_posture by ALMotion.
func serveWalk(ctx context.Context, n *ros.Node, d *naoqi.Driver) error {
	var in walkInputs
	in.Posture.Handle(func(
		ctx context.Context, goal msgs.SetPostureGoal, _ func(msgs.SetPostureFeedback),
	) (msgs.SetPostureResult, error) {
		return setPosture(ctx, d, goal.Posture)
	}, ros.OneByOne())
	if err := ros.Open(n, &in); err != nil {
		return err
	}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case v, open := <-in.Speeds.C():
				if !open {
					return
				}
				if err := d.Walk(v.Linear.X, v.Linear.Y, v.Angular.Z); err != nil {
					n.Log.Warn("cmd_vel refused", "reason", err)
				}
			}
		}
	}()
	return nil
}

// postures are NAOqi's postures by our names.
var postures = map[string]string{"stand": "Stand", "sit": "Sit", "rest": naoqi.Rest}

func setPosture(ctx context.Context, d *naoqi.Driver, name string) (result msgs.SetPostureResult, err error) {
	defer func() {
		if err != nil {
			result.ErrorMsg = err.Error()
		}
	}()
	if its, ours := postures[name]; ours {
		name = its
	}
	known, err := d.Postures(ctx)
	if err != nil {
		result.ErrorCode = msgs.SetPostureResultNotReady
		return result, err
	}
	if !slices.Contains(known, name) {
		result.ErrorCode = msgs.SetPostureResultUnknownPosture
		return result, fmt.Errorf("posture %q: expected stand, sit, rest or one of NAOqi's: %s", name, strings.Join(known, ", "))
	}
	err = d.GoToPosture(ctx, name)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		result.ErrorCode = msgs.SetPostureResultCanceled
	case errors.Is(err, naoqi.ErrNotReached):
		result.ErrorCode = msgs.SetPostureResultNotReached
	default:
		result.ErrorCode = msgs.SetPostureResultNotReady
	}
	return result, err
}

// naoqi returns the configuration of the NAOqi driver, whose states are farther apart.
func (c Config) naoqi() naoqi.Config {
	d := c.NAOqi.Robot
	step := d.Safety.LongestStep
	d.Config = c.LoLA.Config
	d.Safety.LongestStep = step
	return d
}
