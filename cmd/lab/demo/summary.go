package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"gonao/lab/score"
	"gonao/msgs"
)

// summary is the content of summary.json.
type summary struct {
	Machine        string                   `json:"machine"`
	DurationSec    float64                  `json:"duration_sec"`   // of ROS time since the machine's first entry
	FirstBallSec   float64                  `json:"first_ball_sec"` // wall time from the start to the first tracked ball
	RealTimeFactor float64                  `json:"real_time_factor"`
	LoadPerCore    float64                  `json:"load_per_core"`         // mean number of threads that ran or waited for a core in the live run
	Interrupted    bool                     `json:"interrupted,omitempty"` // ended by Ctrl-C
	Trace          []score.Transition       `json:"trace"`
	Following      score.FollowingSummary   `json:"following"`
	Dance          dance                    `json:"dance"`
	Cycle          cycle                    `json:"cycle"`
	Nodes          []string                 `json:"nodes"`
	Restarts       map[string]int           `json:"restarts"` // of nodes that ended
	Verdicts       map[string]score.Verdict `json:"verdicts"`
	Failures       []string                 `json:"failures"` // what did not function; decides the exit code
}

type dance struct {
	PositionsReached int `json:"positions_reached"`
}

// cycle is how well the driver kept its cycle of 12 ms.
type cycle struct {
	RobotStateHz float64 `json:"robot_state_hz"`
	LatencyP50Ms float64 `json:"latency_p50_ms"` // sensor frame in to its joint command in
	LatencyP99Ms float64 `json:"latency_p99_ms"`
	LatencyMaxMs float64 `json:"latency_max_ms"`
	Cycles       uint64  `json:"cycles"`
	Missed       uint64  `json:"missed"`   // frames that no command answered in time
	Realtime     bool    `json:"realtime"` // SCHED_FIFO was granted
}

// paperMachine is the machine whose trace the paper describes.
const paperMachine = "follow_and_dance"

// sumUp returns the figures of the live run with their verdicts.
func sumUp(machine string, record score.Snapshot, cycles msgs.CycleStats, simulator msgs.SimulatorStats, durationSec float64) summary {
	s := summary{
		Machine:        machine,
		DurationSec:    round3(durationSec),
		RealTimeFactor: round3(simulator.RealTimeFactor),
		Trace:          record.Trace,
		Following:      record.Following,
		Dance:          dance{record.Positions},
		Cycle: cycle{
			RobotStateHz: round3(float64(cycles.Rate)),
			LatencyP50Ms: round3(float64(cycles.LatencyP50)),
			LatencyP99Ms: round3(float64(cycles.LatencyP99)),
			LatencyMaxMs: round3(float64(cycles.LatencyMax)),
			Cycles:       cycles.Cycles,
			Missed:       cycles.Missed,
			Realtime:     cycles.Realtime,
		},
		Verdicts: make(map[string]score.Verdict),
	}
	if s.stayed("red", "green") > 0 {
		s.Verdicts = record.Following.Verdicts()
	}
	s.Verdicts["real_time_factor"] = score.AtLeast(s.RealTimeFactor, 0.99)
	s.Verdicts["cycle.robot_state_hz"] = score.Within(s.Cycle.RobotStateHz, 83.33, 0.5)
	if s.Cycle.Realtime && s.Cycle.LatencyP99Ms > 0 { // without an answer there is no latency
		s.Verdicts["cycle.latency_p99_ms"] = score.AtMost(s.Cycle.LatencyP99Ms, 2)
	}
	if machine == paperMachine {
		maps.Copy(s.Verdicts, score.TraceVerdicts(record.Trace, score.PaperTrace(), durationSec))
	}
	s.Failures = malfunctions(&s)
	return s
}

// malfunctions returns what did not work at all. What was slow or imprecise is a verdict.
func malfunctions(s *summary) []string {
	failures := []string{} // encoded as [], not as null
	if len(s.Trace) == 0 {
		failures = append(failures, "the state machine never started")
	}
	if s.Cycle.Cycles == 0 {
		failures = append(failures, "no robot_state came from the driver")
	}
	if s.stayed("red", "green") > longEnoughSec && len(s.Following.AcquisitionSec) == 0 {
		failures = append(failures, "the head never found the ball")
	}
	if s.stayed("right", "left") > longEnoughSec && s.Dance.PositionsReached == 0 {
		failures = append(failures, "the arms reached no position")
	}
	return failures
}

// outcome returns an error if something did not function. It returns nil for a run that a person ended: its failures, which may
// only show a busy computer, are printed and not returned.
func (s *summary) outcome() error {
	if len(s.Failures) == 0 || s.Interrupted {
		return nil
	}
	return errors.New("something did not function; see the lines above and the logs")
}

// longEnoughSec is how long a ball is followed, or an arm dances, before a missing result
// counts as a malfunction.
const longEnoughSec = 5

// stayed returns how many seconds the machine was in innermost states of these names.
func (s *summary) stayed(names ...string) float64 {
	sum := 0.0
	for _, stay := range stays(s.Trace, s.DurationSec) {
		if slices.Contains(names, path.Base(stay.path)) {
			sum += stay.untilSec - stay.fromSec
		}
	}
	return sum
}

// write writes summary.json into dir.
func (s *summary) write(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "summary.json"), append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("summary: %w", err)
	}
	return nil
}

// print prints the figures for a person.
func (s *summary) print(out io.Writer) {
	fmt.Fprintf(out, "\n%-36s %10s  %-14s\n", "figure", "measured", "target")
	names := make([]string, 0, len(s.Verdicts))
	for name := range s.Verdicts {
		names = append(names, name)
	}
	slices.Sort(names)
	busy := s.busy()
	for _, name := range names {
		v := s.Verdicts[name]
		mark := "not met"
		switch {
		case v.Met:
			mark = "met"
		case busy != "" && !strings.HasPrefix(name, "trace."): // the trace is in simulated time
			mark = "not judged"
		}
		value := fmt.Sprintf("%.3f", v.Value)
		if v.Value == score.Never {
			value = "never"
		}
		fmt.Fprintf(out, "%-36s %10s  %-14s %s\n", name, value, v.Target, mark)
	}
	if busy != "" {
		fmt.Fprintln(out, busy)
	}
	for _, failure := range s.Failures {
		fmt.Fprintln(out, "did not function:", failure)
	}
}

// busy returns why figures may not be met on a computer that was busy with other work; "" if it was not.
func (s *summary) busy() string {
	missed := 0
	for _, v := range s.Verdicts {
		if !v.Met {
			missed++
		}
	}
	if s.LoadPerCore < busyPerCore || missed == 0 {
		return ""
	}
	return fmt.Sprintf("the computer was busy: %.1f threads wanted each of its %d cores; above %.1f, a figure that misses its target is not judged",
		s.LoadPerCore, runtime.NumCPU(), busyPerCore)
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }
