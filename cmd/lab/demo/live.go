package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/launcher"
	"gonao/lab/score"
	"gonao/ros"
	"gonao/ros/rmw"
)

// How long the live part waits, in wall time. These limits do not measure speed; they only
// end a demo that hangs.
const (
	startPatience = 90 * time.Second
	stallPatience = 30 * time.Second
	statusPeriod  = 200 * time.Millisecond
)

// live is the running demo.
type live struct {
	opts     options
	rec      Recorder
	record   *score.Record // what rec writes to
	node     *ros.Node
	overlay  *overlayPicture
	started  time.Time
	firstRun time.Duration // wall time from start to the first tracked ball
	load     load

	mu       sync.Mutex
	running  map[string]bool
	restarts map[string]int
	failed   map[string]int    // how often it failed with an exit code
	words    map[string]string // the last line of the log then
	hopeless chan error        // holds one: a process that never starts
}

// runLive runs the launch file until the duration is over or ctx ends.
func runLive(ctx context.Context, opts options, rec Recorder, record *score.Record) (sum *summary, err error) {
	stayOnThisMachine()
	file, err := launcher.Find("", opts.Launch)
	if err != nil {
		return nil, err
	}
	known, err := launcher.Arguments(file)
	if err != nil {
		return nil, err
	}
	studio := slices.ContainsFunc(known, func(a launcher.Argument) bool { return a.Name == "studio" })
	if studio { // a later studio:=false counts
		page, err := pageArgs(opts.Page)
		if err != nil {
			return nil, err
		}
		opts.Args = slices.Concat([]string{"studio:=true"}, page, opts.Args)
	}
	plan, err := launcher.Load(file, opts.Args)
	if err != nil {
		return nil, err
	}
	if !opts.Force {
		if err := plan.Free(); err != nil {
			return nil, err
		}
	}
	l := &live{
		opts: opts, rec: rec, record: record, started: time.Now(),
		running: make(map[string]bool), restarts: make(map[string]int),
		failed: make(map[string]int), words: make(map[string]string), hopeless: make(chan error, 1),
	}
	backend, err := rmw.Open()
	if err != nil {
		return nil, fmt.Errorf("recorder: %w", err)
	}
	defer func() { err = errors.Join(err, backend.Close()) }()
	l.node, err = ros.NewNode(context.WithoutCancel(ctx), backend, "recorder", ros.NodeOptions{Namespace: namespace(opts.Args), UseSimTime: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.node.Close()) }()

	if !opts.Force {
		if err := l.alone(ctx); err != nil {
			return nil, err
		}
	}
	if err := removeOld(opts.Out); err != nil {
		return nil, err
	}
	// The end of ctx ends watch, which collects the figures of the nodes that still run. Then they are stopped.
	runCtx, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	recorded := make(chan error, 1)
	go func() { recorded <- l.rec.Run(l.node.Context(), l.node) }()
	launched := make(chan error, 1)
	go func() {
		launched <- launcher.Run(runCtx, plan, launcher.Options{LogDir: l.logDir(), OnEvent: l.event, Force: opts.Force})
		close(launched)
	}()
	fmt.Printf("a simulated NAO, %d processes; logs in %s\n", len(plan.Processes()), l.logDir())
	fmt.Println(l.ending())

	if studio {
		erase := "" // erases the status line
		if cli.OnTerminal(os.Stdout) {
			erase = "\r\x1b[K"
		}
		go showStudio(runCtx, opts.Page, func(text string) { fmt.Printf("%s%s\n", erase, text) })
	}
	sum, err = l.watch(ctx, launched, recorded)
	stop()
	launchErr := <-launched // all processes have ended
	if err != nil {
		return nil, err
	}
	if err := launchErr; err != nil {
		sum.Failures = append(sum.Failures, err.Error())
	}
	return sum, l.pictures(sum)
}

// ending returns a text for the user about when the demo ends.
func (l *live) ending() string {
	if l.opts.Duration == 0 {
		return "Ctrl-C ends it and prints what was measured"
	}
	return fmt.Sprintf("ends after %s; Ctrl-C ends it before", l.opts.Duration)
}

// stayOnThisMachine keeps the demo's traffic off the network, unless the user
// chose otherwise.
func stayOnThisMachine() {
	if os.Getenv("ROS_AUTOMATIC_DISCOVERY_RANGE") == "" && os.Getenv("ROS_LOCALHOST_ONLY") == "" {
		_ = os.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST") // fails for impossible names only
	}
}

// namespace returns the launch argument namespace, or its default.
func namespace(args []string) string {
	vars, _ := launcher.ParseArgs(args) // launcher.Load has reported what is wrong with them
	if ns, ok := vars["namespace"]; ok {
		return ns
	}
	return "nao1"
}

// event records which processes run, restart and fail.
func (l *live) event(e launcher.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch e.Kind {
	case launcher.Started:
		l.running[e.Process.Name] = true
	case launcher.Respawned:
		l.running[e.Process.Name] = true
		l.restarts[e.Process.Name]++
	case launcher.Exited:
		l.running[e.Process.Name] = false
		l.noteFailure(e)
	}
}

// watch shows the status until the end. It collects the figures while all processes still
// run.
func (l *live) watch(ctx context.Context, launched, recorded <-chan error) (*summary, error) {
	show := newStatusLine()
	defer show.end()
	tick := time.NewTicker(statusPeriod)
	defer tick.Stop()
	lastSim, moved := 0.0, time.Now()
	for {
		select {
		case <-ctx.Done():
			if l.tooEarly() {
				return nil, errEarly
			}
			sum := l.sumUp()
			sum.Interrupted = true
			return sum, nil
		case err := <-launched:
			if errors.Is(err, launcher.ErrNotStarted) {
				return nil, err
			}
			return nil, errors.Join(errors.New("the launch ended early; see the logs"), err)
		case err := <-l.hopeless:
			if l.elapsed() < earlyFor.Seconds() {
				return nil, err
			}
			sum := l.sumUp()
			sum.Failures = append(sum.Failures, err.Error())
			return sum, nil
		case err := <-recorded:
			return nil, fmt.Errorf("the recorder ended early: %w", err)
		case <-tick.C:
		}
		now := l.elapsed()
		l.load.sample()
		l.noteFirstBall()
		l.takeOverlay(now)
		show.report(l.line(now))
		if l.opts.Duration > 0 && now >= l.opts.Duration.Seconds() {
			return l.sumUp(), nil
		}
		if now != lastSim {
			lastSim, moved = now, time.Now()
		}
		patience := stallPatience
		if now == 0 {
			patience = startPatience
		}
		if time.Since(moved) > patience {
			sum := l.sumUp()
			sum.Failures = append(sum.Failures, fmt.Sprintf("nothing moved on for %s", patience))
			return sum, nil
		}
	}
}

// elapsed returns the ROS time since the machine's first entry, s; 0 before it.
func (l *live) elapsed() float64 {
	start, ok := l.record.Started()
	if !ok {
		return 0
	}
	return max(0, (ros.SinceEpoch(l.node.Clock.Now()) - start).Seconds())
}

func (l *live) noteFirstBall() {
	if l.firstRun == 0 && l.record.Status().Locked {
		l.firstRun = time.Since(l.started)
	}
}

// sumUp collects the figures while all nodes are still there.
func (l *live) sumUp() *summary {
	cycles, simulator := l.rec.Stats()
	sum := sumUp(l.rec.Machine(), l.record.Snapshot(), cycles, simulator, l.elapsed())
	sum.FirstBallSec = round3(l.firstRun.Seconds())
	sum.LoadPerCore = round3(l.load.perCore())
	if l.firstRun > 0 {
		sum.Verdicts["first_ball_sec"] = score.AtMost(sum.FirstBallSec, 5)
	}
	graph, err := l.node.Graph()
	if err != nil {
		sum.Failures = append(sum.Failures, err.Error())
	}
	for _, info := range graph.Nodes {
		if info.Namespace == l.node.Namespace() { // others in this domain are not the demo's
			sum.Nodes = append(sum.Nodes, info.FullName())
		}
	}
	sum.Nodes = slices.Compact(sum.Nodes)
	l.mu.Lock()
	defer l.mu.Unlock()
	sum.Restarts = make(map[string]int)
	for name, up := range l.running {
		sum.Restarts[name] = l.restarts[name]
		if !up {
			sum.Failures = append(sum.Failures, "process "+name+" is not running"+l.words[name])
		}
	}
	return &sum
}
